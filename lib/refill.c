// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>
#include <time.h>

#include "frames.h"
#include "refill.h"
#include "require.h"

/* Frames at a time, and how long a driver has to take them off its ring */
#define BURST 8
#define BURST_NS 3000000
#define BURSTS 64
/* What arrives by itself may take longer to give as many pages */
#define MOST_BURSTS 1000

/* Pages that are enough for a verdict, and those a packet takes at least */
#define PAGES 500
#define PAGES_PER_PACKET 0.5

void refill_require(const char *device, const char *sender)
{
	struct frames frames;
	unsigned long packets;

	if (frames_received(device, &packets) && *sender &&
	    frames_open(&frames, sender, device))
		frames_close(&frames);
}

/* @arg: where to send, or NULL */
static bool burst(void *arg)
{
	const struct timespec wait = { .tv_nsec = BURST_NS };

	if (arg && !frames_send(arg, BURST))
		return false;
	nanosleep(&wait, NULL);
	return true;
}

static bool bursts(void *arg)
{
	unsigned int i;

	for (i = 0; i < BURSTS; i++)
		if (!burst(arg))
			return false;
	return true;
}

/* Which CPU refills, if any does */
static bool find_cpu(const char *device, void *arg, unsigned int *cpu)
{
	struct pagealloc_counts counts;
	unsigned long before, after;

	if (!frames_received(device, &before) ||
	    !pagealloc_count_all(bursts, arg, &counts, cpu) ||
	    !frames_received(device, &after))
		return false;
	if (after - before < BURSTS) {
		require_unmet("%s received %lu packets, %d are the least: have some sent to it",
			      device, after - before, BURSTS);
		return false;
	}
	if (counts.allocs >= PAGES_PER_PACKET * (after - before))
		return true;
	require_unmet("the driver of %s uses its pages again (page_pool, say): nothing to see",
		      device);
	return false;
}

static bool trace_cpu(unsigned int cpu, void *arg,
		      struct pagealloc_trace *trace)
{
	unsigned int i;

	for (i = 0; i < MOST_BURSTS; i++) {
		if (!pagealloc_trace(cpu, burst, arg, trace))
			return false;
		if (trace->allocs >= PAGES)
			return true;
	}
	require_unmet("CPU %u: %llu pages allocated in softirq, %d are enough for a verdict",
		      cpu, trace->allocs, PAGES);
	return false;
}

bool refill_trace(const char *device, const char *sender,
		  struct pagealloc_trace *trace)
{
	struct frames frames;
	void *arg = *sender ? &frames : NULL;
	unsigned int cpu;
	bool traced;

	if (*sender && !frames_open(&frames, sender, device))
		return false;
	traced = find_cpu(device, arg, &cpu) && trace_cpu(cpu, arg, trace);
	if (*sender)
		frames_close(&frames);
	return traced;
}
