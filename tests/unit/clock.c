// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <time.h>

#include "unit.h"

/*
 * The unit is given a clock that the tests make up: each reading takes @step,
 * and every fifth one longer, as if something had come between. An instruction
 * of a row takes @add or @divide.
 */
static struct {
	unsigned long long now, step;
	double add, divide;
	unsigned int readings;
	/* instead: the machine's own */
	bool real;
} made_up;

static unsigned long long row_takes(unsigned int reading);

static int made_up_gettime(clockid_t id, struct timespec *now)
{
	if (made_up.real)
		return clock_gettime(id, now);
	if (id != CLOCK_MONOTONIC)
		return -1;
	made_up.now += made_up.step + row_takes(made_up.readings);
	if (made_up.readings++ % 5 == 4)
		made_up.now += 1000;
	now->tv_sec = made_up.now / 1000000000;
	now->tv_nsec = made_up.now % 1000000000;
	return 0;
}

#define clock_gettime made_up_gettime
#include "../../lib/clock.c"
#undef clock_gettime

/* First comes what a reading costs, then each row: two readings every time */
static unsigned long long row_takes(unsigned int reading)
{
	double cost = made_up.add;

	if (reading < 2 * READS || reading % 2 == 0)
		return 0;
	if (reading >= 2 * READS + 2 * TRIES)
		cost = made_up.divide;
	return cost * ROW_TURNS * 8 + 0.5;
}

static enum clock_unit unit_when(double add, double divide)
{
	memset(&made_up, 0, sizeof(made_up));
	made_up.step = 25;
	made_up.add = add;
	made_up.divide = divide;
	unit = CLOCK_NS;
	clock_init();
	/* the rows are over, and the next reading that is slow is far */
	made_up.readings = 0;
	return clock_unit();
}

static void now_is_in_nanoseconds(void)
{
	unit_when(2, 2);
	made_up.step = 0;
	made_up.now = 5999999999ULL;
	CHECK_INT(clock_now(), 5999999999ULL);
	made_up.now = 123456789012345678ULL;
	CHECK_INT(clock_now(), 123456789012345678ULL);
}

static void reading_costs_nothing_in_the_end(void)
{
	unsigned long long begun;

	unit_when(2, 2);
	begun = clock_now();
	CHECK_INT(clock_since(begun), 0);
	begun = clock_now();
	made_up.now += 4000;
	CHECK_INT(clock_since(begun), 4000);
}

static void never_less_than_nothing(void)
{
	unsigned long long begun;

	unit_when(2, 2);
	begun = clock_now();
	made_up.now -= 20;
	CHECK_INT(clock_since(begun), 0);
}

/* A clock counts instructions when both rows take one unit each, only then */
static void both_rows_decide(void)
{
#ifdef HAVE_ROWS
	CHECK_INT(unit_when(1, 1), CLOCK_INSN);
	CHECK_INT(unit_when(1.01, 0.99), CLOCK_INSN);
#endif
	CHECK_INT(unit_when(1, 4), CLOCK_NS);
	CHECK_INT(unit_when(0.3, 1), CLOCK_NS);
	CHECK_INT(unit_when(0.3, 4), CLOCK_NS);
	CHECK_INT(unit_when(2, 2), CLOCK_NS);
	CHECK_INT(unit_when(0, 0), CLOCK_NS);
}

static void one_is_one_within_two_percent(void)
{
#ifdef HAVE_ROWS
	CHECK(is_one(1));
	CHECK(is_one(0.981));
	CHECK(is_one(1.019));
	CHECK(!is_one(0.979));
	CHECK(!is_one(1.021));
	CHECK(!is_one(0));
	CHECK(!is_one(INFINITY));
#endif
}

static unsigned int row_of_four(unsigned long turns)
{
	made_up.now += turns * 12;
	return 4;
}

static void a_row_costs_the_least_of_its_tries(void)
{
#ifdef HAVE_ROWS
	unit_when(2, 2);
	CHECK_DOUBLE(row_cost(row_of_four), 3);
#else
	(void)row_of_four;
#endif
}

/* Of a real wait, as little as can be is lost */
static void of_this_machine(void)
{
	static const struct timespec nap = { .tv_nsec = 20000000 };
	unsigned long long begun, took;

	unit_when(2, 2);
	made_up.real = true;
	clock_init();
	begun = clock_now();
	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL) == EINTR)
		;
	took = clock_since(begun);
	CHECK(took > 19900000);
	CHECK(clock_now() - begun >= took);
}

int main(void)
{
	RUN(now_is_in_nanoseconds);
	RUN(reading_costs_nothing_in_the_end);
	RUN(never_less_than_nothing);
	RUN(both_rows_decide);
	RUN(one_is_one_within_two_percent);
	RUN(a_row_costs_the_least_of_its_tries);
	RUN(of_this_machine);
	return unit_end();
}
