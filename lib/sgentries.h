/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SGENTRIES_H
#define PERF_REGRESS_SGENTRIES_H

#include <stdbool.h>

#include "kprobe.h"
#include "rdma.h"

#define SGENTRIES_FUNCTIONS 3

/* Kprobes on the functions that map scatter-gather entries for a device */
struct sgentries {
	struct kprobe probe[SGENTRIES_FUNCTIONS];
	unsigned int count;
};

/* sgentries_open - watch this thread; false after noting why */
bool sgentries_open(struct sgentries *sgentries);

/* sgentries_clear - forget what was mapped so far */
void sgentries_clear(struct sgentries *sgentries);

/*
 * sgentries_take - what was mapped since
 * @calls: of all functions together; third is how many entries the last one got,
 *	   before an IOMMU may merge more
 *
 * Return: false after noting why by require_unmet().
 */
bool sgentries_take(struct sgentries *sgentries, struct kprobe_calls *calls);

void sgentries_close(struct sgentries *sgentries);

/*
 * sgentries_count - how many entries the pages of a memory region merge to
 * @rdma: the device to register it with, and to deregister it again
 * @what: it, for reasons
 *
 * Return: 0 after noting why by require_unmet().
 */
unsigned long sgentries_count(const struct rdma *rdma, void *start, size_t size,
			      const char *what);

#endif
