// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "clock.h"
#include "compiler.h"
#include "lockwatch.h"
#include "nodes.h"
#include "perflock.h"
#include "require.h"
#include "slabmeasure.h"
#include "slabobserver.h"
#include "slabtable.h"
#include "slabtrial.h"

#define SHARE(base, of) \
	{ .name = base, .what = of, .kind = METRIC_COUNTER, .unit = "share" }
#define MESSAGE_RATE(base, of) \
	{ .name = base, .what = of, .kind = METRIC_RATE, \
	  .unit = "messages/s", .higher_better = true }

const struct metric slabobserver_metrics[NR_SLABOBSERVER_METRICS] = {
	MESSAGE_RATE("untraced_rate", "with the lock tracepoints off"),
	MESSAGE_RATE("counted_rate", "counted by perf events"),
	MESSAGE_RATE("sampled_rate", "sampled with call chains"),
	SHARE("untraced_cmpxchg_fail", "of all attempts, then"),
	SHARE("counted_cmpxchg_fail", "of all attempts, then"),
	SHARE("sampled_cmpxchg_fail", "of all attempts, then"),
};

const struct metric
slabobserver_perf_metrics[NR_SLABOBSERVER_PERF_METRICS] = {
	MESSAGE_RATE("without_perf_rate", "with the lock tracepoints off"),
	MESSAGE_RATE("with_perf_rate", "under perf lock record -a -g"),
	SHARE("without_perf_cmpxchg_fail", "of all attempts, then"),
	SHARE("with_perf_cmpxchg_fail", "of all attempts, then"),
};

void slabobserver_require(const struct options *options)
{
	(void)options;
	if (clock_unit() == CLOCK_INSN)
		require_unmet("the clock counts instructions: no throughput");
	slabcache_require();
	lockwatch_require();
}

void slabobserver_require_perf(const struct options *options)
{
	slabobserver_require(options);
	perflock_require();
}

static bool sample_ways(struct samples *samples, const enum lockwatch_way *ways,
			unsigned int count, const char *point)
{
	struct slabmeasure measure;
	struct slabtrial trial;
	unsigned int i;
	bool tried;

	if (!slabmeasure_open(&measure, SLABOBJECT_MESSAGE,
			      nodes_count() > 1 ? SLABPLACE_C : SLABPLACE_B,
			      SLABMEASURE_DEEP, SLABMEASURE_PAIRS))
		return false;
	tried = slabtrial_run(&trial, ways, count, &measure.cache, &measure.work);
	for (i = 0; i < count && tried; i++) {
		memcpy(samples->value[i], trial.rates[i], sizeof(trial.rates[i]));
		samples->count[i] = SLABTRIAL_ROUNDS;
		samples_add(samples, count + i,
			    slab_fail_rate(measure.cache.design,
					   &trial.windows[i].counts));
	}
	slabmeasure_close(&measure);
	if (!tried)
		return false;
	slabtable_print(&measure.cache, "messages", trial.windows, count);
	slabtrial_recommend(&trial, point);
	return true;
}

bool slabobserver_sample(const struct options *options, struct samples *samples)
{
	static const enum lockwatch_way ways[] = {
		LOCKWATCH_OFF, LOCKWATCH_COUNTED, LOCKWATCH_SAMPLED
	};

	(void)options;
	return sample_ways(samples, ways, ARRAY_SIZE(ways), "tracing");
}

bool slabobserver_sample_perf(const struct options *options,
			      struct samples *samples)
{
	static const enum lockwatch_way ways[] = {
		LOCKWATCH_OFF, LOCKWATCH_PERF
	};

	(void)options;
	return sample_ways(samples, ways, ARRAY_SIZE(ways), "perf_lock");
}
