// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "compiler.h"
#include "flow.h"
#include "netns.h"
#include "require.h"

#define PAGE_4K 4096

static char payload[FLOW_DATAGRAM] __aligned(PAGE_4K);

unsigned int flow_pages(void)
{
	unsigned long size = sysconf(_SC_PAGESIZE);

	return (FLOW_DATAGRAM + size - 1) / size;
}

static bool set_option(int sock, int option, const void *value, socklen_t size,
		       const char *name)
{
	if (!setsockopt(sock, SOL_SOCKET, option, value, size))
		return true;
	require_unmet("%s: %s", name, strerror(errno));
	return false;
}

static bool prepare_receiver(int sock, bool queue)
{
	struct sock_filter nothing = BPF_STMT(BPF_RET | BPF_K, 0);
	struct sock_fprog filter = { .len = 1, .filter = &nothing };
	/* the kernel doubles it, for what it needs itself */
	int room = FLOW_QUEUE * FLOW_DATAGRAM;

	if (queue)
		return set_option(sock, SO_RCVBUFFORCE, &room, sizeof(room),
				  "SO_RCVBUFFORCE");
	return set_option(sock, SO_ATTACH_FILTER, &filter, sizeof(filter),
			  "SO_ATTACH_FILTER");
}

static bool join(int sender, int receiver)
{
	const struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons(5001),
	};

	if (!bind(receiver, (const struct sockaddr *)&to, sizeof(to)) &&
	    !connect(sender, (const struct sockaddr *)&to, sizeof(to)))
		return true;
	require_unmet("UDP over lo: %s", strerror(errno));
	return false;
}

bool flow_open(struct flow *flow, bool queue)
{
	int netns = netns_new();

	if (netns < 0)
		return false;
	/* these hold the namespace from here on */
	flow->receiver = netns_socket(netns, AF_INET, SOCK_DGRAM, 0);
	flow->sender.sock = netns_socket(netns, AF_INET, SOCK_DGRAM, 0);
	close(netns);
	if (flow->receiver >= 0 && flow->sender.sock >= 0 &&
	    prepare_receiver(flow->receiver, queue) &&
	    zerocopy_enable(&flow->sender, flow->sender.sock) &&
	    join(flow->sender.sock, flow->receiver))
		return true;
	flow_close(flow);
	return false;
}

/* Tried rather than asked for: there are many reasons to be refused */
void flow_require(void)
{
	struct flow flow;

	zerocopy_require(1, FLOW_DATAGRAM);
	if (flow_open(&flow, false))
		flow_close(&flow);
}

bool flow_send(struct flow *flow, unsigned int datagrams)
{
	bool sent = true;

	while (datagrams-- && sent)
		sent = zerocopy_send(&flow->sender, payload, FLOW_DATAGRAM);
	if (sent && zerocopy_wait(&flow->sender))
		return true;
	require_unmet("a datagram can't be sent by MSG_ZEROCOPY: %s%s",
		      strerror(errno),
		      errno == ENOBUFS ? ": see ulimit -l" : "");
	return false;
}

void flow_read(const struct flow *flow)
{
	static char into[FLOW_DATAGRAM];

	while (recv(flow->receiver, into, sizeof(into), MSG_DONTWAIT) > 0)
		;
}

void flow_close(struct flow *flow)
{
	if (flow->sender.sock >= 0)
		close(flow->sender.sock);
	if (flow->receiver >= 0)
		close(flow->receiver);
}
