/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_STATS_H
#define PERF_REGRESS_STATS_H

/* Fewest and most samples that have an interval, see stats_ranks() */
#define STATS_MIN_SAMPLES 8
#define STATS_MAX_SAMPLES 1000

/* What a set of samples says; all in the unit of the samples */
struct estimate {
	unsigned int n;
	double min;
	double median;
	/* median absolute deviation from the median, not scaled to a sigma */
	double mad;
	/* interval that holds the true median with 99 % confidence at least */
	double lo;
	double hi;
};

/*
 * stats_ranks - the ranks of a distribution-free interval for the median
 * @n: number of samples, STATS_MIN_SAMPLES..STATS_MAX_SAMPLES
 * @lo: rank of the lower end, counted from 1
 * @hi: rank of the upper end
 *
 * The number of samples below the true median is binomial(n, 1/2), so ranks
 * r and n + 1 - r enclose it with probability 1 - 2 * P(X <= r - 1); r is the
 * largest with 99 % or more (H. A. David, Order Statistics, 2.4). For 31
 * samples that is 8 and 24.
 *
 * Return: 0, or -1 when @n is out of range.
 */
int stats_ranks(unsigned int n, unsigned int *lo, unsigned int *hi);

/*
 * stats_estimate - median, MAD and interval of samples
 * @samples: used up: what they hold afterwards is of no use
 * @n: how many; 1, or STATS_MIN_SAMPLES..STATS_MAX_SAMPLES
 * @result: where the figures go
 *
 * A single sample is taken as exact (a counter): its interval is itself.
 *
 * Return: 0, or -1 when @n is none of these or a sample is not finite.
 */
int stats_estimate(double *samples, unsigned int n, struct estimate *result);

#endif
