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

/* What is being watched, by which way of the trial; none when not @on */
struct watching {
	struct lockwatch watch;
	unsigned int index;
	bool on;
};

static bool end(struct slabtrial *trial, struct watching *now)
{
	struct slabwindow *sum = &trial->windows[now->index];
	double contended;

	if (!now->on)
		return true;
	now->on = false;
	if (!lockwatch_stop(&now->watch, &contended))
		return false;
	if (contended < 0)
		sum->contended = -1;
	else
		sum->contended += contended;
	return true;
}

/* Switched while nobody works: not part of any window */
static bool change(struct slabtrial *trial, struct watching *now,
		   unsigned int index)
{
	if (now->on && now->index == index)
		return true;
	if (!end(trial, now))
		return false;
	now->index = index;
	now->on = lockwatch_start(&now->watch, trial->ways[index]);
	return now->on;
}

static bool run_one(struct slabtrial *trial, unsigned int index,
		    unsigned int round, const struct slabcache *cache,
		    const struct slabwork *work)
{
	struct slabwindow *sum = &trial->windows[index];
	double done = sum->done, seconds = sum->seconds;

	if (!slabwindow_add(sum, cache, work))
		return false;
	trial->rates[index][round] = (sum->done - done) /
				     (sum->seconds - seconds);
	return true;
}

bool slabtrial_run(struct slabtrial *trial, const enum lockwatch_way *ways,
		   unsigned int count, const struct slabcache *cache,
		   const struct slabwork *work)
{
	struct watching now = { .on = false };
	unsigned int round, i;
	bool good = true;

	memset(trial, 0, sizeof(*trial));
	trial->ways = ways;
	trial->count = count;
	for (i = 0; i < count; i++)
		trial->windows[i].title = titles[ways[i]];
	for (round = 0; round < SLABTRIAL_ROUNDS && good; round++) {
		for (i = 0; i < count && good; i++) {
			unsigned int index = round % 2 ? count - 1 - i : i;

			good = change(trial, &now, index) &&
			       run_one(trial, index, round, cache, work);
		}
	}
	return end(trial, &now) && good;
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
	/* then by what each does for an event, see lockwatch.h */
	if (!apart)
		least = 1;
	printf("# %s: recommended: %s, which %s; the slab counters alone need no tracing at all\n",
	       prefix, trial->windows[least].title,
	       apart ? "disturbs least" :
		       "does least for each event: these windows tell no difference");
}
