// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "env.h"
#include "gates.h"
#include "limitfile.h"
#include "parse.h"

#define MOST_POINTS 16

static struct {
	struct limit limit;
	bool set;
	/* the file has a line for the other unit of the clock */
	bool seen[CLOCK_INSN + 1];
} gates[MOST_POINTS][TEST_MOST_METRICS];

static const char *wrong_direction(const struct metric *metric,
				   const struct limit *limit)
{
	if (limit->at_most != metric->higher_better)
		return NULL;
	return metric->higher_better ?
		"higher is better for this metric: the operator must be >=" :
		"lower is better for this metric: the operator must be <=";
}

/* Calls @take for the metric with this full name, for either clock */
static const char *find(const struct test *test, const char *name,
			const char *(*take)(unsigned int point,
					    unsigned int metric,
					    enum clock_unit unit,
					    const struct limit *limit),
			const struct limit *limit)
{
	char full[METRIC_NAME_SIZE];
	unsigned int p, m;
	enum clock_unit unit;

	for (p = 0; p < test->nr_points; p++) {
		const struct point *point = &test->points[p];

		for (m = 0; m < point->nr_metrics; m++) {
			for (unit = CLOCK_NS; unit <= CLOCK_INSN; unit++) {
				metric_name(&point->metrics[m], unit, full);
				if (!strcmp(full, name))
					return take(p, m, unit, limit);
			}
		}
	}
	return "the test has no metric of this name (see --list)";
}

/* What the lab's probe counts is judged there, from the same file */
static bool is_counted(const struct test *test, const char *name)
{
	unsigned int p, m;

	for (p = 0; p < test->nr_points; p++)
		for (m = 0; m < test->points[p].nr_metrics; m++)
			if (metric_is_counted(&test->points[p].metrics[m], name))
				return true;
	return false;
}

static const struct test *current;
static bool trusted;

static const char *take_from_file(unsigned int point, unsigned int metric,
				  enum clock_unit unit,
				  const struct limit *limit)
{
	const char *problem;

	problem = wrong_direction(&current->points[point].metrics[metric],
				  limit);
	if (problem)
		return problem;
	if (gates[point][metric].seen[unit])
		return "this metric has a limit already";
	gates[point][metric].seen[unit] = true;
	/* a counter is the same whatever the clock counts */
	if (current->points[point].metrics[metric].kind == METRIC_COUNTER) {
		gates[point][metric].seen[CLOCK_NS] = true;
		gates[point][metric].seen[CLOCK_INSN] = true;
	} else if (unit != clock_unit() || !trusted) {
		return NULL;
	}
	gates[point][metric].limit = *limit;
	gates[point][metric].set = true;
	return NULL;
}

static const char *take_line(void *arg, const char *name,
			     const struct limit *limit)
{
	(void)arg;
	if (is_counted(current, name))
		return NULL;
	return find(current, name, take_from_file, limit);
}

static const char *take_from_user(unsigned int point, unsigned int metric,
				  enum clock_unit unit,
				  const struct limit *limit)
{
	const struct metric *of = &current->points[point].metrics[metric];

	if (of->kind != METRIC_COUNTER && unit != clock_unit())
		return unit == CLOCK_INSN ?
			"instructions are counted under QEMU's -icount only" :
			"this clock counts instructions, not time";
	gates[point][metric].limit = *limit;
	gates[point][metric].limit.at_most = !of->higher_better;
	gates[point][metric].set = true;
	return NULL;
}

static void take_option(const char *option)
{
	char name[LIMITS_PROGRAM_SIZE + METRIC_NAME_SIZE];
	const char *value = strchr(option, '=');
	struct limit limit = { .reason = "given by --limit" };
	const char *problem;
	char *metric;

	if (!value || !parse_number(value + 1, &limit.value))
		options_error(current->name, "--limit: want NAME=NUMBER, not '%s'",
			      option);
	snprintf(name, sizeof(name), "%.*s", (int)(value - option), option);
	/* with the name of a test, as in the file, it is for that test alone */
	metric = strchr(name, '.');
	if (metric) {
		bool own;

		*metric = '\0';
		own = !strcmp(name, current->name);
		if (!own && limits_in_collection(name))
			return;
		*metric = '.';
		if (own)
			memmove(name, metric + 1, strlen(metric + 1) + 1);
	}
	if (is_counted(current, name))
		problem = "the lab's probe takes limits from the file only";
	else
		problem = find(current, name, take_from_user, &limit);
	if (problem)
		options_error(current->name, "--limit %s: %s", name, problem);
}

/* The program lies beside its limits when installed, one below when built */
static FILE *open_own(char *path)
{
	char *slash, own[PATH_MAX];
	ssize_t length;
	FILE *file;
	int up;

	length = readlink("/proc/self/exe", own, sizeof(own) - 1);
	if (length <= 0)
		return NULL;
	own[length] = '\0';
	for (up = 0; up < 2; up++) {
		slash = strrchr(own, '/');
		if (!slash)
			return NULL;
		*slash = '\0';
		if (snprintf(path, PATH_MAX, "%s/limits", own) >= PATH_MAX)
			return NULL;
		file = fopen(path, "re");
		if (file)
			return file;
	}
	return NULL;
}

void gates_load(const struct test *test, const struct options *options)
{
	struct utsname uts = { .release = "" };
	unsigned long release = 0;
	char path[PATH_MAX];
	FILE *file;
	unsigned int i;

	current = test;
	trusted = !env_distrust();
	if (options->limits) {
		snprintf(path, sizeof(path), "%s", options->limits);
		file = fopen(path, "re");
		if (!file)
			options_error(test->name, "--limits %s: %s", path,
				      strerror(errno));
	} else {
		file = open_own(path);
		if (!file && !options->report_only)
			options_error(test->name, "no file 'limits' beside it: give --limits FILE");
	}
	uname(&uts);
	parse_release(uts.release, &release);
	if (file && limits_read(file, path, test->name, release, take_line,
				NULL))
		exit(1);
	if (file)
		fclose(file);
	for (i = 0; i < options->nr_limits; i++)
		take_option(options->limit[i]);
	if (options->report_only)
		memset(gates, 0, sizeof(gates));
}

const struct limit *gates_find(unsigned int point, unsigned int metric)
{
	return gates[point][metric].set ? &gates[point][metric].limit : NULL;
}
