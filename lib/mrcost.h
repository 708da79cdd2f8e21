/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_MRCOST_H
#define PERF_REGRESS_MRCOST_H

#include <stdbool.h>

#include "rdma.h"
#include "region.h"
#include "test.h"

/* Most kinds of memory that are compared */
#define MRCOST_MOST 3

/* What of a registration counts */
enum mrcost_part {
	MRCOST_ALL,
	/*
	 * All but pinning the pages, which differs far more between kinds of
	 * memory, and between kernels, than anything else
	 */
	MRCOST_UNPINNED,
	/*
	 * Merging the pages to scatter-gather entries: all from the last page
	 * that is pinned to the call that maps the entries for the device
	 */
	MRCOST_MERGING,
};

/* mrcost_require - note by require_unmet() what keeps parts from being told */
void mrcost_require(void);

/*
 * mrcost_sample - what it costs to register memory, of several kinds in turn
 * @samples: metric @first gets the samples of the first kind, and so on
 * @regions: the memory; pieces of REGION_HUGE are registered one by one, and
 *	     deregistered at once, over and over
 * @count: how many kinds, 1..MRCOST_MOST
 * @part: what counts; parts are the least of a visit, so that interrupts aren't
 *	  in them, but what a kprobe or two take is
 *
 * Return: false after noting why by require_unmet().
 */
bool mrcost_sample(const struct options *options, struct samples *samples,
		   unsigned int first, const struct rdma *rdma,
		   const struct region *regions, unsigned int count,
		   enum mrcost_part part);

#endif
