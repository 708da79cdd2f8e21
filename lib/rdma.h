/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_RDMA_H
#define PERF_REGRESS_RDMA_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>

/* An open RDMA device, software or not, and a protection domain on it */
struct rdma {
	struct ibv_context *context;
	struct ibv_pd *pd;
};

/*
 * rdma_open - open a device
 * @name: as in /sys/class/infiniband; NULL: the first that this process may use
 *
 * No process is to be forked while it is open: a child would keep memory
 * regions alive that this process gives up, and the memory below them pinned.
 *
 * Return: false after noting why by require_unmet(): all of it at once.
 */
bool rdma_open(struct rdma *rdma, const char *name);

/*
 * rdma_require_regions - note by require_unmet() what keeps so many memory
 * regions from being there at a time
 * @size: bytes of each
 */
void rdma_require_regions(const struct rdma *rdma, unsigned long count,
			  size_t size);

/*
 * rdma_register - register memory, for this and the other side to write
 *
 * Return: NULL with errno set; rdma_refused() tells of it.
 */
struct ibv_mr *rdma_register(const struct rdma *rdma, void *start, size_t size);

/*
 * rdma_deregister - as ibv_dereg_mr(); when it fails the program ends with 1
 *
 * Going on would mean to undo what a live memory region stands on. The kernel
 * takes it away with the process.
 */
void rdma_deregister(struct ibv_mr *mr);

/* rdma_refused - note by require_unmet() why a registration failed */
void rdma_refused(const char *what, int error);

#endif
