/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_TEST_H
#define PERF_REGRESS_TEST_H

#include "compiler.h"
#include "metric.h"
#include "options.h"

/* Most metrics of a point */
#define TEST_MOST_METRICS 16

/* One set of samples of a point's metrics */
struct samples {
	/* of the point */
	const struct metric *metrics;
	double value[TEST_MOST_METRICS][STATS_MAX_SAMPLES];
	unsigned int count[TEST_MOST_METRICS];
};

/* A result line of a test, and what is measured for it */
struct point {
	const char *name;	/* stable, no values in it */
	const char *what;	/* one line for --list */
	const struct metric *metrics;
	unsigned int nr_metrics;
	/* notes by require_*() what is missing on this machine; or NULL */
	void (*require)(const struct options *options);
	/*
	 * Takes one fresh set of samples by samples_add(). When that can't be
	 * done, notes why by require_unmet() and returns false.
	 */
	bool (*sample)(const struct options *options, struct samples *samples);
};

/* A test: what is declared here is not coded in it */
struct test {
	const char *name;	/* as its file */
	const char *summary;	/* for --help */
	const struct point *points;
	unsigned int nr_points;
	const struct extra_option *options;	/* its own; or NULL */
	/* those it keeps, see privilege_keep(); or NULL */
	const int *capabilities;
	/* measure as SCHED_RR 99 with memory locked, where allowed */
	bool realtime;
};

/*
 * samples_add - add a sample of a metric
 * @index: of the metric among those of its point
 */
void samples_add(struct samples *samples, unsigned int index, double value);

/*
 * samples_ratios - fill metric @ratio with that of two others, sample by sample
 * @over: metric that is divided
 * @under: metric that it is divided by, with as many samples
 */
void samples_ratios(struct samples *samples, unsigned int ratio,
		    unsigned int over, unsigned int under);

/* samples_least - give metric @least the smallest sample of @metric */
void samples_least(struct samples *samples, unsigned int least,
		   unsigned int metric);

/*
 * samples_rounds - how many rounds make a set by the command line
 *
 * Each round gives a sample: 31 or more, see stats_ranks().
 */
unsigned int samples_rounds(const struct options *options);

/* samples_visit_ns - how long one visit of an operation should take, in ns */
unsigned long samples_visit_ns(const struct options *options);

/*
 * test_main - run a test: its command line, requirements, measuring, verdict
 *
 * For each point sets of samples are taken until verdict_add() has settled
 * every metric that has a limit, or the time is over. The calling thread is
 * pinned to placement_cpu(0).
 *
 * Never returns; exit status 0, 1 or 4.
 */
void __noreturn test_main(const struct test *test, int argc, char **argv);

#endif
