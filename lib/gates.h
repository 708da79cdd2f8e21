/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_GATES_H
#define PERF_REGRESS_GATES_H

#include "test.h"

/*
 * gates_load - find the limit of each metric of a test
 * @test: the test; must stay
 * @options: says which file (default: `limits` beside the program or in the
 *	     directory above) and which --limit
 *
 * Under --report-only nothing has a limit. Limits of the file don't hold where
 * env_distrust() has a reason; those given by --limit always do.
 * Ends the program with 1 when a file or an option is wrong.
 */
void gates_load(const struct test *test, const struct options *options);

/*
 * gates_find - the limit of a metric for the clock that runs here
 * @point: index of the point in the test
 * @metric: index of the metric in the point
 *
 * Return: NULL when there is none.
 */
const struct limit *gates_find(unsigned int point, unsigned int metric);

#endif
