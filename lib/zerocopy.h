/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_ZEROCOPY_H
#define PERF_REGRESS_ZEROCOPY_H

#include <stdbool.h>
#include <stddef.h>

/* Most sends of a socket under way at a time */
#define ZEROCOPY_IN_FLIGHT 16

/* A socket that sends pages of this process without copying them */
struct zerocopy {
	int sock;
	unsigned int in_flight;
};

/*
 * zerocopy_enable - have a socket take MSG_ZEROCOPY, and wait for no longer
 *		     than five seconds until it does
 * @sock: a TCP or UDP socket (Linux 5.0); stays the caller's
 *
 * Return: false after noting why by require_unmet().
 */
bool zerocopy_enable(struct zerocopy *zerocopy, int sock);

/*
 * zerocopy_require - note by require_unmet() when this process may not lock
 * the pages of a send of @size bytes by each of @sockets sockets at a time
 */
void zerocopy_require(unsigned int sockets, size_t size);

/*
 * zerocopy_send - send, and wait while too many sends are under way
 * @data: not to be changed before zerocopy_wait()
 *
 * Return: false with errno set: ETIMEDOUT when no send ended, or the socket
 * took nothing, within five seconds. A stream may have taken less than @size.
 */
bool zerocopy_send(struct zerocopy *zerocopy, const void *data, size_t size);

/* zerocopy_wait - wait until no send is under way; as zerocopy_send() */
bool zerocopy_wait(struct zerocopy *zerocopy);

#endif
