// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "compiler.h"
#include "pagealloc.h"
#include "perf.h"
#include "perfring.h"
#include "placement.h"
#include "require.h"
#include "tracepoint.h"

/* common_flags has TRACE_FLAG_SOFTIRQ while a softirq is served */
#define IN_SOFTIRQ "order==0 && common_flags & 16"

enum { ALLOC, ZONE_LOCKED, FREE, NR_EVENTS, NR_TRACED = FREE };

static const struct perf_tracepoint events[NR_EVENTS] = {
	[ALLOC] = { "kmem/mm_page_alloc", IN_SOFTIRQ },
	[ZONE_LOCKED] = { "kmem/mm_page_alloc_zone_locked", IN_SOFTIRQ },
	[FREE] = { "kmem/mm_page_free", IN_SOFTIRQ },
};

/* Counts on some CPUs; adds up what they allocated and freed */
static bool count_on(const unsigned int *cpus, unsigned int nr_cpus,
		     bool (*work)(void *arg), void *arg,
		     struct pagealloc_counts *sum, unsigned int *busiest)
{
	struct perf_group *groups = calloc(nr_cpus, sizeof(*groups));
	unsigned long long most = 0, one[PERF_MOST_EVENTS];
	unsigned int opened = 0, i;
	bool counted = groups;

	if (!groups)
		require_unmet("no memory to count on %u CPUs", nr_cpus);
	memset(sum, 0, sizeof(*sum));
	while (opened < nr_cpus && counted) {
		counted = perf_group_open(&groups[opened], events, NR_EVENTS,
					  cpus[opened]);
		opened += counted;
	}
	for (i = 0; i < nr_cpus && counted; i++)
		counted = perf_group_start(&groups[i]);
	counted = counted && work(arg);
	for (i = 0; i < nr_cpus && counted; i++) {
		counted = perf_group_stop(&groups[i], one);
		if (!counted)
			break;
		sum->allocs += one[ALLOC];
		sum->zone_locked += one[ZONE_LOCKED];
		sum->frees += one[FREE];
		if (one[ALLOC] >= most) {
			most = one[ALLOC];
			*busiest = cpus[i];
		}
	}
	while (opened)
		perf_group_close(&groups[--opened]);
	free(groups);
	return counted;
}

bool pagealloc_count(unsigned int cpu, bool (*work)(void *arg), void *arg,
		     struct pagealloc_counts *counts)
{
	unsigned int busiest;

	return count_on(&cpu, 1, work, arg, counts, &busiest);
}

bool pagealloc_count_all(bool (*work)(void *arg), void *arg,
			 struct pagealloc_counts *counts, unsigned int *busiest)
{
	unsigned int nr_cpus = placement_count(), i;
	unsigned int *cpus = calloc(nr_cpus, sizeof(*cpus));
	bool counted;

	if (!cpus) {
		require_unmet("no memory to count on %u CPUs", nr_cpus);
		return false;
	}
	for (i = 0; i < nr_cpus; i++)
		cpus[i] = placement_cpu(i);
	counted = count_on(cpus, nr_cpus, work, arg, counts, busiest);
	free(cpus);
	return counted;
}

struct reader {
	struct pagealloc_trace *trace;
	/* where each event has its page frame number */
	unsigned int pfn[NR_TRACED];
	/* zone_locked events since the last page was allocated */
	unsigned int run;
	unsigned long first;
};

static void see(unsigned int event, const void *data, size_t size, void *arg)
{
	struct reader *reader = arg;
	unsigned long pfn;

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

bool pagealloc_trace(unsigned int cpu, bool (*work)(void *arg), void *arg,
		     struct pagealloc_trace *trace)
{
	struct reader reader = { .trace = trace };
	struct perfring ring;
	unsigned int i;
	bool seen;

	for (i = 0; i < NR_TRACED; i++)
		if (!tracepoint_offset(events[i].name, "pfn",
				       sizeof(unsigned long), &reader.pfn[i]))
			return false;
	if (!perfring_open(&ring, events, NR_TRACED, cpu))
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
		pagealloc_trace(placement_cpu(0), no_work, NULL, &trace);
}
