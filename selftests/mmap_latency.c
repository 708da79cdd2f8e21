// SPDX-License-Identifier: GPL-2.0
/*
 * mmap() and munmap() of 4 KB, and the page faults that pay for them
 *
 * Reported: do_mmap() took 157 us on 5.10 and 6.0, 194 us on 6.1 and 214 us on
 * 6.7 (Raspberry Pi 4, SCHED_FIFO 99, a loop of mmap and munmap of one private
 * anonymous page). Since 6.1 VMAs are kept in a maple tree, which is slower to
 * write than the rbtree before it (commits 524e00b36e8c and 763ecb035029). What
 * it bought: from 6.4 to 6.6 on page faults stopped taking mmap_lock, so they
 * don't wait for threads that map and unmap.
 *
 * What sees what:
 * - count (QEMU -icount): the instructions of a pair. 5.10 takes 4,400, 6.1
 *   14,000, 6.12 and later 10,700 to 11,600: this is where the regression shows.
 * - ratio: a pair over a page fault in a standing mapping, which inserts no
 *   VMA. A page fault costs far more on some machines than on others, so that
 *   only a regression of several times shows, not the reported 1.4 times.
 * - growth: a pair among 50,000 VMAs over one among 16, the same on rbtree and
 *   first maple tree: it catches a tree that is searched or kept badly.
 * - fault_sharing sees faults that wait for mmap_lock, on two CPUs and more.
 * - time: printed, and judged only by --limit.
 */
#include <linux/capability.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "ftrace.h"
#include "measure.h"
#include "privilege.h"
#include "require.h"
#include "sharing.h"
#include "test.h"
#include "vmas.h"

#define RW (PROT_READ | PROT_WRITE)

/* Least and largest number of standing VMAs */
#define FEW 16
#define MANY 50000

/* Pages that are touched between two MADV_DONTNEED */
#define FAULT_PAGES 512

#define TRACED_PAIRS 500

/* One page, mapped for good: the control takes its faults there */
static char *standing_page;

/* The kernel refused what it grants any process: no figure, and no PASS */
static void __noreturn die(const char *what)
{
	perror(what);
	_exit(1);
}

static char *map(void)
{
	char *page = vmas_map(RW);

	if (page == MAP_FAILED)
		die("mmap");
	return page;
}

static void unmap(char *page)
{
	if (munmap(page, vmas_page_size()))
		die("munmap");
}

static void map_and_unmap(void)
{
	unmap(map());
}

/* The operations. Each returns units of the clock for @times runs */

static unsigned long long run_pair(unsigned long times)
{
	unsigned long long start = clock_now();

	while (times--)
		map_and_unmap();
	return clock_since(start);
}

static unsigned long long run_pair_touch(unsigned long times)
{
	unsigned long long start = clock_now();

	while (times--) {
		char *page = map();

		*page = 1;
		unmap(page);
	}
	return clock_since(start);
}

static unsigned long long run_mmap(unsigned long times)
{
	unsigned long long sum = 0;

	while (times--) {
		unsigned long long start = clock_now();
		char *page = map();

		sum += clock_since(start);
		unmap(page);
	}
	return sum;
}

static unsigned long long run_munmap(unsigned long times)
{
	unsigned long long sum = 0;

	while (times--) {
		char *page = map();
		unsigned long long start = clock_now();

		unmap(page);
		sum += clock_since(start);
	}
	return sum;
}

/* The control: takes a page away and faults it in, and changes no VMA */
static unsigned long long run_refault(unsigned long times)
{
	unsigned long long start = clock_now();

	while (times--) {
		if (madvise(standing_page, vmas_page_size(), MADV_DONTNEED))
			die("madvise");
		*standing_page = 1;
	}
	return clock_since(start);
}

static bool map_standing_page(void)
{
	if (standing_page)
		return true;
	standing_page = map();
	/* what is mapped next must not merge with it */
	return vmas_stand(FEW);
}

/* The points "pair" and "merge" */

enum { PAIR, PAIR_TOUCH, MMAP, MUNMAP, REFAULT, NR_PAIR_OPERATIONS };
enum { PAIR_RATIO = NR_PAIR_OPERATIONS, PAIR_TOUCH_RATIO, NR_PAIR_METRICS };

static struct operation pair_operations[NR_PAIR_OPERATIONS] = {
	[PAIR] = { .run = run_pair },
	[PAIR_TOUCH] = { .run = run_pair_touch },
	[MMAP] = { .run = run_mmap },
	[MUNMAP] = { .run = run_munmap },
	[REFAULT] = { .run = run_refault },
};

static const struct metric pair_metrics[NR_PAIR_METRICS] = {
	[PAIR] = COST("pair", "mmap and munmap"),
	[PAIR_TOUCH] = COST("pair_touch", "with a touch between"),
	[MMAP] = COST("mmap", "mmap alone"),
	[MUNMAP] = COST("munmap", "munmap alone"),
	[REFAULT] = COST("refault", "the control: MADV_DONTNEED and a touch"),
	[PAIR_RATIO] = COST_RATIO("pair", "pair over refault"),
	[PAIR_TOUCH_RATIO] = COST_RATIO("pair_touch", "pair_touch over refault"),
};

static const struct metric merge_metrics[NR_PAIR_METRICS] = {
	[PAIR] = COST("merge_pair", "as pair, merged"),
	[PAIR_TOUCH] = COST("merge_pair_touch", "as pair_touch, merged"),
	[MMAP] = COST("merge_mmap", "as mmap, merged"),
	[MUNMAP] = COST("merge_munmap", "as munmap, merged"),
	[REFAULT] = COST("merge_refault", "the control, measured again"),
	[PAIR_RATIO] = COST_RATIO("merge_pair", "merge_pair over merge_refault"),
	[PAIR_TOUCH_RATIO] = COST_RATIO("merge_pair_touch",
					"merge_pair_touch over merge_refault"),
};

/* A round has one VMA more than the one before: no single layout decides */
static bool sample_pairs(const struct options *options,
			 struct samples *samples, bool merge)
{
	double cost[NR_PAIR_OPERATIONS];
	unsigned int round, i;

	if (!map_standing_page())
		return false;
	for (round = 0; round < samples_rounds(options); round++) {
		char *neighbour = NULL;

		if (!vmas_stand(FEW + round))
			return false;
		if (merge)
			neighbour = map();
		if (vmas_merges() != merge) {
			require_unmet("a new page %s: not the address-space layout expected",
				      merge ? "merges with none" : "merges");
			return false;
		}
		if (!round)
			measure_calibrate(pair_operations, NR_PAIR_OPERATIONS,
					  samples_visit_ns(options));
		measure_round(pair_operations, NR_PAIR_OPERATIONS,
			      samples->metrics, cost);
		if (merge)
			unmap(neighbour);

		for (i = 0; i < NR_PAIR_OPERATIONS; i++)
			samples_add(samples, i, cost[i]);
	}
	samples_ratios(samples, PAIR_RATIO, PAIR, REFAULT);
	samples_ratios(samples, PAIR_TOUCH_RATIO, PAIR_TOUCH, REFAULT);
	return true;
}

static bool sample_pair(const struct options *options, struct samples *samples)
{
	return sample_pairs(options, samples, false);
}

static bool sample_merge(const struct options *options, struct samples *samples)
{
	return sample_pairs(options, samples, true);
}

/* The point "growth" */

static const unsigned int sizes[] = { FEW, 1000, 10000, MANY };

#define NR_SIZES ARRAY_SIZE(sizes)

/* The median of a sweep for each size, its least for each, and what follows */
enum {
	LEAST = NR_SIZES, GROWTH = 2 * NR_SIZES, GROWTH_LEAST, NR_GROWTH_METRICS
};

static const struct metric growth_metrics[NR_GROWTH_METRICS] = {
	COST("pair_16_vmas", "a pair among 16 standing VMAs and more"),
	COST("pair_1k_vmas", "among 1,000 and more"),
	COST("pair_10k_vmas", "among 10,000 and more"),
	COST("pair_50k_vmas", "among 50,000 and more"),
	COST("pair_16_vmas_min", "least of the sweep from 16"),
	COST("pair_1k_vmas_min", "least of the sweep from 1,000"),
	COST("pair_10k_vmas_min", "least of the sweep from 10,000"),
	COST("pair_50k_vmas_min", "least of the sweep from 50,000"),
	COST_RATIO("growth", "pair_50k_vmas over pair_16_vmas"),
	COST_RATIO("growth_min", "pair_50k_vmas_min over pair_16_vmas_min"),
};

static void require_growth(const struct options *options)
{
	vmas_require(MANY + samples_rounds(options));
}

/* Costs of a pair with sizes[@size] + @from .. + @to standing VMAs */
static bool sweep(unsigned int size, unsigned int from, unsigned int to,
		  struct samples *samples)
{
	double cost;

	for (; from < to; from++) {
		if (!vmas_stand(sizes[size] + from))
			return false;
		measure_round(&pair_operations[PAIR], 1,
			      &samples->metrics[size], &cost);
		samples_add(samples, size, cost);
	}
	return true;
}

/*
 * Goes up through the sizes for one half of each sweep and down again for the
 * other, so that what drifts falls on all of them alike.
 */
static bool sample_growth(const struct options *options,
			  struct samples *samples)
{
	unsigned int rounds = samples_rounds(options), size;

	if (!map_standing_page())
		return false;
	measure_calibrate(&pair_operations[PAIR], 1, samples_visit_ns(options));
	for (size = 0; size < NR_SIZES; size++)
		if (!sweep(size, 0, rounds / 2, samples))
			return false;
	while (size--)
		if (!sweep(size, rounds / 2, rounds, samples))
			return false;
	vmas_stand(FEW);

	for (size = 0; size < NR_SIZES; size++)
		samples_least(samples, LEAST + size, size);
	samples_ratios(samples, GROWTH, NR_SIZES - 1, 0);
	samples_ratios(samples, GROWTH_LEAST, LEAST + NR_SIZES - 1, LEAST);
	return true;
}

/* The point "faults" */

static const struct metric fault_metrics[NR_SHARING_METRICS] = {
	[SHARING_APART] = COST("fault_apart", "a fault, another process maps"),
	[SHARING_SHARED] = COST("fault_shared", "a fault, other threads map"),
	[SHARING_RATIO] = COST_RATIO("fault_sharing",
				     "fault_shared over fault_apart"),
};

static char *fault_pages;

static void require_faults(const struct options *options)
{
	(void)options;
	require_cpus(2, "mapping while another thread faults");
	require_config("CONFIG_PER_VMA_LOCK", "6.4",
		       "faults that don't wait for who maps");
}

/* What empties the pages again isn't timed */
static unsigned long long run_faults(unsigned long times)
{
	unsigned long size = vmas_page_size(), i;
	unsigned long long sum = 0;

	while (times) {
		unsigned long part = times < FAULT_PAGES ? times : FAULT_PAGES;
		unsigned long long start = clock_now();

		for (i = 0; i < part; i++)
			fault_pages[i * size] = 1;
		sum += clock_since(start);
		times -= part;
		if (madvise(fault_pages, FAULT_PAGES * size, MADV_DONTNEED))
			die("madvise");
	}
	return sum;
}

static bool sample_faults(const struct options *options,
			  struct samples *samples)
{
	unsigned long size = FAULT_PAGES * vmas_page_size();
	bool sampled;

	fault_pages = mmap(NULL, size, RW, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (fault_pages == MAP_FAILED)
		die("mmap");
	/* a huge page would be one fault instead of many */
	madvise(fault_pages, size, MADV_NOHUGEPAGE);
	sampled = sharing_sample(options, samples, run_faults, map_and_unmap);
	munmap(fault_pages, size);
	return sampled;
}

/* The point "trace" */

static const struct metric trace_metrics[] = {
	COST("do_mmap", "do_mmap() by function_graph"),
	COST("mmap_region", "mmap_region() by function_graph"),
};

static void traced_pairs(void)
{
	unsigned int i;

	for (i = 0; i < TRACED_PAIRS; i++)
		map_and_unmap();
}

static bool sample_trace(const struct options *options, struct samples *samples)
{
	unsigned int i;

	(void)options;
	if (!map_standing_page())
		return false;
	for (i = 0; i < ARRAY_SIZE(trace_metrics); i++) {
		samples->count[i] = ftrace_durations(trace_metrics[i].name,
						     traced_pairs,
						     samples->value[i],
						     STATS_MAX_SAMPLES);
		if (!samples->count[i])
			return false;
	}
	return true;
}

static const struct point points[] = {
	{
		.name = "pair",
		.what = "mmap and munmap of a page that merges with nothing",
		.metrics = pair_metrics,
		.nr_metrics = ARRAY_SIZE(pair_metrics),
		.sample = sample_pair,
	}, {
		.name = "merge",
		.what = "the same of a page that merges with its neighbour",
		.metrics = merge_metrics,
		.nr_metrics = ARRAY_SIZE(merge_metrics),
		.sample = sample_merge,
	}, {
		.name = "growth",
		.what = "what more VMAs cost",
		.metrics = growth_metrics,
		.nr_metrics = ARRAY_SIZE(growth_metrics),
		.require = require_growth,
		.sample = sample_growth,
	}, {
		.name = "faults",
		.what = "page faults while other threads map and unmap",
		.metrics = fault_metrics,
		.nr_metrics = ARRAY_SIZE(fault_metrics),
		.require = require_faults,
		.sample = sample_faults,
	}, {
		.name = "trace",
		.what = "time inside the kernel's functions, as reported",
		.metrics = trace_metrics,
		.nr_metrics = ARRAY_SIZE(trace_metrics),
		.sample = sample_trace,
	},
};

/* To trace where tracefs isn't mounted */
static const int capabilities[] = { CAP_SYS_ADMIN, PRIVILEGE_END };

static const struct test mmap_latency = {
	.name = "mmap_latency",
	.summary = "mmap() and munmap() of 4 KB, and the page faults that pay for them.",
	.points = points,
	.nr_points = ARRAY_SIZE(points),
	.capabilities = capabilities,
	.realtime = true,
};

int main(int argc, char **argv)
{
	test_main(&mmap_latency, argc, argv);
}
