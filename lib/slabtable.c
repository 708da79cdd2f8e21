// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "compiler.h"
#include "slabtable.h"

/* The rows that follow from the counters; -1: nothing to say */

static double attempts(const struct slabcache *cache, const struct slabwindow *window)
{
	return slab_attempts(cache->design, &window->counts);
}

static double attempts_most(const struct slabcache *cache,
			    const struct slabwindow *window)
{
	return slab_attempts_most(cache->design, &window->counts);
}

static double per(double count, double whole)
{
	return whole > 0 ? count / whole : -1;
}

static double fail_per_attempt(const struct slabcache *cache,
			       const struct slabwindow *window)
{
	return per(window->counts.of[CMPXCHG_DOUBLE_FAIL],
		   attempts(cache, window));
}

static double fail_per_attempt_most(const struct slabcache *cache,
				    const struct slabwindow *window)
{
	return per(window->counts.of[CMPXCHG_DOUBLE_FAIL],
		   attempts_most(cache, window));
}

static double fail_per_slowpath(const struct slabcache *cache,
				const struct slabwindow *window)
{
	(void)cache;
	return per(window->counts.of[CMPXCHG_DOUBLE_FAIL],
		   window->counts.of[FREE_SLOWPATH]);
}

static double slow_share(const struct slabcache *cache,
			 const struct slabwindow *window)
{
	(void)cache;
	return per(window->counts.of[FREE_SLOWPATH], slab_frees(&window->counts));
}

static double list_locks(const struct slabcache *cache,
			 const struct slabwindow *window)
{
	return slab_list_locks(cache->design, &window->counts);
}

static double contended(const struct slabcache *cache,
			const struct slabwindow *window)
{
	(void)cache;
	return window->contended;
}

static double done(const struct slabcache *cache, const struct slabwindow *window)
{
	(void)cache;
	return window->done;
}

static double done_per_second(const struct slabcache *cache,
			      const struct slabwindow *window)
{
	(void)cache;
	return per(window->done, window->seconds);
}

static double seconds(const struct slabcache *cache,
		      const struct slabwindow *window)
{
	(void)cache;
	return window->seconds;
}

static const struct {
	const char *name;
	double (*of)(const struct slabcache *cache, const struct slabwindow *window);
	unsigned int decimals;
} rows[] = {
	{ "free_slowpath/frees", slow_share, 4 },
	{ "attempts", attempts, 0 },
	{ "fail/attempts", fail_per_attempt, 6 },
	{ "attempts (most)", attempts_most, 0 },
	{ "fail/attempts (most)", fail_per_attempt_most, 6 },
	{ "fail/free_slowpath", fail_per_slowpath, 6 },
	{ "list_lock taken (least)", list_locks, 0 },
	{ "locks contended for", contended, 0 },
	{ "done", done, 0 },
	{ "done/s", done_per_second, 0 },
	{ "seconds", seconds, 2 },
};

static void print_number(double value, unsigned int decimals)
{
	if (value < 0)
		printf(" %13s", "-");
	else
		printf(" %13.*f", decimals, value);
}

static void print_counters(const struct slabwindow *windows, unsigned int count)
{
	unsigned long long sum;
	enum slabstat stat;
	unsigned int i;

	for (stat = 0; stat < NR_SLABSTATS; stat++) {
		for (i = 0, sum = 0; i < count; i++)
			sum += windows[i].counts.of[stat];
		if (!sum && stat != CMPXCHG_DOUBLE_FAIL)
			continue;
		printf("# table: %-24s", slabstat_name(stat));
		for (i = 0; i < count; i++)
			print_number(windows[i].counts.of[stat], 0);
		printf("\n");
	}
}

static void print_idle(const struct slabwindow *windows, unsigned int count)
{
	unsigned int node, i;

	for (node = 0; node < NODEIDLE_MOST_NODES; node++) {
		/* which nodes there are is the same in all windows */
		if (nodeidle_share(&windows[0].idle, node) < 0)
			continue;
		printf("# table: node %-2u idle %%%11s", node, "");
		for (i = 0; i < count; i++)
			print_number(100 * nodeidle_share(&windows[i].idle, node), 1);
		printf("\n");
	}
}

void slabtable_print(const struct slabcache *cache, const char *unit,
		     const struct slabwindow *windows, unsigned int count)
{
	unsigned int row, i;

	printf("# table: slab cache %s", cache->name);
	if (cache->users > 1)
		printf(", which is %s: counters of all %u caches merged into it (see slab_nomerge)",
		       cache->merged, cache->users);
	printf("; done: %s\n# table: %-24s", unit, "");
	for (i = 0; i < count; i++)
		printf(" %13s", windows[i].title);
	printf("\n");
	print_counters(windows, count);
	for (row = 0; row < ARRAY_SIZE(rows); row++) {
		printf("# table: %-24s", rows[row].name);
		for (i = 0; i < count; i++)
			print_number(rows[row].of(cache, &windows[i]),
				     rows[row].decimals);
		printf("\n");
	}
	print_idle(windows, count);
}
