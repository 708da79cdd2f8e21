// SPDX-License-Identifier: GPL-2.0
/*
 * What a context switch costs when threads on all CPUs share an mm
 *
 * Reported: since commit af7f588d8f73 (v6.3) the kernel gives each running
 * thread an ID that is unique in its mm (mm_cid), taken and put on a switch to
 * another mm, at first under a lock of that mm. Where processes with threads
 * on many CPUs take turns, such as PostgreSQL or a VM with many vhost devices,
 * all CPUs wait for the lines of a few mms. 223baf9d17f2 (v6.4) lets CPUs keep
 * IDs, 6.19 lets threads or CPUs own them.
 *
 * The regression is contention: stores to lines that several CPUs write, and
 * waiting for a lock. On one CPU a bad kernel executes no instruction more.
 *
 * What sees what:
 * - count (the lab's profile "probe", two CPUs): stores a switch to cache lines
 *   that both CPUs write, by the kernel. This is where the regression shows.
 * - ratio: what it costs on real CPUs that two processes are on all of them, over
 *   what it costs when each switch also makes the stores of af7f588d8f73 in user
 *   space, so that the control has what these CPUs take to share a line. Seen
 *   on good kernels only, as no bad one could be booted on real CPUs.
 * - counter: that IDs are unique and few, on any machine with two CPUs. A bad
 *   kernel of the above kind keeps this; one that leaks IDs does not, and 6.19
 *   and later then spin for a free one.
 * - count (QEMU -icount, one CPU): what threads cost in a switch at all.
 * - time: I/Os a second on devices of one process, as reported. Needs as many
 *   idle CPUs to say something.
 */
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "churn.h"
#include "claims.h"
#include "clock.h"
#include "compiler.h"
#include "env.h"
#include "idle.h"
#include "iops.h"
#include "measure.h"
#include "placement.h"
#include "require.h"
#include "ring.h"
#include "rseqs.h"
#include "test.h"
#include "vhost.h"

/* The point "ids": first, as a kernel that fails it may hang in the others */

enum { DUPLICATES, BEYOND, NOT_COMPACTED, HUNG, SEEN, NR_ID_METRICS };

static const struct metric id_metrics[NR_ID_METRICS] = {
	[DUPLICATES] = { "id_duplicates", "looks at an ID that two threads had",
			 METRIC_COUNTER, "looks", false },
	[BEYOND] = { "id_beyond", "looks at an ID larger than needed",
		     METRIC_COUNTER, "looks", false },
	[NOT_COMPACTED] = { "id_not_compacted",
			    "threads left over whose ID stayed large",
			    METRIC_COUNTER, "threads", false },
	[HUNG] = { "id_hangs", "the kernel spins, no thread comes back",
		   METRIC_COUNTER, "hangs", false },
	[SEEN] = { "id_control", "forged duplicates that were found, of all",
		   METRIC_COUNTER, "share", true },
};

#define WATCH_MS 300
#define CONTROL_MS 50
#define CONTROL_MOST_MS 1000

/* Of the forged duplicates so many, else the watch is blind */
#define FEWEST_FORGED 20

static void require_ids(const struct options *options)
{
	(void)options;
	claims_require();
}

static unsigned int watched_threads(const struct options *options)
{
	unsigned long threads = options->threads;

	if (!threads)
		threads = 2 * placement_count();
	if (threads < 4)
		threads = 4;
	return threads < CLAIMS_MOST_THREADS ? threads : CLAIMS_MOST_THREADS;
}

/* On a machine that is shared its CPUs don't run at a time for long */
static bool watch_forged(unsigned int threads, struct claims *control)
{
	unsigned int ms = CONTROL_MS;

	do {
		if (!claims_watch(threads, ms, true, control))
			return false;
		ms *= 4;
	} while (control->duplicates < FEWEST_FORGED && !control->hung &&
		 ms <= CONTROL_MOST_MS);
	return true;
}

static bool sample_ids(const struct options *options, struct samples *samples)
{
	/* of all sets: a fault this rare would not show in each */
	static struct claims all;
	struct claims control, claims = { 0 };
	unsigned int threads = watched_threads(options);

	if (!all.hung) {
		if (!watch_forged(threads, &control))
			return false;
		all.hung |= control.hung;
	}
	if (!all.hung && control.duplicates < FEWEST_FORGED) {
		require_unmet("%lu of %lu looks found a forged ID: too few to trust them",
			      control.duplicates, control.windows);
		return false;
	}
	if (!all.hung) {
		if (!claims_watch(threads, WATCH_MS, false, &claims))
			return false;
		all.hung |= claims.hung;
	}
	all.duplicates += claims.duplicates;
	all.beyond += claims.beyond;
	all.not_compacted += claims.not_compacted;
	printf("# ids: %u threads, %lu looks, %lu broken off by a switch\n",
	       threads, claims.windows, claims.switched);
	samples_add(samples, DUPLICATES, all.duplicates);
	samples_add(samples, BEYOND, all.beyond);
	samples_add(samples, NOT_COMPACTED, all.not_compacted);
	samples_add(samples, HUNG, all.hung);
	samples_add(samples, SEEN, all.hung ? 0 : (double)control.duplicates /
						  control.windows);
	return true;
}

/* Rings of switches, as operations */

static bool lost;

static unsigned long long run_ring(const struct ring *ring, unsigned long times)
{
	unsigned long long took = 0;

	if (!lost)
		lost = !ring_run(ring, times, &took);
	return took;
}

/* More threads than IDs, so that from 6.19 on CPUs own these, not threads */
static unsigned int sleepers(unsigned int cpus)
{
	return cpus / 4 + 2;
}

static unsigned long long run_ring_of(unsigned int cpus, bool shared,
				      bool emulated, unsigned long times)
{
	const struct ring ring = {
		.cpus = cpus,
		.processes = 2,
		.shared = shared,
		.sleepers = sleepers(cpus),
		.emulated = emulated,
	};

	return run_ring(&ring, times);
}

static unsigned long long run_process(unsigned long times)
{
	static const struct ring ring = { .cpus = 1, .processes = 2 };

	return run_ring(&ring, times);
}

static unsigned long long run_thread(unsigned long times)
{
	static const struct ring ring = { .cpus = 1, .processes = 1 };

	return run_ring(&ring, times);
}

static unsigned long long run_threaded(unsigned long times)
{
	return run_ring_of(1, false, false, times);
}

/* Of the layouts below, which are on several CPUs */
static unsigned int ring_cpus;

static unsigned long long run_apart(unsigned long times)
{
	return run_ring_of(ring_cpus, false, false, times);
}

static unsigned long long run_shared(unsigned long times)
{
	return run_ring_of(ring_cpus, true, false, times);
}

static unsigned long long run_bad_apart(unsigned long times)
{
	return run_ring_of(ring_cpus, false, true, times);
}

static unsigned long long run_bad_shared(unsigned long times)
{
	return run_ring_of(ring_cpus, true, true, times);
}

/*
 * Instructions repeat exactly. With several CPUs that take turns, as they do
 * there, one has to be given several turns.
 */
#define EXACT_SWITCHES 1000
#define EXACT_SWITCHES_IN_TURN 12000

/* A switch takes about a microsecond */
#define NS_PER_SWITCH 1000

/* Best of so many rounds, as the layout of memory moves each by per cents */
#define ROUNDS_A_SAMPLE 3

#define MOST_OPERATIONS 5

static unsigned int nr_samples(const struct options *options, unsigned int cpus)
{
	if (clock_unit() == CLOCK_NS)
		return samples_rounds(options);
	return cpus > 1 ? 1 : STATS_MIN_SAMPLES;
}

static unsigned long switches(const struct options *options, unsigned int cpus)
{
	unsigned long each = samples_visit_ns(options) / NS_PER_SWITCH;

	if (clock_unit() == CLOCK_INSN)
		each = cpus > 1 ? EXACT_SWITCHES_IN_TURN : EXACT_SWITCHES;
	return each * cpus;
}

/* One sample of each operation: the metrics of the same numbers */
static void take_sample(const struct operation *operations, unsigned int count,
			unsigned int rounds, struct samples *samples)
{
	double cost[MOST_OPERATIONS], least[MOST_OPERATIONS];
	unsigned int i;

	for (i = 0; i < count; i++)
		least[i] = DBL_MAX;
	while (rounds-- && !lost) {
		measure_round(operations, count, samples->metrics, cost);
		for (i = 0; i < count; i++)
			if (cost[i] < least[i])
				least[i] = cost[i];
	}
	for (i = 0; i < count && !lost; i++)
		samples_add(samples, i, least[i]);
}

static bool take_samples(const struct options *options,
			 struct operation *operations, unsigned int count,
			 unsigned int cpus, struct samples *samples)
{
	unsigned int rounds = clock_unit() == CLOCK_NS ? ROUNDS_A_SAMPLE : 1;
	unsigned int i;

	lost = false;
	for (i = 0; i < count; i++)
		operations[i].times = switches(options, cpus);
	for (i = 0; i < nr_samples(options, cpus) && !lost; i++)
		take_sample(operations, count, rounds, samples);
	return !lost;
}

static void require_switches(const struct options *options)
{
	(void)options;
	ring_require();
	if (env_emulated())
		require_unmet("an emulated processor: its time says nothing");
}

/* The point "switch": on one CPU */

enum { PROCESS, THREAD, THREADED, NR_SWITCH_OPERATIONS };
enum { THREADED_RATIO = NR_SWITCH_OPERATIONS, THREAD_RATIO, NR_SWITCH_METRICS };

static const struct metric switch_metrics[NR_SWITCH_METRICS] = {
	[PROCESS] = COST("switch_process", "between two processes"),
	[THREAD] = COST("switch_thread", "between threads of a process"),
	[THREADED] = COST("switch_threaded", "between processes with threads"),
	[THREADED_RATIO] = COST_RATIO("switch_threaded",
				      "switch_threaded over switch_process"),
	[THREAD_RATIO] = COST_RATIO("switch_thread",
				    "switch_thread over switch_process"),
};

static bool sample_switch(const struct options *options,
			  struct samples *samples)
{
	struct operation operations[NR_SWITCH_OPERATIONS] = {
		[PROCESS] = { .run = run_process },
		[THREAD] = { .run = run_thread },
		[THREADED] = { .run = run_threaded },
	};

	if (!take_samples(options, operations, NR_SWITCH_OPERATIONS, 1, samples))
		return false;
	samples_ratios(samples, THREADED_RATIO, THREADED, PROCESS);
	samples_ratios(samples, THREAD_RATIO, THREAD, PROCESS);
	return true;
}

/* The point "shared": on all CPUs */

enum { APART, SHARED, AGAIN, BAD_APART, BAD_SHARED, NR_SHARED_OPERATIONS };
enum {
	SHARED_RATIO = NR_SHARED_OPERATIONS, AGAIN_RATIO, SHARING_RATIO,
	NR_SHARED_METRICS
};

static const struct metric shared_metrics[NR_SHARED_METRICS] = {
	[APART] = COST("switch_apart",
		       "on several CPUs, between two processes on each"),
	[SHARED] = COST("switch_shared",
			"between two processes that are on all of them"),
	[AGAIN] = COST("switch_again", "switch_apart, measured again"),
	[BAD_APART] = COST("switch_bad_apart",
			   "switch_apart and an emulated bad kernel's stores"),
	[BAD_SHARED] = COST("switch_bad_shared",
			    "switch_shared and an emulated bad kernel's stores"),
	[SHARED_RATIO] = COST_RATIO("switch_shared",
				    "switch_shared over switch_apart"),
	[AGAIN_RATIO] = COST_RATIO("switch_again",
				   "switch_again over switch_apart"),
	[SHARING_RATIO] = COST_RATIO("sharing",
				     "what sharing costs, over an emulated bad kernel"),
};

/* As many as the report's pattern needs, and a machine can spare */
#define MOST_RING_CPUS 8

/* What should be 1 must be this near to it */
#define NOISE_LEAST 0.9
#define NOISE_MOST 1.1

static void require_shared(const struct options *options)
{
	require_switches(options);
	require_cpus(2, "switches on several CPUs");
}

static bool is_quiet(const struct samples *samples, unsigned int metric)
{
	double ratios[STATS_MAX_SAMPLES];
	unsigned int count = samples->count[metric];
	struct estimate estimate;

	memcpy(ratios, samples->value[metric], count * sizeof(*ratios));
	if (!stats_estimate(ratios, count, &estimate) &&
	    estimate.lo >= NOISE_LEAST && estimate.hi <= NOISE_MOST)
		return true;
	require_unmet("too noisy: the same measured twice differs by a factor of %.2f .. %.2f",
		      estimate.lo, estimate.hi);
	return false;
}

/*
 * By how much sharing makes a switch dearer, over how much it does so when each
 * switch also makes the stores of the scheme of af7f588d8f73, in user space.
 * So the control has what this machine's CPUs take to share a line.
 */
static void add_sharing(struct samples *samples)
{
	unsigned int i;

	for (i = 0; i < samples->count[APART]; i++) {
		double sharing = samples->value[SHARED][i] -
				 samples->value[APART][i];
		double bad = samples->value[BAD_SHARED][i] -
			     samples->value[BAD_APART][i];

		/* instructions don't wait for lines: nothing is compared */
		samples_add(samples, SHARING_RATIO,
			    clock_unit() == CLOCK_INSN ? 0 : sharing / bad);
	}
}

static bool sample_shared(const struct options *options,
			  struct samples *samples)
{
	struct operation operations[NR_SHARED_OPERATIONS] = {
		[APART] = { .run = run_apart },
		[SHARED] = { .run = run_shared },
		[AGAIN] = { .run = run_apart },
		[BAD_APART] = { .run = run_bad_apart },
		[BAD_SHARED] = { .run = run_bad_shared },
	};
	unsigned long most = options->threads ? options->threads : MOST_RING_CPUS;

	ring_cpus = placement_count();
	if (ring_cpus > most)
		ring_cpus = most;
	if (!take_samples(options, operations, NR_SHARED_OPERATIONS, ring_cpus,
			  samples))
		return false;
	samples_ratios(samples, SHARED_RATIO, SHARED, APART);
	samples_ratios(samples, AGAIN_RATIO, AGAIN, APART);
	add_sharing(samples);
	printf("# shared: on %u CPUs\n", ring_cpus);
	return is_quiet(samples, AGAIN_RATIO);
}

/* The points "iops", "scaling" and "owner": devices of one process, as reported */

static const unsigned int device_counts[] = { 1, 2, 4, 8, 16 };

#define NR_IOPS_METRICS ARRAY_SIZE(device_counts)
#define IOPS_WINDOW_MS 20

static const struct metric iops_metrics[NR_IOPS_METRICS] = {
	{ "iops_1", "I/Os on one device", METRIC_RATE, "kIOPS", true },
	{ "iops_2", "on two together", METRIC_RATE, "kIOPS", true },
	{ "iops_4", "on four", METRIC_RATE, "kIOPS", true },
	{ "iops_8", "on eight", METRIC_RATE, "kIOPS", true },
	{ "iops_16", "on sixteen", METRIC_RATE, "kIOPS", true },
};

enum { SCALING_8, SCALING_16, SCALING_RATIO, NR_SCALING_METRICS };

static const struct metric scaling_metrics[NR_SCALING_METRICS] = {
	[SCALING_8] = { "scaling_8", "I/Os on eight devices",
			METRIC_RATE, "kIOPS", true },
	[SCALING_16] = { "scaling_16", "on sixteen", METRIC_RATE, "kIOPS", true },
	[SCALING_RATIO] = { "scaling", "scaling_16 over scaling_8",
			    METRIC_COST_RATIO, NULL, true },
};

enum { OWNER_TASK, OWNER_KTHREAD, OWNER_RATIO, NR_OWNER_METRICS };

static const struct metric owner_metrics[NR_OWNER_METRICS] = {
	[OWNER_TASK] = { "owner_task",
			 "sixteen devices, whose workers are threads with IDs",
			 METRIC_RATE, "kIOPS", true },
	[OWNER_KTHREAD] = { "owner_kthread", "whose workers are kernel threads",
			    METRIC_RATE, "kIOPS", true },
	[OWNER_RATIO] = { "owner", "owner_task over owner_kthread",
			  METRIC_COST_RATIO, NULL, true },
};

#define OWNER_DEVICES 16

/* Two threads for each of eight devices keep so many busy, sixteen more so */
#define SCALING_CPUS 8

static void require_iops(const struct options *options)
{
	(void)options;
	if (clock_unit() == CLOCK_INSN)
		require_unmet("the clock counts instructions: no throughput");
}

static void require_scaling(const struct options *options)
{
	require_iops(options);
	require_idle(SCALING_CPUS, "a verdict on how devices scale");
}

static void require_owner(const struct options *options)
{
	require_iops(options);
	vhost_require_kthread();
}

static bool run_devices(const struct options *options, unsigned int count,
			struct samples *samples, unsigned int metric)
{
	enum iops_worker worker = vhost_usable() ? IOPS_VHOST : IOPS_EVENTFD;

	samples->count[metric] = samples_rounds(options);
	return iops_run(worker, count, IOPS_WINDOW_MS, samples->value[metric],
			samples->count[metric]);
}

static bool sample_iops(const struct options *options, struct samples *samples)
{
	unsigned int i;

	printf("# iops: workers are %s\n", vhost_usable() ?
	       "those of vhost" : "threads, as there is no /dev/vhost-vsock");
	for (i = 0; i < NR_IOPS_METRICS; i++)
		if (!run_devices(options, device_counts[i], samples, i))
			return false;
	return true;
}

static bool sample_scaling(const struct options *options,
			   struct samples *samples)
{
	if (!run_devices(options, 8, samples, SCALING_8) ||
	    !run_devices(options, 16, samples, SCALING_16))
		return false;
	samples_ratios(samples, SCALING_RATIO, SCALING_16, SCALING_8);
	return true;
}

/* One after the other in turn: what drifts falls on both */
static bool sample_owner(const struct options *options, struct samples *samples)
{
	unsigned int i;
	double kiops;

	for (i = 0; i < samples_rounds(options); i++) {
		if (!iops_run(IOPS_VHOST, OWNER_DEVICES, IOPS_WINDOW_MS, &kiops, 1))
			return false;
		samples_add(samples, OWNER_TASK, kiops);
		if (!iops_run(IOPS_VHOST_KTHREAD, OWNER_DEVICES, IOPS_WINDOW_MS,
			      &kiops, 1))
			return false;
		samples_add(samples, OWNER_KTHREAD, kiops);
	}
	samples_ratios(samples, OWNER_RATIO, OWNER_TASK, OWNER_KTHREAD);
	return true;
}

/* The point "churn" */

enum { ACROSS, ELSEWHERE, NR_CHURN_OPERATIONS };
enum { CHURN_RATIO = NR_CHURN_OPERATIONS, NR_CHURN_METRICS };

static const struct metric churn_metrics[NR_CHURN_METRICS] = {
	[ACROSS] = COST("churn_across",
			"a thread made and ended, so that IDs change owners"),
	[ELSEWHERE] = COST("churn_elsewhere",
			   "the same among more threads, so that they don't"),
	[CHURN_RATIO] = COST_RATIO("churn_across",
				   "churn_across over churn_elsewhere"),
};

#define CHURN_CPUS 4
#define NS_PER_THREAD 50000

/*
 * From 6.19 on: CPUs own the IDs of an mm when it has more threads than IDs,
 * which are as many as its CPUs and a quarter, and threads own them again when
 * there are less than three quarters of its CPUs.
 */
static unsigned int churn_cpus(void)
{
	return placement_count() < CHURN_CPUS ? placement_count() : CHURN_CPUS;
}

static unsigned int churn_ids(void)
{
	return churn_cpus() + churn_cpus() / 4;
}

static unsigned long long run_churn(unsigned int standing, unsigned long times)
{
	unsigned long long took = 0;

	if (!lost)
		lost = !churn_run(churn_cpus(), standing, churn_ids(), times,
				  &took);
	return took;
}

static unsigned long long run_across(unsigned long times)
{
	return run_churn(1, times);
}

static unsigned long long run_elsewhere(unsigned long times)
{
	return run_churn(2 * churn_ids(), times);
}

static bool sample_churn(const struct options *options, struct samples *samples)
{
	struct operation operations[NR_CHURN_OPERATIONS] = {
		[ACROSS] = { .run = run_across },
		[ELSEWHERE] = { .run = run_elsewhere },
	};
	double cost[NR_CHURN_OPERATIONS];
	unsigned int round, i;

	lost = false;
	for (i = 0; i < NR_CHURN_OPERATIONS; i++)
		operations[i].times = samples_visit_ns(options) / NS_PER_THREAD + 1;
	for (round = 0; round < samples_rounds(options) && !lost; round++) {
		measure_round(operations, NR_CHURN_OPERATIONS, samples->metrics,
			      cost);
		for (i = 0; i < NR_CHURN_OPERATIONS && !lost; i++)
			samples_add(samples, i, cost[i]);
	}
	samples_ratios(samples, CHURN_RATIO, ACROSS, ELSEWHERE);
	return !lost;
}

static const struct point points[] = {
	{
		.name = "ids",
		.what = "that IDs are unique among running threads, and small",
		.metrics = id_metrics,
		.nr_metrics = ARRAY_SIZE(id_metrics),
		.require = require_ids,
		.sample = sample_ids,
	}, {
		.name = "switch",
		.what = "a context switch, on one CPU",
		.metrics = switch_metrics,
		.nr_metrics = ARRAY_SIZE(switch_metrics),
		.require = require_switches,
		.sample = sample_switch,
	}, {
		.name = "shared",
		.what = "a context switch between two processes on all CPUs",
		.metrics = shared_metrics,
		.nr_metrics = ARRAY_SIZE(shared_metrics),
		.require = require_shared,
		.sample = sample_shared,
	}, {
		.name = "iops",
		.what = "I/Os on devices that one process has, as reported",
		.metrics = iops_metrics,
		.nr_metrics = ARRAY_SIZE(iops_metrics),
		.require = require_iops,
		.sample = sample_iops,
	}, {
		.name = "scaling",
		.what = "whether sixteen devices do as much as eight",
		.metrics = scaling_metrics,
		.nr_metrics = ARRAY_SIZE(scaling_metrics),
		.require = require_scaling,
		.sample = sample_scaling,
	}, {
		.name = "owner",
		.what = "what it costs that vhost workers have IDs",
		.metrics = owner_metrics,
		.nr_metrics = ARRAY_SIZE(owner_metrics),
		.require = require_owner,
		.sample = sample_owner,
	}, {
		.name = "churn",
		.what = "threads that come and go, so that the owners of IDs change",
		.metrics = churn_metrics,
		.nr_metrics = ARRAY_SIZE(churn_metrics),
		.sample = sample_churn,
	},
};

static const struct test mm_cid_scaling = {
	.name = "mm_cid_scaling",
	.summary = "What a context switch costs when threads on all CPUs share an mm.",
	.points = points,
	.nr_points = ARRAY_SIZE(points),
	.realtime = true,
};

int main(int argc, char **argv)
{
	test_main(&mm_cid_scaling, argc, argv);
}
