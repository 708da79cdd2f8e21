// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "slabtrial.h"

static const char * const titles[NR_LOCKWATCH_WAYS] = {
	[LOCKWATCH_OFF] = "not traced",
	[LOCKWATCH_COUNTED] = "counted",
	[LOCKWATCH_SAMPLED] = "sampled",
	[LOCKWATCH_PERF] = "perf",
};

static bool run_one(struct slabtrial *trial, unsigned int index,
		    unsigned int round, const struct slabcache *cache,
		    const struct slabwork *work)
{
	struct slabwindow *sum = &trial->windows[index];
	double contended, done = sum->done, seconds = sum->seconds;
	struct lockwatch watch;
	bool good;

	/* switched on and off while nobody works: not part of the window */
	if (!lockwatch_start(&watch, trial->ways[index]))
		return false;
	good = slabwindow_add(sum, cache, work);
	if (!lockwatch_stop(&watch, &contended) || !good)
		return false;
	if (contended < 0)
		sum->contended = -1;
	else
		sum->contended += contended;
	trial->rates[index][round] = (sum->done - done) /
				     (sum->seconds - seconds);
	return true;
}

bool slabtrial_run(struct slabtrial *trial, const enum lockwatch_way *ways,
		   unsigned int count, const struct slabcache *cache,
		   const struct slabwork *work)
{
	unsigned int round, i;

	memset(trial, 0, sizeof(*trial));
	trial->ways = ways;
	trial->count = count;
	for (i = 0; i < count; i++)
		trial->windows[i].title = titles[ways[i]];
	for (round = 0; round < SLABTRIAL_ROUNDS; round++)
		for (i = 0; i < count; i++)
			if (!run_one(trial, round % 2 ? count - 1 - i : i, round,
				     cache, work))
				return false;
	return true;
}

/* The interval of so few samples is about their range */
static void estimate(const struct slabtrial *trial, unsigned int index,
		     struct estimate *result)
{
	double rates[SLABTRIAL_ROUNDS];

	memcpy(rates, trial->rates[index], sizeof(rates));
	stats_estimate(rates, SLABTRIAL_ROUNDS, result);
}

void slabtrial_recommend(const struct slabtrial *trial, const char *prefix)
{
	struct estimate base, other, best = { .median = 0 };
	unsigned int i, least = 1;
	bool apart = true;

	estimate(trial, 0, &base);
	for (i = 1; i < trial->count; i++) {
		estimate(trial, i, &other);
		printf("# %s: %s: %.0f %% of the throughput (%.0f to %.0f/s, %s %.0f to %.0f/s)\n",
		       prefix, trial->windows[i].title,
		       100 * other.median / base.median, other.lo, other.hi,
		       trial->windows[0].title, base.lo, base.hi);
		if (other.median > best.median) {
			best = other;
			least = i;
		}
	}
	for (i = 1; i < trial->count; i++) {
		estimate(trial, i, &other);
		if (i != least && other.hi >= best.lo)
			apart = false;
	}
	if (trial->count < 3)
		return;
	printf("# %s: recommended: %s%s; the slab counters alone need no tracing at all\n",
	       prefix, trial->windows[least].title,
	       apart ? ", which disturbs least" :
		       ", though these windows can't tell the ways apart");
}
