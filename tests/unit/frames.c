// SPDX-License-Identifier: GPL-2.0
/* Frames between the two devices of a veth pair, in a namespace of their own */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "frames.h"
#include "net.h"
#include "netns.h"
#include "require.h"
#include "unit.h"
#include "veth.h"

#define PATIENCE_MS 5000
/* As in frames.c: for experiments */
#define ETHERTYPE 0x88b5

static void need(bool done, const char *what)
{
	if (done)
		return;
	perror(what);
	exit(1);
}

/* Takes the far device, of the same name, here as "veth1" */
static void bring(int far, int here)
{
	int sock = netns_socket(far, AF_NETLINK, SOCK_RAW, NETLINK_ROUTE), got;
	int asker = netns_socket(far, AF_INET, SOCK_DGRAM, 0);
	struct mnl_socket *netlink = mnl_socket_fdopen(sock);
	struct ifreq device = { .ifr_name = "veth0" };
	char buffer[8192];
	struct nlmsghdr *request = mnl_nlmsg_put_header(buffer);
	struct ifinfomsg *about;

	need(!ioctl(asker, SIOCGIFINDEX, &device), "veth0");
	request->nlmsg_type = RTM_NEWLINK;
	request->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
	about = mnl_nlmsg_put_extra_header(request, sizeof(*about));
	about->ifi_index = device.ifr_ifindex;
	mnl_attr_put_strz(request, IFLA_IFNAME, "veth1");
	mnl_attr_put_u32(request, IFLA_NET_NS_FD, here);
	need(mnl_socket_sendto(netlink, request, request->nlmsg_len) >= 0,
	     "netlink");
	got = mnl_socket_recvfrom(netlink, buffer, sizeof(buffer));
	need(got >= 0 && mnl_cb_run(buffer, got, 0, 0, NULL, NULL) >= 0, "move");
	mnl_socket_close(netlink);
	close(asker);
}

static void set(const char *name, unsigned long request, struct ifreq device)
{
	int sock = socket(AF_INET, SOCK_DGRAM, 0);

	snprintf(device.ifr_name, sizeof(device.ifr_name), "%s", name);
	need(!ioctl(sock, request, &device), name);
	close(sock);
}

static void set_up(const char *name, bool up)
{
	set(name, SIOCSIFFLAGS, (struct ifreq){ .ifr_flags = up ? IFF_UP : 0 });
}

static void set_mtu(const char *name, int mtu)
{
	set(name, SIOCSIFMTU, (struct ifreq){ .ifr_mtu = mtu });
}

/* A device is up at once; that its peer is too the kernel sees to later */
static void wait_until_running(const char *name)
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	int sock = socket(AF_INET, SOCK_DGRAM, 0);
	struct ifreq device = { .ifr_flags = 0 };
	unsigned int i;

	snprintf(device.ifr_name, sizeof(device.ifr_name), "%s", name);
	for (i = 0; i < PATIENCE_MS && !(device.ifr_flags & IFF_RUNNING); i++) {
		need(!ioctl(sock, SIOCGIFFLAGS, &device), name);
		nanosleep(&ms, NULL);
	}
	close(sock);
}

/* The name is shown in a /sys of that namespace alone */
static void enter(void)
{
	int near = netns_new(), far = netns_new();

	need(veth_join(near, far), "veth");
	bring(far, near);
	need(!setns(near, CLONE_NEWNET), "setns");
	need(!unshare(CLONE_NEWNS), "unshare");
	need(!mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL), "/");
	need(!mount("sysfs", "/sys", "sysfs", 0, NULL), "/sys");
	set_up("veth1", true);
	wait_until_running("veth0");
	wait_until_running("veth1");
	close(near);
	close(far);
}

static unsigned long packets_of(const char *device)
{
	unsigned long packets = ~0UL;

	if (!frames_received(device, &packets))
		require_flush("packets");
	return packets;
}

static void opened(const char *from, const char *to)
{
	struct frames frames;
	bool open = frames_open(&frames, from, to);

	printf("%d\n", open);
	require_flush("x");
	if (open)
		frames_close(&frames);
}

/* A device that has just come up may drop some */
static void settle(const struct frames *frames)
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	unsigned long before = packets_of("veth1"), i;

	for (i = 0; i < PATIENCE_MS && packets_of("veth1") == before; i++) {
		frames_send(frames, 1);
		nanosleep(&ms, NULL);
	}
}

static void send_some(void *arg)
{
	const struct timespec moment = { .tv_nsec = 300000000 };
	unsigned long before, after;
	const struct timeval patience = { .tv_sec = PATIENCE_MS / 1000 };
	struct sockaddr_ll from = { .sll_pkttype = PACKET_OTHERHOST };
	socklen_t size = sizeof(from);
	struct frames frames;
	char bytes[64];
	int sock;

	(void)arg;
	enter();
	need(frames_open(&frames, "veth0", "veth1"), "frames");
	printf("size %u\n", frames.size);
	settle(&frames);
	nanosleep(&moment, NULL);
	sock = socket(AF_PACKET, SOCK_DGRAM, htons(ETHERTYPE));
	need(sock >= 0 && !setsockopt(sock, SOL_SOCKET, SO_RCVTIMEO, &patience,
				      sizeof(patience)), "packet socket");
	before = packets_of("veth1");
	printf("sent %d\n", frames_send(&frames, 500));
	nanosleep(&moment, NULL);
	after = packets_of("veth1");
	/* others send as well: neighbours are looked for */
	printf("%s\n", after - before >= 500 && after - before < 520 ? "all" :
						"not as many");
	/* a NIC takes no others, so that they must be for it */
	need(recvfrom(sock, bytes, sizeof(bytes), MSG_TRUNC,
		      (struct sockaddr *)&from, &size) == 65535, "recvfrom");
	printf("%s\n", from.sll_pkttype == PACKET_HOST ? "for it" : "for another");
	frames_close(&frames);
}

static void all_arrive(void)
{
	child_run(send_some, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "size 65535\nsent 1\nall\nfor it\n");
}

static void send_small(void *arg)
{
	struct frames frames;

	(void)arg;
	enter();
	set_mtu("veth0", 1500);
	need(frames_open(&frames, "veth0", "veth1"), "frames");
	printf("%u %d\n", frames.size, frames_send(&frames, 10));
	/* less than what is sent since it was opened */
	set_mtu("veth0", 1000);
	printf("%d\n", frames_send(&frames, 1));
	require_flush("x");
	set_up("veth0", false);
	printf("%d\n", frames_send(&frames, 1));
	require_flush("x");
}

static void as_large_as_the_device_takes(void)
{
	child_run(send_small, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "1500 1\n"
		     "0\n# x: skipped: a frame can't be sent: Message too long\n"
		     "0\n# x: skipped: a frame can't be sent: Network is down\n");
}

static void open_odd(void *arg)
{
	int next = dup(0);

	(void)arg;
	close(next);
	enter();
	opened("veth0", "veth1");
	opened("veth0", "none");
	opened("none", "veth1");
	set_up("veth1", false);
	opened("veth1", "veth0");
	opened("lo", "veth1");
	printf("%d\n", dup(0) - next);
}

static void devices_that_cannot(void)
{
	child_run(open_odd, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "1\n"
		     "0\n# x: skipped: network device none: No such device\n"
		     "0\n# x: skipped: network device none: No such device\n"
		     "0\n# x: skipped: network device veth1 is down or has no carrier\n"
		     "0\n# x: skipped: network device veth1 is down or has no carrier\n"
		     "0\n");
}

/* What is cut to fit may be the name of another */
static void open_long(void *arg)
{
	struct ifreq renamed = { .ifr_newname = "veth_of_fifteen" };
	unsigned long packets;

	(void)arg;
	enter();
	set_up("veth1", false);
	set("veth1", SIOCSIFNAME, renamed);
	set_up("veth_of_fifteen", true);
	wait_until_running("veth0");
	wait_until_running("veth_of_fifteen");
	opened("veth0", "veth_of_fifteen");
	opened("veth0", "veth_of_fifteen_and_more");
	printf("%d\n", frames_received("veth_of_fifteen_and_more", &packets));
	require_flush("x");
}

static void a_name_that_is_too_long(void)
{
	child_run(open_long, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "1\n0\n# x: skipped: network device veth_of_fifteen_and_more: ");
	CHECK_HAS(child.out, "/veth_of_fifteen_and_more/statistics/rx_packets: No such file");
}

static void open_as_nobody(void *arg)
{
	(void)arg;
	if (setuid(65534))
		exit(1);
	opened("lo", "lo");
}

static void not_permitted(void)
{
	child_run(open_as_nobody, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "0\n# x: skipped: no packet socket: Operation not permitted\n");
}

static void packets_of_odd(void *arg)
{
	unsigned long packets;

	(void)arg;
	printf("%d\n", frames_received("none", &packets));
	printf("%d\n", frames_received("", &packets));
	require_flush("x");
}

static void packets_of_no_device(void)
{
	child_run(packets_of_odd, NULL);
	CHECK_STRING(child.out, "0\n0\n"
		     "# x: skipped: /sys/class/net/none/statistics/rx_packets: No such file or directory\n"
		     "# x: skipped: /sys/class/net//statistics/rx_packets: No such file or directory\n");
}

int main(void)
{
	NET_RUN(all_arrive);
	NET_RUN(as_large_as_the_device_takes);
	NET_RUN(devices_that_cannot);
	NET_RUN(a_name_that_is_too_long);
	NET_RUN(not_permitted);
	RUN(packets_of_no_device);
	return unit_end();
}
