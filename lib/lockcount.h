/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_LOCKCOUNT_H
#define PERF_REGRESS_LOCKCOUNT_H

#include <stdbool.h>

#include "perf.h"

/* Begin and end of each wait for a contended lock (Linux 5.19) */
enum { LOCKS_BEGIN, LOCKS_END, NR_LOCK_EVENTS };

extern const struct perf_tracepoint lock_events[NR_LOCK_EVENTS];

/* Counts them on all allowed CPUs */
struct lockcount;

/* lockcount_start - NULL after noting why by require_unmet() */
struct lockcount *lockcount_start(void);

/*
 * lockcount_stop - stop, and free
 * @contended: how many waits have begun
 *
 * Return: false after noting why by require_unmet().
 */
bool lockcount_stop(struct lockcount *count, double *contended);

#endif
