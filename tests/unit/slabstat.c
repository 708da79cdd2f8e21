// SPDX-License-Identifier: GPL-2.0
#include <limits.h>
#include <stdlib.h>

#include "compiler.h"
#include "require.h"
#include "unit.h"

/* For what is static in it */
#include "../../lib/slabstat.c"

static unsigned int cpus[16];

static void counts_of_each_cpu(void)
{
	CHECK(!slabstat_parse("0", cpus, 16));
	CHECK_INT(cpus[0], 0);
	CHECK(!slabstat_parse("12 C0=5 C3=7", cpus, 16));
	CHECK_INT(cpus[0], 5);
	CHECK_INT(cpus[1], 0);
	CHECK_INT(cpus[3], 7);
	/* what was there before is gone */
	CHECK(!slabstat_parse("1 C15=1", cpus, 16));
	CHECK_INT(cpus[0], 0);
	CHECK_INT(cpus[15], 1);
	CHECK(!slabstat_parse("8589934590 C0=4294967295 C1=4294967295", cpus, 16));
	CHECK_INT(cpus[1], UINT_MAX);
}

static void a_kernel_for_one_cpu(void)
{
	CHECK(!slabstat_parse("4294967295", cpus, 16));
	CHECK_INT(cpus[0], UINT_MAX);
}

static void malformed_text(void)
{
	static const char * const texts[] = {
		"", "x", "-1", " 1", "1 ", "1 C", "1 C0", "1 C0=", "1 C0=x",
		"1 C=1", "1 C0=-1", "1 C0=1 ", "1  C0=1", "1 D0=1", "1C0=1",
		"1 C16=1", "1 C99999999999999999999=1",
		"1 C0=4294967296", "99999999999999999999", "1\nC0=1",
		"1 C0=1\n2 C0=2",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		if (!slabstat_parse(texts[i], cpus, 16))
			CHECK_STRING(texts[i], "to be refused");
}

/* The kernel fills a page and stops, in the midst of a number or not */
static void text_that_was_cut_short(void)
{
	CHECK_HAS(slabstat_parse("12 C0=5", cpus, 16), "cut short");
	CHECK_HAS(slabstat_parse("12 C0=5 C3=", cpus, 16), "form");
	CHECK_HAS(slabstat_parse("30 C0=5 C3=2", cpus, 16), "cut short");
}

static struct slabstat_reading *reading(unsigned int cpu0, unsigned int cpu7)
{
	struct slabstat_reading *made = calloc(1, sizeof(*made));

	snprintf(made->online, ONLINE_SIZE, "0-7");
	made->of[FREE_SLOWPATH][0] = cpu0;
	made->of[FREE_SLOWPATH][7] = cpu7;
	return made;
}

static void differences_go_round(void)
{
	struct slabstat_counts counts;

	CHECK(slabstat_since(reading(10, 0), reading(15, 3), &counts));
	CHECK_INT(counts.of[FREE_SLOWPATH], 8);
	CHECK_INT(counts.of[ALLOC_FASTPATH], 0);
	/* each CPU by itself: the difference of their sums would be wrong */
	CHECK(slabstat_since(reading(UINT_MAX - 1, UINT_MAX), reading(3, 1),
			     &counts));
	CHECK_INT(counts.of[FREE_SLOWPATH], 5 + 2);
	CHECK(slabstat_since(reading(0, 0), reading(INT_MAX, INT_MAX), &counts));
	CHECK_INT(counts.of[FREE_SLOWPATH], 2LL * INT_MAX);
	CHECK_INT(require_flush("unexpected"), 0);
}

static void readings_that_do_not_fit(void)
{
	struct slabstat_reading *other = reading(1, 1);
	struct slabstat_counts counts;

	/* reset in between */
	CHECK(!slabstat_since(reading(10, 0), reading(9, 0), &counts));
	CHECK_INT(require_flush("expected"), 1);
	snprintf(other->online, ONLINE_SIZE, "0-6");
	CHECK(!slabstat_since(reading(1, 1), other, &counts));
	CHECK_INT(require_flush("expected"), 1);
	CHECK(!slabstat_since(NULL, reading(1, 1), &counts));
	CHECK(!slabstat_since(reading(1, 1), NULL, &counts));
	CHECK(!slabstat_since(NULL, NULL, &counts));
	CHECK_INT(require_flush("unexpected"), 0);
}

static void each_counter_has_a_name(void)
{
	enum slabstat one, other;

	for (one = 0; one < NR_SLABSTATS; one++) {
		CHECK(slabstat_name(one));
		for (other = 0; other < one; other++)
			CHECK(strcmp(slabstat_name(one), slabstat_name(other)));
	}
}

int main(void)
{
	RUN(counts_of_each_cpu);
	RUN(a_kernel_for_one_cpu);
	RUN(malformed_text);
	RUN(text_that_was_cut_short);
	RUN(differences_go_round);
	RUN(readings_that_do_not_fit);
	RUN(each_counter_has_a_name);
	return unit_end();
}
