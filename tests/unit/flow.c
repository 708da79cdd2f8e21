// SPDX-License-Identifier: GPL-2.0
/* Datagrams over lo of a namespace of their own, dropped or queued */
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "flow.h"
#include "net.h"
#include "require.h"
#include "unit.h"

static int next_descriptor(void)
{
	int next = dup(0);

	close(next);
	return next;
}

static void pages_of_a_datagram(void)
{
	unsigned int page = sysconf(_SC_PAGESIZE);

	CHECK(flow_pages() * page >= FLOW_DATAGRAM);
	CHECK((flow_pages() - 1) * page < FLOW_DATAGRAM);
	if (page == 4096)
		CHECK_INT(flow_pages(), 15);
}

/* How many of full size wait in the queue */
static unsigned int queued(const struct flow *flow)
{
	static char into[FLOW_DATAGRAM + 1];
	unsigned int count = 0;
	ssize_t got;

	while ((got = recv(flow->receiver, into, sizeof(into), MSG_DONTWAIT)) > 0)
		count += got == FLOW_DATAGRAM;
	return count;
}

static void a_queue_holds_what_it_must(void)
{
	struct flow flow;
	unsigned int i;

	CHECK(flow_open(&flow, true));
	/* and again, when they have been read */
	for (i = 0; i < 3; i++) {
		CHECK(flow_send(&flow, FLOW_QUEUE));
		CHECK_INT(flow.sender.in_flight, 0);
		CHECK_INT(queued(&flow), FLOW_QUEUE);
	}
	flow_close(&flow);
}

static void reading_empties_the_queue(void)
{
	struct flow flow;

	CHECK(flow_open(&flow, true));
	CHECK(flow_send(&flow, FLOW_QUEUE));
	flow_read(&flow);
	CHECK_INT(queued(&flow), 0);
	/* nor does it wait for any */
	flow_read(&flow);
	CHECK(flow_send(&flow, 1));
	CHECK_INT(queued(&flow), 1);
	flow_close(&flow);
}

/* A queue that is too full drops, and who sends isn't held up */
static void more_than_the_queue_holds(void)
{
	struct flow flow;

	CHECK(flow_open(&flow, true));
	CHECK(flow_send(&flow, 10 * FLOW_QUEUE));
	CHECK(queued(&flow) >= FLOW_QUEUE);
	flow_close(&flow);
}

static void a_flow_that_drops(void)
{
	struct flow flow;

	CHECK(flow_open(&flow, false));
	CHECK(flow_send(&flow, 1000));
	CHECK_INT(flow.sender.in_flight, 0);
	CHECK_INT(queued(&flow), 0);
	CHECK(flow_send(&flow, 0));
	flow_close(&flow);
}

static ino_t namespace_of(int sock)
{
	struct stat about = { .st_ino = 0 };
	int netns = ioctl(sock, SIOCGSKNS);

	fstat(netns, &about);
	close(netns);
	return about.st_ino;
}

/* All have the same address and port, each its own namespace */
static void several_side_by_side(void)
{
	struct stat mine = { .st_ino = 0 };
	struct flow one, two;

	stat("/proc/thread-self/ns/net", &mine);
	CHECK(flow_open(&one, true));
	CHECK(flow_open(&two, true));
	CHECK(namespace_of(one.receiver) == namespace_of(one.sender.sock));
	CHECK(namespace_of(one.receiver) != namespace_of(two.receiver));
	CHECK(namespace_of(one.receiver) != mine.st_ino);
	CHECK(flow_send(&one, 3));
	CHECK(flow_send(&two, 5));
	CHECK_INT(queued(&one), 3);
	CHECK_INT(queued(&two), 5);
	flow_close(&one);
	flow_close(&two);
}

static void no_descriptor_is_left(void)
{
	int next = next_descriptor();
	struct flow flow;

	flow_require();
	CHECK_INT(require_flush("unexpected"), 0);
	CHECK(flow_open(&flow, false));
	flow_close(&flow);
	CHECK_INT(next_descriptor(), next);
}

/* Nothing sends by a socket that is none */
static void send_by_none(void *arg)
{
	struct flow flow;

	(void)arg;
	if (!flow_open(&flow, false))
		exit(1);
	close(flow.sender.sock);
	printf("%d\n", flow_send(&flow, 3));
	require_flush("x");
}

static void what_cannot_be_sent(void)
{
	child_run(send_by_none, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "0\n# x: skipped: a datagram can't be sent by "
		     "MSG_ZEROCOPY: Bad file descriptor\n");
}

static void open_as_nobody(void *arg)
{
	struct flow flow;
	int next = next_descriptor();

	(void)arg;
	if (setuid(65534))
		exit(1);
	printf("%d\n", flow_open(&flow, true));
	require_flush("x");
	flow_require();
	require_flush("x");
	printf("%d\n", next_descriptor() - next);
}

#define REFUSED \
	"# x: skipped: no network namespace of its own (CONFIG_NET_NS, root): Operation not permitted\n"

static void not_permitted(void)
{
	child_run(open_as_nobody, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "0\n" REFUSED);
	CHECK_HAS(child.out, REFUSED "0\n");
}

int main(void)
{
	RUN(pages_of_a_datagram);
	NET_RUN(a_queue_holds_what_it_must);
	NET_RUN(reading_empties_the_queue);
	NET_RUN(more_than_the_queue_holds);
	NET_RUN(a_flow_that_drops);
	NET_RUN(several_side_by_side);
	NET_RUN(no_descriptor_is_left);
	NET_RUN(what_cannot_be_sent);
	NET_RUN(not_permitted);
	return unit_end();
}
