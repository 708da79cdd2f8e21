// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "clock.h"
#include "kprobe.h"
#include "measure.h"
#include "mrcost.h"
#include "require.h"
#include "sgentries.h"

/* Pins the pages of a memory region, 512 a call */
#define PIN "pin_user_pages_fast"

/* What the operations share with who has them run */
static const struct rdma *device;
static const struct region *memory;
static enum mrcost_part counts;
static struct kprobe pin;
static struct sgentries map;
static bool broken;
/* the next to register, of each kind */
static unsigned int next[MRCOST_MOST];

void mrcost_require(void)
{
	kprobe_require(PIN);
}

static void *choose(unsigned int kind)
{
	unsigned int slots = memory[kind].length / REGION_HUGE;

	return memory[kind].start + next[kind]++ % slots * REGION_HUGE;
}

/* What counts of a registration that took so long and was just done */
static unsigned long long part(unsigned long long took)
{
	struct kprobe_calls pinned = { 0 }, mapped = { 0 };

	if (counts == MRCOST_ALL)
		return took;
	broken = !kprobe_take(&pin, &pinned);
	if (!broken && counts == MRCOST_MERGING)
		broken = !sgentries_take(&map, &mapped);
	if (broken)
		return 0;
	if (pinned.count && counts == MRCOST_UNPINNED)
		return took > pinned.took ? took - pinned.took : 0;
	if (pinned.count && mapped.count && mapped.began > pinned.ended)
		return mapped.began - pinned.ended;
	require_unmet("%u calls pin pages and %u map entries, in an order that isn't known",
		      pinned.count, mapped.count);
	broken = true;
	return 0;
}

/* Registers once; gives what counts of it */
static unsigned long long run_one(unsigned int kind)
{
	unsigned long long start, took;
	void *at = choose(kind);
	struct ibv_mr *mr;

	if (counts != MRCOST_ALL)
		kprobe_clear(&pin);
	if (counts == MRCOST_MERGING)
		sgentries_clear(&map);
	start = clock_now();
	mr = rdma_register(device, at, REGION_HUGE);
	took = clock_since(start);
	if (!mr) {
		rdma_refused("memory", errno);
		broken = true;
		return 0;
	}
	took = part(took);
	rdma_deregister(mr);
	return took;
}

static unsigned long long run(unsigned int kind, unsigned long times)
{
	unsigned long long sum = 0, least = ~0ULL, one;
	unsigned long i;

	for (i = 0; i < times && !broken; i++) {
		one = run_one(kind);
		sum += one;
		if (one < least)
			least = one;
	}
	return counts == MRCOST_ALL ? sum : least * times;
}

static unsigned long long run_first(unsigned long times)
{
	return run(0, times);
}

static unsigned long long run_second(unsigned long times)
{
	return run(1, times);
}

static unsigned long long run_third(unsigned long times)
{
	return run(2, times);
}

static void take_rounds(const struct options *options, struct samples *samples,
			unsigned int first, unsigned int count)
{
	struct operation operations[MRCOST_MOST] = {
		{ .run = run_first }, { .run = run_second }, { .run = run_third },
	};
	double cost[MRCOST_MOST];
	unsigned int round, i;

	measure_calibrate(operations, count, samples_visit_ns(options));
	for (round = 0; round < samples_rounds(options) && !broken; round++) {
		measure_round(operations, count,
			      &samples->metrics[first], cost);
		for (i = 0; i < count; i++)
			samples_add(samples, first + i, cost[i]);
	}
}

static bool open_probes(void)
{
	int error;

	if (counts == MRCOST_ALL)
		return true;
	error = kprobe_open(&pin, PIN, true);
	if (error) {
		kprobe_refused(PIN, error);
		return false;
	}
	if (counts != MRCOST_MERGING || sgentries_open(&map))
		return true;
	kprobe_close(&pin);
	return false;
}

static void close_probes(void)
{
	if (counts != MRCOST_ALL)
		kprobe_close(&pin);
	if (counts == MRCOST_MERGING)
		sgentries_close(&map);
}

bool mrcost_sample(const struct options *options, struct samples *samples,
		   unsigned int first, const struct rdma *rdma,
		   const struct region *regions, unsigned int count,
		   enum mrcost_part part)
{
	device = rdma;
	memory = regions;
	counts = part;
	broken = false;
	if (!open_probes())
		return false;
	take_rounds(options, samples, first, count);
	close_probes();
	return !broken;
}
