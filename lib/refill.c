// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>
#include <time.h>

#include "clock.h"
#include "frames.h"
#include "napi.h"
#include "refill.h"
#include "require.h"

/* Frames at a time, and how long a driver has to take them off its ring */
#define BURST 8
#define BURST_NS 3000000
#define BURSTS 24
/* How long what arrives by itself may take to give enough pages */
#define PATIENCE_NS 3000000000ULL

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

/* As many as fit into a ring of events, with 64 KB to a frame, too */
static bool bursts(void *arg)
{
	unsigned int i;

	for (i = 0; i < BURSTS; i++)
		if (!burst(arg))
			return false;
	return true;
}

/* Says why too few pages were seen */
static void note_too_few(const char *device, unsigned long packets,
			 unsigned long long pages)
{
	if (packets < BURSTS)
		require_unmet("%s received %lu packets, not %d: have some sent to it",
			      device, packets, BURSTS);
	else if (pages < PAGES_PER_PACKET * packets)
		require_unmet("the driver of %s uses its pages again: nothing to see",
			      device);
	else
		require_unmet("the driver of %s allocated %llu pages, %d are enough for a verdict",
			      device, pages, PAGES);
}

/*
 * How much arrives by itself isn't known, so that it is looked at in small
 * parts, though each has to wait for the kernel to let go of its events.
 */
static bool trace_cpu(unsigned int cpu, const char *device, void *arg,
		      struct pagealloc_trace *trace)
{
	unsigned long long end = clock_now() + PATIENCE_NS;
	unsigned long before, after;

	if (!frames_received(device, &before))
		return false;
	while (trace->allocs < PAGES && clock_now() < end)
		if (!pagealloc_trace(cpu, device, arg ? bursts : burst, arg,
				     trace))
			return false;
	if (trace->allocs >= PAGES)
		return true;
	if (frames_received(device, &after))
		note_too_few(device, after - before, trace->allocs);
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
	traced = napi_find_cpu(device, bursts, arg, &cpu) &&
		 trace_cpu(cpu, device, arg, trace);
	if (*sender)
		frames_close(&frames);
	return traced;
}
