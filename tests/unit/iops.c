// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "clock.h"
#include "placement.h"
#include "require.h"
#include "unit.h"
#include "vhost.h"

/* vhost devices that a test makes up: each I/O takes a moment, or fails */
static unsigned int opened, closed, kthreads, open_fails, turn_fails;
static unsigned int threads, thread_fails;

static int made_up_open(struct vhost_device *device, bool kthread)
{
	device->fd = __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
	kthreads += kthread;
	return device->fd == (int)open_fails ? -EMFILE : 0;
}

static int made_up_turn(struct vhost_device *device)
{
	if (device->fd == (int)turn_fails)
		return -EIO;
	usleep(100);
	return 16;
}

static void made_up_wake(struct vhost_device *device)
{
	(void)device;
}

static void made_up_close(struct vhost_device *device)
{
	(void)device;
	closed++;
}

static int made_up_create(pthread_t *thread, const pthread_attr_t *attributes,
			  void *(*run)(void *arg), void *arg)
{
	if (__atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED) == thread_fails)
		return EAGAIN;
	return pthread_create(thread, attributes, run, arg);
}

#define vhost_open made_up_open
#define vhost_turn made_up_turn
#define vhost_wake made_up_wake
#define vhost_close made_up_close
#define pthread_create made_up_create
#include "../../lib/iops.c"
#undef pthread_create

static double kiops[4];

static bool run(enum iops_worker worker, unsigned int count)
{
	opened = 0;
	closed = 0;
	kthreads = 0;
	threads = 0;
	return iops_run(worker, count, 20, kiops, ARRAY_SIZE(kiops));
}

/* The lowest that is free: it stays the same when none is left open */
static int next_fd(void)
{
	int fd = dup(STDOUT_FILENO);

	close(fd);
	return fd;
}

static void pairs(void)
{
	int fd = next_fd();
	unsigned int count;

	for (count = 1; count <= IOPS_MOST; count *= 4) {
		CHECK(run(IOPS_EVENTFD, count));
		CHECK(kiops[0] + kiops[1] + kiops[2] + kiops[3] > 0);
		CHECK_INT(next_fd(), fd);
	}
	CHECK_INT(require_flush("unexpected"), 0);
}

static void vhost_devices(void)
{
	CHECK(run(IOPS_VHOST, 4));
	CHECK_INT(opened, 4);
	CHECK_INT(closed, 4);
	CHECK_INT(kthreads, 0);
	/* at most 16 in 100 us on each of four: 640 in a ms */
	CHECK(kiops[0] > 0 && kiops[0] < 700);
	CHECK(run(IOPS_VHOST_KTHREAD, 2));
	CHECK_INT(kthreads, 2);
}

static void a_device_that_can_not_be_had(void)
{
	open_fails = 3;
	CHECK(!run(IOPS_VHOST, 4));
	CHECK_INT(require_flush("expected"), 1);
	CHECK_INT(closed, 3);
	open_fails = 0;
}

static void a_device_that_fails(void)
{
	turn_fails = 2;
	CHECK(!run(IOPS_VHOST, 4));
	CHECK_INT(require_flush("expected"), 1);
	CHECK_INT(closed, 4);
	turn_fails = 0;
}

static void no_thread_more(void)
{
	int fd = next_fd();

	/* of a pair the first is the submitter, the second the worker */
	for (thread_fails = 1; thread_fails <= 4; thread_fails++) {
		CHECK(!run(IOPS_EVENTFD, 2));
		CHECK_INT(require_flush("expected"), 1);
		CHECK_INT(next_fd(), fd);
	}
	thread_fails = 0;
	CHECK(run(IOPS_EVENTFD, 2));
}

int main(void)
{
	placement_init();
	clock_init();
	RUN(pairs);
	RUN(vhost_devices);
	RUN(a_device_that_can_not_be_had);
	RUN(a_device_that_fails);
	RUN(no_thread_more);
	return unit_end();
}
