/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_LOCKWATCH_H
#define PERF_REGRESS_LOCKWATCH_H

#include <stdbool.h>

/*
 * Ways to see who waits for locks, from none to the one that disturbs most.
 *
 * lock:contention_end fires with the lock held: whatever is done there makes
 * all others wait longer. With sheaves a CPU reads a slab's freelist before it
 * waits for list_lock, so that each wait that gets longer makes its cmpxchg
 * more likely to fail. What an event costs, in instructions on 7.3: counted
 * 454, sampled 1692, with a call chain 7293.
 */
enum lockwatch_way {
	LOCKWATCH_OFF,
	LOCKWATCH_COUNTED,	/* events of perf, counted, not sampled */
	LOCKWATCH_SAMPLED,	/* each with its call chain, written to memory */
	LOCKWATCH_PERF,		/* "perf lock record -a -g" */
	NR_LOCKWATCH_WAYS
};

/* Locks being watched on all allowed CPUs */
struct lockwatch {
	enum lockwatch_way way;
	struct lockcount *count;
	struct lockrecord *record;
	struct perflock *perf;
};

/*
 * lockwatch_require - note by require_unmet() what keeps locks from being
 * watched here
 *
 * Locks are contended for, to see whether that fires at all: in many virtual
 * machines locks are plain test-and-set, without events. An MCS queue, from
 * which they come, takes three CPUs.
 */
void lockwatch_require(void);

/*
 * lockwatch_start - watch; switches the tracepoints on
 *
 * To be called while those rest who are to be watched.
 *
 * Return: false after noting why by require_unmet().
 */
bool lockwatch_start(struct lockwatch *watch, enum lockwatch_way way);

/*
 * lockwatch_stop - stop, switch them off again
 * @contended: locks that were contended for; -1 where nobody counts
 *
 * Return: false after noting why by require_unmet().
 */
bool lockwatch_stop(struct lockwatch *watch, double *contended);

#endif
