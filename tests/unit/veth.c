// SPDX-License-Identifier: GPL-2.0
/* Pairs of veth devices between network namespaces */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "net.h"
#include "netns.h"
#include "require.h"
#include "unit.h"
#include "veth.h"

#define NOBODY 65534
/* The largest datagram: 65535 bytes of a packet, less its headers */
#define LARGE 65507
#define PATIENCE_MS 10000

static int near, far;

static void join(void)
{
	near = netns_new();
	far = netns_new();
	CHECK(veth_join(near, far));
	CHECK_INT(require_flush("unexpected"), 0);
}

static void leave(void)
{
	close(near);
	close(far);
}

/* The flags of the pair's device in a namespace; 0: there is none */
static int flags_in(int netns)
{
	int sock = netns_socket(netns, AF_INET, SOCK_DGRAM, 0), flags = 0;
	struct ifreq device = { .ifr_name = "veth0" };

	if (!ioctl(sock, SIOCGIFFLAGS, &device))
		flags = device.ifr_flags;
	close(sock);
	return flags;
}

/* The kernel takes its time to take a namespace down */
static bool goes_from(int netns)
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	unsigned int i;

	for (i = 0; i < PATIENCE_MS && flags_in(netns); i++)
		nanosleep(&ms, NULL);
	return !flags_in(netns);
}

static int bound(int netns, in_addr_t address, struct sockaddr_in *where)
{
	socklen_t size = sizeof(*where);
	int sock = netns_socket(netns, AF_INET, SOCK_DGRAM, 0);
	const struct timeval patience = { .tv_sec = PATIENCE_MS / 1000 };

	*where = (struct sockaddr_in){
		.sin_family = AF_INET, .sin_addr.s_addr = address,
	};
	CHECK(!bind(sock, (struct sockaddr *)where, size));
	CHECK(!getsockname(sock, (struct sockaddr *)where, &size));
	CHECK(!setsockopt(sock, SOL_SOCKET, SO_RCVTIMEO, &patience,
			  sizeof(patience)));
	return sock;
}

static void pass(int from, int to, const struct sockaddr_in *where, size_t size)
{
	static char sent[LARGE], got[LARGE + 1];

	memset(sent, size % 100, sizeof(sent));
	memset(got, 0, sizeof(got));
	CHECK_INT(sendto(from, sent, size, 0, (const struct sockaddr *)where,
			 sizeof(*where)), size);
	CHECK_INT(recv(to, got, sizeof(got), 0), size);
	CHECK(!memcmp(sent, got, size));
}

/* From the first on: none is lost while the devices come up */
static void datagrams_both_ways(void)
{
	struct sockaddr_in near_at, far_at;
	int at_near, at_far;
	size_t size;

	join();
	at_near = bound(near, VETH_NEAR, &near_at);
	at_far = bound(far, VETH_FAR, &far_at);
	for (size = 1; size < LARGE; size *= 8) {
		pass(at_near, at_far, &far_at, size);
		pass(at_far, at_near, &near_at, size);
	}
	pass(at_near, at_far, &far_at, LARGE);
	pass(at_far, at_near, &near_at, LARGE);
	close(at_near);
	close(at_far);
	leave();
}

static void the_devices_are_as_promised(void)
{
	int netns[2], i, tries;

	join();
	netns[0] = near;
	netns[1] = far;
	for (i = 0; i < 2; i++) {
		struct ifreq mtu = { .ifr_name = "veth0" };
		int sock = netns_socket(netns[i], AF_INET, SOCK_DGRAM, 0);

		CHECK(flags_in(netns[i]) & IFF_UP);
		/* what the kernel says of its state comes later than the state */
		for (tries = 0; tries < 2000; tries++) {
			if (flags_in(netns[i]) & IFF_RUNNING)
				break;
			usleep(1000);
		}
		CHECK(tries < 2000);
		CHECK(!ioctl(sock, SIOCGIFMTU, &mtu));
		CHECK_INT(mtu.ifr_mtu, 65535);
		close(sock);
	}
	leave();
}

/* Over a device, not by lo, which is up as well */
static void the_far_end_is_far(void)
{
	struct sockaddr_in at;
	int sock;

	join();
	sock = netns_socket(near, AF_INET, SOCK_DGRAM, 0);
	at = (struct sockaddr_in){
		.sin_family = AF_INET, .sin_addr.s_addr = VETH_FAR,
	};
	CHECK(bind(sock, (struct sockaddr *)&at, sizeof(at)) &&
	      errno == EADDRNOTAVAIL);
	close(sock);
	leave();
}

static void a_pair_goes_with_either_namespace(void)
{
	join();
	CHECK(flags_in(near));
	close(far);
	CHECK(goes_from(near));
	close(near);
	join();
	CHECK(flags_in(far));
	close(near);
	CHECK(goes_from(far));
	close(far);
}

/* A descriptor is not all that can hold a namespace */
static void a_socket_holds_the_pair(void)
{
	int sock;

	join();
	sock = netns_socket(far, AF_INET, SOCK_DGRAM, 0);
	close(far);
	usleep(200000);
	CHECK(flags_in(near));
	close(sock);
	CHECK(goes_from(near));
	close(near);
}

static void join_and_die(void *arg)
{
	int own = netns_new();

	if (!veth_join(*(int *)arg, own))
		exit(1);
	kill(getpid(), SIGKILL);
}

static void a_pair_goes_with_a_process_killed(void)
{
	near = netns_new();
	child_run(join_and_die, &near);
	CHECK_INT(child.status, 128 + SIGKILL);
	CHECK(goes_from(near));
	/* the name and the address are free again */
	far = netns_new();
	CHECK(veth_join(near, far));
	leave();
}

static void join_twice(void *arg)
{
	(void)arg;
	join();
	printf("%d\n", veth_join(near, far));
	require_flush("x");
	printf("%d\n", veth_join(near, netns_new()));
	require_flush("x");
	/* those that are there are none the worse */
	printf("%d\n", !!flags_in(near) && !!flags_in(far));
}

#define TAKEN "0\n# x: skipped: no pair of veth devices: File exists: see CONFIG_VETH\n"

static void twice_the_same(void)
{
	child_run(join_twice, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, TAKEN TAKEN "1\n");
}

static void join_what_is_none(void *arg)
{
	near = netns_new();
	(void)arg;
	printf("%d\n", veth_join(near, STDOUT_FILENO));
	require_flush("x");
	printf("%d\n", veth_join(STDOUT_FILENO, near));
	require_flush("x");
	printf("%d\n", !!flags_in(near));
}

static void what_is_no_namespace(void)
{
	child_run(join_what_is_none, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "0\n# x: skipped: no pair of veth devices: ");
	CHECK_HAS(child.out, "0\n# x: skipped: a network namespace can't be entered: Invalid argument\n");
	CHECK_HAS(child.out, "\n0\n");
}

static void join_as_nobody(void *arg)
{
	(void)arg;
	near = netns_new();
	far = netns_new();
	if (setuid(NOBODY))
		exit(1);
	printf("%d\n", veth_join(near, far));
	require_flush("x");
}

static void not_permitted(void)
{
	child_run(join_as_nobody, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "0\n# x: skipped: ");
	CHECK_HAS(child.out, "Operation not permitted");
}

static void no_descriptor_is_left(void)
{
	int next = dup(0), after;

	close(next);
	join();
	CHECK(!veth_join(near, far));
	CHECK(!veth_join(near, STDOUT_FILENO));
	require_flush("expected");
	leave();
	after = dup(0);
	CHECK_INT(after, next);
	close(after);
}

int main(void)
{
	NET_RUN(datagrams_both_ways);
	NET_RUN(the_devices_are_as_promised);
	NET_RUN(the_far_end_is_far);
	NET_RUN(a_pair_goes_with_either_namespace);
	NET_RUN(a_socket_holds_the_pair);
	NET_RUN(a_pair_goes_with_a_process_killed);
	NET_RUN(twice_the_same);
	NET_RUN(what_is_no_namespace);
	NET_RUN(not_permitted);
	NET_RUN(no_descriptor_is_left);
	return unit_end();
}
