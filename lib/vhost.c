// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <linux/vhost.h>
#include <linux/virtio_ring.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compiler.h"
#include "require.h"
#include "vhost.h"

#define DEVICE "/dev/vhost-vsock"

/* Since 6.17, and in stable kernels: 1, a thread of the owner, or 0, a kthread */
#ifndef VHOST_SET_FORK_FROM_OWNER
#define VHOST_SET_FORK_FROM_OWNER _IOW(VHOST_VIRTIO, 0x84, __u8)
#endif

/* VIRTIO_F_VERSION_1 of linux/virtio_config.h, as a mask */
#define FEATURES 0x100000000ULL

/* Entries of a queue, a power of two, and how many of them are in use at most */
#define QUEUE_SIZE 64
#define DEPTH 16

enum { RX, TX, NR_QUEUES };

/* Addresses on this side: the host is 2. One is tried after the other */
#define NOBODY 3
#define FIRST_ADDRESS 0x10000
#define ADDRESSES_A_PROCESS 64

/* Of linux/virtio_vsock.h, which some C libraries' headers can't include */
struct packet {
	__u64 source;
	__u64 destination;
	__u32 source_port;
	__u32 destination_port;
	__u32 length;
	__u16 type;
	__u16 operation;
	__u32 flags;
	__u32 buffer_size;
	__u32 forwarded;
} __packed;

#define TYPE_STREAM 1
#define OPERATION_RW 5

/* The layout of linux/virtio_ring.h, with a size */
struct queue {
	struct vring_desc descriptors[QUEUE_SIZE] __aligned(64);
	struct {
		__u16 flags;
		__u16 index;
		__u16 ring[QUEUE_SIZE];
		__u16 used_event;
	} available __aligned(64);
	struct {
		__u16 flags;
		__u16 index;
		struct vring_used_elem ring[QUEUE_SIZE];
		__u16 available_event;
	} used __aligned(64);
	struct packet packets[QUEUE_SIZE] __aligned(64);
};

struct vhost_queues {
	struct queue queue[NR_QUEUES];
};

bool vhost_usable(void)
{
	return !access(DEVICE, R_OK | W_OK);
}

void vhost_require_kthread(void)
{
	int fd = open(DEVICE, O_RDWR | O_CLOEXEC);
	const __u8 kthread = 0;

	if (fd < 0) {
		require_unmet("%s, needed for vhost workers: %s", DEVICE,
			      strerror(errno));
		return;
	}
	if (ioctl(fd, VHOST_SET_FORK_FROM_OWNER, &kthread))
		require_unmet("kernel without CONFIG_VHOST_ENABLE_FORK_OWNER_CONTROL, of 6.17");
	close(fd);
}

static void fill(struct vhost_queues *queues, __u64 address)
{
	struct queue *tx = &queues->queue[TX];
	unsigned int i;

	/* nothing comes in, and nobody waits for it */
	queues->queue[RX].available.flags = VRING_AVAIL_F_NO_INTERRUPT;
	for (i = 0; i < QUEUE_SIZE; i++) {
		struct packet *packet = &tx->packets[i];

		packet->source = address;
		packet->destination = NOBODY;
		packet->type = TYPE_STREAM;
		packet->operation = OPERATION_RW;
		/* guest addresses are those of this process */
		tx->descriptors[i].addr = (uintptr_t)packet;
		tx->descriptors[i].len = sizeof(*packet);
		tx->available.ring[i] = i;
	}
}

static int set_memory(int fd, struct vhost_queues *queues)
{
	union {
		struct vhost_memory memory;
		char room[sizeof(struct vhost_memory) +
			  sizeof(struct vhost_memory_region)];
	} table = { .memory = { .nregions = 1 } };

	table.memory.regions[0] = (struct vhost_memory_region){
		.guest_phys_addr = (uintptr_t)queues,
		.userspace_addr = (uintptr_t)queues,
		.memory_size = sizeof(*queues),
	};
	return ioctl(fd, VHOST_SET_MEM_TABLE, &table.memory);
}

static int set_queue(struct vhost_device *device, unsigned int index)
{
	struct queue *queue = &device->queues->queue[index];
	struct vhost_vring_state size = { .index = index, .num = QUEUE_SIZE };
	struct vhost_vring_state base = { .index = index };
	struct vhost_vring_addr addresses = {
		.index = index,
		.desc_user_addr = (uintptr_t)queue->descriptors,
		.avail_user_addr = (uintptr_t)&queue->available,
		.used_user_addr = (uintptr_t)&queue->used,
	};
	/* the queue that nothing comes from has no use for them */
	struct vhost_vring_file kick = {
		.index = index,
		.fd = index == TX ? device->kick : VHOST_FILE_UNBIND,
	};
	struct vhost_vring_file call = {
		.index = index,
		.fd = index == TX ? device->call : VHOST_FILE_UNBIND,
	};

	return ioctl(device->fd, VHOST_SET_VRING_NUM, &size) ||
	       ioctl(device->fd, VHOST_SET_VRING_BASE, &base) ||
	       ioctl(device->fd, VHOST_SET_VRING_ADDR, &addresses) ||
	       ioctl(device->fd, VHOST_SET_VRING_KICK, &kick) ||
	       ioctl(device->fd, VHOST_SET_VRING_CALL, &call) ? -1 : 0;
}

/* Another device may have the address already */
static int set_address(int fd, __u64 *address)
{
	unsigned int i;

	*address = FIRST_ADDRESS + (__u64)getpid() * ADDRESSES_A_PROCESS;
	for (i = 0; i < ADDRESSES_A_PROCESS; i++) {
		if (!ioctl(fd, VHOST_VSOCK_SET_GUEST_CID, address))
			return 0;
		if (errno != EADDRINUSE)
			break;
		++*address;
	}
	return -1;
}

static int set_up(struct vhost_device *device, bool kthread)
{
	const __u64 features = FEATURES;
	const __u8 from_owner = !kthread;
	const int running = 1;
	__u64 address;

	/* a kernel that doesn't know the request makes threads by its own rule */
	if (ioctl(device->fd, VHOST_SET_FORK_FROM_OWNER, &from_owner) && kthread)
		return -1;
	if (ioctl(device->fd, VHOST_SET_OWNER, NULL) ||
	    ioctl(device->fd, VHOST_SET_FEATURES, &features) ||
	    set_memory(device->fd, device->queues) ||
	    set_queue(device, RX) || set_queue(device, TX) ||
	    set_address(device->fd, &address))
		return -1;
	fill(device->queues, address);
	return ioctl(device->fd, VHOST_VSOCK_SET_RUNNING, &running);
}

int vhost_open(struct vhost_device *device, bool kthread)
{
	int error;

	memset(device, 0, sizeof(*device));
	device->fd = open(DEVICE, O_RDWR | O_CLOEXEC);
	device->kick = eventfd(0, EFD_CLOEXEC);
	device->call = eventfd(0, EFD_CLOEXEC);
	device->queues = mmap(NULL, sizeof(*device->queues),
			      PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (device->fd >= 0 && device->kick >= 0 && device->call >= 0 &&
	    device->queues != MAP_FAILED && !set_up(device, kthread))
		return 0;
	error = -errno;
	vhost_close(device);
	return error;
}

static unsigned int reap(struct vhost_device *device)
{
	struct queue *tx = &device->queues->queue[TX];
	unsigned short now = __atomic_load_n(&tx->used.index, __ATOMIC_ACQUIRE);
	unsigned short done = now - device->done;

	device->done = now;
	device->under_way -= done;
	return done;
}

int vhost_turn(struct vhost_device *device)
{
	struct queue *tx = &device->queues->queue[TX];
	uint64_t one = 1, calls;
	unsigned int done;

	device->submitted += DEPTH - device->under_way;
	device->under_way = DEPTH;
	__atomic_store_n(&tx->available.index, device->submitted,
			 __ATOMIC_RELEASE);
	/* the worker says so, and looks again, before it goes to sleep */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (!(__atomic_load_n(&tx->used.flags, __ATOMIC_RELAXED) &
	      VRING_USED_F_NO_NOTIFY) &&
	    write(device->kick, &one, sizeof(one)) != sizeof(one))
		return -errno;
	done = reap(device);
	if (done)
		return done;
	if (read(device->call, &calls, sizeof(calls)) != sizeof(calls))
		return -errno;
	return reap(device);
}

void vhost_wake(struct vhost_device *device)
{
	uint64_t one = 1;
	ssize_t written = write(device->call, &one, sizeof(one));

	(void)written;
}

static void close_if_open(int fd)
{
	if (fd >= 0)
		close(fd);
}

void vhost_close(struct vhost_device *device)
{
	/* the worker goes with it */
	close_if_open(device->fd);
	close_if_open(device->kick);
	close_if_open(device->call);
	if (device->queues != MAP_FAILED)
		munmap(device->queues, sizeof(*device->queues));
}
