// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "stats.h"

/* Half of the 1 % that a 99 % interval may miss: it is shared by both ends */
#define TAIL 0.005

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	return (a > b) - (a < b);
}

static double middle(const double *sorted, unsigned int n)
{
	if (n % 2)
		return sorted[n / 2];
	return (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

int stats_ranks(unsigned int n, unsigned int *lo, unsigned int *hi)
{
	double chance = 1, tail = 0;
	unsigned int i, below = 0;

	if (n < STATS_MIN_SAMPLES || n > STATS_MAX_SAMPLES)
		return -1;
	for (i = 0; i < n; i++)
		chance /= 2;
	/* tail is P(X <= below) of a fair coin thrown n times */
	for (;;) {
		tail += chance;
		if (tail > TAIL)
			break;
		chance *= (double)(n - below) / (below + 1);
		below++;
	}
	*lo = below;
	*hi = n + 1 - below;
	return 0;
}

int stats_estimate(double *samples, unsigned int n, struct estimate *result)
{
	unsigned int lo = 1, hi, i;

	for (i = 0; i < n; i++)
		if (!__builtin_isfinite(samples[i]))
			return -1;
	if (n == 1)
		hi = 1;
	else if (stats_ranks(n, &lo, &hi))
		return -1;

	qsort(samples, n, sizeof(*samples), compare);
	result->n = n;
	result->min = samples[0];
	result->median = middle(samples, n);
	result->lo = samples[lo - 1];
	result->hi = samples[hi - 1];

	for (i = 0; i < n; i++) {
		double off = samples[i] - result->median;

		samples[i] = off < 0 ? -off : off;
	}
	qsort(samples, n, sizeof(*samples), compare);
	result->mad = middle(samples, n);
	return 0;
}
