// SPDX-License-Identifier: GPL-2.0
/* Network namespaces without a name; veth.c sees that they go with what holds them */
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "net.h"
#include "netns.h"
#include "require.h"
#include "unit.h"

#define NOBODY 65534

static ino_t inode(int fd)
{
	struct stat about = { .st_ino = 0 };

	fstat(fd, &about);
	return about.st_ino;
}

static ino_t inode_of_mine(void)
{
	struct stat about = { .st_ino = 0 };

	stat("/proc/thread-self/ns/net", &about);
	return about.st_ino;
}

/* The namespace that a socket was made in */
static ino_t inode_of_socket(int sock)
{
	int netns = ioctl(sock, SIOCGSKNS);
	ino_t its = inode(netns);

	close(netns);
	return its;
}

static int next_descriptor(void)
{
	int next = dup(0);

	close(next);
	return next;
}

static void each_is_new_and_the_caller_stays(void)
{
	ino_t mine = inode_of_mine();
	int one = netns_new(), two = netns_new();

	CHECK(one >= 0 && two >= 0);
	CHECK(inode(one) && inode(one) != mine);
	CHECK(inode(two) != mine && inode(two) != inode(one));
	CHECK(inode_of_mine() == mine);
	CHECK(fcntl(one, F_GETFD) & FD_CLOEXEC);
	close(one);
	close(two);
}

static void lo_is_up_and_alone(void)
{
	struct ifreq lo = { .ifr_name = "lo" }, second = { .ifr_ifindex = 2 };
	int netns = netns_new();
	int sock = netns_socket(netns, AF_INET, SOCK_DGRAM, 0);

	CHECK(sock >= 0);
	CHECK(!ioctl(sock, SIOCGIFFLAGS, &lo));
	CHECK(lo.ifr_flags & IFF_UP);
	CHECK(ioctl(sock, SIOCGIFNAME, &second) && errno == ENODEV);
	close(sock);
	close(netns);
}

static void a_socket_is_of_its_namespace(void)
{
	ino_t mine = inode_of_mine(), its;
	int netns = netns_new(), sock;

	its = inode(netns);
	sock = netns_socket(netns, AF_INET, SOCK_STREAM, 0);
	CHECK(inode_of_socket(sock) == its);
	CHECK(inode_of_mine() == mine);
	CHECK(fcntl(sock, F_GETFD) & FD_CLOEXEC);
	/* and holds it */
	close(netns);
	CHECK(inode_of_socket(sock) == its);
	close(sock);
}

static void *own_namespace(void *arg)
{
	ino_t before;
	int netns;

	CHECK_INT(unshare(CLONE_NEWNET), 0);
	before = inode_of_mine();
	*(ino_t *)arg = before;
	netns = netns_new();
	CHECK(netns >= 0 && inode(netns) != before);
	CHECK(inode_of_mine() == before);
	close(netns);
	return NULL;
}

/* Back is the thread's own, not that of the process */
static void a_thread_in_another(void)
{
	ino_t mine = inode_of_mine(), its = 0;
	pthread_t thread;

	CHECK(!pthread_create(&thread, NULL, own_namespace, &its));
	pthread_join(thread, NULL);
	CHECK(its && its != mine);
	CHECK(inode_of_mine() == mine);
}

static void no_descriptor_is_left(void)
{
	int next = next_descriptor(), netns, sock;

	netns = netns_new();
	CHECK_INT(netns_socket(netns, AF_INET, SOCK_STREAM, -1), -1);
	CHECK_INT(netns_socket(0, AF_INET, SOCK_STREAM, 0), -1);
	sock = netns_socket(netns, AF_INET, SOCK_STREAM, 0);
	close(sock);
	close(netns);
	CHECK_INT(next_descriptor(), next);
	CHECK_INT(require_flush("expected"), 2);
}

static void ask_for_what_is_none(void *arg)
{
	ino_t mine = inode_of_mine();
	int netns = netns_new();

	(void)arg;
	printf("%d\n", netns_socket(-1, AF_INET, SOCK_STREAM, 0));
	require_flush("x");
	printf("%d\n", netns_socket(STDOUT_FILENO, AF_INET, SOCK_STREAM, 0));
	require_flush("x");
	printf("%d\n", netns_socket(netns, 12345, SOCK_STREAM, 0));
	require_flush("x");
	printf("%d\n", inode_of_mine() == mine);
}

static void what_is_none(void)
{
	child_run(ask_for_what_is_none, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out,
		     "-1\n# x: skipped: a network namespace can't be entered: Bad file descriptor\n"
		     "-1\n# x: skipped: a network namespace can't be entered: Invalid argument\n"
		     "-1\n# x: skipped: no socket: Address family not supported by protocol\n"
		     "1\n");
}

static void ask_as_nobody(void *arg)
{
	if (setuid(NOBODY))
		exit(1);
	printf("%d\n", netns_new());
	printf("%d\n", netns_socket(*(int *)arg, AF_INET, SOCK_STREAM, 0));
	require_flush("x");
}

static void not_permitted(void)
{
	int netns = netns_new();

	child_run(ask_as_nobody, &netns);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "-1\n-1\n"
		     "# x: skipped: no network namespace of its own (CONFIG_NET_NS, root): "
		     "Operation not permitted\n"
		     "# x: skipped: a network namespace can't be entered: Operation not permitted\n");
	close(netns);
}

int main(void)
{
	NET_RUN(each_is_new_and_the_caller_stays);
	NET_RUN(lo_is_up_and_alone);
	NET_RUN(a_socket_is_of_its_namespace);
	NET_RUN(a_thread_in_another);
	NET_RUN(no_descriptor_is_left);
	NET_RUN(what_is_none);
	NET_RUN(not_permitted);
	return unit_end();
}
