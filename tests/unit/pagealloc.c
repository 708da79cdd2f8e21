// SPDX-License-Identifier: GPL-2.0
/* Which pages came past the per-cpu list, by the order of their events */
#include <stdio.h>
#include <string.h>

#include "child.h"
#include "unit.h"

/* For what is static in it */
#include "../../lib/pagealloc.c"

static struct pagealloc_trace trace;
static struct reader reader;

/* The number of the page lies behind what all tracepoints have */
#define AT 8

static void start(void)
{
	memset(&trace, 0, sizeof(trace));
	memset(&reader, 0, sizeof(reader));
	reader.trace = &trace;
	reader.pfn[ALLOC] = AT;
	reader.pfn[ZONE_LOCKED] = AT;
}

static void event(unsigned int which, unsigned long pfn)
{
	char data[AT + sizeof(pfn)] = { 0 };

	memcpy(data + AT, &pfn, sizeof(pfn));
	see(which, data, sizeof(data), &reader);
}

static void pages_from_the_list(void)
{
	start();
	event(ALLOC, 7);
	event(ALLOC, 8);
	CHECK_INT(trace.allocs, 2);
	CHECK_INT(trace.zone_locked, 0);
	CHECK_INT(trace.bypassed, 0);
}

static void each_page_past_the_list(void)
{
	unsigned int i;

	start();
	for (i = 0; i < 15; i++) {
		event(ZONE_LOCKED, 100 + i);
		event(ALLOC, 100 + i);
	}
	CHECK_INT(trace.allocs, 15);
	CHECK_INT(trace.zone_locked, 15);
	CHECK_INT(trace.bypassed, 15);
}

/* The first page of the batch is the one that is given out */
static void a_refill_and_what_it_serves(void)
{
	unsigned int i;

	start();
	for (i = 0; i < 63; i++)
		event(ZONE_LOCKED, 100 + i);
	for (i = 0; i < 63; i++)
		event(ALLOC, 100 + i);
	CHECK_INT(trace.allocs, 63);
	CHECK_INT(trace.zone_locked, 63);
	CHECK_INT(trace.bypassed, 0);
}

static void the_smallest_refill(void)
{
	start();
	event(ZONE_LOCKED, 1);
	event(ZONE_LOCKED, 2);
	event(ALLOC, 1);
	event(ALLOC, 2);
	CHECK_INT(trace.bypassed, 0);
}

/* What was taken for another page is no bypass of this one */
static void another_page(void)
{
	start();
	event(ZONE_LOCKED, 1);
	event(ALLOC, 2);
	event(ALLOC, 1);
	CHECK_INT(trace.allocs, 2);
	CHECK_INT(trace.bypassed, 0);
}

/* As the kernel puts a string: where it is, and how long, in four bytes */
static void poll(const char *name)
{
	char data[64] = { 0 };
	unsigned int where = AT | (strlen(name) + 1) << 16;

	memcpy(data, &where, sizeof(where));
	snprintf(data + AT, sizeof(data) - AT, "%s", name);
	see(POLL, data, AT + strlen(name) + 1, &reader);
}

/* Pages are whose poll comes next */
static void pages_of_a_device(void)
{
	struct pagealloc_trace mine = { 0 };

	start();
	reader.device = "eth1";
	reader.polled = &mine;
	event(ZONE_LOCKED, 1);
	event(ALLOC, 1);
	event(ALLOC, 2);
	poll("eth1");
	CHECK_INT(mine.allocs, 2);
	CHECK_INT(mine.zone_locked, 1);
	CHECK_INT(mine.bypassed, 1);
	/* of others, and of those with a longer or a shorter name */
	event(ALLOC, 3);
	poll("eth0");
	event(ALLOC, 4);
	poll("eth10");
	event(ALLOC, 5);
	poll("eth");
	event(ZONE_LOCKED, 6);
	poll("(no_device)");
	event(ALLOC, 6);
	poll("eth1");
	CHECK_INT(mine.allocs, 3);
	CHECK_INT(mine.zone_locked, 1);
	/* a run doesn't go on across a poll */
	CHECK_INT(mine.bypassed, 1);
	/* none since */
	poll("eth1");
	event(ALLOC, 7);
	CHECK_INT(mine.allocs, 3);
}

static void odd_polls(void)
{
	struct pagealloc_trace mine = { 0 };
	char data[16] = { 0 };
	unsigned int where = 14;

	start();
	reader.device = "eth1";
	reader.polled = &mine;
	event(ALLOC, 1);
	/* a name beyond the data, and no room for where it is */
	memcpy(data, &where, sizeof(where));
	see(POLL, data, sizeof(data), &reader);
	event(ALLOC, 1);
	see(POLL, data, 3, &reader);
	CHECK_INT(mine.allocs, 0);
}

static void data_too_short(void)
{
	char data[AT + sizeof(long) - 1] = { 0 };

	start();
	see(ALLOC, data, sizeof(data), &reader);
	see(ZONE_LOCKED, data, 0, &reader);
	CHECK_INT(trace.allocs, 0);
	CHECK_INT(trace.zone_locked, 0);
}

int main(void)
{
	RUN(pages_from_the_list);
	RUN(each_page_past_the_list);
	RUN(a_refill_and_what_it_serves);
	RUN(the_smallest_refill);
	RUN(another_page);
	RUN(data_too_short);
	RUN(pages_of_a_device);
	RUN(odd_polls);
	return unit_end();
}
