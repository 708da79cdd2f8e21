// SPDX-License-Identifier: GPL-2.0
#include <string.h>
#include <sys/utsname.h>

#include "compiler.h"
#include "napi.h"
#include "pagealloc.h"
#include "perf.h"
#include "perfring.h"
#include "placement.h"
#include "require.h"
#include "tracepoint.h"

/* common_flags has TRACE_FLAG_SOFTIRQ while a softirq is served */
#define IN_SOFTIRQ "order==0 && common_flags & 16"

enum { ALLOC, ZONE_LOCKED, FREE, NR_COUNTED };
enum { POLL = FREE, NR_TRACED };

static const struct perf_tracepoint events[NR_COUNTED] = {
	[ALLOC] = { "kmem/mm_page_alloc", IN_SOFTIRQ },
	[ZONE_LOCKED] = { "kmem/mm_page_alloc_zone_locked", IN_SOFTIRQ },
	[FREE] = { "kmem/mm_page_free", IN_SOFTIRQ },
};

/* What is traced tells apart by polls whose pages are whose */
static const struct perf_tracepoint traced[NR_TRACED] = {
	[ALLOC] = { "kmem/mm_page_alloc", IN_SOFTIRQ },
	[ZONE_LOCKED] = { "kmem/mm_page_alloc_zone_locked", IN_SOFTIRQ },
	[POLL] = { NAPI_POLL, NULL },
};

bool pagealloc_count(unsigned int cpu, bool (*work)(void *arg), void *arg,
		     struct pagealloc_counts *counts)
{
	unsigned long long count[PERF_MOST_EVENTS];
	struct perf_group group;
	bool counted;

	if (!perf_group_open(&group, events, NR_COUNTED, cpu))
		return false;
	counted = perf_group_start(&group) && work(arg);
	counted = counted && perf_group_stop(&group, count);
	perf_group_close(&group);
	if (!counted)
		return false;
	counts->allocs = count[ALLOC];
	counts->zone_locked = count[ZONE_LOCKED];
	counts->frees = count[FREE];
	return true;
}

struct reader {
	/* pages seen, of all or since the last poll */
	struct pagealloc_trace *trace;
	/* where each event has its page frame number */
	unsigned int pfn[POLL];
	/* zone_locked events since the last page was allocated */
	unsigned int run;
	unsigned long first;
	/* whose polls count, where a poll has the name, where its pages go */
	const char *device;
	unsigned int name;
	struct pagealloc_trace *polled;
};

/* A string: its place and size in two bytes each, the place from the start */
static bool is_of(const struct reader *reader, const void *data, size_t size)
{
	size_t length = strlen(reader->device) + 1;
	unsigned int where;

	if (reader->name + sizeof(where) > size)
		return false;
	memcpy(&where, (const char *)data + reader->name, sizeof(where));
	where &= 0xffff;
	return where + length <= size &&
	       !memcmp((const char *)data + where, reader->device, length);
}

/* All pages since the last poll were this one's */
static void see_poll(struct reader *reader, const void *data, size_t size)
{
	if (is_of(reader, data, size)) {
		reader->polled->allocs += reader->trace->allocs;
		reader->polled->zone_locked += reader->trace->zone_locked;
		reader->polled->bypassed += reader->trace->bypassed;
	}
	memset(reader->trace, 0, sizeof(*reader->trace));
	reader->run = 0;
}

static void see(unsigned int event, const void *data, size_t size, void *arg)
{
	struct reader *reader = arg;
	unsigned long pfn;

	if (event == POLL) {
		see_poll(reader, data, size);
		return;
	}
	if (reader->pfn[event] + sizeof(pfn) > size)
		return;
	memcpy(&pfn, (const char *)data + reader->pfn[event], sizeof(pfn));
	if (event == ZONE_LOCKED) {
		reader->trace->zone_locked++;
		if (!reader->run++)
			reader->first = pfn;
		return;
	}
	reader->trace->allocs++;
	if (reader->run == 1 && reader->first == pfn)
		reader->trace->bypassed++;
	reader->run = 0;
}

bool pagealloc_trace(unsigned int cpu, const char *device,
		     bool (*work)(void *arg), void *arg,
		     struct pagealloc_trace *trace)
{
	struct pagealloc_trace since_poll = { 0 };
	struct reader reader = {
		.trace = device ? &since_poll : trace,
		.device = device,
		.polled = trace,
	};
	struct perfring ring;
	unsigned int i;
	bool seen;

	for (i = 0; i < POLL; i++)
		if (!tracepoint_offset(traced[i].name, "pfn",
				       sizeof(unsigned long), &reader.pfn[i]))
			return false;
	if (device && !tracepoint_offset(NAPI_POLL, "dev_name",
					 sizeof(unsigned int), &reader.name))
		return false;
	if (!perfring_open(&ring, traced, device ? NR_TRACED : POLL, cpu))
		return false;
	seen = perfring_start(&ring) && work(arg);
	seen &= perfring_stop(&ring, see, &reader);
	perfring_close(&ring);
	return seen;
}

static bool no_work(void *arg)
{
	(void)arg;
	return true;
}

/* Tried rather than asked for: there are many reasons to be refused */
void pagealloc_require(void)
{
	struct pagealloc_trace trace = { 0 };
	struct pagealloc_counts counts;
	struct utsname uts;

	/* "#1 SMP PREEMPT ...": others never use a PCP in softirq */
	if (!uname(&uts) && !strstr(uts.version, "SMP"))
		require_unmet("kernel without CONFIG_SMP: softirq takes no pages from its lists");
	if (pagealloc_count(placement_cpu(0), no_work, NULL, &counts))
		pagealloc_trace(placement_cpu(0), NULL, no_work, NULL, &trace);
}
