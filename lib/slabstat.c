// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "placement.h"
#include "require.h"
#include "slabstat.h"
#include "sysfile.h"

#define ONLINE "/sys/devices/system/cpu/online"
#define ONLINE_SIZE 512
/* A page, on any architecture */
#define TEXT_SIZE (64 * 1024 + 1)

struct slabstat_reading {
	char online[ONLINE_SIZE];
	unsigned int of[NR_SLABSTATS][PLACEMENT_MAX_CPUS];
};

static const char * const names[NR_SLABSTATS] = {
	[ALLOC_FASTPATH] = "alloc_fastpath",
	[ALLOC_SLOWPATH] = "alloc_slowpath",
	[FREE_FASTPATH] = "free_fastpath",
	[FREE_SLOWPATH] = "free_slowpath",
	[ALLOC_SLAB] = "alloc_slab",
	[FREE_SLAB] = "free_slab",
	[FREE_ADD_PARTIAL] = "free_add_partial",
	[FREE_REMOVE_PARTIAL] = "free_remove_partial",
	[ALLOC_NODE_MISMATCH] = "alloc_node_mismatch",
	[ORDER_FALLBACK] = "order_fallback",
	[CMPXCHG_DOUBLE_FAIL] = "cmpxchg_double_fail",
	[FREE_RCU_SHEAF] = "free_rcu_sheaf",
	[FREE_RCU_SHEAF_FAIL] = "free_rcu_sheaf_fail",
	[SHEAF_FLUSH] = "sheaf_flush",
	[SHEAF_REFILL] = "sheaf_refill",
	[SHEAF_ALLOC] = "sheaf_alloc",
	[SHEAF_FREE] = "sheaf_free",
	[BARN_GET] = "barn_get",
	[BARN_GET_FAIL] = "barn_get_fail",
	[BARN_PUT] = "barn_put",
	[BARN_PUT_FAIL] = "barn_put_fail",
	[SHEAF_PREFILL_FAST] = "sheaf_prefill_fast",
	[SHEAF_PREFILL_SLOW] = "sheaf_prefill_slow",
	[SHEAF_PREFILL_OVERSIZE] = "sheaf_prefill_oversize",
	[SHEAF_RETURN_FAST] = "sheaf_return_fast",
	[SHEAF_RETURN_SLOW] = "sheaf_return_slow",
	[ALLOC_FROM_PARTIAL] = "alloc_from_partial",
	[ALLOC_REFILL] = "alloc_refill",
	[CMPXCHG_DOUBLE_CPU_FAIL] = "cmpxchg_double_cpu_fail",
	[CPU_PARTIAL_ALLOC] = "cpu_partial_alloc",
	[CPU_PARTIAL_DRAIN] = "cpu_partial_drain",
	[CPU_PARTIAL_FREE] = "cpu_partial_free",
	[CPU_PARTIAL_NODE] = "cpu_partial_node",
	[CPUSLAB_FLUSH] = "cpuslab_flush",
	[DEACTIVATE_BYPASS] = "deactivate_bypass",
	[DEACTIVATE_EMPTY] = "deactivate_empty",
	[DEACTIVATE_FULL] = "deactivate_full",
	[DEACTIVATE_REMOTE_FREES] = "deactivate_remote_frees",
	[DEACTIVATE_TO_HEAD] = "deactivate_to_head",
	[DEACTIVATE_TO_TAIL] = "deactivate_to_tail",
	[FREE_FROZEN] = "free_frozen",
};

const char *slabstat_name(enum slabstat stat)
{
	return names[stat];
}

/* Reads an unsigned number at *@at and goes past it */
static bool take_number(const char **at, unsigned long max, unsigned long *number)
{
	char *end;

	if (**at < '0' || **at > '9')
		return false;
	errno = 0;
	*number = strtoul(*at, &end, 10);
	*at = end;
	return !errno && *number <= max;
}

const char *slabstat_parse(const char *text, unsigned int *per_cpu,
			   unsigned int most)
{
	unsigned long sum, cpu, count, listed = 0;

	memset(per_cpu, 0, most * sizeof(*per_cpu));
	if (!take_number(&text, ULONG_MAX, &sum))
		return "no number";
	if (!*text) {
		per_cpu[0] = sum;
		return NULL;
	}
	while (*text) {
		if (strncmp(text, " C", 2))
			return "not of the form 'SUM C0=N ...'";
		text += 2;
		if (!take_number(&text, most - 1, &cpu) || *text++ != '=' ||
		    !take_number(&text, UINT_MAX, &count))
			return "not of the form 'SUM C0=N ...'";
		per_cpu[cpu] = count;
		listed += count;
	}
	/* that of the kernel is an unsigned long of its own size */
	return listed == sum ? NULL :
		"cut short: more CPUs count than fit into the file";
}

static bool read_counter(const struct slabcache *cache, enum slabstat stat,
			 unsigned int *per_cpu)
{
	static char text[TEXT_SIZE];
	int got = sysfile_read(cache->dir, names[stat], text, sizeof(text));
	const char *wrong = NULL;

	if (got == -ENOENT)
		return true;
	if (got < 0)
		wrong = strerror(-got);
	else
		wrong = slabstat_parse(text, per_cpu, PLACEMENT_MAX_CPUS);
	if (wrong)
		require_unmet("%s: %s", slabcache_path(cache, names[stat]),
			      wrong);
	return !wrong;
}

struct slabstat_reading *slabstat_take(const struct slabcache *cache)
{
	struct slabstat_reading *reading = calloc(1, sizeof(*reading));
	enum slabstat stat;

	if (!reading) {
		require_unmet("no memory for the counters of %s", cache->name);
		return NULL;
	}
	sysfile_read(AT_FDCWD, ONLINE, reading->online, ONLINE_SIZE);
	for (stat = 0; stat < NR_SLABSTATS; stat++) {
		if (read_counter(cache, stat, reading->of[stat]))
			continue;
		free(reading);
		return NULL;
	}
	return reading;
}

static bool subtract(const unsigned int *before, const unsigned int *after,
		     unsigned long long *count)
{
	unsigned int cpu;

	*count = 0;
	for (cpu = 0; cpu < PLACEMENT_MAX_CPUS; cpu++) {
		unsigned int more = after[cpu] - before[cpu];

		/* no window is long enough for that */
		if (more > INT_MAX)
			return false;
		*count += more;
	}
	return true;
}

bool slabstat_since(struct slabstat_reading *before,
		    struct slabstat_reading *after,
		    struct slabstat_counts *counts)
{
	bool good = before && after;
	enum slabstat stat;

	if (good && strcmp(before->online, after->online)) {
		require_unmet("CPUs have gone or come while their slab counters were watched");
		good = false;
	}
	for (stat = 0; stat < NR_SLABSTATS && good; stat++) {
		good = subtract(before->of[stat], after->of[stat],
				&counts->of[stat]);
		if (!good)
			require_unmet("slab counter %s went back: somebody has reset it",
				      names[stat]);
	}
	free(before);
	free(after);
	return good;
}
