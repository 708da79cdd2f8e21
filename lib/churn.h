/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_CHURN_H
#define PERF_REGRESS_CHURN_H

#include <stdbool.h>

/*
 * churn_run - what it costs to make and end threads, among others that stand
 * @cpus: how many CPUs the process, made for that, ever may run on: it gets
 *	  these before it is made, as an mm never forgets a CPU
 * @standing: threads that sleep meanwhile, with the main thread
 * @batch: threads that are made, then ended, at a time
 * @times: how many are, all together; whole batches are
 * @took: units of the clock for @times
 *
 * Return: false after noting why by require_unmet().
 */
bool churn_run(unsigned int cpus, unsigned int standing, unsigned int batch,
	       unsigned long times, unsigned long long *took);

#endif
