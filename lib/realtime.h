/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_REALTIME_H
#define PERF_REGRESS_REALTIME_H

/* How realtime_enter() went, 0 or a positive errno each; goes into `# env:` */
struct realtime {
	int sched_error;
	int lock_error;
};

/*
 * realtime_enter - keep the scheduler and the pager out of measurements
 *
 * Locks the memory mapped so far and makes the calling thread SCHED_RR 99;
 * threads that it creates later are too. A thread that may not goes on
 * without. Mappings that come later are not locked: locking faults pages in,
 * and mapping is among what gets measured.
 *
 * Not SCHED_FIFO, which never gives way to an equal: a second run on the same
 * CPU may hold, preempted, what this one spins for inside the kernel. Seen on
 * 6.18: wait4() in shrink_dcache_parent() for 20 minutes, deaf to SIGKILL.
 */
void realtime_enter(struct realtime *realtime);

#endif
