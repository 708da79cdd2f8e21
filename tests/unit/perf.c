// SPDX-License-Identifier: GPL-2.0
/* Groups of counted tracepoints, and rings of recorded ones: one against the other */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "child.h"
#include "perf.h"
#include "perfring.h"
#include "placement.h"
#include "require.h"
#include "unit.h"

#define PAGES 1000

static char mine[64];

static void set_mine(void)
{
	snprintf(mine, sizeof(mine), "order==0 && common_pid==%ld",
		 (long)syscall(SYS_gettid));
}

static const struct perf_tracepoint pages[] = {
	{ "kmem/mm_page_alloc", mine },
	{ "kmem/mm_page_free", mine },
	{ "kmem/mm_page_alloc", mine },
};

/* Faults pages in and gives them back; nothing else here allocates any */
static void fault(unsigned int count)
{
	size_t page = sysconf(_SC_PAGESIZE), size = count * page, at;
	char *map = mmap(NULL, size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise(map, size, MADV_NOHUGEPAGE);
	for (at = 0; at < size; at += page)
		map[at] = 1;
	munmap(map, size);
}

static bool can;

static void try_one(void *arg)
{
	struct perf_group group;

	(void)arg;
	if (!perf_group_open(&group, pages, 3, placement_cpu(0)))
		exit(1);
}

static void counts_of_a_group(void)
{
	unsigned long long counts[PERF_MOST_EVENTS];
	struct perf_group group;

	CHECK(perf_group_open(&group, pages, 3, placement_cpu(0)));
	CHECK(perf_group_start(&group));
	fault(PAGES);
	CHECK(perf_group_stop(&group, counts));
	CHECK(counts[0] >= PAGES && counts[0] < 2 * PAGES);
	/* they start and stop together */
	CHECK_INT(counts[0], counts[2]);

	/* from zero again, and nothing between */
	fault(PAGES);
	CHECK(perf_group_start(&group));
	CHECK(perf_group_stop(&group, counts));
	CHECK(counts[0] < PAGES / 10);
	perf_group_close(&group);
	CHECK_INT(group.count, 0);
}

static unsigned long seen[2];

static void count(unsigned int tracepoint, const void *data, size_t size,
		  void *arg)
{
	CHECK(arg == seen);
	CHECK(data && size >= sizeof(short));
	CHECK(tracepoint < 2);
	seen[tracepoint]++;
}

/* Many times round the ring */
static void all_that_is_counted_is_recorded(void)
{
	unsigned long long counts[PERF_MOST_EVENTS];
	struct perf_group group;
	struct perfring ring;
	unsigned int i;

	CHECK(perf_group_open(&group, pages, 2, placement_cpu(0)));
	CHECK(perfring_open(&ring, pages, 2, placement_cpu(0)));
	for (i = 0; i < 20; i++) {
		memset(seen, 0, sizeof(seen));
		CHECK(perfring_start(&ring));
		CHECK(perf_group_start(&group));
		fault(PAGES);
		CHECK(perf_group_stop(&group, counts));
		CHECK(perfring_stop(&ring, count, seen));
		CHECK(counts[0] >= PAGES);
		CHECK(seen[0] >= counts[0] && seen[0] < counts[0] + PAGES / 10);
		CHECK(seen[1] >= counts[1] && seen[1] < counts[1] + PAGES / 10);
	}
	perfring_close(&ring);
	perf_group_close(&group);
}

static void lose(void *arg)
{
	struct perfring ring;

	(void)arg;
	set_mine();
	if (!perfring_open(&ring, pages, 2, placement_cpu(0)) ||
	    !perfring_start(&ring))
		exit(1);
	fault(20 * PAGES);
	printf("%d\n", perfring_stop(&ring, count, seen));
	require_flush("x");
}

static void more_than_fits(void)
{
	child_run(lose, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "0\n# x: skipped: perf: events were lost");
}

static void odd(void *arg)
{
	static const struct perf_tracepoint none[] = {
		{ "kmem/no_such_event", NULL },
		{ "kmem/mm_page_alloc", "no_such_field == 1" },
	};
	struct perf_group group;
	struct perfring ring;
	unsigned int i;

	(void)arg;
	for (i = 0; i < 2; i++) {
		if (perf_group_open(&group, &none[i], 1, placement_cpu(0)) ||
		    perfring_open(&ring, &none[i], 1, placement_cpu(0)))
			exit(1);
		require_flush("x");
	}
	if (perf_group_open(&group, pages, 3, PLACEMENT_MAX_CPUS))
		exit(1);
	require_flush("y");
}

static void what_cannot_be_opened(void)
{
	child_run(odd, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "tracepoint kmem/no_such_event: No such file");
	CHECK_HAS(child.out, "kmem/mm_page_alloc takes no filter 'no_such_field == 1': Invalid");
	CHECK_HAS(child.out, "# y: skipped: perf_event_open: kmem/mm_page_alloc on CPU 8192: ");
}

#define PERF_RUN(test) RUN_IF(can, test, "no tracepoints for this user")

int main(void)
{
	placement_init();
	placement_pin(placement_cpu(0));
	set_mine();
	child_run(try_one, NULL);
	can = !child.status;
	PERF_RUN(counts_of_a_group);
	PERF_RUN(all_that_is_counted_is_recorded);
	PERF_RUN(more_than_fits);
	PERF_RUN(what_cannot_be_opened);
	return unit_end();
}
