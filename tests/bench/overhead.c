// SPDX-License-Identifier: GPL-2.0
/*
 * What measuring adds: mmap() and munmap() of a page by lib/measure.c, as a
 * test does it, and in a bare loop, side by side. Off by more than 3 % is a
 * failure: less than a bare loop would be a fault of measuring, too.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "clock.h"
#include "measure.h"
#include "placement.h"
#include "realtime.h"
#include "stats.h"
#include "vmas.h"

/* Rounds are added a set at a time until the interval is on one side */
#define ROUNDS 1000
#define SET 200
#define VISIT_NS 1000000
#define LEAST_RATIO 0.97
#define MOST_RATIO 1.03

static void failed(const char *what)
{
	perror(what);
	exit(1);
}

static unsigned long long run_pair(unsigned long times)
{
	unsigned long long start = clock_now();

	while (times--) {
		char *page = vmas_map(PROT_READ | PROT_WRITE);

		if (page == MAP_FAILED || munmap(page, vmas_page_size()))
			failed("mmap and munmap");
	}
	return clock_since(start);
}

/* As somebody would write it who knows nothing of lib/; ns for a pair */
static double bare_loop(unsigned long times)
{
	struct timespec start, end;
	unsigned long i;

	clock_gettime(CLOCK_MONOTONIC, &start);
	for (i = 0; i < times; i++) {
		char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (page == MAP_FAILED || munmap(page, 4096))
			failed("mmap and munmap");
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	return ((end.tv_sec - start.tv_sec) * 1e9 +
		(end.tv_nsec - start.tv_nsec)) / times;
}

static const struct metric metric = COST("pair", "mmap and munmap");

static double bare[ROUNDS], lib[ROUNDS], ratio[ROUNDS];

static void take_set(const struct operation *pair, unsigned int from)
{
	unsigned int i;

	for (i = from; i < from + SET; i++) {
		/* measure_round() visits twice: bare, lib, lib, bare */
		bare[i] = bare_loop(pair->times);
		measure_round(pair, 1, &metric, &lib[i]);
		bare[i] = (bare[i] + bare_loop(pair->times)) / 2;
		ratio[i] = lib[i] / bare[i];
	}
}

/* stats_estimate() uses up what it is given, and more samples are to come */
static struct estimate estimate(const double *samples, unsigned int n)
{
	static double copy[ROUNDS];
	struct estimate result;

	memcpy(copy, samples, n * sizeof(*copy));
	if (stats_estimate(copy, n, &result))
		exit(1);
	return result;
}

static bool is_outside(const struct estimate *of_ratio)
{
	return of_ratio->lo > MOST_RATIO || of_ratio->hi < LEAST_RATIO;
}

static bool is_inside(const struct estimate *of_ratio)
{
	return of_ratio->lo >= LEAST_RATIO && of_ratio->hi <= MOST_RATIO;
}

static void print_ns(const char *what, const double *samples, unsigned int n)
{
	struct estimate of = estimate(samples, n);

	printf("# mmap and munmap, %s: %.1f ns (99 %% interval %.1f..%.1f)\n",
	       what, of.median, of.lo, of.hi);
}

int main(void)
{
	static const char name[] = "measuring costs within 3 % of a bare loop";
	struct operation pair = { .run = run_pair };
	struct estimate of_ratio;
	struct realtime realtime;
	unsigned int n = 0;

	placement_init();
	placement_pin(placement_cpu(0));
	clock_init();
	realtime_enter(&realtime);
	measure_calibrate(&pair, 1, VISIT_NS);
	printf("TAP version 13\n1..1\n");

	do {
		take_set(&pair, n);
		n += SET;
		of_ratio = estimate(ratio, n);
	} while (n < ROUNDS && !is_outside(&of_ratio) &&
		 !is_inside(&of_ratio));

	print_ns("bare loop", bare, n);
	print_ns("lib/measure.c", lib, n);
	printf("# difference %+.2f %% (99 %% interval of the ratio %.4f..%.4f, %u rounds)\n",
	       (of_ratio.median - 1) * 100, of_ratio.lo, of_ratio.hi, n);
	if (is_outside(&of_ratio)) {
		printf("not ok 1 - %s\n", name);
		return 1;
	}
	printf("ok 1 - %s%s\n", name, is_inside(&of_ratio) ?
	       "" : " # SKIP inconclusive, this machine is too busy");
	return 0;
}
