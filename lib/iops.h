/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_IOPS_H
#define PERF_REGRESS_IOPS_H

#include <stdbool.h>

/* Most devices at a time */
#define IOPS_MOST 64

/* What a device is: a thread that submits I/Os, and who does them */
enum iops_worker {
	/* a thread of this process; the two wake each other by eventfds */
	IOPS_EVENTFD,
	/* a vhost worker that is a thread of this process, see vhost.h */
	IOPS_VHOST,
	/* a vhost worker that is a kernel thread */
	IOPS_VHOST_KTHREAD,
};

/*
 * iops_run - do I/Os on some devices side by side
 * @worker: what they are; all threads are of this process, SCHED_OTHER and on
 *	    any allowed CPU
 * @count: devices, 1..IOPS_MOST
 * @window_ms: how long a sample takes
 * @kiops: where the samples go, in thousands of I/Os a second of all together
 * @samples: how many to take
 *
 * Return: false after noting why by require_unmet().
 */
bool iops_run(enum iops_worker worker, unsigned int count,
	      unsigned int window_ms, double *kiops, unsigned int samples);

#endif
