// SPDX-License-Identifier: GPL-2.0
/*
 * Order-0 pages that softirq code allocates and frees past the per-cpu lists
 *
 * Reported: eight netperf streams between two hosts fell from 60316 to
 * 47491 Mbit/s, with contention on zone->lock, since commit 374ad05ab64d
 * (v4.11) kept the per-cpu lists of pages (PCP) for process context: a
 * driver's NAPI poll, which refills its ring in softirq, had to go to the buddy
 * lists for each page. It was reverted; since v6.0 the PCP have a lock that is
 * tried once, which could bring the same back.
 *
 * What does it here without a NIC: a UDP datagram of 60 KB sent by
 * MSG_ZEROCOPY over lo, whose pages NET_RX softirq copies into fresh ones. A
 * socket filter that drops all frees these in the same softirq on the same
 * CPU, so that a good kernel serves both from the PCP of that CPU.
 *
 * What sees what:
 * - counter: the share of such pages that came from the buddy lists is 0.000
 *   on 5.10 to 7.3, also under load, and 1.0 on a kernel made bad.
 * - count (QEMU -icount): a page costs 6 to 9 % more on a bad kernel. As much
 *   lies between good kernels, so that it is reported, not judged.
 * - ratio and time can't see it on a machine that is shared, throughput
 *   neither. The streams are the report's, for those who have a quiet machine.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "flow.h"
#include "measure.h"
#include "netns.h"
#include "pagealloc.h"
#include "placement.h"
#include "privilege.h"
#include "refill.h"
#include "require.h"
#include "streams.h"
#include "test.h"
#include "veth.h"

/* Enough that one refill of a list is less than 1 % of the pages */
#define DATAGRAMS 500
#define WARM_UP 64
#define QUEUES 8

/* The share of the pages that must be there that must be seen */
#define SEEN 0.95

static void require_flow(const struct options *options)
{
	(void)options;
	flow_require();
}

static void require_traced_flow(const struct options *options)
{
	(void)options;
	pagealloc_require();
	flow_require();
}

static bool enough(unsigned long long pages, double expected, const char *what,
		   unsigned int cpu)
{
	if (pages >= expected)
		return true;
	require_unmet("CPU %u: %llu pages %s in softirq, at least %.0f must be",
		      cpu, pages, what, expected);
	return false;
}

/* The point "pcp": each CPU has a list of its own */

enum { ZONE_LOCK_SHARE, ALLOCS, FREES, NR_PCP_METRICS };

static const struct metric pcp_metrics[NR_PCP_METRICS] = {
	{ "zone_lock_share", "pages from the buddy lists, on the worst CPU",
	  METRIC_COUNTER, "share", false },
	{ "allocs", "pages allocated in softirq there",
	  METRIC_COUNTER, "pages/datagram", false },
	{ "frees", "pages freed in softirq there",
	  METRIC_COUNTER, "pages/datagram", false },
};

static bool send_datagrams(void *arg)
{
	return flow_send(arg, DATAGRAMS);
}

static bool count_on(unsigned int cpu, struct flow *flow,
		     struct pagealloc_counts *counts)
{
	double expected = SEEN * DATAGRAMS * flow_pages();
	int error = placement_pin(cpu);

	if (error) {
		require_unmet("CPU %u: %s", cpu, strerror(-error));
		return false;
	}
	return flow_send(flow, WARM_UP) &&
	       pagealloc_count(cpu, send_datagrams, flow, counts) &&
	       enough(counts->allocs, expected, "allocated", cpu) &&
	       enough(counts->frees, expected, "freed", cpu);
}

static bool sample_pcp(const struct options *options, struct samples *samples)
{
	struct pagealloc_counts counts, worst = { 0 };
	unsigned int i, worst_cpu = 0;
	double share, most = -1;
	struct flow flow;
	bool counted = true;

	(void)options;
	if (!flow_open(&flow, false))
		return false;
	for (i = 0; i < placement_count() && counted; i++) {
		counted = count_on(placement_cpu(i), &flow, &counts);
		share = (double)counts.zone_locked / counts.allocs;
		if (counted && share > most) {
			most = share;
			worst = counts;
			worst_cpu = placement_cpu(i);
		}
	}
	flow_close(&flow);
	placement_pin(placement_cpu(0));
	if (!counted)
		return false;
	printf("# pcp: %u CPUs tried, the worst is CPU %u\n", i, worst_cpu);
	samples_add(samples, ZONE_LOCK_SHARE, most);
	samples_add(samples, ALLOCS, (double)worst.allocs / DATAGRAMS);
	samples_add(samples, FREES, (double)worst.frees / DATAGRAMS);
	return true;
}

/* The point "one_way": who reads frees the pages, so the list has to be refilled */

enum { BYPASS_SHARE, REFILL_SHARE, NR_TRACE_METRICS };

static const struct metric one_way_metrics[NR_TRACE_METRICS] = {
	{ "one_way_bypass_share", "pages that came past the list, one by one",
	  METRIC_COUNTER, "share", false },
	{ "one_way_zone_lock_share", "pages from the buddy lists, refills too",
	  METRIC_COUNTER, "share", false },
};

static void add_trace(struct samples *samples,
		      const struct pagealloc_trace *trace)
{
	samples_add(samples, BYPASS_SHARE,
		    (double)trace->bypassed / trace->allocs);
	samples_add(samples, REFILL_SHARE,
		    (double)trace->zone_locked / trace->allocs);
}

static bool fill_queue(void *arg)
{
	return flow_send(arg, FLOW_QUEUE);
}

static bool sample_one_way(const struct options *options,
			   struct samples *samples)
{
	double expected = SEEN * QUEUES * FLOW_QUEUE * flow_pages();
	struct pagealloc_trace trace = { 0 };
	unsigned int cpu = placement_cpu(0), i;
	struct flow flow;
	bool seen = true;

	(void)options;
	if (!flow_open(&flow, true))
		return false;
	for (i = 0; i < QUEUES && seen; i++) {
		seen = pagealloc_trace(cpu, NULL, fill_queue, &flow,
				       &trace);
		flow_read(&flow);
	}
	flow_close(&flow);
	if (!seen || !enough(trace.allocs, expected, "allocated", cpu))
		return false;
	add_trace(samples, &trace);
	return true;
}

/* The point "nic": a driver's own refill */

static char nic[32], nic_sender[32];

static const char *parse_netdev(const char *value)
{
	size_t length = strcspn(value, ",");
	const char *sender = value + length + (value[length] == ',');

	if (!length || length >= sizeof(nic) ||
	    strlen(sender) >= sizeof(nic_sender) || strchr(sender, ',') ||
	    (value[length] && !*sender) || strchr(value, '/'))
		return "names of network devices: DEVICE or DEVICE,SENDER";
	snprintf(nic, sizeof(nic), "%.*s", (int)length, value);
	snprintf(nic_sender, sizeof(nic_sender), "%s", sender);
	return NULL;
}

static const struct extra_option extra_options[] = {
	{ "netdev", "DEVICE[,SENDER]",
	  "watch DEVICE receive what SENDER, cabled to it, is made to send; or what comes by itself",
	  parse_netdev },
	{ NULL, NULL, NULL, NULL }
};

static const struct metric nic_metrics[NR_TRACE_METRICS] = {
	{ "nic_bypass_share", "pages that came past the list, one by one",
	  METRIC_COUNTER, "share", false },
	{ "nic_zone_lock_share", "pages from the buddy lists, refills too",
	  METRIC_COUNTER, "share", false },
};

static void require_nic(const struct options *options)
{
	(void)options;
	if (!*nic) {
		require_unmet("no device named: see --netdev");
		return;
	}
	pagealloc_require();
	refill_require(nic, nic_sender);
}

static bool sample_nic(const struct options *options, struct samples *samples)
{
	struct pagealloc_trace trace = { 0 };

	(void)options;
	if (!refill_trace(nic, nic_sender, &trace))
		return false;
	add_trace(samples, &trace);
	return true;
}

/* The point "cost" */

enum { PAGE, PIPE, PAGE_RATIO, NR_COST_METRICS };

static const struct metric cost_metrics[NR_COST_METRICS] = {
	[PAGE] = COST("page", "a page of a datagram that is dropped"),
	[PIPE] = COST("pipe_page", "the control: a page through a pipe"),
	[PAGE_RATIO] = COST_RATIO("page", "page over pipe_page"),
};

static struct flow measured;
static int ends[2];
static bool broken;

static unsigned long long run_flow(unsigned long times)
{
	unsigned long long start = clock_now();

	if (!broken)
		broken = !flow_send(&measured, times);
	return clock_since(start);
}

/* As many bytes, copied as well, into pages of process context */
static unsigned long long run_pipe(unsigned long times)
{
	static char bytes[FLOW_DATAGRAM];
	unsigned long long start = clock_now();

	while (times--) {
		broken |= write(ends[1], bytes, sizeof(bytes)) < 0;
		broken |= read(ends[0], bytes, sizeof(bytes)) != sizeof(bytes);
	}
	return clock_since(start);
}

static bool take_costs(const struct options *options, struct samples *samples)
{
	struct operation operations[] = {
		[PAGE] = { .run = run_flow, .parts = flow_pages() },
		[PIPE] = { .run = run_pipe, .parts = flow_pages() },
	};
	double cost[ARRAY_SIZE(operations)];
	unsigned int i;

	broken = false;
	/* what can't be sent once is not tried for long */
	if (!flow_send(&measured, 1))
		return false;
	measure_calibrate(operations, ARRAY_SIZE(operations),
			  samples_visit_ns(options));
	for (i = 0; i < samples_rounds(options) && !broken; i++) {
		measure_round(operations, ARRAY_SIZE(operations),
			      samples->metrics, cost);
		samples_add(samples, PAGE, cost[PAGE]);
		samples_add(samples, PIPE, cost[PIPE]);
	}
	samples_ratios(samples, PAGE_RATIO, PAGE, PIPE);
	return !broken;
}

static bool sample_cost(const struct options *options, struct samples *samples)
{
	bool taken;

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) {
		require_unmet("no pipe: %s", strerror(errno));
		return false;
	}
	taken = flow_open(&measured, false);
	if (taken) {
		taken = take_costs(options, samples);
		flow_close(&measured);
	}
	close(ends[0]);
	close(ends[1]);
	return taken;
}

/* The point "streams" */

static const unsigned int stream_counts[] = { 1, 2, 4, 8 };

#define NR_STREAM_METRICS ARRAY_SIZE(stream_counts)
#define WINDOW_MS 20

static const struct metric stream_metrics[NR_STREAM_METRICS] = {
	{ "streams_1", "a TCP stream over veth", METRIC_RATE, "Mbit/s", true },
	{ "streams_2", "two streams together", METRIC_RATE, "Mbit/s", true },
	{ "streams_4", "four", METRIC_RATE, "Mbit/s", true },
	{ "streams_8", "eight, as reported", METRIC_RATE, "Mbit/s", true },
};

static void require_streams(const struct options *options)
{
	(void)options;
	if (clock_unit() == CLOCK_INSN)
		require_unmet("the clock counts instructions: no throughput");
	streams_require(stream_counts[NR_STREAM_METRICS - 1]);
}

static bool run_streams(int near, int far, const struct options *options,
			struct samples *samples)
{
	unsigned int rounds = samples_rounds(options), i;

	for (i = 0; i < NR_STREAM_METRICS; i++) {
		samples->count[i] = rounds;
		if (!streams_run(near, far, stream_counts[i], WINDOW_MS,
				 samples->value[i], rounds))
			return false;
	}
	return true;
}

static bool sample_streams(const struct options *options,
			   struct samples *samples)
{
	int near = netns_new(), far = netns_new();
	bool ran = near >= 0 && far >= 0 && veth_join(near, far) &&
		   run_streams(near, far, options, samples);

	if (near >= 0)
		close(near);
	if (far >= 0)
		close(far);
	return ran;
}

static const struct point points[] = {
	{
		.name = "pcp",
		.what = "pages allocated and freed in softirq, CPU by CPU",
		.metrics = pcp_metrics,
		.nr_metrics = ARRAY_SIZE(pcp_metrics),
		.require = require_traced_flow,
		.sample = sample_pcp,
	}, {
		.name = "one_way",
		.what = "pages allocated in softirq, freed by who reads",
		.metrics = one_way_metrics,
		.nr_metrics = ARRAY_SIZE(one_way_metrics),
		.require = require_traced_flow,
		.sample = sample_one_way,
	}, {
		.name = "nic",
		.what = "pages that a network driver refills its ring with",
		.metrics = nic_metrics,
		.nr_metrics = ARRAY_SIZE(nic_metrics),
		.require = require_nic,
		.sample = sample_nic,
	}, {
		.name = "cost",
		.what = "what a page costs that softirq allocates and frees",
		.metrics = cost_metrics,
		.nr_metrics = ARRAY_SIZE(cost_metrics),
		.require = require_flow,
		.sample = sample_cost,
	}, {
		.name = "streams",
		.what = "throughput of TCP streams that send pages, as reported",
		.metrics = stream_metrics,
		.nr_metrics = ARRAY_SIZE(stream_metrics),
		.require = require_streams,
		.sample = sample_streams,
	},
};

static const int capabilities[] = {
	CAP_SYS_ADMIN,		/* namespaces, events of all processes */
	CAP_NET_ADMIN,		/* lo and veth of these namespaces */
	CAP_NET_RAW,		/* frames for --netdev */
	CAP_IPC_LOCK,		/* pages under way, where ulimit -l is small */
	CAP_DAC_READ_SEARCH,	/* tracefs, for who isn't root */
	PRIVILEGE_END
};

static const struct test softirq_pcp = {
	.name = "softirq_pcp",
	.summary = "Pages that softirq code allocates and frees past the per-cpu lists.",
	.points = points,
	.nr_points = ARRAY_SIZE(points),
	.options = extra_options,
	.capabilities = capabilities,
	.realtime = true,
};

int main(int argc, char **argv)
{
	test_main(&softirq_pcp, argc, argv);
}
