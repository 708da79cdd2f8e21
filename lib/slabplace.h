/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABPLACE_H
#define PERF_REGRESS_SLABPLACE_H

#include "slabdrive.h"

/*
 * Where objects are allocated and freed. A, B and C are the report's, as lists
 * of CPUs: left to the scheduler they come out otherwise each time.
 */
enum slabplace {
	SLABPLACE_SAME_CPU,
	SLABPLACE_CROSS_CPU,	/* two CPUs of one node */
	SLABPLACE_CROSS_NODE,
	SLABPLACE_A,		/* allocated on all nodes, freed on the first */
	SLABPLACE_B,		/* both on the first node */
	SLABPLACE_C,		/* on all nodes, each freed on the next node */
	NR_SLABPLACES
};

/* slabplace_require - note by require_unmet() when this machine lacks CPUs */
void slabplace_require(enum slabplace place);

/*
 * slabplace_pairs - the pairs of CPUs of a placement that the machine has
 * @pairs: SLABDRIVE_MOST_PAIRS of them
 * @most: more pairs than these are not made of A, B and C; the other
 *	  placements have one
 *
 * Return: how many there are.
 */
unsigned int slabplace_pairs(enum slabplace place, struct slabdrive_pair *pairs,
			     unsigned int most);

#endif
