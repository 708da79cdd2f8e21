// SPDX-License-Identifier: GPL-2.0
/* Datagrams and streams of pages that are not copied by who sends them */
#include <errno.h>
#include <grp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "child.h"
#include "flow.h"
#include "netns.h"
#include "placement.h"
#include "privilege.h"
#include "require.h"
#include "streams.h"
#include "unit.h"
#include "veth.h"

/* An end that doesn't come is waited for, but not for long */
#define poll(fds, count, ms) poll(fds, count, (ms) / 50)
#include "../../lib/zerocopy.c"
#undef poll

static void many_that_are_dropped(void)
{
	struct flow flow;

	CHECK(flow_open(&flow, false));
	CHECK(flow_send(&flow, 0));
	CHECK(flow_send(&flow, 1));
	CHECK(flow_send(&flow, 1000));
	CHECK_INT(flow.sender.in_flight, 0);
	CHECK(recv(flow.receiver, &flow, 1, MSG_DONTWAIT) < 0);
	flow_close(&flow);
}

static unsigned int waiting(const struct flow *flow)
{
	static char into[FLOW_DATAGRAM];
	unsigned int count = 0;

	while (recv(flow->receiver, into, sizeof(into), MSG_DONTWAIT) ==
	       FLOW_DATAGRAM)
		count++;
	return count;
}

static void a_queue_that_is_full(void)
{
	struct flow flow;
	unsigned int i;

	CHECK(flow_open(&flow, true));
	for (i = 0; i < 5; i++) {
		CHECK(flow_send(&flow, FLOW_QUEUE));
		CHECK_INT(waiting(&flow), FLOW_QUEUE);
	}
	CHECK(flow_send(&flow, FLOW_QUEUE));
	flow_read(&flow);
	CHECK_INT(waiting(&flow), 0);
	flow_close(&flow);
}

static void fifteen_pages_of_4k(void)
{
	if (sysconf(_SC_PAGESIZE) == 4096)
		CHECK_INT(flow_pages(), 15);
	CHECK(flow_pages() * sysconf(_SC_PAGESIZE) >= FLOW_DATAGRAM);
}

/* As another user, who may lock @arg KB */
static void little_memory(void *arg)
{
	const unsigned long kb = *(unsigned long *)arg;
	const struct rlimit limit = { kb * 1024, kb * 1024 };
	struct flow flow;

	if (!flow_open(&flow, false))
		exit(2);
	setrlimit(RLIMIT_MEMLOCK, &limit);
	/* of a user nobody else is: what others have locked counts too */
	if (setgroups(0, NULL) || setgid(54321) || setuid(54321) ||
	    privilege_keep(NULL))
		exit(3);
	printf("sent %d\n", flow_send(&flow, 100));
	zerocopy_require(1, FLOW_DATAGRAM);
	require_flush("x");
}

static void less_and_less_memory(void)
{
	unsigned long kb;

	/* room for all under way, for some, for one, for none */
	for (kb = 2048; kb >= 68; kb = kb > 200 ? kb / 4 : kb - 20) {
		child_run(little_memory, &kb);
		CHECK_INT(child.status, 0);
		CHECK_STRING(child.out, "sent 1\n");
	}
	kb = 64;
	child_run(little_memory, &kb);
	CHECK_HAS(child.out, "sent 0\n# x: skipped: a datagram can't be sent by MSG_ZEROCOPY: No buffer space available: see ulimit -l\n");
	CHECK_HAS(child.out, "# x: skipped: 64 KB may be locked, 68 KB are sent at a time: see ulimit -l");
}

static int near, far;

/* A TCP stream whose other end doesn't read */
static void sends_that_never_end(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET };
	socklen_t length = sizeof(to);
	int listener = netns_socket(near, AF_INET, SOCK_STREAM, 0);
	int sock = netns_socket(near, AF_INET, SOCK_STREAM, 0), other;
	const struct timeval wait = { .tv_usec = 100000 };
	static char data[65536];
	struct zerocopy zerocopy;
	unsigned int i;

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CHECK(!bind(listener, (struct sockaddr *)&to, length));
	CHECK(!listen(listener, 1));
	CHECK(!getsockname(listener, (struct sockaddr *)&to, &length));
	CHECK(!connect(sock, (struct sockaddr *)&to, length));
	other = accept(listener, NULL, NULL);
	CHECK(zerocopy_enable(&zerocopy, sock));
	/* so that send() itself doesn't wait for ever */
	setsockopt(sock, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof(wait));
	for (i = 0; i < 1000; i++)
		if (!zerocopy_send(&zerocopy, data, sizeof(data)))
			break;
	CHECK(i < 1000);
	CHECK(errno == ETIMEDOUT || errno == EAGAIN);
	CHECK(!zerocopy_wait(&zerocopy));
	CHECK_INT(errno, ETIMEDOUT);
	/* and one whose other end is gone */
	close(other);
	CHECK(!zerocopy_send(&zerocopy, data, sizeof(data)));
	close(sock);
	close(listener);
}

#define WINDOWS 50

static void streams(void)
{
	double mbits[WINDOWS + 1], sum;
	unsigned int count, i;

	near = netns_new();
	far = netns_new();
	CHECK(veth_join(near, far));
	for (count = 1; count <= 8; count *= 2) {
		memset(mbits, 0, sizeof(mbits));
		CHECK(streams_run(near, far, count, 20, mbits, WINDOWS));
		/* in one window or the other it may have got no CPU */
		for (i = 0, sum = 0; i < WINDOWS; i++)
			sum += mbits[i];
		CHECK(sum > 1 && sum < 1e7 * WINDOWS);
		CHECK_DOUBLE(mbits[WINDOWS], 0);
	}
}

static void no_streams(void *arg)
{
	double mbits;
	int alone = netns_new();

	(void)arg;
	/* nobody there has the address */
	printf("%d\n", streams_run(alone, far, 1, 1, &mbits, 1));
	require_flush("x");
}

static void streams_to_nowhere(void)
{
	child_run(no_streams, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "# x: skipped: no TCP stream over veth: ");
}

int main(void)
{
	if (geteuid()) {
		SKIP(flow, "not root");
		return unit_end();
	}
	placement_init();
	RUN(many_that_are_dropped);
	RUN(a_queue_that_is_full);
	RUN(fifteen_pages_of_4k);
	RUN(less_and_less_memory);
	RUN(streams);
	RUN(streams_to_nowhere);
	RUN(sends_that_never_end);
	return unit_end();
}
