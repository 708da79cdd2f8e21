// SPDX-License-Identifier: GPL-2.0
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "directread.h"
#include "lockwatch.h"
#include "nodes.h"
#include "parse.h"
#include "placement.h"
#include "require.h"
#include "setting.h"
#include "slabmeasure.h"
#include "slabnfs.h"
#include "slabtable.h"

/* CPUs that unbound workqueues, nfsiod, rpciod and xprtiod among them, run on */
#define WORKQUEUES "/sys/devices/virtual/workqueue/cpumask"

#define WINDOW_MS 500
#define WARM_UP_MS 200
#define DEFAULT_THREADS 4
#define BITS 32

static char nfs_file[PATH_MAX];
static char cache_name[SLABCACHE_NAME_SIZE] = "nfs_page";
static unsigned long iodepth = 1;

static const char *parse_file(const char *value)
{
	if (!*value || strlen(value) >= sizeof(nfs_file))
		return "a file";
	snprintf(nfs_file, sizeof(nfs_file), "%s", value);
	return NULL;
}

static const char *parse_iodepth(const char *value)
{
	return parse_uint(value, 1, DIRECTREAD_MOST, &iodepth) ? NULL :
		"a number from 1 to 256";
}

static const char *parse_cache(const char *value)
{
	if (!*value || *value == '.' || strchr(value, '/') ||
	    strlen(value) >= sizeof(cache_name))
		return "a name in /sys/kernel/slab";
	snprintf(cache_name, sizeof(cache_name), "%s", value);
	return NULL;
}

const struct extra_option slabnfs_options[] = {
	{ "nfs-file", "FILE", "read FILE, on an NFS mount, as reported", parse_file },
	{ "iodepth", "N", "reads of FILE at a time for each of --threads (1)",
	  parse_iodepth },
	{ "cache", "NAME", "slab cache to watch while FILE is read (nfs_page)",
	  parse_cache },
	{ NULL, NULL, NULL, NULL }
};

#define SHARE(metric, of) \
	{ .name = metric, .what = of, .kind = METRIC_COUNTER, .unit = "share" }

const struct metric slabnfs_metrics[NR_SLABNFS_METRICS] = {
	SHARE("nfs_a_cmpxchg_fail", "of all attempts; reads on all nodes, completions on one"),
	SHARE("nfs_b_cmpxchg_fail", "both on one node"),
	SHARE("nfs_c_cmpxchg_fail", "both on all nodes"),
	SHARE("nfs_a_free_slowpath", "frees on the slow path there"),
	SHARE("nfs_b_free_slowpath", "frees on the slow path there"),
	SHARE("nfs_c_free_slowpath", "frees on the slow path there"),
};

struct placement {
	const char *titles[NR_LOCKWATCH_WAYS];
	bool reads_on_one, completions_on_one;
};

static const struct placement placements[SLABNFS_PLACES] = {
	{ { "A", "A counted", "A sampled" }, false, true },
	{ { "B", "B counted", "B sampled" }, true, true },
	{ { "C", "C counted", "C sampled" }, false, false },
};

void slabnfs_require(const struct options *options)
{
	struct slabcache cache;

	(void)options;
	if (!*nfs_file) {
		require_unmet("no file on an NFS mount named: see --nfs-file");
		return;
	}
	directread_require(nfs_file);
	if (slabcache_open(&cache, cache_name))
		slabcache_close(&cache);
	slabplace_require(SLABPLACE_CROSS_NODE);
}

/* "f" or "ff,00000003": the CPUs of the first node, as the kernel reads them */
static void first_node_mask(char *text, size_t size)
{
	unsigned int words[PLACEMENT_MAX_CPUS / BITS] = { 0 };
	unsigned int i, most = 0;
	size_t used = 0;

	for (i = 0; i < nodes_cpus(0); i++) {
		unsigned int cpu = nodes_cpu(0, i);

		words[cpu / BITS] |= 1U << cpu % BITS;
		if (cpu / BITS > most)
			most = cpu / BITS;
	}
	for (i = most + 1; i-- && used < size;)
		used += snprintf(text + used, size - used, "%08x%s", words[i],
				 i ? "," : "");
}

/* Threads of the placement; they are spread over its CPUs */
static bool open_reads(const struct options *options, bool on_one,
		       struct directread *reads)
{
	unsigned int cpus[DIRECTREAD_MOST];
	unsigned int all = on_one ? nodes_cpus(0) : placement_count(), i;
	unsigned long threads = options->threads ? options->threads : DEFAULT_THREADS;

	if (threads * iodepth > DIRECTREAD_MOST) {
		require_unmet("%lu threads with %lu reads each: %d reads are the most",
			      threads, iodepth, DIRECTREAD_MOST);
		return false;
	}
	if (all > threads)
		all = threads;
	for (i = 0; i < all; i++)
		cpus[i] = on_one ? nodes_cpu(0, i) :
			  nodes_cpu(i % nodes_count(), i / nodes_count());
	return directread_open(reads, nfs_file, cpus, all, threads * iodepth);
}

static bool run_reads(void *arg, double *done, double *seconds)
{
	return directread_run(arg, WINDOW_MS, done, seconds);
}

/* A read costs a thousand times what a message does */
static double least_attempts(const struct options *options)
{
	static const double attempts[] = {
		[MODE_QUICK] = 500,
		[MODE_DEFAULT] = 1000,
		[MODE_FULL] = 20000,
	};

	return attempts[options->mode];
}

/* One window, watched in one way, until it has enough in it */
static bool fill_window(const struct options *options,
			const struct slabcache *cache,
			const struct slabwork *work, enum lockwatch_way way,
			struct slabwindow *window)
{
	double most_seconds = slabmeasure_enough(options, true).seconds;
	double least = least_attempts(options), attempts;
	struct lockwatch watch;
	bool good;

	if (!lockwatch_start(&watch, way))
		return false;
	do {
		good = slabwindow_add(window, cache, work);
		attempts = slab_attempts(cache->design, &window->counts);
	} while (good && attempts < least && window->seconds < most_seconds);
	if (!lockwatch_stop(&watch, &window->contended) || !good)
		return false;
	if (attempts >= least)
		return true;
	require_unmet("%s: %.0f reads, %.0f attempts of %s in %.1f s, less than %.0f",
		      window->title, window->done, attempts, cache->name,
		      window->seconds, least);
	return false;
}

/* All windows of a placement: not traced, and in the ways that there are */
static bool fill_windows(const struct options *options,
			 const struct slabcache *cache,
			 const struct placement *placement, unsigned int ways,
			 struct slabwindow *windows)
{
	struct directread reads;
	const struct slabwork work = { run_reads, &reads };
	double done, seconds;
	unsigned int way;
	bool good;

	if (!open_reads(options, placement->reads_on_one, &reads))
		return false;
	good = directread_run(&reads, WARM_UP_MS, &done, &seconds);
	for (way = 0; way < ways && good; way++) {
		windows[way].title = placement->titles[way];
		good = fill_window(options, cache, &work, way, &windows[way]);
	}
	directread_close(&reads);
	return good;
}

static bool fill_placement(const struct options *options,
			   const struct slabcache *cache,
			   const struct placement *placement, unsigned int ways,
			   struct slabwindow *windows)
{
	struct setting mask;
	char text[PLACEMENT_MAX_CPUS / BITS * 9 + 1];
	bool filled;

	if (!placement->completions_on_one)
		return fill_windows(options, cache, placement, ways, windows);
	first_node_mask(text, sizeof(text));
	if (!setting_change(&mask, WORKQUEUES, text))
		return false;
	filled = fill_windows(options, cache, placement, ways, windows);
	setting_restore(&mask);
	return filled;
}

static bool sample_cache(const struct options *options, struct samples *samples,
			 const struct slabcache *cache, unsigned int ways)
{
	struct slabwindow windows[SLABNFS_PLACES * LOCKWATCH_PERF];
	unsigned int i;

	memset(windows, 0, sizeof(windows));
	for (i = 0; i < SLABNFS_PLACES; i++) {
		struct slabwindow *first = &windows[i * ways];

		if (!fill_placement(options, cache, &placements[i], ways, first))
			return false;
		samples_add(samples, i,
			    slab_fail_rate(cache->design, &first->counts));
		samples_add(samples, SLABNFS_PLACES + i,
			    slab_slow_share(&first->counts));
	}
	slabtable_print(cache, "reads of 1 MiB", windows, SLABNFS_PLACES * ways);
	return true;
}

bool slabnfs_sample(const struct options *options, struct samples *samples)
{
	unsigned int ways = LOCKWATCH_PERF;
	struct slabcache cache;
	struct setting defrag;
	bool changed, sampled;

	/* a table without them is worth having, too */
	lockwatch_require();
	if (require_flush("nfs: lock tracepoints"))
		ways = LOCKWATCH_OFF + 1;
	if (!slabcache_open(&cache, cache_name))
		return false;
	sampled = slab_known(&cache) &&
		  slabmeasure_defrag(&cache, &defrag, &changed);
	if (sampled) {
		sampled = sample_cache(options, samples, &cache, ways);
		if (changed)
			setting_restore(&defrag);
	}
	slabcache_close(&cache);
	return sampled;
}
