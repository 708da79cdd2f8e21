// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "netns.h"
#include "require.h"
#include "veth.h"

#define DEVICE "veth0"
#define MTU 65535
#define PREFIX 24

#define PATIENCE_MS 2000
#define MS_IN_NS 1000000L

static struct nlmsghdr *message(char *buffer, unsigned int type,
				unsigned int flags)
{
	struct nlmsghdr *header = mnl_nlmsg_put_header(buffer);

	header->nlmsg_type = type;
	header->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags;
	return header;
}

/* Sends a request to a namespace and waits for its answer; 0 or -errno */
static int ask(int netns, const struct nlmsghdr *request)
{
	int sock = netns_socket(netns, AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	struct mnl_socket *netlink;
	char answer[8192];
	int got = -1;

	if (sock < 0)
		return -ENOTSUP;
	netlink = mnl_socket_fdopen(sock);
	if (netlink && mnl_socket_sendto(netlink, request, request->nlmsg_len) >= 0)
		got = mnl_socket_recvfrom(netlink, answer, sizeof(answer));
	if (got >= 0)
		got = mnl_cb_run(answer, got, 0, 0, NULL, NULL);
	got = got < 0 ? -errno : 0;
	if (netlink)
		mnl_socket_close(netlink);
	else
		close(sock);
	return got;
}

static int make_pair(int near, int far)
{
	char buffer[1024];
	struct nlmsghdr *request = message(buffer, RTM_NEWLINK,
					   NLM_F_CREATE | NLM_F_EXCL);
	struct nlattr *info, *data, *peer;

	mnl_nlmsg_put_extra_header(request, sizeof(struct ifinfomsg));
	mnl_attr_put_strz(request, IFLA_IFNAME, DEVICE);
	mnl_attr_put_u32(request, IFLA_MTU, MTU);
	info = mnl_attr_nest_start(request, IFLA_LINKINFO);
	mnl_attr_put_strz(request, IFLA_INFO_KIND, "veth");
	data = mnl_attr_nest_start(request, IFLA_INFO_DATA);
	peer = mnl_attr_nest_start(request, VETH_INFO_PEER);
	mnl_nlmsg_put_extra_header(request, sizeof(struct ifinfomsg));
	mnl_attr_put_strz(request, IFLA_IFNAME, DEVICE);
	mnl_attr_put_u32(request, IFLA_MTU, MTU);
	mnl_attr_put_u32(request, IFLA_NET_NS_FD, far);
	mnl_attr_nest_end(request, peer);
	mnl_attr_nest_end(request, data);
	mnl_attr_nest_end(request, info);
	return ask(near, request);
}

/* What the device of that name is numbered in a namespace; 0: there is none */
static int device_index(int netns)
{
	struct ifreq device = { .ifr_name = DEVICE };
	int sock = netns_socket(netns, AF_INET, SOCK_DGRAM, 0), error;

	if (sock < 0)
		return 0;
	error = ioctl(sock, SIOCGIFINDEX, &device);
	close(sock);
	return error ? 0 : device.ifr_ifindex;
}

static int add_address(int netns, int index, unsigned int address)
{
	char buffer[256];
	struct nlmsghdr *request = message(buffer, RTM_NEWADDR, NLM_F_CREATE);
	struct ifaddrmsg *about;

	about = mnl_nlmsg_put_extra_header(request, sizeof(*about));
	about->ifa_family = AF_INET;
	about->ifa_prefixlen = PREFIX;
	about->ifa_index = index;
	mnl_attr_put_u32(request, IFA_LOCAL, address);
	return ask(netns, request);
}

static int bring_up(int netns, int index)
{
	char buffer[256];
	struct nlmsghdr *request = message(buffer, RTM_NEWLINK, 0);
	struct ifinfomsg *about;

	about = mnl_nlmsg_put_extra_header(request, sizeof(*about));
	about->ifi_index = index;
	about->ifi_flags = IFF_UP;
	about->ifi_change = IFF_UP;
	return ask(netns, request);
}

static int set_up(int netns, unsigned int address)
{
	int index = device_index(netns);
	int error = index ? add_address(netns, index, address) : -ENODEV;

	return error ? error : bring_up(netns, index);
}

/*
 * A device that is up drops what it is given until the kernel has found time
 * to give it a queue: a datagram has to get through.
 */
static bool gets_through(int sender, int receiver, unsigned int address)
{
	struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_port = htons(5001),
		.sin_addr.s_addr = address,
	};
	const struct timespec ms = { .tv_nsec = MS_IN_NS };
	int from = netns_socket(sender, AF_INET, SOCK_DGRAM, 0);
	int into = netns_socket(receiver, AF_INET, SOCK_DGRAM, 0);
	bool passed = false;
	unsigned int i;
	char byte = 0;

	if (from >= 0 && into >= 0 &&
	    !bind(into, (struct sockaddr *)&to, sizeof(to)))
		for (i = 0; i < PATIENCE_MS && !passed; i++) {
			sendto(from, &byte, 1, 0, (struct sockaddr *)&to,
			       sizeof(to));
			nanosleep(&ms, NULL);
			passed = recv(into, &byte, 1, MSG_DONTWAIT) == 1;
		}
	if (!passed)
		require_unmet("no datagram gets through a pair of veth devices");
	if (from >= 0)
		close(from);
	if (into >= 0)
		close(into);
	return passed;
}

bool veth_join(int near, int far)
{
	int error = make_pair(near, far);

	if (error) {
		require_unmet("no pair of veth devices: %s: see CONFIG_VETH",
			      strerror(-error));
		return false;
	}
	error = set_up(near, VETH_NEAR);
	if (!error)
		error = set_up(far, VETH_FAR);
	if (error) {
		require_unmet("a veth device can't be set up: %s",
			      strerror(-error));
		return false;
	}
	/* each end gets its queue at a time of its own */
	return gets_through(near, far, VETH_FAR) &&
	       gets_through(far, near, VETH_NEAR);
}
