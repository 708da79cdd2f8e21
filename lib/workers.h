/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_WORKERS_H
#define PERF_REGRESS_WORKERS_H

#include <stdbool.h>

/* Most threads at a time */
#define WORKERS_MOST 4096

/* What one thread does, and where */
struct worker {
	unsigned int cpu;
	/*
	 * Works until workers_stopped() or until it can't go on; returns 0 or
	 * the errno that is the reason. Prints nothing.
	 */
	int (*work)(void *arg);
	void *arg;
};

/*
 * workers_run - have threads work side by side for a while
 * @workers: what they do; SCHED_OTHER, each pinned to its CPU
 * @count: 1..WORKERS_MOST
 * @ms: for how long, from the moment that all are there
 * @what: what they do, for the reason
 * @seconds: how long it was
 *
 * Return: false after noting why by require_unmet(); no thread is left either
 * way.
 */
bool workers_run(const struct worker *workers, unsigned int count,
		 unsigned int ms, const char *what, double *seconds);

/* workers_stopped - whether the time is over; for who works */
bool workers_stopped(void);

#endif
