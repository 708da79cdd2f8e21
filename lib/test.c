// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"
#include "env.h"
#include "gates.h"
#include "judge.h"
#include "placement.h"
#include "privilege.h"
#include "realtime.h"
#include "result.h"
#include "test.h"

#define NS_PER_SECOND 1000000000ULL

void samples_add(struct samples *samples, unsigned int index, double value)
{
	if (samples->count[index] < STATS_MAX_SAMPLES)
		samples->value[index][samples->count[index]++] = value;
}

void samples_ratios(struct samples *samples, unsigned int ratio,
		    unsigned int over, unsigned int under)
{
	unsigned int i;

	for (i = 0; i < samples->count[over]; i++)
		samples_add(samples, ratio,
			    samples->value[over][i] / samples->value[under][i]);
}

void samples_least(struct samples *samples, unsigned int least,
		   unsigned int metric)
{
	double value = samples->value[metric][0];
	unsigned int i;

	for (i = 1; i < samples->count[metric]; i++)
		if (samples->value[metric][i] < value)
			value = samples->value[metric][i];
	samples_add(samples, least, value);
}

unsigned int samples_rounds(const struct options *options)
{
	static const unsigned int rounds[] = {
		[MODE_QUICK] = 31,
		[MODE_DEFAULT] = 41,
		[MODE_FULL] = 101,
	};

	return rounds[options->mode];
}

unsigned long samples_visit_ns(const struct options *options)
{
	static const unsigned long ns[] = {
		[MODE_QUICK] = 200000,
		[MODE_DEFAULT] = 1000000,
		[MODE_FULL] = 3000000,
	};

	return ns[options->mode];
}

static void list_metric(const struct metric *metric)
{
	char name[METRIC_NAME_SIZE];
	enum clock_unit unit;

	for (unit = CLOCK_NS; unit <= CLOCK_INSN; unit++) {
		metric_name(metric, unit, name);
		printf("  %-28s %-14s %-8s %s\n", name,
		       metric_unit(metric, unit), metric_kind(metric, unit),
		       metric->what);
		/* these have one name, whatever the clock counts */
		if (metric->kind == METRIC_COUNTER ||
		    metric->kind == METRIC_RATE)
			break;
	}
}

static void __noreturn list(const struct test *test)
{
	unsigned int p, m;

	for (p = 0; p < test->nr_points; p++) {
		const struct point *point = &test->points[p];

		printf("%s: %s\n", point->name, point->what);
		for (m = 0; m < point->nr_metrics; m++)
			list_metric(&point->metrics[m]);
	}
	exit(0);
}

static void run_points(const struct test *test, const struct options *options)
{
	unsigned long long now = clock_now(), left;
	unsigned long long deadline = now + options->seconds * NS_PER_SECOND;
	unsigned int p;

	for (p = 0; p < test->nr_points; p++) {
		enum verdict verdict;

		/* what a quick point leaves of its share goes to the rest */
		now = clock_now();
		left = now < deadline ? deadline - now : 0;
		verdict = judge_point(test, p, options,
				      now + left / (test->nr_points - p));
		result_line(test->points[p].name, verdict);
	}
}

/* Without these three, files opened later would be taken for them */
static void open_standard_files(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

void test_main(const struct test *test, int argc, char **argv)
{
	struct realtime realtime;
	struct options options;

	open_standard_files();
	/* a child that dies must not take lines with it, or print them twice */
	setvbuf(stdout, NULL, _IOLBF, 0);
	options_parse(argc, argv, test->name, test->summary, test->options,
		      &options);
	if (options.list)
		list(test);

	placement_init();
	if (options.cpu >= 0) {
		if (!placement_allows(options.cpu))
			options_error(test->name, "--cpu %ld: offline, absent or not allowed",
				      options.cpu);
		placement_first(options.cpu);
	}
	clock_init();
	gates_load(test, &options);
	placement_pin(placement_cpu(0));
	/* stays when the capabilities for it are gone */
	if (test->realtime)
		realtime_enter(&realtime);
	if (privilege_keep(test->capabilities))
		fprintf(stderr, "%s: can't give up capabilities, going on with all\n",
			test->name);

	result_plan(test->nr_points);
	env_print(placement_cpu(0), test->realtime ? &realtime : NULL);
	run_points(test, &options);
	result_exit();
}
