// SPDX-License-Identifier: GPL-2.0
/*
 * Puts the probe's figures into the log of the tests they belong to, as metric
 * lines of kind count before the result line of their point, and judges them by
 * the limits. It works on the log after the guest has ended: the figures are
 * not known in the guest, so that a test knows nothing of them.
 *
 * A figure belongs to the point whose log has the metric that the test itself
 * gives of the same operation. One set of windows decides, as counts repeat
 * exactly. A point that the test didn't judge, for another reason than that it
 * has no limit, isn't judged here. What is wrong with the figures, or that one
 * with a limit is missing, makes a test an ERROR: a test without verdict.
 *
 * Exit status: 0; 1 with a whole log that has an ERROR; 2 without a whole log.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "parse.h"
#include "verdict.h"

#define RUNNER "selftests: perf_regress: "

enum { PASS, FAIL, XFAIL, SKIP, NR_RESULTS };

static const char *report, *limits;
static unsigned long release;
/* why there are no figures at all */
static bool no_figures;
/* the last one */
static char error[FIGURES_ERROR_SIZE];
static bool any_error;

/* The program whose lines are read */
static struct {
	char name[FIGURES_TEST_SIZE];
	unsigned int results[NR_RESULTS];
	/* it has counted something by the clock; it can't be judged */
	bool counted, broken;
} test;

/* The point whose lines are read */
static struct {
	/* names of operations, each between a blank and a comma */
	char operations[4096];
	/* the test gave no verdict, and none is wanted; or it had no limit */
	bool unjudged, unlimited;
} point;

/* What @line has behind the runner's prefix and @start, or NULL */
static const char *after(const char *line, const char *start)
{
	if (strncmp(line, "# ", 2) || strncmp(line + 2, start, strlen(start)))
		return NULL;
	return line + 2 + strlen(start);
}

static void begin_point(void)
{
	memset(&point, 0, sizeof(point));
}

static void begin_test(const char *name)
{
	memset(&test, 0, sizeof(test));
	snprintf(test.name, sizeof(test.name), "%.*s",
		 (int)strcspn(name, "\n "), name);
	begin_point();
	if (!no_figures && !figures_limits(limits, test.name, release))
		exit(2);
}

/* @rest: of a metric line, "pair_insn value=..." */
static void note_metric(const char *rest)
{
	size_t length = strcspn(rest, " "), used = strlen(point.operations);

	if (length < 5 || strncmp(rest + length - 5, "_insn", 5))
		return;
	test.counted = true;
	snprintf(point.operations + used, sizeof(point.operations) - used,
		 " %.*s,", (int)length - 5, rest);
}

static bool in_point(const struct figure *figure)
{
	char name[METRIC_NAME_SIZE + 2];

	snprintf(name, sizeof(name), " %.*s,", (int)figure->length,
		 figure->name);
	return strstr(point.operations, name);
}

static enum verdict judge(const struct figure *figure)
{
	enum verdict verdict;

	verdict = verdict_of(verdict_zone(&figure->limit, &figure->estimate));
	if (verdict == VERDICT_XFAIL)
		printf("# # %s: outside its limit, inside %g, which is known: %s\n",
		       figure->name, figure->limit.known, figure->limit.reason);
	else if (verdict == VERDICT_FAIL)
		printf("# # %s: outside its limit: %s\n", figure->name,
		       figure->limit.reason);
	else if (verdict == VERDICT_UNDECIDED)
		printf("# # %s: skipped: inconclusive, on both sides of a limit\n",
		       figure->name);
	return verdict;
}

static void note_broken(const char *why)
{
	test.broken = true;
	any_error = true;
	snprintf(error, sizeof(error), "%.60s: %.130s", test.name, why);
	printf("# # probe: ERROR: %s\n", error);
}

/* The test has the operation, and the probe gives no figure of it */
static void note_missing(const struct figure *figure)
{
	char why[FIGURES_ERROR_SIZE + METRIC_NAME_SIZE];

	snprintf(why, sizeof(why), "%s%s", figure->name,
		 *figure->error ? figure->error :
		 " has a limit, and there is no figure");
	note_broken(why);
}

/* Prints and judges the figures of the point; true when any has a limit */
static bool judge_figures(enum verdict *worst)
{
	struct figure *figure = NULL;
	bool judged = false;

	while ((figure = figures_next(figure, test.name))) {
		struct metric metric = figures_metric(figure);
		bool limited = figure->has_limit && !point.unjudged;

		if (!in_point(figure))
			continue;
		if (!figure->has_estimate) {
			note_missing(figure);
			continue;
		}
		printf("# ");
		metric_print(&metric, CLOCK_INSN, &figure->estimate,
			     limited ? &figure->limit : NULL);
		if (!limited)
			continue;
		*worst = judged ? verdict_worse(*worst, judge(figure)) :
				  judge(figure);
		judged = true;
	}
	return judged;
}

/* @rest: of a result line, "1 pair # XFAIL" */
static void end_point(const char *rest, bool ok)
{
	static const char *const endings[] = {
		[VERDICT_PASS] = "", [VERDICT_FAIL] = "",
		[VERDICT_XFAIL] = " # XFAIL", [VERDICT_UNDECIDED] = " # SKIP",
	};
	static const unsigned int results[] = {
		[VERDICT_PASS] = PASS, [VERDICT_FAIL] = FAIL,
		[VERDICT_XFAIL] = XFAIL, [VERDICT_UNDECIDED] = SKIP,
	};
	enum verdict verdict = ok ? VERDICT_PASS : VERDICT_FAIL, of_figures;
	size_t length = strcspn(rest, "#\n");

	if (strstr(rest, "# SKIP"))
		verdict = VERDICT_UNDECIDED;
	else if (strstr(rest, "# XFAIL"))
		verdict = VERDICT_XFAIL;
	if (judge_figures(&of_figures))
		verdict = point.unlimited ? of_figures :
			  verdict_worse(verdict, of_figures);
	while (length && rest[length - 1] == ' ')
		length--;
	printf("# %sok %.*s%s\n", verdict == VERDICT_FAIL ? "not " : "",
	       (int)length, rest, endings[verdict]);
	test.results[results[verdict]]++;
	begin_point();
}

/* @line: the runner's result line, with its @rest behind "ok " */
static void end_test(const char *line, const char *rest, bool ok)
{
	int number = strcspn(rest, " ");
	bool failed = test.results[FAIL];

	if (!no_figures && test.counted && !figures_next(NULL, test.name))
		note_broken("the probe has seen none of its marks");
	if (no_figures)
		printf("# # probe: ERROR: %s\n", error);
	if (ok && (no_figures || test.broken)) {
		printf("not ok %.*s " RUNNER "%s # probe\n", number, rest,
		       test.name);
	} else if (failed && ok) {
		printf("not ok %.*s " RUNNER "%s # exit=1\n", number, rest,
		       test.name);
	} else if (ok && (test.results[PASS] || test.results[XFAIL])) {
		printf("ok %.*s " RUNNER "%s\n", number, rest, test.name);
	} else {
		fputs(line, stdout);
	}
	memset(&test, 0, sizeof(test));
}

static void take_line(const char *line)
{
	static const char unjudged[] = ": skipped: reported, not judged: ";
	const char *rest, *found, *ok, *not_ok;

	rest = after(line, RUNNER);
	if (rest)
		begin_test(rest);
	rest = after(line, "# perf: ");
	if (rest)
		note_metric(rest);
	found = strstr(line, unjudged);
	if (found) {
		point.unlimited = strstr(found, "no metric of it has a limit");
		point.unjudged = !point.unlimited;
	}
	ok = after(line, "ok ");
	not_ok = after(line, "not ok ");
	if (*test.name && (ok || not_ok)) {
		end_point(ok ? ok : not_ok, ok);
	} else if (after(line, "# Totals:")) {
		printf("# # Totals: pass:%u fail:%u xfail:%u xpass:0 skip:%u error:0\n",
		       test.results[PASS], test.results[FAIL],
		       test.results[XFAIL], test.results[SKIP]);
	} else if (!strncmp(line, "ok ", 3) && strstr(line, RUNNER)) {
		end_test(line, line + 3, true);
	} else if (!strncmp(line, "not ok ", 7) && strstr(line, RUNNER)) {
		end_test(line, line + 7, false);
	} else {
		fputs(line, stdout);
	}
}

int main(int argc, char **argv)
{
	char *line = NULL;
	size_t size = 0;

	if (argc != 4) {
		fprintf(stderr, "usage: judge REPORT LIMITS RELEASE < ktap.log\n");
		return 2;
	}
	report = argv[1];
	limits = argv[2];
	if (!parse_release(argv[3], &release)) {
		fprintf(stderr, "judge: not a kernel release: '%s'\n", argv[3]);
		return 2;
	}
	no_figures = !figures_read(report, error);
	any_error = no_figures;
	while (getline(&line, &size, stdin) > 0)
		take_line(line);
	free(line);
	if (ferror(stdin) || fflush(stdout) || ferror(stdout)) {
		perror("judge");
		return 2;
	}
	if (any_error)
		fprintf(stderr, "%s\n", error);
	return any_error;
}
