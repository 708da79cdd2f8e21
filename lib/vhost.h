/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_VHOST_H
#define PERF_REGRESS_VHOST_H

#include <stdbool.h>

/*
 * A vhost device without a guest: this process has the virtqueues in its own
 * memory and submits I/Os itself. A worker thread of the kernel does them, as
 * for each device of a virtual machine. The device is vhost-vsock and an I/O a
 * packet to nobody, which the worker drops: it takes no lock of other devices.
 */
struct vhost_device {
	int fd;
	int kick;
	int call;
	struct vhost_queues *queues;
	unsigned int under_way;
	unsigned short submitted;
	unsigned short done;
};

/* vhost_usable - whether /dev/vhost-vsock can be opened */
bool vhost_usable(void);

/* vhost_require_kthread - note it when workers can't be made kernel threads */
void vhost_require_kthread(void);

/*
 * vhost_open - make a device and its worker
 * @kthread: the worker is a kernel thread; else it is a thread of this process,
 *	     if the kernel has such (6.4), with scheduling policy and CPUs of the
 *	     calling thread
 *
 * Return: 0 or a negative errno; nothing is left then.
 */
int vhost_open(struct vhost_device *device, bool kthread);

/*
 * vhost_turn - submit I/Os, as many as may be under way, and wait for some
 *
 * Return: how many were done; 0 after vhost_wake(), or a negative errno.
 */
int vhost_turn(struct vhost_device *device);

/* vhost_wake - end the wait of another thread in vhost_turn() */
void vhost_wake(struct vhost_device *device);

/* vhost_close - end the device and its worker */
void vhost_close(struct vhost_device *device);

#endif
