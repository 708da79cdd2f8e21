// SPDX-License-Identifier: GPL-2.0
#include <cap-ng.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "rdma.h"
#include "region.h"
#include "require.h"

#define CLASS "/sys/class/infiniband"

/* Whether a folder of /sys has anything in it */
static bool holds_any(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	bool any = false;

	while (dir && !any && (entry = readdir(dir)))
		any = entry->d_name[0] != '.';
	if (dir)
		closedir(dir);
	return any;
}

/* The library lists nothing: find out which of several things is missing */
static void note_none(void)
{
	if (!holds_any(CLASS))
		require_unmet("no RDMA device in %s: see rdma link add rxe0 type rxe netdev lo",
			      CLASS);
	else if (!holds_any("/sys/class/infiniband_verbs"))
		require_unmet("RDMA devices, but no uverbs for them: modprobe ib_uverbs");
	else if (!holds_any("/dev/infiniband"))
		require_unmet("RDMA devices, but no nodes /dev/infiniband/uverbs* for them");
	else
		require_unmet("libibverbs drives no RDMA device here: see ibverbs-providers");
}

/* Registers a page of its own: the kernel has many reasons to refuse all */
static bool try_to_register(const struct rdma *rdma)
{
	struct region region;
	struct ibv_mr *mr;

	if (!region_memory(&region, REGION_HUGE, false))
		return false;
	mr = rdma_register(rdma, region.start, region_page());
	if (mr)
		rdma_deregister(mr);
	else
		rdma_refused("a page of ordinary memory", errno);
	region_unmap(&region);
	return mr;
}

/* Opens the device of this name, or the first that can be opened */
static struct ibv_context *open_context(struct ibv_device **list, int count,
					const char *name)
{
	const char *tried = NULL;
	int error = 0, i;

	for (i = 0; i < count; i++) {
		struct ibv_context *context;

		if (name && strcmp(name, ibv_get_device_name(list[i])))
			continue;
		errno = 0;
		context = ibv_open_device(list[i]);
		if (context)
			return context;
		error = errno;
		tried = ibv_get_device_name(list[i]);
	}
	if (!tried)
		require_unmet("no RDMA device %s among the %d that libibverbs finds",
			      name, count);
	else
		require_unmet("RDMA device %s can't be opened: %s%s", tried,
			      error ? strerror(error) : "libibverbs refuses",
			      error == EACCES || error == EPERM ? ": run as root" : "");
	return NULL;
}

bool rdma_open(struct rdma *rdma, const char *name)
{
	struct ibv_device **list;
	int count = 0;

	memset(rdma, 0, sizeof(*rdma));
	list = ibv_get_device_list(&count);
	if (!list || !count)
		note_none();
	else
		rdma->context = open_context(list, count, name);
	if (list)
		ibv_free_device_list(list);
	if (!rdma->context)
		return false;
	rdma->pd = ibv_alloc_pd(rdma->context);
	if (!rdma->pd)
		require_unmet("RDMA device: no protection domain: %s",
			      strerror(errno));
	else if (try_to_register(rdma))
		return true;
	if (rdma->pd)
		ibv_dealloc_pd(rdma->pd);
	ibv_close_device(rdma->context);
	memset(rdma, 0, sizeof(*rdma));
	return false;
}

void rdma_require_regions(const struct rdma *rdma, unsigned long count,
			  size_t size)
{
	struct ibv_device_attr attr;
	struct rlimit limit;

	if (!ibv_query_device(rdma->context, &attr) &&
	    count > (unsigned long)attr.max_mr)
		require_unmet("%lu memory regions wanted, the RDMA device has %d",
			      count, attr.max_mr);
	if (capng_have_capability(CAPNG_EFFECTIVE, CAP_IPC_LOCK) ||
	    getrlimit(RLIMIT_MEMLOCK, &limit) ||
	    limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur / size >= count)
		return;
	require_unmet("ulimit -l %lu is too small for %lu memory regions of %zu KB: run as root",
		      (unsigned long)limit.rlim_cur / 1024, count, size / 1024);
}

struct ibv_mr *rdma_register(const struct rdma *rdma, void *start, size_t size)
{
	return ibv_reg_mr(rdma->pd, start, size,
			  IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ |
			  IBV_ACCESS_REMOTE_WRITE);
}

void rdma_deregister(struct ibv_mr *mr)
{
	int error = ibv_dereg_mr(mr);

	if (!error)
		return;
	fprintf(stderr, "a memory region can't be deregistered: %s\n",
		strerror(error));
	_exit(1);
}

void rdma_refused(const char *what, int error)
{
	switch (error) {
	case EOPNOTSUPP:
		require_unmet("registering %s: not supported, as in a confidential VM",
			      what);
		break;
	case EPERM:
	case ENOMEM:
		require_unmet("registering %s: %s: see RLIMIT_MEMLOCK (ulimit -l), or run as root",
			      what, strerror(error));
		break;
	default:
		require_unmet("registering %s: %s", what, strerror(error));
	}
}
