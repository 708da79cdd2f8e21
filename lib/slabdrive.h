/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABDRIVE_H
#define PERF_REGRESS_SLABDRIVE_H

#include "slabobject.h"

/* Where objects are allocated and where they are freed; may be the same CPU */
struct slabdrive_pair {
	unsigned int producer, consumer;
};

#define SLABDRIVE_MOST_PAIRS 64

struct slabdrive_lane;

/* Pairs of threads that allocate objects and free them */
struct slabdrive {
	const struct slabobject_kind *kind;
	unsigned int depth;
	unsigned int count;
	struct slabdrive_lane *lanes;
};

/*
 * slabdrive_open - get ready
 * @depth: most objects of a pair at a time. Where both CPUs are one, a single
 *	   thread allocates as many and then frees them.
 * @pairs: where
 * @count: 1..SLABDRIVE_MOST_PAIRS
 *
 * Return: false after noting why by require_unmet(); nothing is left then.
 */
bool slabdrive_open(struct slabdrive *drive, const struct slabobject_kind *kind,
		    unsigned int depth, const struct slabdrive_pair *pairs,
		    unsigned int count);

/*
 * slabdrive_run - have them work for a while
 * @seconds: how long it was
 *
 * When it returns all rest, and objects that were on their way stay so.
 *
 * Return: false after noting why by require_unmet().
 */
bool slabdrive_run(struct slabdrive *drive, unsigned int ms, double *seconds);

/* slabdrive_freed - objects freed so far */
unsigned long long slabdrive_freed(const struct slabdrive *drive);

/* slabdrive_close - free what is left */
void slabdrive_close(struct slabdrive *drive);

#endif
