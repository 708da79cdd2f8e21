// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "lockcount.h"
#include "placement.h"
#include "require.h"

const struct perf_tracepoint lock_events[NR_LOCK_EVENTS] = {
	[LOCKS_BEGIN] = { "lock/contention_begin", NULL },
	[LOCKS_END] = { "lock/contention_end", NULL },
};

struct lockcount {
	unsigned int opened;
	struct perf_group cpus[];
};

bool lockcount_stop(struct lockcount *count, double *contended)
{
	unsigned long long counts[NR_LOCK_EVENTS];
	bool good = true;

	*contended = 0;
	while (count->opened--) {
		struct perf_group *group = &count->cpus[count->opened];

		if (good)
			good = perf_group_stop(group, counts);
		if (good)
			*contended += counts[LOCKS_BEGIN];
		perf_group_close(group);
	}
	free(count);
	return good;
}

struct lockcount *lockcount_start(void)
{
	unsigned int cpus = placement_count();
	struct lockcount *count;
	bool good = true;
	double none;

	count = calloc(1, sizeof(*count) + cpus * sizeof(count->cpus[0]));
	if (!count) {
		require_unmet("no memory for the events of %u CPUs", cpus);
		return NULL;
	}
	while (good && count->opened < cpus) {
		struct perf_group *group = &count->cpus[count->opened];

		good = perf_group_open(group, lock_events, NR_LOCK_EVENTS,
				       placement_cpu(count->opened));
		if (good) {
			count->opened++;
			good = perf_group_start(group);
		}
	}
	if (good)
		return count;
	lockcount_stop(count, &none);
	return NULL;
}
