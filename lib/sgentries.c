// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "require.h"
#include "sgentries.h"

/* One of these does it; the third argument is how many entries there are */
static const char *const functions[SGENTRIES_FUNCTIONS] = {
	"ib_dma_virt_map_sg",	/* for software devices */
	"dma_direct_map_sg",	/* for others, without an IOMMU */
	"iommu_dma_map_sg",	/* and with one */
};

/* Something else that this thread maps meanwhile, in an interrupt, is rare */
#define MOST_TRIES 8

bool sgentries_open(struct sgentries *sgentries)
{
	unsigned int i;
	int error = 0;

	sgentries->count = 0;
	for (i = 0; i < SGENTRIES_FUNCTIONS; i++) {
		struct kprobe *probe = &sgentries->probe[sgentries->count];
		int result = kprobe_open(probe, functions[i], false);

		if (!result)
			sgentries->count++;
		else if (!error)
			error = result;
	}
	/* a kernel without devices of one sort lacks its function */
	if (!sgentries->count)
		kprobe_refused(functions[0], error);
	return sgentries->count;
}

void sgentries_clear(struct sgentries *sgentries)
{
	unsigned int i;

	for (i = 0; i < sgentries->count; i++)
		kprobe_clear(&sgentries->probe[i]);
}

bool sgentries_take(struct sgentries *sgentries, struct kprobe_calls *calls)
{
	unsigned int i;

	memset(calls, 0, sizeof(*calls));
	for (i = 0; i < sgentries->count; i++) {
		struct kprobe_calls one;
		unsigned int before = calls->count;

		if (!kprobe_take(&sgentries->probe[i], &one))
			return false;
		if (one.count)
			*calls = one;
		calls->count = before + one.count;
	}
	return true;
}

void sgentries_close(struct sgentries *sgentries)
{
	while (sgentries->count)
		kprobe_close(&sgentries->probe[--sgentries->count]);
}

/* Registers once; false after noting why */
static bool watch(struct sgentries *sgentries, const struct rdma *rdma,
		  void *start, size_t size, const char *what,
		  struct kprobe_calls *calls)
{
	struct ibv_mr *mr;
	bool taken;

	sgentries_clear(sgentries);
	mr = rdma_register(rdma, start, size);
	if (!mr) {
		rdma_refused(what, errno);
		return false;
	}
	taken = sgentries_take(sgentries, calls);
	rdma_deregister(mr);
	return taken;
}

unsigned long sgentries_count(const struct rdma *rdma, void *start, size_t size,
			      const char *what)
{
	struct sgentries sgentries;
	struct kprobe_calls calls;
	unsigned long entries = 0;
	unsigned int i;

	if (!sgentries_open(&sgentries))
		return 0;
	for (i = 0; i < MOST_TRIES && !entries; i++) {
		if (!watch(&sgentries, rdma, start, size, what, &calls))
			goto close;
		if (calls.count == 1)
			/* an int: the other half of the register is undefined */
			entries = (unsigned int)calls.third;
	}
	if (!entries)
		require_unmet("%s: %u calls map its entries, not one: this device goes another way",
			      what, calls.count);
close:
	sgentries_close(&sgentries);
	return entries;
}
