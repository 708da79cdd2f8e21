// SPDX-License-Identifier: GPL-2.0
#include "test.h"
#include "unit.h"

static struct samples samples;

static void start(void)
{
	memset(&samples, 0, sizeof(samples));
}

static void each_metric_has_its_own(void)
{
	start();
	samples_add(&samples, 0, 1);
	samples_add(&samples, TEST_MOST_METRICS - 1, 2);
	samples_add(&samples, 0, 3);
	CHECK_INT(samples.count[0], 2);
	CHECK_INT(samples.count[1], 0);
	CHECK_INT(samples.count[TEST_MOST_METRICS - 1], 1);
	CHECK_DOUBLE(samples.value[0][0], 1);
	CHECK_DOUBLE(samples.value[0][1], 3);
	CHECK_DOUBLE(samples.value[TEST_MOST_METRICS - 1][0], 2);
}

static void no_more_than_fit(void)
{
	unsigned int i;

	start();
	for (i = 0; i < STATS_MAX_SAMPLES + 5; i++)
		samples_add(&samples, 0, i);
	CHECK_INT(samples.count[0], STATS_MAX_SAMPLES);
	CHECK_DOUBLE(samples.value[0][STATS_MAX_SAMPLES - 1],
		     STATS_MAX_SAMPLES - 1);
	CHECK_DOUBLE(samples.value[1][0], 0);
}

static void ratios(void)
{
	start();
	samples_add(&samples, 0, 6);
	samples_add(&samples, 0, 5);
	samples_add(&samples, 1, 3);
	samples_add(&samples, 1, 4);
	samples_ratios(&samples, 2, 0, 1);
	CHECK_INT(samples.count[2], 2);
	CHECK_DOUBLE(samples.value[2][0], 2);
	CHECK_DOUBLE(samples.value[2][1], 1.25);
	CHECK_INT(samples.count[0], 2);
	CHECK_DOUBLE(samples.value[0][0], 6);
}

static void the_least(void)
{
	start();
	samples_add(&samples, 0, 6);
	samples_add(&samples, 0, -5);
	samples_add(&samples, 0, 7);
	samples_least(&samples, 1, 0);
	CHECK_INT(samples.count[1], 1);
	CHECK_DOUBLE(samples.value[1][0], -5);
	samples_add(&samples, 3, 4);
	samples_add(&samples, 3, 5);
	samples_least(&samples, 2, 3);
	CHECK_DOUBLE(samples.value[2][0], 4);
}

/* A set has an interval of 99 %, and room, in every mode */
static void rounds_of_each_mode(void)
{
	static const enum options_mode modes[] = {
		MODE_QUICK, MODE_DEFAULT, MODE_FULL,
	};
	unsigned int i, rounds, before = 0;
	unsigned long visit, visit_before = 0;

	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		const struct options options = { .mode = modes[i] };

		rounds = samples_rounds(&options);
		visit = samples_visit_ns(&options);
		CHECK(rounds >= 31 && rounds <= STATS_MAX_SAMPLES);
		CHECK(rounds > before && visit > visit_before);
		before = rounds;
		visit_before = visit;
	}
}

int main(void)
{
	RUN(each_metric_has_its_own);
	RUN(no_more_than_fit);
	RUN(ratios);
	RUN(the_least);
	RUN(rounds_of_each_mode);
	return unit_end();
}
