/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_PERF_H
#define PERF_REGRESS_PERF_H

#include <linux/perf_event.h>
#include <stdbool.h>

/* Tracepoints on one CPU, whoever runs there. The kernel drops all with the
 * process, however that ends.
 */

/* A tracepoint and which of its events count */
struct perf_tracepoint {
	const char *name;	/* "kmem/mm_page_alloc" */
	const char *filter;	/* as in tracefs; or NULL for all */
};

#define PERF_MOST_EVENTS 4

/* Events of one CPU that are counted, and read, at the same moments */
struct perf_group {
	unsigned int count;
	int fd[PERF_MOST_EVENTS];
};

/*
 * perf_open - open an event for all that runs on a CPU
 * @attr: the event, its size set
 * @cpu: the CPU
 * @group: descriptor of the event that leads its group, or -1
 * @name: of the event, for the reason
 * @filter: which of its events count, or NULL
 *
 * Return: the descriptor, or -1 after noting why by require_unmet().
 */
int perf_open(struct perf_event_attr *attr, unsigned int cpu, int group,
	      const char *name, const char *filter);

/*
 * perf_group_open - get ready to count tracepoints on a CPU
 * @count: how many, 1..PERF_MOST_EVENTS
 *
 * Return: false after noting why by require_unmet(); nothing is open then.
 */
bool perf_group_open(struct perf_group *group,
		     const struct perf_tracepoint *tracepoints,
		     unsigned int count, unsigned int cpu);

/* perf_group_start - count from zero; false after noting why */
bool perf_group_start(const struct perf_group *group);

/*
 * perf_group_stop - stop counting, for all of the group at once
 * @counts: for each of its tracepoints, the events since perf_group_start()
 *
 * Return: false after noting why by require_unmet().
 */
bool perf_group_stop(const struct perf_group *group, unsigned long long *counts);

void perf_group_close(struct perf_group *group);

#endif
