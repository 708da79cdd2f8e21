// SPDX-License-Identifier: GPL-2.0
/*
 * Registering device-dax memory for RDMA
 *
 * Reported: since commit 1567b49d1a40 (v6.2) ibv_reg_mr() of 2 MB of device-dax
 * memory takes 3900 ns longer, with 61440 regions on 12 devices, registered by
 * 40 threads. The commit compares the pgmap of each page with that of its
 * neighbour, so that pages of two pgmaps don't get into one scatter-gather
 * entry; it does so twice for each of 512 pages. It is still there in 7.3.
 *
 * What sees what:
 * - counter: SG entries. Two pgmaps must have two, which a kernel without any
 *   comparison fails; a huge dax page must have one, as on all kernels but 6.2
 *   to 6.14, where the comparison takes the head of a huge page for a stranger.
 * - count (QEMU -icount): what merging the pages costs, and all of a
 *   registration but pinning them, on dax over ordinary memory in huge pages:
 *   1.000 without the comparison. That costs ordinary memory something too,
 *   which only the plain count of instructions tells.
 * - ratio and time: the same in ns, reported only. Huge dax pages share their
 *   struct pages, so the control misses caches more often than dax, and a bad
 *   kernel may look good. A ratio of whole registrations says nothing at all:
 *   pinning dax and other memory differs far more.
 *
 * A memory region keeps its pages pinned, and the kernel crashes when the device
 * below is unbound then. So nothing here is ever unbound; each sample takes its
 * regions away before it unmaps anything; and when the test is killed the kernel
 * takes them away before the process is gone, as no child has the device open.
 */
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "compiler.h"
#include "dax.h"
#include "mrcost.h"
#include "mrs.h"
#include "parse.h"
#include "placement.h"
#include "privilege.h"
#include "rdma.h"
#include "region.h"
#include "require.h"
#include "sgentries.h"
#include "test.h"

/* A region of the report */
#define MR REGION_HUGE
/* Regions that one thread goes through over and over */
#define SLOTS 16

/* Devices and threads of the report */
#define MOST_DEVICES 12
#define MOST_THREADS 40
/* Regions that a thread registers in a round, unless they are large */
#define BATCH 4

/* The options */

static char dax_names[DAX_MOST][DAX_NAME_SIZE];
static unsigned int nr_dax_names;
static char ibdev[64];
static unsigned long mr_size = MR, nr_mrs;

static const char *parse_dax(const char *value)
{
	nr_dax_names = dax_list(value, dax_names);
	return nr_dax_names ? NULL : "names of dax devices: dax0.0[,dax1.0...]";
}

static const char *parse_ibdev(const char *value)
{
	if (!*value || strlen(value) >= sizeof(ibdev) || strchr(value, '/'))
		return "the name of an RDMA device, as in /sys/class/infiniband";
	snprintf(ibdev, sizeof(ibdev), "%s", value);
	return NULL;
}

static const char *parse_mr_size(const char *value)
{
	if (!parse_size(value, region_page(), 1UL << 30, &mr_size) ||
	    mr_size % region_page())
		return "a size of whole pages up to 1G, such as 2M";
	return NULL;
}

static const char *parse_mrs(const char *value)
{
	return parse_uint(value, 1, MRS_MOST, &nr_mrs) ? NULL :
		"a number from 1 to 1000000";
}

static const struct extra_option extra_options[] = {
	{ "dax", "DEVICE[,...]", "dax devices; default: all there are",
	  parse_dax },
	{ "ibdev", "DEVICE", "RDMA device; default: the first", parse_ibdev },
	{ "mr-size", "SIZE", "of a memory region of the workload; default: 2M",
	  parse_mr_size },
	{ "mrs", "N", "memory regions of the workload, as many at least",
	  parse_mrs },
	{ NULL, NULL, NULL, NULL }
};

/* What the points stand on: found once, and then left open */

static struct rdma rdma;
static struct dax devices[DAX_MOST];
static unsigned int nr_devices;

static void require_devices(const struct options *options)
{
	(void)options;
	if (!rdma.context)
		rdma_open(&rdma, *ibdev ? ibdev : NULL);
	if (!nr_devices)
		nr_devices = dax_find(dax_names, nr_dax_names, devices);
	if (nr_devices)
		require_config("CONFIG_FS_DAX", "4.15", "mapping dax devices");
}

/* A device with pages of at least 2 MB, or one with small ones */
static const struct dax *find_dax(bool huge)
{
	unsigned int i;

	for (i = 0; i < nr_devices; i++) {
		bool is_huge = devices[i].align >= MR;

		if (is_huge == huge && devices[i].size >= SLOTS * MR)
			return &devices[i];
	}
	return NULL;
}

static bool map_dax(struct region *region, bool huge)
{
	const struct dax *dax = find_dax(huge);
	struct dax_piece piece;

	return dax_map(region, &piece, dax_share(dax, 1, SLOTS * MR, &piece));
}

static void require_dax(const struct options *options, bool huge)
{
	require_devices(options);
	if (nr_devices && !find_dax(huge))
		require_unmet("no dax device of %lu MB or more has %s pages: see ndctl",
			      SLOTS * MR >> 20, huge ? "2 MB" : "4 KB");
}

static void require_huge_dax(const struct options *options)
{
	require_dax(options, true);
}

static void require_small_dax(const struct options *options)
{
	require_dax(options, false);
}

static void require_probed_dax(const struct options *options)
{
	require_huge_dax(options);
	mrcost_require();
}

/* The memory that is compared; unmapped by unmap_all() */
enum { DAX, THP, PAGES, NR_MEMORY };

static struct region memory[NR_MEMORY];

static bool map_dax_and_thp(void)
{
	return map_dax(&memory[DAX], true) &&
	       region_memory(&memory[THP], SLOTS * MR, true);
}

static void unmap_all(void)
{
	unsigned int i;

	for (i = 0; i < NR_MEMORY; i++)
		region_unmap(&memory[i]);
}

/* The points "merge" and "pgmaps" */

enum { DAX_ENTRIES, THP_ENTRIES, NR_MERGE_METRICS };

static const struct metric merge_metrics[NR_MERGE_METRICS] = {
	{ "dax_entries", "SG entries of a 2 MB dax page",
	  METRIC_COUNTER, "entries", false },
	{ "thp_entries", "the control: of a transparent huge page",
	  METRIC_COUNTER, "entries", false },
};

static bool count_entries(struct samples *samples, unsigned int metric,
			  void *start, const char *what)
{
	unsigned long entries = sgentries_count(&rdma, start, MR, what);

	if (entries)
		samples_add(samples, metric, entries);
	return entries;
}

static bool sample_merge(const struct options *options, struct samples *samples)
{
	bool counted;

	(void)options;
	counted = map_dax_and_thp() &&
		  count_entries(samples, DAX_ENTRIES, memory[DAX].start,
				"a dax page") &&
		  count_entries(samples, THP_ENTRIES, memory[THP].start,
				"a huge page");
	unmap_all();
	return counted;
}

enum { PGMAPS_ENTRIES, PGMAPS_REGISTER, NR_PGMAPS_METRICS };

static const struct metric pgmaps_metrics[NR_PGMAPS_METRICS] = {
	{ "pgmaps_entries", "SG entries of 2 MB across two adjacent pgmaps",
	  METRIC_COUNTER, "entries", true },
	COST("pgmaps_register", "registering these"),
};

static void require_adjacent(const struct options *options)
{
	struct dax_piece pieces[2];
	bool addresses = true;
	unsigned int i;

	require_devices(options);
	mrcost_require();
	if (!nr_devices || dax_adjacent(devices, nr_devices, MR, pieces))
		return;
	for (i = 0; i < nr_devices; i++)
		addresses &= devices[i].address != 0;
	if (!addresses)
		require_unmet("only root is told the addresses of dax devices");
	else
		require_unmet("no two dax devices are adjacent: see daxctl create-device");
}

static bool sample_pgmaps(const struct options *options,
			  struct samples *samples)
{
	struct dax_piece pieces[2];
	struct region across;
	bool counted;

	if (!dax_adjacent(devices, nr_devices, MR, pieces) ||
	    !dax_map(&memory[DAX], pieces, 2))
		return false;
	across = (struct region){
		.start = memory[DAX].start + pieces[0].length - MR / 2,
		.length = MR,
	};
	counted = count_entries(samples, PGMAPS_ENTRIES, across.start,
				"memory of two pgmaps") &&
		  mrcost_sample(options, samples, PGMAPS_REGISTER, &rdma,
				&across, 1, MRCOST_ALL);
	unmap_all();
	return counted;
}

/* The point "speed" */

enum {
	DAX_UNPINNED, THP_UNPINNED, DAX_MERGING, THP_MERGING,
	UNPINNED_RATIO, MERGING_RATIO, NR_SPEED_METRICS
};

static const struct metric speed_metrics[NR_SPEED_METRICS] = {
	[DAX_UNPINNED] = COST("dax_unpinned", "registering dax, but for pinning"),
	[THP_UNPINNED] = COST("thp_unpinned", "the same of huge pages"),
	[DAX_MERGING] = COST("dax_merging", "merging dax pages to SG entries"),
	[THP_MERGING] = COST("thp_merging", "the same of huge pages"),
	[UNPINNED_RATIO] = COST_RATIO("unpinned", "dax_unpinned over thp_unpinned"),
	[MERGING_RATIO] = COST_RATIO("merging", "dax_merging over thp_merging"),
};

static bool sample_speed(const struct options *options, struct samples *samples)
{
	bool taken = map_dax_and_thp() &&
		     mrcost_sample(options, samples, DAX_UNPINNED, &rdma,
				   memory, 2, MRCOST_UNPINNED) &&
		     mrcost_sample(options, samples, DAX_MERGING, &rdma,
				   memory, 2, MRCOST_MERGING);

	unmap_all();
	samples_ratios(samples, UNPINNED_RATIO, DAX_UNPINNED, THP_UNPINNED);
	samples_ratios(samples, MERGING_RATIO, DAX_MERGING, THP_MERGING);
	return taken;
}

/* The points "cost" and "small_pages": all of a registration */

static const struct metric cost_metrics[NR_MEMORY] = {
	[DAX] = COST("dax_register", "registering dax with 2 MB pages"),
	[THP] = COST("thp_register", "transparent huge pages"),
	[PAGES] = COST("pages_register", "ordinary memory in 4 KB pages"),
};

static bool sample_cost(const struct options *options, struct samples *samples)
{
	bool taken = map_dax_and_thp() &&
		     region_memory(&memory[PAGES], SLOTS * MR, false) &&
		     mrcost_sample(options, samples, 0, &rdma, memory,
				   NR_MEMORY, MRCOST_ALL);

	unmap_all();
	return taken;
}

static const struct metric small_metrics[] = {
	COST("small_dax_register", "registering dax with 4 KB pages"),
};

static bool sample_small(const struct options *options, struct samples *samples)
{
	bool taken = map_dax(&memory[DAX], false) &&
		     mrcost_sample(options, samples, 0, &rdma, memory, 1,
				   MRCOST_ALL);

	unmap_all();
	return taken;
}

/* The points "workload", as reported, and "threads" */

enum { REGISTER, DEREGISTER, NR_WORKLOAD_METRICS };

static const struct metric workload_metrics[NR_WORKLOAD_METRICS] = {
	[REGISTER] = COST("mr_register", "ibv_reg_mr() as a thread sees it"),
	[DEREGISTER] = COST("mr_deregister", "ibv_dereg_mr()"),
};

static const unsigned int thread_counts[] = { 1, 2, 4, 8 };

#define NR_THREAD_METRICS ARRAY_SIZE(thread_counts)

static const struct metric thread_metrics[NR_THREAD_METRICS] = {
	{ "threads_1", "registered by a thread", METRIC_RATE, "MR/s", true },
	{ "threads_2", "by two side by side", METRIC_RATE, "MR/s", true },
	{ "threads_4", "by four", METRIC_RATE, "MR/s", true },
	{ "threads_8", "by eight", METRIC_RATE, "MR/s", true },
};

static struct mrs_round rounds[STATS_MAX_SAMPLES];

static struct mrs small_workload(const struct options *options)
{
	struct mrs mrs = {
		.rdma = &rdma,
		.devices = devices,
		.nr_devices = nr_devices,
		.size = mr_size,
		.threads = options->threads,
		.rounds = samples_rounds(options),
		.batch = mr_size > BATCH * MR ? 1 : BATCH,
	};

	if (!nr_dax_names && mrs.nr_devices > MOST_DEVICES)
		mrs.nr_devices = MOST_DEVICES;
	if (!mrs.threads)
		mrs.threads = placement_count() < MOST_THREADS ?
			      placement_count() : MOST_THREADS;
	return mrs;
}

static struct mrs workload(const struct options *options)
{
	struct mrs mrs = small_workload(options);
	unsigned long share = mrs.threads * mrs.rounds;

	if (nr_mrs)
		mrs.batch = (nr_mrs + share - 1) / share;
	return mrs;
}

static void require_mrs(const struct options *options, const struct mrs *mrs)
{
	require_devices(options);
	if (rdma.context)
		rdma_require_regions(&rdma, mrs_count(mrs), mrs->size);
}

static void require_workload(const struct options *options)
{
	struct mrs mrs = workload(options);

	require_mrs(options, &mrs);
}

static bool sample_workload(const struct options *options,
			    struct samples *samples)
{
	struct mrs mrs = workload(options);
	unsigned int i;

	if (!mrs_run(&mrs, rounds))
		return false;
	for (i = 0; i < mrs.rounds; i++) {
		samples_add(samples, REGISTER, rounds[i].register_cost);
		samples_add(samples, DEREGISTER, rounds[i].deregister_cost);
	}
	return true;
}

static void require_threads(const struct options *options)
{
	struct mrs mrs = small_workload(options);

	mrs.threads = thread_counts[NR_THREAD_METRICS - 1];
	if (clock_unit() == CLOCK_INSN)
		require_unmet("the clock counts instructions: no rate");
	require_cpus(2, "threads side by side");
	require_mrs(options, &mrs);
}

static bool sample_threads(const struct options *options,
			   struct samples *samples)
{
	struct mrs mrs = small_workload(options);
	unsigned int i, round;

	for (i = 0; i < NR_THREAD_METRICS; i++) {
		mrs.threads = thread_counts[i];
		if (!mrs_run(&mrs, rounds))
			return false;
		for (round = 0; round < mrs.rounds; round++)
			samples_add(samples, i, rounds[round].register_rate);
	}
	return true;
}

static const struct point points[] = {
	{
		.name = "merge",
		.what = "pages of a dax page merge to one SG entry",
		.metrics = merge_metrics,
		.nr_metrics = ARRAY_SIZE(merge_metrics),
		.require = require_probed_dax,
		.sample = sample_merge,
	}, {
		.name = "pgmaps",
		.what = "pages of two pgmaps don't",
		.metrics = pgmaps_metrics,
		.nr_metrics = ARRAY_SIZE(pgmaps_metrics),
		.require = require_adjacent,
		.sample = sample_pgmaps,
	}, {
		.name = "speed",
		.what = "what dax costs more than huge pages, but for pinning",
		.metrics = speed_metrics,
		.nr_metrics = ARRAY_SIZE(speed_metrics),
		.require = require_probed_dax,
		.sample = sample_speed,
	}, {
		.name = "cost",
		.what = "all of a registration of 2 MB",
		.metrics = cost_metrics,
		.nr_metrics = ARRAY_SIZE(cost_metrics),
		.require = require_huge_dax,
		.sample = sample_cost,
	}, {
		.name = "small_pages",
		.what = "the same of dax with small pages",
		.metrics = small_metrics,
		.nr_metrics = ARRAY_SIZE(small_metrics),
		.require = require_small_dax,
		.sample = sample_small,
	}, {
		.name = "workload",
		.what = "many memory regions by many threads, as reported",
		.metrics = workload_metrics,
		.nr_metrics = ARRAY_SIZE(workload_metrics),
		.require = require_workload,
		.sample = sample_workload,
	}, {
		.name = "threads",
		.what = "how registering scales with threads",
		.metrics = thread_metrics,
		.nr_metrics = ARRAY_SIZE(thread_metrics),
		.require = require_threads,
		.sample = sample_threads,
	},
};

static const int capabilities[] = {
	CAP_SYS_ADMIN,		/* kprobes, addresses of dax devices */
	CAP_IPC_LOCK,		/* pinned pages, where ulimit -l is small */
	CAP_DAC_OVERRIDE,	/* devices, for who isn't their owner */
	PRIVILEGE_END
};

static const struct test zone_device_mr = {
	.name = "zone_device_mr",
	.summary = "Registering device-dax memory for RDMA.",
	.points = points,
	.nr_points = ARRAY_SIZE(points),
	.options = extra_options,
	.capabilities = capabilities,
	.realtime = true,
};

int main(int argc, char **argv)
{
	test_main(&zone_device_mr, argc, argv);
}
