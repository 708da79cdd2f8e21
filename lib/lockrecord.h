/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_LOCKRECORD_H
#define PERF_REGRESS_LOCKRECORD_H

#include <stdbool.h>

/*
 * Records each wait for a contended lock on all allowed CPUs, with its call
 * chain, as "perf lock record -a -g" does: begin and end go to a ring for each
 * CPU, which a thread empties into a file; here one of memory, whose start is
 * written anew when it gets large.
 */
struct lockrecord;

/* lockrecord_start - NULL after noting why by require_unmet() */
struct lockrecord *lockrecord_start(void);

/*
 * lockrecord_stop - stop, and free
 * @contended: how many waits have begun
 *
 * Return: false after noting why by require_unmet().
 */
bool lockrecord_stop(struct lockrecord *record, double *contended);

#endif
