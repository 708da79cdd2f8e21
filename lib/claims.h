/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_CLAIMS_H
#define PERF_REGRESS_CLAIMS_H

#include <stdbool.h>

/*
 * Do the concurrency IDs that the kernel gives to threads hold what they
 * promise? A thread claims the one it reads, by an entry in a table that all
 * threads share, and looks whether the claim stands as long as it runs on
 * without a break. If another thread takes its place, both ran with one ID.
 */
struct claims {
	/* looks at an ID, of threads that ran on without a break */
	unsigned long windows;
	/* broken off by a switch, which the kernel told: no statement */
	unsigned long switched;
	/* of windows, those whose ID another running thread had too */
	unsigned long duplicates;
	/* of windows, those whose ID was not below the bound */
	unsigned long beyond;
	/* threads left over still had an ID that so few don't need */
	unsigned long not_compacted;
	/* the kernel didn't come back from this: a CPU spins in it */
	bool hung;
};

/* The most threads; some more than CPUs of this number are no use */
#define CLAIMS_MOST_THREADS 512

/* claims_require - note what keeps claims_watch() from working here */
void claims_require(void);

/*
 * claims_watch - watch the IDs of threads of a process made for that
 * @threads: how many, SCHED_OTHER; half of them pinned, the others sleep now
 *	     and then and wake where they like
 * @ms: for how long; then all but two end, whose IDs must get small again
 * @forged: all threads pretend to have ID 0: this must give duplicates, else
 *	    the watch sees nothing on this machine
 * @claims: what was seen
 *
 * Return: false after noting why by require_unmet().
 */
bool claims_watch(unsigned int threads, unsigned int ms, bool forged,
		  struct claims *claims);

#endif
