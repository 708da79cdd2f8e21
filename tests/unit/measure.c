// SPDX-License-Identifier: GPL-2.0
#include "clock.h"
#include "unit.h"

/* The unit is given operations that take what the tests say, and a clock */
static enum clock_unit unit;

static enum clock_unit made_up_unit(void)
{
	return unit;
}

#define clock_unit() made_up_unit()
#include "../../lib/measure.c"

static const struct metric metrics[] = {
	COST("a", "made up"), COST("b", "made up"), COST("c", "made up"),
};

static char order[64];
static unsigned int visits;
static unsigned long long per_run, cold, spent;

static unsigned long long run(char name, unsigned long long cost,
			      unsigned long times)
{
	size_t length = strlen(order);

	if (length < sizeof(order) - 1)
		order[length] = name;
	visits++;
	spent += cost * times;
	return cost * times;
}

static unsigned long long run_a(unsigned long times)
{
	return run('A', 10, times);
}

static unsigned long long run_b(unsigned long times)
{
	return run('B', 20, times);
}

/* Another cost each time: 1, 2, 3, ... for a run */
static unsigned long long run_c(unsigned long times)
{
	return run('C', visits + 1, times);
}

static void start(void)
{
	memset(order, 0, sizeof(order));
	visits = 0;
	spent = 0;
	unit = CLOCK_NS;
}

static void visits_go_there_and_back(void)
{
	static const struct operation two[] = {
		{ .run = run_a, .times = 3 }, { .run = run_b, .times = 7 },
	};
	double costs[3] = { -1, -1, -1 };

	start();
	measure_round(two, 2, metrics, costs);
	CHECK_STRING(order, "ABBA");
	CHECK_DOUBLE(costs[0], 10);
	CHECK_DOUBLE(costs[1], 20);
	CHECK_DOUBLE(costs[2], -1);
}

static void a_single_operation_is_visited_twice(void)
{
	static const struct operation one = { .run = run_c, .times = 4 };
	double cost;

	start();
	measure_round(&one, 1, metrics, &cost);
	CHECK_STRING(order, "CC");
	/* the mean of 1 and 2 */
	CHECK_DOUBLE(cost, 1.5);
}

static void what_drifts_falls_on_all_alike(void)
{
	static const struct operation three[] = {
		{ .run = run_c, .times = 5 }, { .run = run_c, .times = 1 },
		{ .run = run_c, .times = 9 },
	};
	double costs[3];

	start();
	measure_round(three, 3, metrics, costs);
	CHECK_DOUBLE(costs[0], 3.5);
	CHECK_DOUBLE(costs[1], 3.5);
	CHECK_DOUBLE(costs[2], 3.5);
}

static void calibrated_visits_take_what_was_asked_for(void)
{
	struct operation two[] = { { .run = run_a }, { .run = run_b } };

	start();
	measure_calibrate(two, 2, 1000000);
	/* 10 and 20 ns a run in 1 ms, rounded up */
	CHECK(two[0].times >= 99000 && two[0].times <= 101000);
	CHECK(two[1].times >= 49500 && two[1].times <= 50500);
	/* and not in a long search: less than a visit each */
	CHECK(spent < 2 * 1000000);
	CHECK(visits < 60);
}

static unsigned long long run_slow(unsigned long times)
{
	visits++;
	return 5000000000ULL * times;
}

static void a_slow_operation_runs_once(void)
{
	struct operation slow = { .run = run_slow };

	start();
	measure_calibrate(&slow, 1, 200000);
	CHECK_INT(slow.times, 1);
	CHECK(visits <= 2);
}

/* Its first run pays for what is cold */
static unsigned long long run_cold(unsigned long times)
{
	unsigned long long took = per_run * times + cold;

	cold = 0;
	return took;
}

static void the_first_run_is_no_guide(void)
{
	struct operation operation = { .run = run_cold };

	start();
	per_run = 100;
	cold = 1000000000;
	measure_calibrate(&operation, 1, 1000000);
	CHECK(operation.times > 9000 && operation.times < 11000);
}

static unsigned long long run_nothing(unsigned long times)
{
	(void)times;
	visits++;
	return 0;
}

static void a_clock_that_stands_still_ends_it(void)
{
	struct operation operation = { .run = run_nothing };

	start();
	measure_calibrate(&operation, 1, 1000000);
	CHECK(operation.times > 0 && operation.times <= 1UL << 25);
	CHECK(visits < 60);
}

static void instructions_are_counted_over_few_runs(void)
{
	struct operation two[] = { { .run = run_a }, { .run = run_b } };

	start();
	unit = CLOCK_INSN;
	measure_calibrate(two, 2, 1000000);
	CHECK_INT(two[0].times, MEASURE_EXACT_TIMES);
	CHECK_INT(two[1].times, MEASURE_EXACT_TIMES);
	CHECK_STRING(order, "AABB");
}

int main(void)
{
	RUN(visits_go_there_and_back);
	RUN(a_single_operation_is_visited_twice);
	RUN(what_drifts_falls_on_all_alike);
	RUN(calibrated_visits_take_what_was_asked_for);
	RUN(a_slow_operation_runs_once);
	RUN(the_first_run_is_no_guide);
	RUN(a_clock_that_stands_still_ends_it);
	RUN(instructions_are_counted_over_few_runs);
	return unit_end();
}
