// SPDX-License-Identifier: GPL-2.0
/* Network namespaces without a name, veth between two, frames from one end to the other */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <net/if.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "frames.h"
#include "netns.h"
#include "require.h"
#include "unit.h"
#include "veth.h"

#define DATAGRAM 60000

static ino_t netns_of(const char *path)
{
	struct stat about = { 0 };

	CHECK(!stat(path, &about));
	return about.st_ino;
}

static ino_t own(void)
{
	return netns_of("/proc/thread-self/ns/net");
}

static void a_new_one_and_back(void)
{
	ino_t before = own();
	int netns = netns_new(), sock;
	struct stat made;

	CHECK(netns >= 0);
	CHECK(!fstat(netns, &made));
	CHECK(made.st_ino != before);
	CHECK(own() == before);

	sock = netns_socket(netns, AF_INET, SOCK_DGRAM, 0);
	CHECK(sock >= 0);
	CHECK(fcntl(sock, F_GETFD) & FD_CLOEXEC);
	CHECK(own() == before);
	close(sock);
	CHECK(netns_socket(netns, AF_INET, 12345, 0) < 0);
	CHECK(own() == before);
	CHECK(netns_socket(0, AF_INET, SOCK_DGRAM, 0) < 0);
	CHECK(own() == before);
	close(netns);
}

static void refused(void *arg)
{
	(void)arg;
	if (setgroups(0, NULL) || setgid(65534) || setuid(65534))
		exit(2);
	if (netns_new() >= 0)
		exit(1);
	require_flush("x");
}

static void not_for_all_users(void)
{
	child_run(refused, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out,
		  "# x: skipped: no network namespace of its own (CONFIG_NET_NS, root): Operation not permitted\n");
}

static int near, far;

/* A datagram of almost 64 KB from one end to the other */
static void send_one(int from, int to, unsigned int address)
{
	static char sent[DATAGRAM], got[DATAGRAM];
	const struct timeval second = { .tv_sec = 1 };
	const struct sockaddr_in where = {
		.sin_family = AF_INET,
		.sin_port = htons(7000),
		.sin_addr.s_addr = address,
	};
	int tx = netns_socket(from, AF_INET, SOCK_DGRAM, 0);
	int rx = netns_socket(to, AF_INET, SOCK_DGRAM, 0);

	memset(sent, 'x', sizeof(sent));
	setsockopt(rx, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof(second));
	CHECK(!bind(rx, (const struct sockaddr *)&where, sizeof(where)));
	CHECK_INT(sendto(tx, sent, sizeof(sent), 0,
			 (const struct sockaddr *)&where, sizeof(where)),
		  DATAGRAM);
	CHECK_INT(recv(rx, got, sizeof(got), 0), DATAGRAM);
	CHECK(!memcmp(sent, got, sizeof(got)));
	close(tx);
	close(rx);
}

static void both_ways(void)
{
	near = netns_new();
	far = netns_new();
	CHECK(veth_join(near, far));
	send_one(near, far, VETH_FAR);
	send_one(far, near, VETH_NEAR);
	CHECK(!if_nametoindex("veth0"));
}

static void join_again(void *arg)
{
	(void)arg;
	if (veth_join(near, far))
		exit(1);
	require_flush("x");
}

static void not_twice(void)
{
	child_run(join_again, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "# x: skipped: no pair of veth devices: File exists");
}

/* Two ends in one namespace, as two cards of a machine are */
static void frames_between(void *arg)
{
	struct frames frames;

	(void)arg;
	if (unshare(CLONE_NEWNET) || system("ip link add a type veth peer name b && "
					    "ip link set a mtu 9000 up && ip link set b up"))
		exit(2);
	if (!frames_open(&frames, "a", "b"))
		exit(3);
	CHECK_INT(frames.size, 9000);
	/* a link takes its time to get a queue */
	usleep(100000);
	if (!frames_send(&frames, 10))
		exit(4);
	frames_close(&frames);
	if (system("ip -s link show b | grep -A1 'RX: ' | grep -qE '^ *[0-9]+ +1[0-9] '"))
		exit(5);
}

static void frames_arrive(void)
{
	child_run(frames_between, NULL);
	if (child.status == 2) {
		printf("# ip is not installed or can't: %s\n", child.err);
		return;
	}
	CHECK_INT(child.status, 0);
}

static void odd_devices(void *arg)
{
	static const char * const names[] = {
		"", "none", "name_that_is_far_too_long_for_a_device", "lo",
	};
	struct frames frames;
	unsigned long packets;
	unsigned int i;

	(void)arg;
	if (unshare(CLONE_NEWNET))
		exit(2);
	for (i = 0; i < 4; i++) {
		/* lo is there, and down */
		if (frames_open(&frames, names[i], "lo") ||
		    frames_open(&frames, "lo", names[i]))
			exit(1);
		require_flush(names[i]);
	}
	if (frames_received("none", &packets) || frames_received("", &packets))
		exit(1);
	require_flush("rx");
}

static void devices_that_are_none(void)
{
	child_run(odd_devices, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "# none: skipped: network device none: No such device\n");
	CHECK_HAS(child.out, "# lo: skipped: network device lo is down");
	CHECK_HAS(child.out, "# rx: skipped: /sys/class/net/none/statistics/rx_packets: No such file");
}

int main(void)
{
	if (geteuid()) {
		SKIP(netns, "not root");
		return unit_end();
	}
	RUN(a_new_one_and_back);
	RUN(not_for_all_users);
	RUN(both_ways);
	RUN(not_twice);
	RUN(frames_arrive);
	RUN(devices_that_are_none);
	return unit_end();
}
