// SPDX-License-Identifier: GPL-2.0
/* Which pages came past the per-cpu list, by the order of their events */
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
	return unit_end();
}
