// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sites.h"

/* The kernel's paths of a test are some 30,000 instructions */
#define MOST_SITES 0x40000
#define HASH_SIZE (2 * MOST_SITES)

__u32 nr_sites;
__u64 *sites_address;
__u64 *sites_count[NR_MEASURES];

/* number of a site plus 1 */
static __u32 *hash;

/*
 * How often each instruction was executed, counted by code that QEMU generates:
 * one array in version 1 of its interface, later one for each CPU.
 */
static __u64 *executed;
static struct qemu_plugin_scoreboard *score;
static unsigned int nr_cpus;

static void *allocate(size_t number, size_t size)
{
	void *memory = calloc(number, size);

	if (!memory) {
		fprintf(stderr, "probe: no memory\n");
		exit(1);
	}
	return memory;
}

void sites_init(unsigned int cpus)
{
	int m;

	sites_address = allocate(MOST_SITES, sizeof(*sites_address));
	for (m = 0; m < NR_MEASURES; m++)
		sites_count[m] = allocate(MOST_SITES, sizeof(__u64));
	hash = allocate(HASH_SIZE, sizeof(*hash));
	nr_cpus = cpus;
	if (qemu_optional.scoreboard_new)
		score = qemu_optional.scoreboard_new(MOST_SITES * sizeof(__u64));
	else
		executed = allocate(MOST_SITES, sizeof(*executed));
}

__u32 site_find(__u64 address)
{
	__u32 at = address * 0x9e3779b97f4a7c15ULL >> 32;

	for (at %= HASH_SIZE; hash[at]; at = (at + 1) % HASH_SIZE)
		if (sites_address[hash[at] - 1] == address)
			return hash[at] - 1;
	if (nr_sites == MOST_SITES) {
		fprintf(stderr, "probe: more than %u instructions were translated\n",
			MOST_SITES);
		exit(1);
	}
	sites_address[nr_sites] = address;
	hash[at] = ++nr_sites;
	return nr_sites - 1;
}

void site_count(struct qemu_plugin_insn *insn, __u32 site)
{
	struct qemu_plugin_u64 counter = {
		.score = score, .offset = site * sizeof(__u64),
	};

	if (score)
		qemu_optional.exec_inline_per_vcpu(insn,
						   QEMU_PLUGIN_INLINE_ADD_U64,
						   counter, 1);
	else
		qemu_optional.exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64,
					  &executed[site], 1);
}

void sites_clear(void)
{
	int m;

	for (m = 0; m < NR_MEASURES; m++)
		memset(sites_count[m], 0, nr_sites * sizeof(__u64));
}

/* Adds the counters, or takes them off: their difference is what is wanted */
static void add(__u64 sign)
{
	__u64 *count = sites_count[INSN];
	unsigned int cpu;
	__u32 site;

	for (cpu = 0; cpu < (score ? nr_cpus : 1); cpu++) {
		const __u64 *counter = score ?
			qemu_optional.scoreboard_find(score, cpu) : executed;

		for (site = 0; site < nr_sites; site++)
			count[site] += sign * counter[site];
	}
}

void sites_resume(void)
{
	add(-1ULL);
}

void sites_pause(void)
{
	add(1);
}

bool site_is_user(__u32 site)
{
	return !(sites_address[site] >> 63);
}
