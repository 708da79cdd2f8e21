/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_JUDGE_H
#define PERF_REGRESS_JUDGE_H

#include "test.h"

/*
 * judge_point - measure one point of a test and judge it
 * @test: the test
 * @index: of the point
 * @deadline: clock_now() after which no third set of samples is begun
 *
 * Prints its metric lines and reasons, not its result line.
 *
 * Return: the verdict of all its metrics with a limit; VERDICT_UNDECIDED also
 * when requirements are unmet or no metric has a limit.
 */
enum verdict judge_point(const struct test *test, unsigned int index,
			 const struct options *options,
			 unsigned long long deadline);

#endif
