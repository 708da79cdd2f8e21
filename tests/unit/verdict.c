// SPDX-License-Identifier: GPL-2.0
#include "unit.h"
#include "verdict.h"

static enum zone zone(const struct limit *limit, double lo, double hi)
{
	const struct estimate estimate = {
		.n = 31, .min = lo - 1, .lo = lo, .hi = hi,
		/* must not count: only the ends of the interval do */
		.median = limit->at_most ? lo - 1000 : hi + 1000,
	};

	return verdict_zone(limit, &estimate);
}

static void at_most(void)
{
	const struct limit limit = { .value = 10, .at_most = true };

	CHECK_INT(zone(&limit, 5, 9), ZONE_INSIDE);
	CHECK_INT(zone(&limit, 5, 10), ZONE_INSIDE);
	CHECK_INT(zone(&limit, 10, 10), ZONE_INSIDE);
	CHECK_INT(zone(&limit, 5, 10.001), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 10, 10.001), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 10.001, 10.001), ZONE_OUTSIDE);
	CHECK_INT(zone(&limit, 10.001, 99), ZONE_OUTSIDE);
}

static void at_least(void)
{
	const struct limit limit = { .value = 10 };

	CHECK_INT(zone(&limit, 11, 15), ZONE_INSIDE);
	CHECK_INT(zone(&limit, 10, 15), ZONE_INSIDE);
	CHECK_INT(zone(&limit, 10, 10), ZONE_INSIDE);
	CHECK_INT(zone(&limit, 9.999, 15), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 9.999, 10), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 9.999, 9.999), ZONE_OUTSIDE);
	CHECK_INT(zone(&limit, 1, 9.999), ZONE_OUTSIDE);
}

static void at_most_with_known(void)
{
	const struct limit limit = {
		.value = 10, .known = 20, .has_known = true, .at_most = true,
	};

	CHECK_INT(zone(&limit, 5, 10), ZONE_INSIDE);
	CHECK_INT(zone(&limit, 10, 15), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 5, 25), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 10.001, 20), ZONE_KNOWN);
	CHECK_INT(zone(&limit, 20, 20), ZONE_KNOWN);
	CHECK_INT(zone(&limit, 15, 20.001), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 20, 20.001), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 20.001, 30), ZONE_OUTSIDE);
}

static void at_least_with_known(void)
{
	const struct limit limit = {
		.value = 10, .known = 5, .has_known = true,
	};

	CHECK_INT(zone(&limit, 10, 15), ZONE_INSIDE);
	CHECK_INT(zone(&limit, 7, 10), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 1, 15), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 5, 9.999), ZONE_KNOWN);
	CHECK_INT(zone(&limit, 5, 5), ZONE_KNOWN);
	CHECK_INT(zone(&limit, 4.999, 7), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 4.999, 5), ZONE_ACROSS);
	CHECK_INT(zone(&limit, 1, 4.999), ZONE_OUTSIDE);
}

static void known_that_does_not_hold_is_none(void)
{
	const struct limit limit = {
		.value = 10, .known = 20, .at_most = true,
	};

	CHECK_INT(zone(&limit, 12, 15), ZONE_OUTSIDE);
}

static void limits_around_zero(void)
{
	const struct limit most = { .value = 0, .at_most = true };
	const struct limit least = { .value = -5 };

	CHECK_INT(zone(&most, 0, 0), ZONE_INSIDE);
	CHECK_INT(zone(&most, -2, -1), ZONE_INSIDE);
	CHECK_INT(zone(&most, 0.001, 1), ZONE_OUTSIDE);
	CHECK_INT(zone(&least, -5, -4), ZONE_INSIDE);
	CHECK_INT(zone(&least, -7, -6), ZONE_OUTSIDE);
}

/*
 * Adds a set for each letter of @zones (Inside, Known, Outside, aCross) and
 * gives a letter for each verdict, in lower case while it isn't settled.
 */
static const char *course(const char *zones)
{
	static char verdicts[16];
	struct judgement judgement = { 0 };
	char *put = verdicts;

	for (; *zones; zones++) {
		enum zone zone = *zones == 'I' ? ZONE_INSIDE :
				 *zones == 'K' ? ZONE_KNOWN :
				 *zones == 'O' ? ZONE_OUTSIDE : ZONE_ACROSS;
		bool settled = verdict_add(&judgement, zone);

		*put++ = (settled ? "PXUF" : "pxuf")[judgement.verdict];
		CHECK_INT(judgement.decided, settled);
	}
	*put = '\0';
	return verdicts;
}

static void one_set_inside_passes(void)
{
	CHECK_STRING(course("I"), "P");
}

static void what_is_settled_stays(void)
{
	CHECK_STRING(course("IOO"), "PPP");
	CHECK_STRING(course("OOII"), "uFFF");
	CHECK_STRING(course("KKOO"), "uXXX");
}

static void outside_needs_a_repeat(void)
{
	CHECK_STRING(course("OO"), "uF");
	CHECK_STRING(course("KK"), "uX");
}

static void a_repeat_that_disagrees_settles_nothing(void)
{
	CHECK_STRING(course("OI"), "uu");
	CHECK_STRING(course("OIO"), "uuu");
	CHECK_STRING(course("KOK"), "uuu");
	CHECK_STRING(course("OII"), "uuP");
	CHECK_STRING(course("KOO"), "uuF");
	CHECK_STRING(course("OKK"), "uuX");
	CHECK_STRING(course("KII"), "uuP");
}

static void across_settles_nothing_and_breaks_a_row(void)
{
	CHECK_STRING(course("CCCC"), "uuuu");
	CHECK_STRING(course("OCO"), "uuu");
	CHECK_STRING(course("OCOO"), "uuuF");
	CHECK_STRING(course("CI"), "uu");
	CHECK_STRING(course("CII"), "uuP");
	CHECK_STRING(course("CKK"), "uuX");
}

static void exact_figures_need_no_repeat(void)
{
	CHECK_INT(verdict_of(ZONE_INSIDE), VERDICT_PASS);
	CHECK_INT(verdict_of(ZONE_KNOWN), VERDICT_XFAIL);
	CHECK_INT(verdict_of(ZONE_OUTSIDE), VERDICT_FAIL);
	CHECK_INT(verdict_of(ZONE_ACROSS), VERDICT_UNDECIDED);
}

static void the_worse_of_two(void)
{
	static const enum verdict order[] = {
		VERDICT_PASS, VERDICT_XFAIL, VERDICT_UNDECIDED, VERDICT_FAIL,
	};
	unsigned int i, j;

	for (i = 0; i < 4; i++)
		for (j = 0; j < 4; j++)
			CHECK_INT(verdict_worse(order[i], order[j]),
				  order[i > j ? i : j]);
}

int main(void)
{
	RUN(at_most);
	RUN(at_least);
	RUN(at_most_with_known);
	RUN(at_least_with_known);
	RUN(known_that_does_not_hold_is_none);
	RUN(limits_around_zero);
	RUN(one_set_inside_passes);
	RUN(what_is_settled_stays);
	RUN(outside_needs_a_repeat);
	RUN(a_repeat_that_disagrees_settles_nothing);
	RUN(across_settles_nothing_and_breaks_a_row);
	RUN(exact_figures_need_no_repeat);
	RUN(the_worse_of_two);
	return unit_end();
}
