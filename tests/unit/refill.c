// SPDX-License-Identifier: GPL-2.0
/* Which CPU refills a ring, and whether there is enough to see */
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include "clock.h"
#include "frames.h"
#include "napi.h"
#include "pagealloc.h"
#include "require.h"
#include "unit.h"

/* A driver that the tests make up: what a packet takes, and what goes wrong */
static unsigned int tenths_of_a_page, packets_by_itself;
static bool no_device, no_frames, no_counting, no_tracing;
/* the send, or look at the packets, of that number */
static unsigned int bad_send, bad_look;
/* how many pages it ever takes while it is traced */
static unsigned int nr_traced_pages;
/* what was asked of it */
static unsigned int opened, closed, sends, looks, naps, traces, traced_cpu;
static unsigned long packets;
static const char *sends_from, *sends_to;

static bool made_up_open(struct frames *frames, const char *from, const char *to)
{
	frames->size = 1500;
	sends_from = from;
	sends_to = to;
	if (no_frames) {
		require_unmet("no frames");
		return false;
	}
	opened++;
	return true;
}

static bool made_up_send(const struct frames *frames, unsigned int count)
{
	CHECK_INT(frames->size, 1500);
	if (++sends == bad_send) {
		require_unmet("no send");
		return false;
	}
	packets += count;
	return true;
}

static void made_up_close(struct frames *frames)
{
	CHECK_INT(frames->size, 1500);
	closed++;
}

static bool made_up_received(const char *device, unsigned long *count)
{
	CHECK_STRING(device, "nic");
	*count = packets;
	if (!no_device && ++looks != bad_look)
		return true;
	require_unmet("no device");
	return false;
}

static bool made_up_find(const char *device, bool (*work)(void *arg), void *arg,
			 unsigned int *cpu)
{
	CHECK_STRING(device, "nic");
	if (no_counting) {
		require_unmet("no counting");
		return false;
	}
	*cpu = 3;
	return work(arg);
}

static bool made_up_trace(unsigned int cpu, const char *device,
			  bool (*work)(void *arg), void *arg,
			  struct pagealloc_trace *trace)
{
	unsigned long before = packets;

	CHECK_STRING(device, "nic");
	traced_cpu = cpu;
	traces++;
	if (no_tracing) {
		require_unmet("no tracing");
		return false;
	}
	if (!work(arg))
		return false;
	trace->allocs += (packets - before) * tenths_of_a_page / 10;
	if (trace->allocs > nr_traced_pages)
		trace->allocs = nr_traced_pages;
	return true;
}

static int made_up_nanosleep(const struct timespec *time, struct timespec *left)
{
	CHECK(time->tv_sec == 0 && time->tv_nsec > 0 && !left);
	naps++;
	packets += packets_by_itself;
	return 0;
}

/* Time goes by while it waits */
static unsigned long long made_up_now(void)
{
	return naps * 3000000ULL;
}

#define frames_open made_up_open
#define frames_send made_up_send
#define frames_close made_up_close
#define frames_received made_up_received
#define napi_find_cpu made_up_find
/* the function, not the struct of that name */
#define pagealloc_trace(cpu, device, work, arg, trace) \
	made_up_trace(cpu, device, work, arg, trace)
#define nanosleep made_up_nanosleep
#define clock_now made_up_now
#include "../../lib/refill.c"

/* What a sender is made to send before it is looked at */
#define MANY (BURSTS * BURST)
#define MOST_BURSTS (PATIENCE_NS / BURST_NS)
#define MOST_TRACES ((MOST_BURSTS + BURSTS - 1) / BURSTS)

static struct pagealloc_trace trace;

/* A driver that takes so many tenths of a page for a packet; none come by themselves */
static void driver(unsigned int tenths)
{
	memset(&trace, 0, sizeof(trace));
	tenths_of_a_page = tenths;
	packets_by_itself = 0;
	nr_traced_pages = ~0u;
	no_device = false;
	no_frames = false;
	no_counting = false;
	no_tracing = false;
	bad_send = 0;
	bad_look = 0;
	opened = 0;
	closed = 0;
	sends = 0;
	looks = 0;
	naps = 0;
	traces = 0;
	packets = 1000;
	sends_from = "";
	sends_to = "";
}

/* Refused, for one reason, and nothing is left open */
static void refused(const char *sender)
{
	CHECK(!refill_trace("nic", sender, &trace));
	CHECK_INT(require_flush("expected"), 1);
	CHECK_INT(opened, closed);
}

static void what_a_sender_is_made_to_send(void)
{
	driver(10);
	CHECK(refill_trace("nic", "other", &trace));
	CHECK_STRING(sends_from, "other");
	CHECK_STRING(sends_to, "nic");
	CHECK_INT(opened, 1);
	CHECK_INT(closed, 1);
	CHECK_INT(traced_cpu, 3);
	/* as many bursts as it takes, and no more */
	CHECK_INT(traces, (PAGES + MANY - 1) / MANY);
	CHECK(trace.allocs >= PAGES && trace.allocs < PAGES + MANY);
	CHECK_INT(sends, naps);
	CHECK_INT(require_flush("unexpected"), 0);
}

static void what_comes_by_itself(void)
{
	driver(10);
	packets_by_itself = 2;
	CHECK(refill_trace("nic", "", &trace));
	CHECK_INT(opened + closed + sends, 0);
	CHECK_INT(traces, PAGES / 2);
	CHECK(trace.allocs >= PAGES);
}

static void too_few_packets(void)
{
	driver(10);
	refused("");
	CHECK_INT(traces, MOST_BURSTS);
	/* one in each burst is enough */
	driver(10);
	packets_by_itself = 1;
	CHECK(refill_trace("nic", "", &trace));
}

static void a_driver_that_uses_its_pages_again(void)
{
	driver(0);
	refused("other");
	CHECK_INT(traces, MOST_TRACES);
	/* or most of them */
	driver(4);
	nr_traced_pages = PAGES - 1;
	refused("other");
	driver(5);
	CHECK(refill_trace("nic", "other", &trace));
}

/* They end when they are to be looked at */
static void too_few_pages(void)
{
	driver(10);
	nr_traced_pages = PAGES - 1;
	refused("other");
	CHECK_INT(traces, MOST_TRACES);
	driver(10);
	nr_traced_pages = PAGES;
	CHECK(refill_trace("nic", "other", &trace));
}

static void what_cannot_be_done(void)
{
	unsigned int i;

	driver(10);
	no_device = true;
	refused("other");
	driver(10);
	no_frames = true;
	refused("other");
	CHECK_INT(looks, 0);
	driver(10);
	no_counting = true;
	refused("other");
	driver(10);
	no_tracing = true;
	refused("other");
	CHECK_INT(traces, 1);
	/* all that it does before it has seen enough */
	for (i = 1; i <= BURSTS + PAGES / BURST; i += 7) {
		driver(10);
		bad_send = i;
		refused("other");
		CHECK_INT(sends, i);
	}
	for (i = 1; i <= 2; i++) {
		driver(10);
		nr_traced_pages = PAGES - 1;
		bad_look = i;
		refused("other");
		CHECK_INT(looks, i);
	}
}

static void what_is_required(void)
{
	driver(10);
	refill_require("nic", "other");
	CHECK_STRING(sends_from, "other");
	CHECK_STRING(sends_to, "nic");
	CHECK_INT(opened, 1);
	CHECK_INT(closed, 1);
	/* no sender, none to open */
	refill_require("nic", "");
	CHECK_INT(opened, 1);
	CHECK_INT(require_flush("unexpected"), 0);

	no_device = true;
	refill_require("nic", "other");
	CHECK_INT(require_flush("expected"), 1);
	driver(10);
	no_frames = true;
	refill_require("nic", "other");
	CHECK_INT(require_flush("expected"), 1);
	CHECK_INT(closed, 0);
	/* nothing is sent to find out */
	CHECK_INT(sends, 0);
}

int main(void)
{
	RUN(what_a_sender_is_made_to_send);
	RUN(what_comes_by_itself);
	RUN(too_few_packets);
	RUN(a_driver_that_uses_its_pages_again);
	RUN(too_few_pages);
	RUN(what_cannot_be_done);
	RUN(what_is_required);
	return unit_end();
}
