// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "crew.h"
#include "measure.h"
#include "placement.h"
#include "require.h"
#include "sharing.h"

#define NR_CREWS (SHARING_SHARED + 1)
#define FEWEST_TURNS 8

static struct crew crews[NR_CREWS];
static unsigned long long (*measured)(unsigned long times);
static bool lost;
/* what the crews did while something was measured, and how often that was */
static unsigned long turns[NR_CREWS], visits;

static unsigned long long run_with(unsigned int index, unsigned long times)
{
	struct crew *crew = &crews[index];
	unsigned long long took;
	unsigned long before;

	/* not again: each wait for a thread that is gone takes long */
	if (lost)
		return 0;
	before = crew_turns(crew);
	lost = !crew_go(crew);
	took = measured(times);
	lost |= !crew_halt(crew);
	turns[index] += crew_turns(crew) - before;
	visits++;
	return took;
}

static unsigned long long run_apart(unsigned long times)
{
	return run_with(SHARING_APART, times);
}

static unsigned long long run_shared(unsigned long times)
{
	return run_with(SHARING_SHARED, times);
}

/*
 * A visit is long enough for hundreds of turns. Threads whose CPU went offline
 * have one or two when a visit begins and ends, and none while it lasts.
 */
static bool all_worked(void)
{
	unsigned long enough = visits / NR_CREWS * FEWEST_TURNS;

	return turns[SHARING_APART] >= enough && turns[SHARING_SHARED] >= enough;
}

static void take_rounds(const struct options *options, struct samples *samples)
{
	struct operation operations[NR_CREWS] = {
		[SHARING_APART] = { .run = run_apart },
		[SHARING_SHARED] = { .run = run_shared },
	};
	double cost[NR_CREWS];
	unsigned int round;

	memset(turns, 0, sizeof(turns));
	visits = 0;
	measure_calibrate(operations, NR_CREWS, samples_visit_ns(options));
	for (round = 0; round < samples_rounds(options) && !lost; round++) {
		measure_round(operations, NR_CREWS, samples->metrics, cost);
		samples_add(samples, SHARING_APART, cost[SHARING_APART]);
		samples_add(samples, SHARING_SHARED, cost[SHARING_SHARED]);
	}
	samples_ratios(samples, SHARING_RATIO, SHARING_SHARED, SHARING_APART);
}

bool sharing_sample(const struct options *options, struct samples *samples,
		    unsigned long long (*run)(unsigned long times),
		    void (*work)(void))
{
	unsigned int threads = placement_count() - 1;

	if (threads > SHARING_MOST_THREADS)
		threads = SHARING_MOST_THREADS;
	if (options->threads)
		threads = options->threads;
	measured = run;
	lost = false;

	/* its process must be made while this one has one thread */
	if (!crew_start(&crews[SHARING_APART], threads, true, work))
		return false;
	if (crew_start(&crews[SHARING_SHARED], threads, false, work)) {
		take_rounds(options, samples);
		if (lost)
			require_unmet("threads at work didn't answer in time");
		else if (!all_worked())
			require_unmet("threads at work got no CPU of their own");
		lost |= !all_worked();
		crew_end(&crews[SHARING_SHARED]);
	} else {
		lost = true;
	}
	crew_end(&crews[SHARING_APART]);
	return !lost;
}
