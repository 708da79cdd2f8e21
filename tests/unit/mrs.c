// SPDX-License-Identifier: GPL-2.0
/* Threads that register memory regions, with a device that only keeps count */
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "child.h"
#include "clock.h"
#include "mrs.h"
#include "placement.h"
#include "require.h"
#include "unit.h"

#define SIZE 4096UL
#define SLOTS 8
#define MOST 1000

static char memory[SLOTS * SIZE];
static struct ibv_mr regions[MOST];
static unsigned int made, live, most_live, uses[SLOTS], fail_at;
static bool unmapped_too_soon;

/* In place of lib/dax.c, lib/region.c and lib/rdma.c */

unsigned int dax_share(const struct dax *devices, unsigned int count,
		       size_t length, struct dax_piece *pieces)
{
	pieces[0] = (struct dax_piece){ .dax = devices, .length = length };
	return count;
}

bool dax_map(struct region *region, const struct dax_piece *pieces,
	     unsigned int count)
{
	(void)count;
	region->start = memory;
	region->length = pieces->length < sizeof(memory) ? pieces->length :
							   sizeof(memory);
	if (pieces->dax->size < region->length)
		region->length = pieces->dax->size;
	return true;
}

void region_unmap(struct region *region)
{
	(void)region;
	unmapped_too_soon |= live;
}

struct ibv_mr *rdma_register(const struct rdma *rdma, void *start, size_t size)
{
	unsigned int number = __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
	unsigned int now;

	(void)rdma;
	if (fail_at && number >= fail_at) {
		errno = ENOMEM;
		return NULL;
	}
	if (size != SIZE || number >= MOST || (char *)start < memory ||
	    (char *)start + size > memory + sizeof(memory))
		_exit(2);
	__atomic_fetch_add(&uses[((char *)start - memory) / SIZE], 1,
			   __ATOMIC_RELAXED);
	now = __atomic_add_fetch(&live, 1, __ATOMIC_RELAXED);
	if (now > most_live)
		most_live = now;
	return &regions[number];
}

void rdma_deregister(struct ibv_mr *mr)
{
	if (mr->handle++)
		_exit(3);
	__atomic_fetch_sub(&live, 1, __ATOMIC_RELAXED);
}

void rdma_refused(const char *what, int error)
{
	require_unmet("registering %s: %s", what, strerror(error));
}

static struct dax device = { .name = "dax0.0", .size = sizeof(memory) };
static struct mrs mrs = {
	.devices = &device, .nr_devices = 1, .size = SIZE,
	.threads = 4, .rounds = 5, .batch = 3,
};

static void run(void *arg)
{
	static struct mrs_round rounds[5];
	bool ran = mrs_run(&mrs, rounds);
	unsigned int i;

	(void)arg;
	require_flush("x");
	if (live || unmapped_too_soon)
		exit(4);
	printf("ran %d made %u live %u\n", ran, made, most_live);
	for (i = 0; ran && i < 5; i++)
		if (!(rounds[i].register_rate > 0) || rounds[i].register_cost < 0)
			exit(5);
	for (i = 0; i < SLOTS; i++)
		printf("slot %u: %u\n", i, uses[i]);
}

static void all_are_made_and_gone(void)
{
	child_run(run, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "ran 1 made 60 live 60\n");
	CHECK_HAS(child.out, "60 memory regions of 4 KB by 4 threads in 0 MB of 1 dax devices: they overlap, 8 deep\n");
	CHECK_HAS(child.out, "slot 3: 8\nslot 4: 7\n");
	CHECK_INT(mrs_count(&mrs), 60);
}

static void one_that_fails(void)
{
	fail_at = 17;
	child_run(run, NULL);
	fail_at = 0;
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "ran 0 ");
	CHECK_HAS(child.out, "# x: skipped: registering device-dax memory: Cannot allocate memory\n");
}

static void all_fail(void)
{
	fail_at = 1;
	made = 1;
	child_run(run, NULL);
	fail_at = 0;
	made = 0;
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "ran 0 ");
	CHECK_HAS(child.out, " live 0\n");
}

static void a_device_that_is_too_small(void)
{
	device.size = SIZE / 2;
	child_run(run, NULL);
	device.size = sizeof(memory);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "# x: skipped: dax too small: 2 KB together, a memory region has 4\n");
	CHECK_HAS(child.out, "ran 0 made 0 live 0\n");
}

static void run_without_room(void *arg)
{
	/* stacks of a size that few of fit */
	const struct rlimit stack = { 1UL << 44, 1UL << 44 };

	setrlimit(RLIMIT_STACK, &stack);
	run(arg);
}

/* Not all threads can be made: those that were must end too */
static void too_few_threads(void)
{
	mrs.threads = 64;
	child_run(run_without_room, NULL);
	mrs.threads = 4;
	if (strstr(child.out, "ran 1 "))
		return;
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "ran 0 made 0 live 0\n");
}

int main(void)
{
	placement_init();
	clock_init();
	RUN(all_are_made_and_gone);
	RUN(one_that_fails);
	RUN(all_fail);
	RUN(a_device_that_is_too_small);
	RUN(too_few_threads);
	return unit_end();
}
