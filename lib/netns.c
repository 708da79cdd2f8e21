// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "netns.h"
#include "require.h"

/* The namespace of the calling thread */
static int current(void)
{
	int netns = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);

	if (netns < 0)
		require_unmet("/proc/thread-self/ns/net: %s", strerror(errno));
	return netns;
}

/* Goes back to @home, with a descriptor that was opened elsewhere, or -1 */
static int bring_home(int home, int fd)
{
	if (setns(home, CLONE_NEWNET)) {
		require_unmet("no way back from a network namespace: %s",
			      strerror(errno));
		if (fd >= 0)
			close(fd);
		fd = -1;
	}
	close(home);
	return fd;
}

static bool lo_up(void)
{
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	int sock = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	bool up = sock >= 0 && !ioctl(sock, SIOCSIFFLAGS, &lo);

	if (!up)
		require_unmet("lo of a new network namespace: %s",
			      strerror(errno));
	if (sock >= 0)
		close(sock);
	return up;
}

int netns_new(void)
{
	int home = current();

	if (home < 0)
		return -1;
	if (unshare(CLONE_NEWNET)) {
		require_unmet("no network namespace of its own (CONFIG_NET_NS, root): %s",
			      strerror(errno));
		close(home);
		return -1;
	}
	return bring_home(home, lo_up() ? current() : -1);
}

int netns_socket(int netns, int family, int type, int protocol)
{
	int home = current(), sock;

	if (home < 0)
		return -1;
	if (setns(netns, CLONE_NEWNET)) {
		require_unmet("a network namespace can't be entered: %s",
			      strerror(errno));
		close(home);
		return -1;
	}
	sock = socket(family, type | SOCK_CLOEXEC, protocol);
	if (sock < 0)
		require_unmet("no socket: %s", strerror(errno));
	return bring_home(home, sock);
}
