// SPDX-License-Identifier: GPL-2.0
/* Verdicts of whole runs: their KTAP and their exit status */
#include "madeup.h"

static void result(unsigned int number, const char *name, enum verdict verdict)
{
	char line[64];

	snprintf(line, sizeof(line), "\n%sok %u %s%s\n",
		 verdict == VERDICT_FAIL ? "not " : "", number, name,
		 verdict == VERDICT_UNDECIDED ? " # SKIP" :
		 verdict == VERDICT_XFAIL ? " # XFAIL" : "");
	CHECK_HAS(child.out, line);
}

/* Both results of a run, and its exit status */
static void gives(enum verdict pair, enum verdict only, int status)
{
	CHECK_HAS(child.out, "TAP version 13\n1..2\n");
	result(1, "pair", pair);
	result(2, "only", only);
	CHECK_HAS(child.out, "\n# Totals: pass:");
	CHECK_STRING(child.err, "");
	CHECK_INT(child.status, status);
}

static void all_inside(void)
{
	made_up_run("");
	gives(VERDICT_PASS, VERDICT_PASS, 0);
	CHECK_HAS(child.out,
		  "# perf: low value=5 unit=locks better=lower kind=counter n=31 mad=0 lo=5 hi=5 limit=10\n"
		  "# perf: high value=200 unit=pages better=higher kind=counter n=31 mad=0 lo=200 hi=200 limit=100\n"
		  "ok 1 pair\n");
	CHECK_HAS(child.out, "pass:2 fail:0 xfail:0 xpass:0 skip:0 error:0");
	CHECK_LACKS(child.out, "skipped:");
}

static void one_outside(void)
{
	made_up.low = "O";
	made_up_run("");
	gives(VERDICT_FAIL, VERDICT_PASS, 1);
	CHECK_HAS(child.out, "# low: outside its limit and outside 20, which is known, twice in a row");
	CHECK_HAS(child.out, "low is known");
	CHECK_HAS(child.out, "pass:1 fail:1 xfail:0");
}

static void higher_is_better(void)
{
	made_up.high = "O";
	made_up_run("");
	gives(VERDICT_FAIL, VERDICT_PASS, 1);
	CHECK_HAS(child.out, "# high: outside its limit");
	CHECK_LACKS(child.out, "# low: ");
}

static void no_known_value(void)
{
	made_up.only = "K";
	made_up_run("");
	gives(VERDICT_PASS, VERDICT_FAIL, 1);
	CHECK_HAS(child.out, "# only: outside its limit, twice in a row\n");
}

static void one_as_known(void)
{
	made_up.low = "K";
	made_up_run("");
	gives(VERDICT_XFAIL, VERDICT_PASS, 0);
	CHECK_HAS(child.out, "# low: outside its limit, inside 20, which is known: low is known\n");
	CHECK_HAS(child.out, "pass:1 fail:0 xfail:1");
	made_up.high = "K";
	made_up_run("");
	gives(VERDICT_XFAIL, VERDICT_PASS, 0);
	CHECK_HAS(child.out, "# high: outside its limit, inside 50, which is known: high is known\n");
}

static void known_from_a_later_release(void)
{
	made_up.limits = "madeup.low <= 10 known 20 since 999.0 # later\n"
			 "madeup.only <= 10\n";
	made_up.low = "K";
	made_up_run("");
	gives(VERDICT_FAIL, VERDICT_PASS, 1);
	CHECK_HAS(child.out, "# low: outside its limit, twice in a row: later\n");
}

static void failed_is_worse_than_known(void)
{
	made_up.low = "K";
	made_up.high = "O";
	made_up_run("");
	gives(VERDICT_FAIL, VERDICT_PASS, 1);
}

static void across_is_inconclusive(void)
{
	made_up.low = "C";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
	CHECK_HAS(child.out, "# low: skipped: inconclusive");
	CHECK_HAS(child.out, "pass:1 fail:0 xfail:0 xpass:0 skip:1");
	made_up.low = "B";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
	made_up.high = "C";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
}

static void a_repeat_that_disagrees(void)
{
	/* one bad set is no regression, nor is one good set after it health */
	made_up.low = "OII";
	made_up_run("");
	gives(VERDICT_PASS, VERDICT_PASS, 0);
	made_up.low = "OIC";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
	made_up.low = "IOO";
	made_up_run("");
	gives(VERDICT_PASS, VERDICT_PASS, 0);
	made_up.low = "COCO";
	made_up.high = "I";
	made_up_run("");
	gives(VERDICT_FAIL, VERDICT_PASS, 1);
}

/* However little time there is: one set alone says nothing */
static void a_bad_set_is_repeated_when_time_is_over(void)
{
	made_up.low = "OI";
	made_up.nap = 700000;
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
	made_up.low = "O";
	made_up.nap = 700000;
	made_up_run("");
	gives(VERDICT_FAIL, VERDICT_PASS, 1);
}

/* One point that stays undecided leaves time to the others */
static void each_point_has_its_time(void)
{
	made_up.low = "C";
	made_up.only = "CCCCCII";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
}

/* What was printed by then is not lost, as a log is all that is left */
static void a_run_that_is_killed(void)
{
	made_up.only = "D";
	made_up_run("");
	CHECK_INT(child.status, 128 + SIGKILL);
	CHECK_HAS(child.out, "# env: ");
	CHECK_HAS(child.out, "\nok 1 pair\n");
	CHECK_LACKS(child.out, "2 only");
}

/* What is printed must be what was judged: a reader has nothing else */
static void figures_are_those_that_were_judged(void)
{
	made_up.low = "IO";
	made_up.high = "OO";
	made_up_run("");
	gives(VERDICT_FAIL, VERDICT_PASS, 1);
	CHECK_HAS(child.out, "# perf: low value=5 ");
	CHECK_LACKS(child.out, "# low: outside");
}

static void single_samples_are_exact(void)
{
	made_up.low = "S";
	made_up_run("");
	gives(VERDICT_PASS, VERDICT_PASS, 0);
	CHECK_HAS(child.out,
		  "# perf: low value=5 unit=locks better=lower kind=counter limit=10\n");
}

static void too_few_samples(void)
{
	made_up.low = "F";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
	CHECK_HAS(child.out, "# pair: skipped: low: ");
}

static void samples_that_are_not_finite(void)
{
	made_up.low = "N";
	made_up.high = "N";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
	CHECK_LACKS(child.out, "=nan");
	/* nor does an earlier set decide */
	made_up.low = "ON";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
}

static void samples_that_cannot_be_had(void)
{
	made_up.only = "-";
	made_up_run("");
	gives(VERDICT_PASS, VERDICT_UNDECIDED, 0);
	CHECK_HAS(child.out, "# only: skipped: made-up reason\nok 2 only # SKIP\n");
	/* a second set that can't be had leaves no verdict by the first */
	made_up.low = "O-";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
	CHECK_HAS(child.out, "# pair: skipped: made-up reason\n");
}

static void all_requirements_at_once(void)
{
	made_up.wanted = "thing";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_UNDECIDED, 4);
	CHECK_HAS(child.out,
		  "# pair: skipped: no thing\n# pair: skipped: no second thing\nok 1 pair # SKIP\n"
		  "# only: skipped: no thing\n# only: skipped: no second thing\nok 2 only # SKIP\n");
	CHECK_HAS(child.out, "skip:2");
	CHECK_LACKS(child.out, "# perf:");
}

static void a_failure_counts_beside_a_skip(void)
{
	made_up.low = "-";
	made_up.only = "O";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_FAIL, 1);
}

static void known_beside_a_skip_is_no_skip(void)
{
	made_up.low = "K";
	made_up.only = "-";
	made_up_run("");
	gives(VERDICT_XFAIL, VERDICT_UNDECIDED, 0);
}

static void nothing_judged(void)
{
	made_up.low = "O";
	made_up_run("|--report-only");
	gives(VERDICT_UNDECIDED, VERDICT_UNDECIDED, 4);
	CHECK_HAS(child.out, "# perf: low value=30 ");
	CHECK_LACKS(child.out, "limit=");
}

static void a_point_without_limits_never_passes(void)
{
	made_up.limits = "madeup.only <= 10\n";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_PASS, 0);
	made_up.limits = "# none\n";
	made_up_run("");
	gives(VERDICT_UNDECIDED, VERDICT_UNDECIDED, 4);
}

static void env_line(void)
{
	const char *env;

	made_up_run("");
	env = strstr(child.out, "# env: release=");
	CHECK(env);
	CHECK(!strstr(env + 1, "# env:"));
	CHECK(env < strstr(child.out, "# perf:"));
	CHECK_HAS(env, " compiler=");
	CHECK_HAS(env, " cpus=");
	CHECK_HAS(env, " clocksource=");
	CHECK_HAS(env, " governor=");
	CHECK_HAS(env, " config=");
}

/* Every line of a run is KTAP: a result, the plan, the version, or a comment */
static void nothing_but_ktap(void)
{
	const char *line;

	made_up.low = "O";
	made_up.only = "-";
	made_up_run("");
	for (line = child.out; *line; line += strcspn(line, "\n") + 1)
		if (strncmp(line, "# ", 2) && strncmp(line, "ok ", 3) &&
		    strncmp(line, "not ok ", 7) && strncmp(line, "1..2\n", 5) &&
		    strncmp(line, "TAP version 13\n", 15))
			CHECK_STRING(line, "to be KTAP");
}

static void what_is_measured(void)
{
	made_up_run("|--list");
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "pair: two at a time\n  low ");
	CHECK_HAS(child.out, "  cost_ns ");
	CHECK_HAS(child.out, "  cost_insn ");
	CHECK_LACKS(child.out, "1..");
}

static void a_cpu_that_is_not_there(void)
{
	made_up_run("|--cpu|8191");
	CHECK_INT(child.status, 1);
	CHECK_HAS(child.err, "madeup: --cpu 8191: ");
	CHECK_LACKS(child.out, "1..");
}

int main(void)
{
	RUN(all_inside);
	RUN(one_outside);
	RUN(higher_is_better);
	RUN(no_known_value);
	RUN(one_as_known);
	RUN(known_from_a_later_release);
	RUN(failed_is_worse_than_known);
	RUN(across_is_inconclusive);
	RUN(a_repeat_that_disagrees);
	RUN(a_bad_set_is_repeated_when_time_is_over);
	RUN(each_point_has_its_time);
	RUN(a_run_that_is_killed);
	RUN(figures_are_those_that_were_judged);
	RUN(single_samples_are_exact);
	RUN(too_few_samples);
	RUN(samples_that_are_not_finite);
	RUN(samples_that_cannot_be_had);
	RUN(all_requirements_at_once);
	RUN(a_failure_counts_beside_a_skip);
	RUN(known_beside_a_skip_is_no_skip);
	RUN(nothing_judged);
	RUN(a_point_without_limits_never_passes);
	RUN(env_line);
	RUN(nothing_but_ktap);
	RUN(what_is_measured);
	RUN(a_cpu_that_is_not_there);
	return unit_end();
}
