/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_PERFRING_H
#define PERF_REGRESS_PERFRING_H

#include <stdbool.h>
#include <stddef.h>

#include "perf.h"

/* The events of several tracepoints on one CPU, in order, each with its data */
struct perfring {
	struct perf_group events;
	unsigned long id[PERF_MOST_EVENTS];
	struct perf_event_mmap_page *page;
};

/*
 * perfring_open - get ready to record tracepoints on a CPU
 *
 * Not across fork(): a child doesn't inherit the ring.
 *
 * Return: false after noting why by require_unmet(); nothing is open then.
 */
bool perfring_open(struct perfring *ring,
		   const struct perf_tracepoint *tracepoints,
		   unsigned int count, unsigned int cpu);

/* perfring_start - record; false after noting why */
bool perfring_start(struct perfring *ring);

/*
 * perfring_stop - record no more, and hand over what was recorded
 * @call: called for each event: which of the tracepoints it is of, its raw
 *	  data as tracepoint_offset() knows it, and how many bytes that has
 * @arg: handed to @call
 *
 * Return: false after noting why by require_unmet(): events were lost.
 */
bool perfring_stop(struct perfring *ring,
		   void (*call)(unsigned int tracepoint, const void *data,
				size_t size, void *arg),
		   void *arg);

void perfring_close(struct perfring *ring);

#endif
