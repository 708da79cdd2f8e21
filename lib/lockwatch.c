// SPDX-License-Identifier: GPL-2.0
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "crew.h"
#include "lockcount.h"
#include "lockrecord.h"
#include "lockwatch.h"
#include "perflock.h"
#include "placement.h"
#include "require.h"
#include "tracepoint.h"

/* How long locks are contended for, to see whether that fires */
#define PROVOKE_NS 200000000ULL
#define MOST_THREADS 8
#define FEWEST_CPUS 3

/* All threads of a process take one lock for that */
static void take_file_lock(void)
{
	int fd = dup(STDIN_FILENO);

	if (fd >= 0)
		close(fd);
}

static bool provoke(double *contended)
{
	unsigned int threads = placement_count() - 1;
	struct lockcount *count = lockcount_start();
	unsigned long long began;
	struct crew crew;
	bool worked;

	if (!count)
		return false;
	if (threads > MOST_THREADS)
		threads = MOST_THREADS;
	worked = crew_start(&crew, threads, false, take_file_lock);
	if (worked) {
		worked = crew_go(&crew);
		began = clock_now();
		while (clock_now() - began < PROVOKE_NS)
			take_file_lock();
		worked &= crew_halt(&crew);
		if (worked)
			crew_end(&crew);
		else
			require_unmet("threads that contend for a lock didn't answer in time");
	}
	return lockcount_stop(count, contended) && worked;
}

void lockwatch_require(void)
{
	double contended;

	require_cpus(FEWEST_CPUS, "locks with a queue");
	if (placement_count() >= FEWEST_CPUS && provoke(&contended) &&
	    !contended)
		require_unmet("contended locks fire no lock:contention_begin: virtual spinlocks?");
}

bool lockwatch_start(struct lockwatch *watch, enum lockwatch_way way)
{
	memset(watch, 0, sizeof(*watch));
	watch->way = way;
	switch (way) {
	case LOCKWATCH_COUNTED:
		watch->count = lockcount_start();
		return watch->count;
	case LOCKWATCH_SAMPLED:
		watch->record = lockrecord_start();
		return watch->record;
	case LOCKWATCH_PERF:
		watch->perf = perflock_start();
		return watch->perf;
	default:
		return true;
	}
}

bool lockwatch_stop(struct lockwatch *watch, double *contended)
{
	*contended = -1;
	switch (watch->way) {
	case LOCKWATCH_COUNTED:
		return lockcount_stop(watch->count, contended);
	case LOCKWATCH_SAMPLED:
		return lockrecord_stop(watch->record, contended);
	case LOCKWATCH_PERF:
		return perflock_stop(watch->perf);
	default:
		return true;
	}
}
