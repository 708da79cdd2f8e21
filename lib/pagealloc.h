/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_PAGEALLOC_H
#define PERF_REGRESS_PAGEALLOC_H

#include <stdbool.h>

/*
 * Order-0 pages allocated and freed in softirq on one CPU, whoever is at work
 * there, and whether they came from that CPU's list (PCP) or from the buddy
 * lists under zone->lock, by the tracepoints of the page allocator.
 *
 * A page that the buddy lists give emits mm_page_alloc_zone_locked. So does
 * each page that refills a PCP; its percpu_refill field doesn't tell the two
 * apart, as it is 1 for any order-0 page of a usual migratetype (6.1 to 7.3).
 */

/*
 * pagealloc_require - note by require_unmet() what keeps pages from being
 * counted and traced here, or the figures from saying anything
 */
void pagealloc_require(void);

/* Pages, each of one event */
struct pagealloc_counts {
	unsigned long long allocs;
	unsigned long long zone_locked;
	unsigned long long frees;
};

/*
 * pagealloc_count - count pages on one CPU
 * @cpu: the CPU
 * @work: called while they are counted; false when it could not be done
 * @arg: handed to @work
 *
 * Return: false after noting why by require_unmet().
 */
bool pagealloc_count(unsigned int cpu, bool (*work)(void *arg), void *arg,
		     struct pagealloc_counts *counts);

/* What pagealloc_trace() saw; to be zeroed before the first call */
struct pagealloc_trace {
	unsigned long long allocs;
	unsigned long long zone_locked;
	/* pages that came from the buddy lists alone, not with a refill */
	unsigned long long bypassed;
};

/*
 * pagealloc_trace - look at each page that is allocated on a CPU
 * @cpu: the CPU
 * @device: only pages that its driver allocated in its NAPI poll; or NULL
 * @work: called with tracing on; false when it could not be done
 * @arg: handed to @work
 * @trace: counts are added to it
 *
 * Right also where pages are freed on another CPU or outside softirq, so that
 * a good kernel refills its PCP all the time: a refill shows as a batch of
 * zone_locked events, of which the first has the page that is then allocated;
 * a bypass as a single one with the page that is.
 *
 * At most some thousand pages: events are lost, and noted, when @work does more.
 *
 * Return: false after noting why by require_unmet().
 */
bool pagealloc_trace(unsigned int cpu, const char *device,
		     bool (*work)(void *arg), void *arg,
		     struct pagealloc_trace *trace);

#endif
