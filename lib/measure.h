/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_MEASURE_H
#define PERF_REGRESS_MEASURE_H

#include "metric.h"

/*
 * One operation whose cost is wanted. It times itself, so that it can leave
 * out what does not belong to it:
 *
 *	static unsigned long long pair(unsigned long times)
 *	{
 *		unsigned long long start = clock_now();
 *
 *		while (times--)
 *			...
 *		return clock_since(start);
 *	}
 *
 * Nothing in it may allocate, print or fault in memory of its own.
 */
struct operation {
	unsigned long long (*run)(unsigned long times);
	/* how often a visit runs it; measure_calibrate() sets it */
	unsigned long times;
	/* costs are for one of so many parts of a run; 0: for a whole run */
	unsigned int parts;
};

/*
 * measure_calibrate - set how often a visit runs each operation
 * @operations: the operations, run a few times as a warm-up too
 * @count: how many
 * @visit_ns: how long a visit shall take, in ns
 *
 * Where the clock counts instructions a visit runs an operation only
 * MEASURE_EXACT_TIMES times: more would cost time and say nothing new.
 */
void measure_calibrate(struct operation *operations, unsigned int count,
		       unsigned long visit_ns);

#define MEASURE_EXACT_TIMES 8

/*
 * measure_round - the cost of each operation, side by side
 * @metrics: for each operation, whose sample its cost will be: the probe
 *	     counts under this name, see mark.h
 * @costs: for each operation, units of the clock for one run or part of it
 *
 * Visits them in order and then in reverse order (A B B A), so that a clock
 * speed or a load that drifts slowly falls on all of them alike.
 */
void measure_round(const struct operation *operations, unsigned int count,
		   const struct metric *metrics, double *costs);

#endif
