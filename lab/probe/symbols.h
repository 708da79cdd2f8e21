/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PROBE_SYMBOLS_H
#define PROBE_SYMBOLS_H

/* Names of the guest kernel's functions, those of modules included */
#include <stdbool.h>
#include <linux/types.h>

/* symbols_add - take one more byte of a text like /proc/kallsyms */
void symbols_add(char byte);

/*
 * symbols_sort - to be called once, when the text is whole
 *
 * Return: how many functions there are: 0 also when their addresses are hidden.
 */
unsigned int symbols_sort(void);

/*
 * symbols_find - the number of the function that holds @address
 *
 * Of functions with one address the first by name is taken. What lies behind
 * the last function belongs to it.
 *
 * Return: -1 when @address is below all functions.
 */
int symbols_find(__u64 address);

/* symbols_name - the name of function @number, as name or name[module] */
const char *symbols_name(unsigned int number);

/* symbols_is_interrupt - whether function @number takes an interrupt */
bool symbols_is_interrupt(unsigned int number);

#endif
