/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABCACHE_H
#define PERF_REGRESS_SLABCACHE_H

#include <stdbool.h>

#define SLABCACHE_NAME_SIZE 64
#define SLABCACHE_ALL "/sys/kernel/slab"

/* What of a slab cache stands between its users and the lists of its slabs */
enum slab_design {
	SLAB_CPU_SLABS,		/* a slab for each CPU (until 6.18) */
	SLAB_SHEAVES,		/* arrays of objects, barns of full ones (7.3) */
	SLAB_MIXED,		/* sheaves over CPU slabs (some caches of 6.18) */
	SLAB_BARE,		/* nothing, as when objects are debugged */
};

/* A slab cache, as /sys/kernel/slab shows it */
struct slabcache {
	char name[SLABCACHE_NAME_SIZE];
	/*
	 * The cache that it was merged into, whose counters count all of its
	 * users; @name itself where it was not merged.
	 */
	char merged[SLABCACHE_NAME_SIZE];
	/* how many names there are for it, its own included */
	unsigned int users;
	enum slab_design design;
	/* objects of a full sheaf; 0 without sheaves */
	unsigned long capacity;
	/* its directory */
	int dir;
};

/*
 * slabcache_open - open a cache by its name, or by that of any merged into it
 *
 * Return: false after noting all that is wrong by require_unmet(): no such
 * cache, no counters (CONFIG_SLUB_STATS), not to be read, debugged objects.
 */
bool slabcache_open(struct slabcache *cache, const char *name);

/*
 * slabcache_require - note by require_unmet() what keeps any cache of this
 * kernel from being watched, as slabcache_open() would
 */
void slabcache_require(void);

/*
 * slabcache_find - call for each cache whose name matches a pattern
 * @pattern: as for fnmatch(3)
 * @call: returns false to have no more
 */
void slabcache_find(const char *pattern, bool (*call)(const char *name, void *arg),
		    void *arg);

/* slabcache_path - path of one of its files; in a buffer of its own */
const char *slabcache_path(const struct slabcache *cache, const char *file);

void slabcache_close(struct slabcache *cache);

#endif
