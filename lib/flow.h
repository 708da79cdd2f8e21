/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_FLOW_H
#define PERF_REGRESS_FLOW_H

#include <stdbool.h>

#include "zerocopy.h"

/*
 * Datagrams over lo of a network namespace of their own, sent by MSG_ZEROCOPY.
 * Before one may reach a socket its pages are copied (skb_copy_ubufs()) into
 * fresh order-0 pages, in softirq on the CPU of the sender.
 */
struct flow {
	struct zerocopy sender;
	int receiver;
};

/* 15 pages of 4 KB: up to 17 are copied one by one, more by larger orders */
#define FLOW_DATAGRAM 61440

/* Datagrams that fit into the socket of a flow that queues */
#define FLOW_QUEUE 64

/* flow_pages - pages that are allocated for a datagram */
unsigned int flow_pages(void);

/* flow_require - note by require_unmet() what keeps a flow from running here */
void flow_require(void);

/*
 * flow_open - make a flow
 * @queue: false: the receiver drops each datagram, in the softirq that
 *	   delivers it; true: it keeps FLOW_QUEUE of them until flow_read()
 *
 * Return: false after noting why by require_unmet(); nothing is open then.
 */
bool flow_open(struct flow *flow, bool queue);

/*
 * flow_send - send datagrams, and wait until the kernel is done with them
 *
 * Return: false after noting why by require_unmet().
 */
bool flow_send(struct flow *flow, unsigned int datagrams);

/* flow_read - read, and so free, all that waits in the queue */
void flow_read(const struct flow *flow);

void flow_close(struct flow *flow);

#endif
