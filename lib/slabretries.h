/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABRETRIES_H
#define PERF_REGRESS_SLABRETRIES_H

#include "slabobject.h"
#include "test.h"

/* What a point about cmpxchg_double_fail has, for each kind of object */
enum {
	SLABRETRIES_FAIL,	/* of all attempts, see slabrate.h */
	SLABRETRIES_ATTEMPTS,	/* attempts for each object */
	SLABRETRIES_SLOW,	/* free_slowpath of all frees */
	NR_SLABRETRIES_METRICS
};

extern const struct metric
slabretries_metrics[NR_SLABOBJECTS][NR_SLABRETRIES_METRICS];

/*
 * slabretries_sample - watch objects of a kind pass from one CPU to another
 *
 * They are freed on another node than they are allocated on. On one node alone
 * slabs are reached only when the barn overflows, but then any CPU will do.
 *
 * Return: false after noting why by require_unmet().
 */
bool slabretries_sample(const struct options *options, struct samples *samples,
			enum slabobject object);

#endif
