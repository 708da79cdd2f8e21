// SPDX-License-Identifier: GPL-2.0
/*
 * What measuring adds: mmap() and munmap() of a page by lib/measure.c, as a
 * test does it, and in a bare loop, side by side. More than 3 % is a failure.
 */
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

static double bare[ROUNDS], lib[ROUNDS], ratio[ROUNDS];

static void take_set(const struct operation *pair, unsigned int from)
{
	unsigned int i;

	for (i = from; i < from + SET; i++) {
		/* measure_round() visits twice: bare, lib, lib, bare */
		bare[i] = bare_loop(pair->times);
		measure_round(pair, 1, &lib[i]);
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

int main(void)
{
	static const char name[] = "measuring adds at most 3 %";
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
	} while (n < ROUNDS && of_ratio.lo <= MOST_RATIO &&
		 of_ratio.hi > MOST_RATIO);

	printf("# mmap and munmap: bare loop %.1f ns, lib/measure.c %.1f ns\n",
	       estimate(bare, n).median, estimate(lib, n).median);
	printf("# ratio %.4f (99 %% interval %.4f..%.4f, %u rounds)\n",
	       of_ratio.median, of_ratio.lo, of_ratio.hi, n);
	if (of_ratio.lo > MOST_RATIO) {
		printf("not ok 1 - %s\n", name);
		return 1;
	}
	printf("ok 1 - %s%s\n", name, of_ratio.hi <= MOST_RATIO ?
	       "" : " # SKIP inconclusive, this machine is too busy");
	return 0;
}
