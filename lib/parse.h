/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_PARSE_H
#define PERF_REGRESS_PARSE_H

#include <stdbool.h>

/*
 * parse_uint - read a whole decimal number
 * @text: the number, with nothing before or after it
 * @min: smallest value taken
 * @max: largest value taken
 * @value: where it goes; left alone on error
 *
 * Return: false when @text is empty, not a number, signed or out of range.
 */
bool parse_uint(const char *text, unsigned long min, unsigned long max,
		unsigned long *value);

/*
 * parse_size - read a number of bytes, which K, M or G may follow
 *
 * Return: as parse_uint().
 */
bool parse_size(const char *text, unsigned long min, unsigned long max,
		unsigned long *value);

/*
 * parse_number - read a finite decimal number such as 5000, 0.05 or 1e6
 *
 * The decimal point is a point whatever the locale: programs of this
 * collection never call setlocale().
 *
 * Return: false when @text is anything else, hexadecimal, NaN and Inf included.
 */
bool parse_number(const char *text, double *value);

/*
 * parse_release - read "MAJOR.MINOR" from the start of a kernel release
 * @text: "6.12", "6.12.117-amd64", "7.3-rc1+"
 * @code: 1000 * MAJOR + MINOR, so that releases compare as numbers
 *
 * Return: false when @text doesn't begin with two numbers and a point.
 */
bool parse_release(const char *text, unsigned long *code);

/*
 * parse_cpu_list - read a list as in /sys/devices/system/cpu/online
 * @text: "0-3,8,10-11", an ending newline is fine
 * @max: one more than the largest CPU (or node) number taken
 * @call: called for each number in the list
 * @arg: handed to @call
 *
 * Return: how many numbers the list holds, or -1 when it is malformed or one
 * of its numbers is @max or more; then @call may have been called already.
 */
int parse_cpu_list(const char *text, unsigned int max,
		   void (*call)(unsigned int number, void *arg), void *arg);

#endif
