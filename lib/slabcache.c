// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "compiler.h"
#include "parse.h"
#include "require.h"
#include "slabcache.h"
#include "sysfile.h"

/* There in any kernel that counts, and in no other */
#define COUNTER "alloc_fastpath"
/* Any cache that is there in all kernels */
#define ANY_CACHE "kmalloc-64"

/* Debugging takes all objects past sheaves and CPU slabs */
static void require_no_debugging(const struct slabcache *cache)
{
	static const char * const flags[] = {
		"sanity_checks", "red_zone", "poison", "store_user", "trace",
	};
	char text[8];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(flags); i++)
		if (sysfile_read(cache->dir, flags[i], text, sizeof(text)) > 0 &&
		    strcmp(text, "0"))
			require_unmet("slab cache %s: %s is %s: boot without slab_debug",
				      cache->name, flags[i], text);
}

static bool has_counters(const struct slabcache *cache)
{
	char text[8];
	int got = sysfile_read(cache->dir, COUNTER, text, sizeof(text));

	if (got >= 0)
		return true;
	if (got == -ENOENT)
		require_unmet("kernel without CONFIG_SLUB_STATS: slab cache %s counts nothing",
			      cache->name);
	else
		require_unmet("%s: %s: run as root",
			      slabcache_path(cache, COUNTER), strerror(-got));
	return false;
}

/* The number in a file, or @other where there is no such file */
static unsigned long number(const struct slabcache *cache, const char *file,
			    unsigned long other)
{
	unsigned long value = other;
	char text[32];

	if (sysfile_read(cache->dir, file, text, sizeof(text)) > 0)
		parse_uint(text, 0, ULONG_MAX, &value);
	return value;
}

static void describe(struct slabcache *cache)
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *last = cache->name;
	ssize_t length;

	/* an alias is a symbolic link */
	snprintf(path, sizeof(path), SLABCACHE_ALL "/%s", cache->name);
	length = readlink(path, target, sizeof(target) - 1);
	if (length > 0) {
		target[length] = '\0';
		last = strrchr(target, '/');
		last = last ? last + 1 : target;
	}
	snprintf(cache->merged, sizeof(cache->merged), "%.*s",
		 SLABCACHE_NAME_SIZE - 1, last);
	cache->users = number(cache, "aliases", 0) + 1;
	cache->capacity = number(cache, "sheaf_capacity", 0);
	if (faccessat(cache->dir, "alloc_refill", F_OK, 0))
		cache->design = cache->capacity ? SLAB_SHEAVES : SLAB_BARE;
	else
		cache->design = cache->capacity ? SLAB_MIXED : SLAB_CPU_SLABS;
}

bool slabcache_open(struct slabcache *cache, const char *name)
{
	char path[PATH_MAX];
	bool good;

	memset(cache, 0, sizeof(*cache));
	snprintf(cache->name, sizeof(cache->name), "%s", name);
	snprintf(path, sizeof(path), SLABCACHE_ALL "/%s", cache->name);
	cache->dir = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (cache->dir < 0) {
		require_unmet("no slab cache %s (%s): %s", name, path,
			      strerror(errno));
		return false;
	}
	good = has_counters(cache);
	require_no_debugging(cache);
	describe(cache);
	if (!good)
		slabcache_close(cache);
	return good;
}

void slabcache_require(void)
{
	struct slabcache cache;

	if (geteuid())
		require_unmet("the counters of slab caches are for root: run as root");
	if (access(SLABCACHE_ALL, F_OK))
		require_unmet("no " SLABCACHE_ALL ": CONFIG_SLUB_TINY, or no sysfs");
	else if (slabcache_open(&cache, ANY_CACHE))
		slabcache_close(&cache);
}

void slabcache_find(const char *pattern, bool (*call)(const char *name, void *arg),
		    void *arg)
{
	DIR *dir = opendir(SLABCACHE_ALL);
	struct dirent *entry;

	if (!dir)
		return;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' && !fnmatch(pattern, entry->d_name, 0) &&
		    !call(entry->d_name, arg))
			break;
	closedir(dir);
}

const char *slabcache_path(const struct slabcache *cache, const char *file)
{
	static char path[PATH_MAX];

	snprintf(path, sizeof(path), SLABCACHE_ALL "/%s/%s", cache->name, file);
	return path;
}

void slabcache_close(struct slabcache *cache)
{
	close(cache->dir);
}
