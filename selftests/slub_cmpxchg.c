// SPDX-License-Identifier: GPL-2.0
/*
 * Slab objects freed on other CPUs and nodes than they were allocated on
 *
 * Reported: while NFS over RDMA reads by O_DIRECT, the cache nfs_page counts
 * cmpxchg_double_fail and free_slowpath, by where the work and its completions
 * run: A work on all nodes and completions on one, 7471 failures and 85
 * million slow frees, B both on one node, 713 and 2814, C completions
 * everywhere. Is that contention, and what are the failures to be divided by?
 * perf lock record, used to find out, made ten times as many of them.
 *
 * What to divide by is in lib/slabrate.h: not by free_slowpath, by which B
 * seems the worst. By attempts all three fail alike, 3 to 9 in 100,000; A and C
 * just do more. With sheaves (7.3) free_slowpath is a count of remote frees,
 * with CPU slabs (until 6.18) nearly all frees are slow.
 *
 * What sees what:
 * - counter: rates out of the statistics of a cache (CONFIG_SLUB_STATS), which
 *   hold under emulation and load. Objects of several caches are allocated and
 *   freed on chosen CPUs, none needs a device. A cmpxchg that fails each
 *   16th time shows as 1/15; frees that miss their sheaf as a share of 1; a
 *   barn that takes no sheaf as flushed ones.
 * - A kernel whose free lists are contended more shows only if its failures go
 *   beyond the limits, which are ten times what was seen on good kernels: each
 *   of these points has one or two pairs of threads, on a large machine, too.
 * - time: throughput with and without lock tracepoints, reported.
 */
#include <linux/capability.h>
#include <math.h>

#include "compiler.h"
#include "privilege.h"
#include "require.h"
#include "slabmeasure.h"
#include "slabnfs.h"
#include "slabobserver.h"
#include "slabretries.h"
#include "slabtable.h"
#include "test.h"

/* The share of what a cache frees that must come from the test itself */
#define OWN_SHARE 0.99

/* The points about sheaves: messages, which come one object each */

static bool watch_sheaves(const struct options *options, enum slabplace place,
			  unsigned int depth, struct slabwindow *window,
			  struct slabcache *cache)
{
	const struct slabmeasure_enough enough = slabmeasure_enough(options, false);
	double frees;

	if (!slabmeasure_once(SLABOBJECT_MESSAGE, place, depth, &enough, window,
			      cache))
		return false;
	if (cache->design != SLAB_SHEAVES) {
		require_unmet("slab cache %s has no sheaves, as 7.3 has", cache->name);
		return false;
	}
	frees = slab_frees(&window->counts);
	if (window->done >= OWN_SHARE * frees)
		return true;
	require_unmet("slab cache %s: others than the test freed %.1f %% of the objects",
		      cache->name, 100 - 100 * window->done / frees);
	return false;
}

/* Objects in sheaves that @stat counts, for each object freed */
static double sheaves(const struct slabwindow *window, const struct slabcache *cache,
		      enum slabstat stat)
{
	return (double)window->counts.of[stat] * cache->capacity /
	       slab_frees(&window->counts);
}

enum { FREE_SLOW, PUT_FAIL, NR_SAME_CPU_METRICS };
enum { BARN_GET_ERROR = NR_SAME_CPU_METRICS, GET_FAIL, NR_CROSS_CPU_METRICS };
enum { FAR_GET_FAIL = 1, NR_CROSS_NODE_METRICS };

#define SHARE(base, of) \
	{ .name = base, .what = of, .kind = METRIC_COUNTER, .unit = "share" }
#define SHARE_HIGHER(base, of) \
	{ .name = base, .what = of, .kind = METRIC_COUNTER, .unit = "share", \
	  .higher_better = true }

static const struct metric same_cpu_metrics[NR_SAME_CPU_METRICS] = {
	[FREE_SLOW] = SHARE("same_cpu_free_slowpath", "frees past the sheaves"),
	[PUT_FAIL] = SHARE("same_cpu_barn_put_fail",
			   "objects whose full sheaf the barn did not take"),
};

static const struct metric cross_cpu_metrics[NR_CROSS_CPU_METRICS] = {
	[FREE_SLOW] = SHARE("cross_cpu_free_slowpath", "frees past the sheaves"),
	[PUT_FAIL] = SHARE("cross_cpu_barn_put_fail",
			   "objects whose full sheaf the barn did not take"),
	[BARN_GET_ERROR] = SHARE("cross_cpu_barn_get_error",
				 "off one full sheaf from the barn for each that was used up"),
	[GET_FAIL] = SHARE("cross_cpu_barn_get_fail",
			   "objects for which a sheaf had to be refilled"),
};

static const struct metric cross_node_metrics[NR_CROSS_NODE_METRICS] = {
	[FREE_SLOW] = SHARE_HIGHER("cross_node_free_slowpath",
				   "frees of another node's objects that are counted as such"),
	[FAR_GET_FAIL] = SHARE("cross_node_barn_get_fail",
			       "objects for which a sheaf had to be refilled"),
};

static bool sample_same_cpu(const struct options *options,
			    struct samples *samples)
{
	struct slabwindow window = { .title = "same CPU" };
	struct slabcache cache;

	if (!watch_sheaves(options, SLABPLACE_SAME_CPU, SLABMEASURE_SHALLOW, &window, &cache))
		return false;
	samples_add(samples, FREE_SLOW, slab_slow_share(&window.counts));
	samples_add(samples, PUT_FAIL, sheaves(&window, &cache, BARN_PUT_FAIL));
	return true;
}

static void require_cross_cpu(const struct options *options)
{
	(void)options;
	slabcache_require();
	slabplace_require(SLABPLACE_CROSS_CPU);
}

static bool sample_cross_cpu(const struct options *options,
			     struct samples *samples)
{
	struct slabwindow window = { .title = "cross CPU" };
	struct slabcache cache;

	if (!watch_sheaves(options, SLABPLACE_CROSS_CPU, SLABMEASURE_SHALLOW, &window, &cache))
		return false;
	samples_add(samples, FREE_SLOW, slab_slow_share(&window.counts));
	samples_add(samples, PUT_FAIL, sheaves(&window, &cache, BARN_PUT_FAIL));
	samples_add(samples, BARN_GET_ERROR,
		    fabs(sheaves(&window, &cache, BARN_GET) - 1));
	samples_add(samples, GET_FAIL, sheaves(&window, &cache, BARN_GET_FAIL));
	return true;
}

static void require_nodes_of_slabs(const struct options *options)
{
	(void)options;
	slabcache_require();
	slabplace_require(SLABPLACE_CROSS_NODE);
}

static bool sample_cross_node(const struct options *options,
			      struct samples *samples)
{
	struct slabwindow window = { .title = "cross node" };
	struct slabcache cache;

	if (!watch_sheaves(options, SLABPLACE_CROSS_NODE, SLABMEASURE_SHALLOW, &window, &cache))
		return false;
	samples_add(samples, FREE_SLOW, slab_slow_share(&window.counts));
	samples_add(samples, FAR_GET_FAIL, sheaves(&window, &cache, BARN_GET_FAIL));
	return true;
}

/* The point "flush" */

enum { FLUSH_ERROR, FLUSH, NR_FLUSH_METRICS };

static const struct metric flush_metrics[NR_FLUSH_METRICS] = {
	[FLUSH_ERROR] = SHARE("flush_error",
			      "off a sheaf's objects flushed for each put that failed"),
	[FLUSH] = SHARE("flush", "objects flushed, of those freed"),
};

static void require_slabs(const struct options *options)
{
	(void)options;
	slabcache_require();
}

static bool sample_flush(const struct options *options, struct samples *samples)
{
	struct slabwindow window = { .title = "flush" };
	struct slabcache cache;
	double flushed, expected, off;

	if (!watch_sheaves(options, SLABPLACE_SAME_CPU, SLABMEASURE_DEEP, &window, &cache))
		return false;
	flushed = window.counts.of[SHEAF_FLUSH];
	expected = (double)cache.capacity * window.counts.of[BARN_PUT_FAIL];
	/* some other user may be in the midst of one */
	off = fabs(flushed - expected) - cache.capacity;
	if (!expected) {
		require_unmet("no sheaf was flushed");
		return false;
	}
	samples_add(samples, FLUSH_ERROR, off > 0 ? off / expected : 0);
	samples_add(samples, FLUSH, flushed / slab_frees(&window.counts));
	return true;
}

/* The points about cmpxchg_double_fail, one for each kind of object */

static bool sample_messages(const struct options *options, struct samples *samples)
{
	return slabretries_sample(options, samples, SLABOBJECT_MESSAGE);
}

static bool sample_datagrams(const struct options *options, struct samples *samples)
{
	return slabretries_sample(options, samples, SLABOBJECT_DATAGRAM);
}

static bool sample_streams(const struct options *options, struct samples *samples)
{
	return slabretries_sample(options, samples, SLABOBJECT_STREAM);
}

static bool sample_files(const struct options *options, struct samples *samples)
{
	return slabretries_sample(options, samples, SLABOBJECT_FILE);
}

static bool sample_eventfds(const struct options *options, struct samples *samples)
{
	return slabretries_sample(options, samples, SLABOBJECT_EVENTFD);
}

static bool sample_pipes(const struct options *options, struct samples *samples)
{
	return slabretries_sample(options, samples, SLABOBJECT_PIPE);
}

static bool sample_vmas(const struct options *options, struct samples *samples)
{
	return slabretries_sample(options, samples, SLABOBJECT_VMA);
}

/* The point "placements": the report's, with messages for pages of NFS */

enum { PLACES = 3, NR_PLACE_METRICS = 2 * PLACES };

static const enum slabplace places[PLACES] = {
	SLABPLACE_A, SLABPLACE_B, SLABPLACE_C
};

static const struct metric place_metrics[NR_PLACE_METRICS] = {
	SHARE("a_cmpxchg_fail", "of all attempts; made on all nodes, freed on one"),
	SHARE("b_cmpxchg_fail", "both on one node"),
	SHARE("c_cmpxchg_fail", "made on all nodes, freed on the next"),
	SHARE("a_free_slowpath", "frees on the slow path there"),
	SHARE("b_free_slowpath", "frees on the slow path there"),
	SHARE("c_free_slowpath", "frees on the slow path there"),
};

static bool sample_placements(const struct options *options,
			      struct samples *samples)
{
	const struct slabmeasure_enough enough = slabmeasure_enough(options, true);
	struct slabwindow windows[PLACES] = {
		{ .title = "A", .contended = -1 },
		{ .title = "B", .contended = -1 },
		{ .title = "C", .contended = -1 },
	};
	struct slabmeasure measure;
	bool watched = true;
	unsigned int i;

	for (i = 0; i < PLACES && watched; i++) {
		if (!slabmeasure_open(&measure, SLABOBJECT_MESSAGE, places[i],
				      SLABMEASURE_DEEP,
				      options->threads ? options->threads :
							 SLABMEASURE_PAIRS))
			return false;
		watched = slabmeasure_window(&measure, &enough, &windows[i]);
		samples_add(samples, i, slab_fail_rate(measure.cache.design,
						       &windows[i].counts));
		samples_add(samples, PLACES + i,
			    slab_slow_share(&windows[i].counts));
		slabmeasure_close(&measure);
	}
	if (watched)
		slabtable_print(&measure.cache, "messages", windows, PLACES);
	return watched;
}

#define RETRY_POINT(result, object, sampled) { \
	.name = result, \
	.what = "cmpxchg_double_fail, freed as far away as can be", \
	.metrics = slabretries_metrics[object], \
	.nr_metrics = NR_SLABRETRIES_METRICS, \
	.require = require_slabs, \
	.sample = sampled, \
}

static const struct point points[] = {
	{
		.name = "same_cpu",
		.what = "sheaves, objects freed where they were allocated",
		.metrics = same_cpu_metrics,
		.nr_metrics = ARRAY_SIZE(same_cpu_metrics),
		.require = require_slabs,
		.sample = sample_same_cpu,
	}, {
		.name = "cross_cpu",
		.what = "sheaves, objects freed on another CPU of their node",
		.metrics = cross_cpu_metrics,
		.nr_metrics = ARRAY_SIZE(cross_cpu_metrics),
		.require = require_cross_cpu,
		.sample = sample_cross_cpu,
	}, {
		.name = "cross_node",
		.what = "sheaves, objects freed on another node",
		.metrics = cross_node_metrics,
		.nr_metrics = ARRAY_SIZE(cross_node_metrics),
		.require = require_nodes_of_slabs,
		.sample = sample_cross_node,
	}, {
		.name = "flush",
		.what = "sheaves, more objects than they and the barn hold",
		.metrics = flush_metrics,
		.nr_metrics = ARRAY_SIZE(flush_metrics),
		.require = require_slabs,
		.sample = sample_flush,
	},
	RETRY_POINT("messages", SLABOBJECT_MESSAGE, sample_messages),
	RETRY_POINT("datagrams", SLABOBJECT_DATAGRAM, sample_datagrams),
	RETRY_POINT("streams", SLABOBJECT_STREAM, sample_streams),
	RETRY_POINT("files", SLABOBJECT_FILE, sample_files),
	RETRY_POINT("eventfds", SLABOBJECT_EVENTFD, sample_eventfds),
	RETRY_POINT("pipes", SLABOBJECT_PIPE, sample_pipes),
	RETRY_POINT("vmas", SLABOBJECT_VMA, sample_vmas),
	{
		.name = "placements",
		.what = "the reported placements, with messages",
		.metrics = place_metrics,
		.nr_metrics = ARRAY_SIZE(place_metrics),
		.require = require_nodes_of_slabs,
		.sample = sample_placements,
	}, {
		.name = "tracing",
		.what = "what watching locks does to messages",
		.metrics = slabobserver_metrics,
		.nr_metrics = NR_SLABOBSERVER_METRICS,
		.require = slabobserver_require,
		.sample = slabobserver_sample,
	}, {
		.name = "perf_lock",
		.what = "what perf lock record -a -g does to messages",
		.metrics = slabobserver_perf_metrics,
		.nr_metrics = NR_SLABOBSERVER_PERF_METRICS,
		.require = slabobserver_require_perf,
		.sample = slabobserver_sample_perf,
	}, {
		.name = "nfs",
		.what = "the reported workload: reads by O_DIRECT over NFS",
		.metrics = slabnfs_metrics,
		.nr_metrics = NR_SLABNFS_METRICS,
		.require = slabnfs_require,
		.sample = slabnfs_sample,
	},
};

static const int capabilities[] = {
	CAP_SYS_ADMIN,		/* a namespace for messages, events of all */
	CAP_SYS_RESOURCE,	/* many messages and descriptors at a time */
	CAP_NET_ADMIN,		/* many packets in a socket */
	CAP_IPC_LOCK,		/* rings of events */
	CAP_DAC_READ_SEARCH,	/* tracefs, for who isn't root */
	PRIVILEGE_END
};

static const struct test slub_cmpxchg = {
	.name = "slub_cmpxchg",
	.summary = "Slab objects freed on other CPUs and nodes than they were allocated on.",
	.points = points,
	.nr_points = ARRAY_SIZE(points),
	.options = slabnfs_options,
	.capabilities = capabilities,
};

int main(int argc, char **argv)
{
	test_main(&slub_cmpxchg, argc, argv);
}
