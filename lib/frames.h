/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_FRAMES_H
#define PERF_REGRESS_FRAMES_H

#include <linux/if_packet.h>
#include <stdbool.h>

/* Sends frames from one network device to another, past all protocols */
struct frames {
	int sock;
	unsigned int size;
	struct sockaddr_ll to;
};

/*
 * frames_open - get ready to send from device @from to device @to
 *
 * Frames are as large as @from can send; no protocol takes them, so that the
 * receiver drops them at once. The devices must be up; nothing is changed.
 *
 * Return: false after noting why by require_unmet().
 */
bool frames_open(struct frames *frames, const char *from, const char *to);

/* frames_send - send some; false after noting why by require_unmet() */
bool frames_send(const struct frames *frames, unsigned int count);

void frames_close(struct frames *frames);

/*
 * frames_received - packets that a device has received so far
 *
 * Return: false after noting why by require_unmet().
 */
bool frames_received(const char *device, unsigned long *packets);

#endif
