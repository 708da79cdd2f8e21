// SPDX-License-Identifier: GPL-2.0
#include <math.h>

#include "stats.h"
#include "unit.h"

/* From a program in another language, with numbers of any size */
static const struct {
	unsigned int n, lo, hi;
} known_ranks[] = {
	{ 8, 1, 8 }, { 9, 1, 9 }, { 31, 8, 24 }, { 41, 12, 30 },
	{ 50, 16, 35 }, { 100, 37, 64 }, { 101, 38, 64 }, { 512, 227, 286 },
	{ 999, 459, 541 }, { 1000, 459, 542 },
};

static void known_ranks_come(void)
{
	unsigned int i, lo, hi;

	for (i = 0; i < ARRAY_SIZE(known_ranks); i++) {
		CHECK_INT(stats_ranks(known_ranks[i].n, &lo, &hi), 0);
		CHECK_INT(lo, known_ranks[i].lo);
		CHECK_INT(hi, known_ranks[i].hi);
	}
}

/* 200 times P(X < @rank) is 1 % of what is possible or less, in whole numbers */
static bool tail_fits(unsigned int n, unsigned int rank)
{
	unsigned __int128 ways = 1, sum = 0;
	unsigned int below;

	for (below = 0; below < rank; below++) {
		sum += ways;
		ways = ways * (n - below) / (below + 1);
	}
	return sum * 200 <= (unsigned __int128)1 << n;
}

static void ranks_are_the_largest_with_99_percent(void)
{
	unsigned int n, lo, hi;

	for (n = STATS_MIN_SAMPLES; n <= 110; n++) {
		stats_ranks(n, &lo, &hi);
		CHECK(tail_fits(n, lo));
		CHECK(!tail_fits(n, lo + 1));
		CHECK_INT(lo + hi, n + 1);
	}
}

static void numbers_out_of_range_have_no_ranks(void)
{
	static const unsigned int wrong[] = { 0, 1, 7, 1001, ~0U };
	unsigned int i, lo = 77, hi = 78;

	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		CHECK_INT(stats_ranks(wrong[i], &lo, &hi), -1);
	CHECK_INT(lo, 77);
	CHECK_INT(hi, 78);
}

static void numbers_out_of_range_have_no_estimate(void)
{
	static const unsigned int wrong[] = { 0, 2, 7, 1001 };
	static double samples[STATS_MAX_SAMPLES + 1];
	struct estimate estimate;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		CHECK_INT(stats_estimate(samples, wrong[i], &estimate), -1);
}

static void odd_number_unsorted(void)
{
	double samples[] = { 9, 1, 100, 3, 5, 2, 8, 4, 7 };
	struct estimate estimate;

	CHECK_INT(stats_estimate(samples, 9, &estimate), 0);
	CHECK_INT(estimate.n, 9);
	CHECK_DOUBLE(estimate.min, 1);
	CHECK_DOUBLE(estimate.median, 5);
	/* off by 0 1 1 2 2 3 3 4 4 95, but for the one that is the median */
	CHECK_DOUBLE(estimate.mad, 3);
	CHECK_DOUBLE(estimate.lo, 1);
	CHECK_DOUBLE(estimate.hi, 100);
}

static void even_number_with_negatives(void)
{
	double samples[] = { 4, -3, 2, -1, 1, -2, 3, -4, 10, -10 };
	struct estimate estimate;

	CHECK_INT(stats_estimate(samples, 10, &estimate), 0);
	CHECK_DOUBLE(estimate.min, -10);
	CHECK_DOUBLE(estimate.median, 0);
	CHECK_DOUBLE(estimate.mad, 3);
	CHECK_DOUBLE(estimate.lo, -10);
	CHECK_DOUBLE(estimate.hi, 10);
}

static void means_of_two_in_the_middle(void)
{
	double samples[] = { 8, 7, 6, 5, 4, 3, 2, 1 };
	struct estimate estimate;

	stats_estimate(samples, 8, &estimate);
	CHECK_DOUBLE(estimate.median, 4.5);
	CHECK_DOUBLE(estimate.mad, 2);
}

static void interval_of_31(void)
{
	double samples[31];
	struct estimate estimate;
	unsigned int i;

	/* 1 to 31, mixed: 7 has no divisor in common with 31 */
	for (i = 0; i < 31; i++)
		samples[i] = 1 + i * 7 % 31;
	CHECK_INT(stats_estimate(samples, 31, &estimate), 0);
	CHECK_DOUBLE(estimate.median, 16);
	CHECK_DOUBLE(estimate.mad, 8);
	CHECK_DOUBLE(estimate.lo, 8);
	CHECK_DOUBLE(estimate.hi, 24);
}

static void fractions_are_told_apart(void)
{
	double samples[] = { 0.5, 0.25, 0.75, 0.125, 0.875, 0.625, 0.375, 0.9, 0.1 };
	struct estimate estimate;

	stats_estimate(samples, 9, &estimate);
	CHECK_DOUBLE(estimate.min, 0.1);
	CHECK_DOUBLE(estimate.median, 0.5);
	CHECK_DOUBLE(estimate.mad, 0.25);
	CHECK_DOUBLE(estimate.hi, 0.9);
}

static void samples_that_are_not_finite(void)
{
	static const double odd[] = { NAN, INFINITY, -INFINITY };
	struct estimate estimate;
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(odd); i++) {
		double samples[31] = { 0 };
		double sample = odd[i];

		for (j = 0; j < 31; j++)
			samples[j] = j == 10 * i ? odd[i] : j;
		CHECK_INT(stats_estimate(samples, 31, &estimate), -1);
		CHECK_INT(stats_estimate(&sample, 1, &estimate), -1);
	}
}

static void equal_samples(void)
{
	double samples[1000];
	struct estimate estimate;
	unsigned int i;

	for (i = 0; i < 1000; i++)
		samples[i] = 0.1;
	CHECK_INT(stats_estimate(samples, 1000, &estimate), 0);
	CHECK_INT(estimate.n, 1000);
	CHECK_DOUBLE(estimate.median, 0.1);
	CHECK_DOUBLE(estimate.mad, 0);
	CHECK_DOUBLE(estimate.lo, 0.1);
	CHECK_DOUBLE(estimate.hi, 0.1);
}

static void single_sample_is_exact(void)
{
	double sample = -2.5;
	struct estimate estimate;

	CHECK_INT(stats_estimate(&sample, 1, &estimate), 0);
	CHECK_INT(estimate.n, 1);
	CHECK_DOUBLE(estimate.min, -2.5);
	CHECK_DOUBLE(estimate.median, -2.5);
	CHECK_DOUBLE(estimate.mad, 0);
	CHECK_DOUBLE(estimate.lo, -2.5);
	CHECK_DOUBLE(estimate.hi, -2.5);
}

static void an_outlier_moves_no_median(void)
{
	double samples[31];
	struct estimate estimate;
	unsigned int i;

	for (i = 0; i < 31; i++)
		samples[i] = i < 7 ? 1e300 : 10;
	stats_estimate(samples, 31, &estimate);
	CHECK_DOUBLE(estimate.median, 10);
	CHECK_DOUBLE(estimate.hi, 10);
}

int main(void)
{
	RUN(known_ranks_come);
	RUN(ranks_are_the_largest_with_99_percent);
	RUN(numbers_out_of_range_have_no_ranks);
	RUN(numbers_out_of_range_have_no_estimate);
	RUN(odd_number_unsorted);
	RUN(even_number_with_negatives);
	RUN(means_of_two_in_the_middle);
	RUN(interval_of_31);
	RUN(fractions_are_told_apart);
	RUN(samples_that_are_not_finite);
	RUN(equal_samples);
	RUN(single_sample_is_exact);
	RUN(an_outlier_moves_no_median);
	return unit_end();
}
