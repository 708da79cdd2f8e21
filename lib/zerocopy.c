// SPDX-License-Identifier: GPL-2.0
#include <cap-ng.h>
#include <errno.h>
/* the next one needs it and does not include it */
#include <time.h>
#include <linux/errqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "require.h"
#include "zerocopy.h"

#define PATIENCE_MS 5000
#define NS_PER_MS 1000000

bool zerocopy_enable(struct zerocopy *zerocopy, int sock)
{
	/* a send itself waits where the peer reads nothing */
	const struct timeval patience = { .tv_sec = PATIENCE_MS / 1000 };
	int one = 1;

	zerocopy->sock = sock;
	zerocopy->in_flight = 0;
	if (!setsockopt(sock, SOL_SOCKET, SO_ZEROCOPY, &one, sizeof(one)) &&
	    !setsockopt(sock, SOL_SOCKET, SO_SNDTIMEO, &patience,
			sizeof(patience)))
		return true;
	require_unmet("SO_ZEROCOPY: %s", strerror(errno));
	return false;
}

void zerocopy_require(unsigned int sockets, size_t size)
{
	size_t page = sysconf(_SC_PAGESIZE);
	/* the kernel counts two more, for ends that share a page */
	size_t needed = sockets * (size / page + 2) * page;
	struct rlimit may;

	if (capng_have_capability(CAPNG_EFFECTIVE, CAP_IPC_LOCK) ||
	    getrlimit(RLIMIT_MEMLOCK, &may) || may.rlim_cur >= needed)
		return;
	require_unmet("%llu KB may be locked, %zu KB are sent at a time: see ulimit -l",
		      (unsigned long long)may.rlim_cur / 1024, needed / 1024);
}

/* One message may tell of many sends: those numbered ee_info to ee_data */
static unsigned int ended(struct msghdr *message)
{
	struct cmsghdr *control;
	unsigned int count = 0;

	for (control = CMSG_FIRSTHDR(message); control;
	     control = CMSG_NXTHDR(message, control)) {
		struct sock_extended_err error;

		if (control->cmsg_len < CMSG_LEN(sizeof(error)))
			continue;
		memcpy(&error, CMSG_DATA(control), sizeof(error));
		if (error.ee_origin == SO_EE_ORIGIN_ZEROCOPY)
			count += error.ee_data - error.ee_info + 1;
	}
	return count;
}

/* Takes the messages that are there */
static bool reap(struct zerocopy *zerocopy)
{
	char control[256];

	for (;;) {
		struct msghdr message = {
			.msg_control = control,
			.msg_controllen = sizeof(control),
		};
		unsigned int count;

		if (recvmsg(zerocopy->sock, &message,
			    MSG_ERRQUEUE | MSG_DONTWAIT) < 0)
			return errno == EAGAIN;
		count = ended(&message);
		if (count > zerocopy->in_flight)
			count = zerocopy->in_flight;
		zerocopy->in_flight -= count;
	}
}

/* Waits until at most @left sends are under way */
static bool wait_until(struct zerocopy *zerocopy, unsigned int left)
{
	const struct timespec ms = { .tv_nsec = NS_PER_MS };
	unsigned int before = zerocopy->in_flight, in_vain = 0;

	for (;;) {
		/* no events asked for: the error queue always counts as one */
		struct pollfd wait = { .fd = zerocopy->sock };
		int got;

		if (!reap(zerocopy))
			return false;
		if (zerocopy->in_flight <= left)
			return true;
		if (zerocopy->in_flight < before)
			in_vain = 0;
		before = zerocopy->in_flight;
		got = poll(&wait, 1, PATIENCE_MS);
		if (got < 0 && errno != EINTR)
			return false;
		if (!got || ++in_vain > PATIENCE_MS) {
			errno = ETIMEDOUT;
			return false;
		}
		/* what stays, as the end of a connection does, is no message */
		if (in_vain > 1)
			nanosleep(&ms, NULL);
	}
}

/* So many pages may not be locked at a time, but fewer may */
static bool ended_since(struct zerocopy *zerocopy)
{
	unsigned int before = zerocopy->in_flight;

	if (!before || !wait_until(zerocopy, before - 1))
		errno = ENOBUFS;
	return zerocopy->in_flight < before;
}

bool zerocopy_send(struct zerocopy *zerocopy, const void *data, size_t size)
{
	ssize_t sent;

	if (zerocopy->in_flight == ZEROCOPY_IN_FLIGHT &&
	    !wait_until(zerocopy, ZEROCOPY_IN_FLIGHT / 2))
		return false;
	do {
		sent = send(zerocopy->sock, data, size,
			    MSG_ZEROCOPY | MSG_NOSIGNAL);
	} while (sent < 0 && errno == ENOBUFS && ended_since(zerocopy));
	if (sent < 0 && errno == EAGAIN)
		errno = ETIMEDOUT;
	if (sent < 0)
		return false;
	zerocopy->in_flight++;
	return true;
}

bool zerocopy_wait(struct zerocopy *zerocopy)
{
	return wait_until(zerocopy, 0);
}
