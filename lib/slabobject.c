// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/socket.h>
#include <unistd.h>

#include "slabobject.h"
#include "vmas.h"

/* With its header of 48 bytes a message is an object of 96 */
#define MESSAGE_SIZE 40
#define HALF 32

struct message {
	long type;
	char text[MESSAGE_SIZE];
};

static int open_none(struct slabobject_source *source, unsigned int depth)
{
	(void)source;
	(void)depth;
	return 0;
}

static void close_none(struct slabobject_source *source)
{
	(void)source;
}

/*
 * In a namespace of its own, as a queue would otherwise stay when the program
 * is killed.
 */
static int open_messages(struct slabobject_source *source, unsigned int depth)
{
	static bool unshared;
	struct msqid_ds queue;

	if (!unshared && unshare(CLONE_NEWIPC))
		return -1;
	unshared = true;
	source->ends[0] = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
	if (source->ends[0] < 0)
		return -1;
	if (msgctl(source->ends[0], IPC_STAT, &queue))
		return -1;
	if (queue.msg_qbytes < depth * sizeof(struct message))
		queue.msg_qbytes = depth * sizeof(struct message);
	return msgctl(source->ends[0], IPC_SET, &queue);
}

static void close_messages(struct slabobject_source *source)
{
	if (source->ends[0] >= 0)
		msgctl(source->ends[0], IPC_RMID, NULL);
}

static int make_message(struct slabobject_source *source,
			unsigned long long index, unsigned long long *handle)
{
	const struct message message = { .type = 1 };

	(void)index;
	(void)handle;
	while (msgsnd(source->ends[0], &message, MESSAGE_SIZE, IPC_NOWAIT))
		if (errno != EINTR)
			return errno;
	return 0;
}

static int free_message(struct slabobject_source *source,
			unsigned long long handle)
{
	struct message message;

	(void)handle;
	while (msgrcv(source->ends[0], &message, MESSAGE_SIZE, 0, IPC_NOWAIT) < 0)
		if (errno != EINTR)
			return errno;
	return 0;
}

static int open_sockets(struct slabobject_source *source, int type)
{
	/* each small packet is charged by far more than its size */
	int size = 16 << 20;

	if (socketpair(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0,
		       source->ends))
		return -1;
	return setsockopt(source->ends[0], SOL_SOCKET, SO_SNDBUFFORCE, &size,
			  sizeof(size));
}

static int open_datagrams(struct slabobject_source *source, unsigned int depth)
{
	(void)depth;
	return open_sockets(source, SOCK_DGRAM);
}

static int open_stream(struct slabobject_source *source, unsigned int depth)
{
	(void)depth;
	return open_sockets(source, SOCK_STREAM);
}

static void close_ends(struct slabobject_source *source)
{
	if (source->ends[0] >= 0)
		close(source->ends[0]);
	if (source->ends[1] >= 0)
		close(source->ends[1]);
}

static int make_packet(struct slabobject_source *source,
		       unsigned long long index, unsigned long long *handle)
{
	const struct message message = { .type = 1 };

	(void)index;
	(void)handle;
	while (send(source->ends[0], message.text, MESSAGE_SIZE, 0) < 0)
		if (errno != EINTR)
			return errno;
	return 0;
}

static int free_packet(struct slabobject_source *source,
		       unsigned long long handle)
{
	struct message message;

	(void)handle;
	while (recv(source->ends[1], message.text, MESSAGE_SIZE, 0) < 0)
		if (errno != EINTR)
			return errno;
	return 0;
}

static int to_handle(int fd, unsigned long long *handle)
{
	*handle = fd;
	return fd < 0 ? errno : 0;
}

static int make_file(struct slabobject_source *source,
		     unsigned long long index, unsigned long long *handle)
{
	(void)source;
	(void)index;
	return to_handle(open("/dev/null", O_RDONLY | O_CLOEXEC), handle);
}

static int make_eventfd(struct slabobject_source *source,
			unsigned long long index, unsigned long long *handle)
{
	(void)source;
	(void)index;
	return to_handle(eventfd(0, EFD_CLOEXEC), handle);
}

static int free_file(struct slabobject_source *source,
		     unsigned long long handle)
{
	(void)source;
	return close((int)handle) ? errno : 0;
}

static int make_pipe(struct slabobject_source *source,
		     unsigned long long index, unsigned long long *handle)
{
	int ends[2];

	(void)source;
	(void)index;
	if (pipe2(ends, O_CLOEXEC))
		return errno;
	*handle = (unsigned long long)ends[0] << HALF | ends[1];
	return 0;
}

static int free_pipe(struct slabobject_source *source,
		     unsigned long long handle)
{
	int error = free_file(source, handle >> HALF);

	return free_file(source, handle & UINT32_MAX) ? errno : error;
}

/* Neighbours differ in what they allow, so that they don't become one VMA */
static int make_vma(struct slabobject_source *source,
		    unsigned long long index, unsigned long long *handle)
{
	char *page = vmas_map(index % 2 ? PROT_READ : PROT_READ | PROT_WRITE);

	(void)source;
	*handle = (uintptr_t)page;
	return page == MAP_FAILED ? errno : 0;
}

static int free_vma(struct slabobject_source *source, unsigned long long handle)
{
	(void)source;
	return munmap((void *)(uintptr_t)handle, vmas_page_size()) ? errno : 0;
}

const struct slabobject_kind slabobject_kinds[NR_SLABOBJECTS] = {
	[SLABOBJECT_MESSAGE] = {
		.what = "System V messages",
		.caches = { "msg_msg-96", "kmalloc-cg-96", "kmalloc-rnd-*-96",
			    "kmalloc-96" },
		.open = open_messages,
		.close = close_messages,
		.make = make_message,
		.free = free_message,
	},
	[SLABOBJECT_DATAGRAM] = {
		.what = "AF_UNIX datagrams",
		.caches = { "skbuff_head_cache" },
		.open = open_datagrams,
		.close = close_ends,
		.make = make_packet,
		.free = free_packet,
	},
	[SLABOBJECT_STREAM] = {
		.what = "AF_UNIX streams",
		.caches = { "skbuff_head_cache" },
		.open = open_stream,
		.close = close_ends,
		.make = make_packet,
		.free = free_packet,
	},
	[SLABOBJECT_FILE] = {
		.what = "open and close",
		.caches = { "filp" },
		.descriptors = 1,
		.open = open_none,
		.close = close_none,
		.make = make_file,
		.free = free_file,
	},
	[SLABOBJECT_EVENTFD] = {
		.what = "eventfds",
		.caches = { "filp" },
		.descriptors = 1,
		.open = open_none,
		.close = close_none,
		.make = make_eventfd,
		.free = free_file,
	},
	[SLABOBJECT_PIPE] = {
		.what = "pipes",
		.caches = { "kmalloc-cg-1k", "kmalloc-rnd-*-1k", "kmalloc-1k" },
		.descriptors = 2,
		.open = open_none,
		.close = close_none,
		.make = make_pipe,
		.free = free_pipe,
	},
	[SLABOBJECT_VMA] = {
		.what = "mmap and munmap",
		.caches = { "vm_area_struct" },
		.open = open_none,
		.close = close_none,
		.make = make_vma,
		.free = free_vma,
	},
};
