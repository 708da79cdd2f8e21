// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "require.h"
#include "slabfind.h"

/* kmalloc-rnd-01-96 to kmalloc-rnd-15-96 are the most, and few others */
#define MOST_CACHES 24
/* Some may be freed after what is counted */
#define ENOUGH 0.9
/* Things done, or windows, that are enough to tell */
#define DONE 500
#define MOST_WINDOWS 20

struct names {
	unsigned int count;
	char name[MOST_CACHES][SLABCACHE_NAME_SIZE];
};

static bool add_name(const char *name, void *arg)
{
	struct names *names = arg;

	snprintf(names->name[names->count], SLABCACHE_NAME_SIZE, "%.*s",
		 SLABCACHE_NAME_SIZE - 1, name);
	return ++names->count < MOST_CACHES;
}

/* Objects of it freed for each thing done; -1 when that can't be told */
static double freed(const char *name, const struct slabwork *work)
{
	struct slabwindow window = { .title = name };
	struct slabcache cache;
	unsigned int i;
	bool watched;

	if (!slabcache_open(&cache, name))
		return -1;
	watched = slabwindow_add(&window, &cache, work);
	for (i = 1; watched && window.done < DONE && i < MOST_WINDOWS; i++)
		watched = slabwindow_add(&window, &cache, work);
	slabcache_close(&cache);
	if (!watched)
		return -1;
	return window.done > 0 ? slab_frees(&window.counts) / window.done : 0;
}

bool slabfind_cache(struct slabcache *cache, const char * const *patterns,
		    const struct slabwork *work)
{
	struct names names = { .count = 0 };
	unsigned int i, best = 0;
	double share, most = 0;

	for (i = 0; patterns[i] && names.count < MOST_CACHES; i++)
		slabcache_find(patterns[i], add_name, &names);
	for (i = 0; i < names.count; i++) {
		share = freed(names.name[i], work);
		if (share < 0)
			return false;
		if (share > most) {
			most = share;
			best = i;
		}
	}
	if (most >= ENOUGH)
		return slabcache_open(cache, names.name[best]);
	if (names.count)
		require_unmet("slab cache %s: %.2f objects freed for each of the test",
			      names.name[best], most);
	else
		require_unmet("no slab cache %s", patterns[0]);
	return false;
}
