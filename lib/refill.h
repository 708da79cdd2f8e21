/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_REFILL_H
#define PERF_REGRESS_REFILL_H

#include <stdbool.h>

#include "pagealloc.h"

/*
 * refill_require - note by require_unmet() what keeps refill_trace() from
 * working
 */
void refill_require(const char *device, const char *sender);

/*
 * refill_trace - see where a network driver has the pages from that it refills
 * its receive ring with, in softirq
 * @device: what receives
 * @sender: a device cabled to it, which is made to send to it; "": what
 *	    arrives by itself is watched
 * @trace: what the CPU that refills most saw
 *
 * Neither device is changed.
 *
 * Return: false after noting why by require_unmet(): too few packets, or a
 * driver that uses its pages again, or too few pages for a verdict.
 */
bool refill_trace(const char *device, const char *sender,
		  struct pagealloc_trace *trace);

#endif
