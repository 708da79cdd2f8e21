/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_VMAS_H
#define PERF_REGRESS_VMAS_H

#include <stdbool.h>

/* Most VMAs that vmas_stand() can add */
#define VMAS_MOST 60000

/* vmas_page_size - bytes that vmas_map() maps */
unsigned long vmas_page_size(void);

/*
 * vmas_map - map one private anonymous page where the kernel likes
 * @prot: PROT_READ and so on
 *
 * Return: the page, or MAP_FAILED with errno set.
 */
char *vmas_map(int prot);

/*
 * vmas_stand - make this process have as many standing VMAs
 * @count: 0..VMAS_MOST; more are added, or those that came last taken away
 *
 * The kernel puts each new page where the one before ended, once the first of
 * them have filled all holes. As they have other protections in turn, none of
 * which can be written, they merge neither with each other nor with a new
 * page that can.
 *
 * Return: false after noting why by require_unmet(); none is left then.
 */
bool vmas_stand(unsigned int count);

/*
 * vmas_require - note by require_unmet() when the limit on VMAs is too small
 * for @count standing ones
 */
void vmas_require(unsigned int count);

/*
 * vmas_merges - whether a page that is mapped now to be read and written
 * becomes part of a VMA that is there already
 */
bool vmas_merges(void);

#endif
