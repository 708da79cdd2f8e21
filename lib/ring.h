/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_RING_H
#define PERF_REGRESS_RING_H

#include <stdbool.h>

/* Most CPUs that ring_run() uses */
#define RING_MOST_CPUS 64

/*
 * Rings of two threads that hand a CPU to each other: real-time and as high as
 * the calling thread, pinned, each calling sched_yield(), so that every call is
 * one context switch. No descriptor and no futex is between them: what those
 * cost depends on whether a process has threads.
 *
 * Not lower: who reaps a process spins in the kernel for those that leave it,
 * and would never let them run.
 */
struct ring {
	/* one ring on each of placement_cpu(0)..placement_cpu(cpus - 1) */
	unsigned int cpus;
	/* the two threads of a ring are in 2 processes, or in the same one: 1 */
	unsigned int processes;
	/* processes are the same for all rings, not those of one ring only */
	bool shared;
	/* threads that sleep, besides, in each process */
	unsigned int sleepers;
	/*
	 * each switch also writes, in user space, what a kernel does that keeps
	 * a lock and a bitmap for each of two mms: see ring.c
	 */
	bool emulated;
};

/* ring_require - note what keeps ring_run() from working: no real-time policy */
void ring_require(void);

/*
 * ring_run - what context switches cost
 * @switches: how many there are on all CPUs together; on each at least 640 are
 *	      made
 * @took: units of the clock for so many, each by the clock of its own CPU, from
 *	  the median of blocks of 40 during which all rings were at work
 *
 * Processes and threads are made anew each time: how memory happens to be laid
 * out makes differences of several per cent. While it runs, some milliseconds,
 * these CPUs are taken from all tasks that aren't as high.
 *
 * Return: false after noting why by require_unmet().
 */
bool ring_run(const struct ring *ring, unsigned long switches,
	      unsigned long long *took);

#endif
