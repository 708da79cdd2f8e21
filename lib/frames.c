// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/if_ether.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "frames.h"
#include "parse.h"
#include "require.h"
#include "sysfile.h"

/* For experiments within one network (IEEE 802) */
#define ETHERTYPE 0x88b5
#define MOST_PAYLOAD 65535

/* Asks something of a device; notes why it can't be had */
static bool ask(int sock, const char *device, unsigned long request,
		struct ifreq *answer)
{
	int length;

	memset(answer, 0, sizeof(*answer));
	length = snprintf(answer->ifr_name, sizeof(answer->ifr_name), "%s",
			  device);
	/* what is left of a longer name may be that of another */
	errno = ENODEV;
	if (length < IFNAMSIZ && !ioctl(sock, request, answer))
		return true;
	require_unmet("network device %s: %s", device, strerror(errno));
	return false;
}

static bool is_up(int sock, const char *device)
{
	struct ifreq flags;

	if (!ask(sock, device, SIOCGIFFLAGS, &flags))
		return false;
	if (flags.ifr_flags & IFF_RUNNING)
		return true;
	require_unmet("network device %s is down or has no carrier", device);
	return false;
}

bool frames_open(struct frames *frames, const char *from, const char *to)
{
	struct ifreq index, mtu, address;
	int sock = socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (sock < 0) {
		require_unmet("no packet socket: %s", strerror(errno));
		return false;
	}
	if (!is_up(sock, from) || !is_up(sock, to) ||
	    !ask(sock, from, SIOCGIFINDEX, &index) ||
	    !ask(sock, from, SIOCGIFMTU, &mtu) ||
	    !ask(sock, to, SIOCGIFHWADDR, &address)) {
		close(sock);
		return false;
	}
	frames->sock = sock;
	frames->size = mtu.ifr_mtu < MOST_PAYLOAD ? mtu.ifr_mtu : MOST_PAYLOAD;
	frames->to = (struct sockaddr_ll){
		.sll_family = AF_PACKET,
		.sll_protocol = htons(ETHERTYPE),
		.sll_ifindex = index.ifr_ifindex,
		.sll_halen = ETH_ALEN,
	};
	memcpy(frames->to.sll_addr, address.ifr_hwaddr.sa_data, ETH_ALEN);
	return true;
}

bool frames_send(const struct frames *frames, unsigned int count)
{
	static const char payload[MOST_PAYLOAD];

	while (count--)
		if (sendto(frames->sock, payload, frames->size, 0,
			   (const struct sockaddr *)&frames->to,
			   sizeof(frames->to)) < 0) {
			require_unmet("a frame can't be sent: %s", strerror(errno));
			return false;
		}
	return true;
}

void frames_close(struct frames *frames)
{
	close(frames->sock);
}

bool frames_received(const char *device, unsigned long *packets)
{
	char path[128], text[32];
	int got;

	snprintf(path, sizeof(path), "/sys/class/net/%s/statistics/rx_packets",
		 device);
	got = sysfile_read(AT_FDCWD, path, text, sizeof(text));
	if (got < 0) {
		require_unmet("%s: %s", path, strerror(-got));
		return false;
	}
	if (parse_uint(text, 0, ULONG_MAX, packets))
		return true;
	require_unmet("%s reads '%s'", path, text);
	return false;
}
