/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SHARING_H
#define PERF_REGRESS_SHARING_H

#include "test.h"

/* The metrics that sharing_sample() fills; a point that calls it has these */
enum {
	SHARING_APART,	/* cost while another process works */
	SHARING_SHARED,	/* cost while other threads of this process do */
	SHARING_RATIO,	/* the second over the first */
	NR_SHARING_METRICS
};

/* Threads that work unless --threads says otherwise: less than fill a node */
#define SHARING_MOST_THREADS 4

/*
 * sharing_sample - what it costs that others work in the same mm
 * @run: what is measured, as in struct operation
 * @work: what the others do meanwhile, see struct crew
 *
 * The control is the same work on the same CPUs by another process, so that
 * what is left over is the sharing.
 *
 * Return: false after noting why by require_unmet().
 */
bool sharing_sample(const struct options *options, struct samples *samples,
		    unsigned long long (*run)(unsigned long times),
		    void (*work)(void));

#endif
