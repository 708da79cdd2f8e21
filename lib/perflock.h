/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_PERFLOCK_H
#define PERF_REGRESS_PERFLOCK_H

#include <stdbool.h>

/* "perf lock record -a -g" as a child, whose record goes to /dev/null */
struct perflock;

/* perflock_require - note by require_unmet() when there is no program perf */
void perflock_require(void);

/*
 * perflock_start - returns when it records (perf of Linux 5.10 and later)
 *
 * Return: NULL after noting why by require_unmet().
 */
struct perflock *perflock_start(void);

/* perflock_stop - end it, and free; false after noting that it had ended */
bool perflock_stop(struct perflock *perf);

#endif
