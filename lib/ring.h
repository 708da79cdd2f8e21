/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_RING_H
#define PERF_REGRESS_RING_H

#include <stdbool.h>

/* Most CPUs that ring_run() uses */
#define RING_MOST_CPUS 64

/*
 * Rings of two threads that hand a CPU to each other: SCHED_FIFO, pinned,
 * each calling sched_yield(), so that every call is one context switch. No
 * descriptor and no futex is between them: what those cost depends on whether
 * a process has threads.
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

/* ring_require - note what keeps ring_run() from working here */
void ring_require(void);

/*
 * ring_run - what context switches cost
 * @switches: how many there are on each CPU; 640 at least are made
 * @took: units of the clock for so many, by the median of blocks of 40 during
 *	  which all rings were at work; mean of the CPUs
 *
 * Processes and threads are made anew each time: how memory happens to be laid
 * out makes differences of several per cent. While it runs these CPUs are
 * taken from all tasks that aren't real-time ones of SCHED_FIFO 98 or more.
 *
 * Return: false after noting why by require_unmet().
 */
bool ring_run(const struct ring *ring, unsigned long switches,
	      unsigned long long *took);

#endif
