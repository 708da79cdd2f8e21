// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "require.h"
#include "slabcache.h"
#include "slabstat.h"
#include "unit.h"

/* Caches that the tests make up, mounted over those of this machine */
#define CACHES "/sys/kernel/slab"

static void file(const char *cache, const char *name, const char *text)
{
	char path[128];
	FILE *out;

	snprintf(path, sizeof(path), CACHES "/%s", cache);
	mkdir(path, 0755);
	snprintf(path, sizeof(path), CACHES "/%s/%s", cache, name);
	unlink(path);
	if (!text)
		return;
	out = fopen(path, "w");
	CHECK(out && fputs(text, out) >= 0 && !fclose(out));
}

static void sheaves(const char *cache)
{
	file(cache, "alloc_fastpath", "0\n");
	file(cache, "aliases", "0\n");
	file(cache, "sheaf_capacity", "60\n");
	file(cache, "free_slowpath", "12 C0=5 C3=7\n");
	file(cache, "barn_get", "3 C0=3\n");
}

static void open_one(void *arg)
{
	struct slabcache cache;

	printf("%d\n", slabcache_open(&cache, arg));
	require_flush("point");
}

static void a_cache_with_sheaves(void)
{
	struct slabcache cache;

	sheaves("kmalloc-64");
	CHECK(slabcache_open(&cache, "kmalloc-64"));
	CHECK_STRING(cache.name, "kmalloc-64");
	CHECK_STRING(cache.merged, "kmalloc-64");
	CHECK_INT(cache.users, 1);
	CHECK_INT(cache.design, SLAB_SHEAVES);
	CHECK_INT(cache.capacity, 60);
	slabcache_close(&cache);
	slabcache_require();
	CHECK_INT(require_flush("unexpected"), 0);
}

static void other_designs(void)
{
	struct slabcache cache;

	sheaves("mixed");
	file("mixed", "alloc_refill", "0\n");
	CHECK(slabcache_open(&cache, "mixed"));
	CHECK_INT(cache.design, SLAB_MIXED);
	slabcache_close(&cache);
	file("mixed", "sheaf_capacity", "0\n");
	CHECK(slabcache_open(&cache, "mixed"));
	CHECK_INT(cache.design, SLAB_CPU_SLABS);
	slabcache_close(&cache);
	file("mixed", "sheaf_capacity", NULL);
	CHECK(slabcache_open(&cache, "mixed"));
	CHECK_INT(cache.design, SLAB_CPU_SLABS);
	slabcache_close(&cache);
	file("mixed", "alloc_refill", NULL);
	CHECK(slabcache_open(&cache, "mixed"));
	CHECK_INT(cache.design, SLAB_BARE);
	slabcache_close(&cache);
}

static void a_merged_cache(void)
{
	struct slabcache cache;

	sheaves(":0000128");
	file(":0000128", "aliases", "3\n");
	CHECK_INT(symlink(":0000128", CACHES "/nfs_page"), 0);
	CHECK(slabcache_open(&cache, "nfs_page"));
	CHECK_STRING(cache.name, "nfs_page");
	CHECK_STRING(cache.merged, ":0000128");
	CHECK_INT(cache.users, 4);
	CHECK_STRING(slabcache_path(&cache, "shrink"), CACHES "/nfs_page/shrink");
	slabcache_close(&cache);
}

static void what_is_missing(void)
{
	child_run(open_one, "nothing");
	CHECK_STRING(child.out,
		     "0\n# point: skipped: no slab cache nothing (" CACHES
		     "/nothing): No such file or directory\n");
	file("uncounted", "aliases", "0\n");
	file("uncounted", "red_zone", "1\n");
	child_run(open_one, "uncounted");
	CHECK_HAS(child.out, "0\n# point: skipped: kernel without CONFIG_SLUB_STATS");
	CHECK_HAS(child.out, "red_zone is 1");
}

static void a_debugged_cache(void)
{
	sheaves("debugged");
	file("debugged", "poison", "0\n");
	file("debugged", "sanity_checks", "1\n");
	child_run(open_one, "debugged");
	CHECK_LACKS(child.out, "poison");
	CHECK_HAS(child.out, "sanity_checks is 1");
	CHECK_HAS(child.out, "slab_debug");
}

static bool count_name(const char *name, void *arg)
{
	(void)name;
	++*(unsigned int *)arg;
	return true;
}

static bool first_name(const char *name, void *arg)
{
	count_name(name, arg);
	return false;
}

static void names_by_pattern(void)
{
	unsigned int count = 0;

	sheaves("kmalloc-rnd-01-96");
	sheaves("kmalloc-rnd-02-96");
	sheaves("kmalloc-rnd-02-192");
	slabcache_find("kmalloc-rnd-*-96", count_name, &count);
	CHECK_INT(count, 2);
	slabcache_find("kmalloc-rnd-*-96", first_name, &count);
	CHECK_INT(count, 3);
	slabcache_find("nothing", count_name, &count);
	slabcache_find(".*", count_name, &count);
	CHECK_INT(count, 3);
}

static void counters_of_a_window(void)
{
	struct slabstat_reading *before, *after;
	struct slabstat_counts counts;
	struct slabcache cache;

	CHECK(slabcache_open(&cache, "kmalloc-64"));
	before = slabstat_take(&cache);
	file("kmalloc-64", "free_slowpath", "32 C0=6 C3=17 C9=9\n");
	after = slabstat_take(&cache);
	CHECK(slabstat_since(before, after, &counts));
	CHECK_INT(counts.of[FREE_SLOWPATH], 20);
	CHECK_INT(counts.of[BARN_GET], 0);
	CHECK_INT(require_flush("unexpected"), 0);
	file("kmalloc-64", "barn_get", "3 C0=3 C1");
	CHECK(!slabstat_take(&cache));
	CHECK_INT(require_flush("expected"), 1);
	slabcache_close(&cache);
}

static void no_caches_at_all(void *arg)
{
	(void)arg;
	CHECK_INT(mount("none", "/sys/kernel", "tmpfs", 0, NULL), 0);
	slabcache_require();
	require_flush("point");
}

static void a_kernel_of_another_allocator(void)
{
	child_run(no_caches_at_all, NULL);
	CHECK_HAS(child.out, "CONFIG_SLUB_TINY");
}

/* In a mount namespace of its own */
static bool replace_caches(void)
{
	return !unshare(CLONE_NEWNS) &&
	       !mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
	       !mount("none", CACHES, "tmpfs", 0, NULL);
}

int main(void)
{
	if (!replace_caches()) {
		SKIP(all, "no mounts of one's own: run as root");
		return unit_end();
	}
	RUN(a_cache_with_sheaves);
	RUN(other_designs);
	RUN(a_merged_cache);
	RUN(what_is_missing);
	RUN(a_debugged_cache);
	RUN(names_by_pattern);
	RUN(counters_of_a_window);
	RUN(a_kernel_of_another_allocator);
	return unit_end();
}
