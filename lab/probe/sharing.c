// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sharing.h"
#include "windows.h"

#define SIZE 0x100000

/* Accesses of a line by one instruction */
struct access {
	__u64 line;		/* see key() */
	__u32 site;
	__u32 loads;
	__u32 stores[WINDOWS_MOST_CPUS];
};

static struct access *accesses;
/* those that are in use, in order of their first access */
static __u32 *used, nr_used;

void sharing_init(void)
{
	accesses = calloc(SIZE, sizeof(*accesses));
	used = calloc(SIZE, sizeof(*used));
	if (!accesses || !used) {
		fprintf(stderr, "probe: no memory\n");
		exit(1);
	}
}

void sharing_clear(void)
{
	__u32 i;

	for (i = 0; i < nr_used; i++)
		memset(&accesses[used[i]], 0, sizeof(*accesses));
	nr_used = 0;
}

/* Never 0; what user space and kernel access is told apart */
static __u64 key(__u64 line, __u32 site)
{
	return line << 2 | 2 | site_is_user(site);
}

void sharing_access(unsigned int cpu, __u32 site, __u64 line, bool store)
{
	__u64 wanted = key(line, site);
	__u32 at = (wanted ^ (__u64)site << 40) *
		      0x9e3779b97f4a7c15ULL >> 32;

	for (at %= SIZE; accesses[at].line; at = (at + 1) % SIZE)
		if (accesses[at].line == wanted && accesses[at].site == site)
			break;
	if (!accesses[at].line) {
		if (nr_used == SIZE / 2) {
			windows_error("a window touches too many cache lines");
			return;
		}
		accesses[at].line = wanted;
		accesses[at].site = site;
		used[nr_used++] = at;
	}
	if (store)
		accesses[at].stores[cpu]++;
	else
		accesses[at].loads++;
}

static int by_line(const void *left, const void *right)
{
	const struct access *a = &accesses[*(const __u32 *)left];
	const struct access *b = &accesses[*(const __u32 *)right];

	return (a->line > b->line) - (a->line < b->line);
}

/* Whether the accesses used[@from..@to - 1], all of one line, make it shared */
static bool is_shared(__u32 from, __u32 to, const __u64 *operations,
		      unsigned int cpus)
{
	unsigned int cpu, writers = 0;

	for (cpu = 0; cpu < cpus; cpu++) {
		__u64 stores = 0;
		__u32 i;

		for (i = from; i < to; i++)
			stores += accesses[used[i]].stores[cpu];
		if (stores && stores * SHARING_FAIR_SHARE >= operations[cpu])
			writers++;
	}
	return writers > 1;
}

static void count(const struct access *access, unsigned int cpus)
{
	unsigned int cpu;

	sites_count[SHARED_LOADS][access->site] += access->loads;
	for (cpu = 0; cpu < cpus; cpu++)
		sites_count[SHARED_STORES][access->site] += access->stores[cpu];
}

void sharing_collect(const __u64 *operations, unsigned int cpus)
{
	__u32 from, to;

	qsort(used, nr_used, sizeof(*used), by_line);
	for (from = 0; from < nr_used; from = to) {
		__u64 line = accesses[used[from]].line;

		for (to = from; to < nr_used; to++)
			if (accesses[used[to]].line != line)
				break;
		if (!is_shared(from, to, operations, cpus))
			continue;
		for (; from < to; from++)
			count(&accesses[used[from]], cpus);
	}
}
