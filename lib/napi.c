// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "napi.h"
#include "perf.h"
#include "placement.h"
#include "require.h"

#define FILTER_SIZE 64

/* Opens, starts and stops a group for each CPU around @work */
static bool count_polls(struct perf_group *groups,
			const struct perf_tracepoint *poll,
			bool (*work)(void *arg), void *arg,
			unsigned long long *polls)
{
	unsigned int cpus = placement_count(), opened = 0, i;
	bool counted = true;

	while (opened < cpus && counted) {
		counted = perf_group_open(&groups[opened], poll, 1,
					  placement_cpu(opened));
		opened += counted;
	}
	for (i = 0; i < cpus && counted; i++)
		counted = perf_group_start(&groups[i]);
	counted = counted && work(arg);
	for (i = 0; i < cpus && counted; i++)
		counted = perf_group_stop(&groups[i], &polls[i]);
	while (opened)
		perf_group_close(&groups[--opened]);
	return counted;
}

static bool find_most(const char *device, const unsigned long long *polls,
		      unsigned int *cpu)
{
	unsigned long long most = 0;
	unsigned int i;

	for (i = 0; i < placement_count(); i++)
		if (polls[i] > most) {
			most = polls[i];
			*cpu = placement_cpu(i);
		}
	if (!most)
		require_unmet("network device %s is not polled in softirq", device);
	return most;
}

bool napi_find_cpu(const char *device, bool (*work)(void *arg), void *arg,
		   unsigned int *cpu)
{
	struct perf_group *groups = calloc(placement_count(), sizeof(*groups));
	/* perf_group_stop() may write as many for each */
	unsigned long long *polls = calloc(placement_count() + PERF_MOST_EVENTS,
					   sizeof(*polls));
	struct perf_tracepoint poll = { .name = NAPI_POLL };
	char filter[FILTER_SIZE];
	bool found = false;

	/* what would end the string in the filter is in no name that is in use */
	if (strpbrk(device, "\"\\")) {
		require_unmet("network device %s: no such name is looked for", device);
	} else if (groups && polls) {
		snprintf(filter, sizeof(filter), "dev_name == \"%s\"", device);
		poll.filter = filter;
		found = count_polls(groups, &poll, work, arg, polls) &&
			find_most(device, polls, cpu);
	} else {
		require_unmet("no memory to watch %u CPUs", placement_count());
	}
	free(groups);
	free(polls);
	return found;
}
