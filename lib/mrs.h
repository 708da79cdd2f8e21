/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_MRS_H
#define PERF_REGRESS_MRS_H

#include <stdbool.h>
#include <stddef.h>

#include "dax.h"
#include "rdma.h"

/* Most memory regions and threads at a time */
#define MRS_MOST 1000000UL
#define MRS_MOST_THREADS 1024

/*
 * Memory regions that threads register side by side, all of them, and then
 * deregister, all of them. It is done in rounds, so that there are samples.
 */
struct mrs {
	const struct rdma *rdma;
	/* all are mapped one after the other, or as much of each as it takes */
	const struct dax *devices;
	unsigned int nr_devices;
	/* regions are laid there in a row, over and over when it is used up */
	size_t size;
	unsigned int threads;
	unsigned int rounds;
	/* that a thread registers in a round */
	unsigned long batch;
};

/* What a round took, all threads together, in units of the clock */
struct mrs_round {
	/* a region, as its thread sees it */
	double register_cost;
	double deregister_cost;
	/* regions a second that all threads register together */
	double register_rate;
};

/* mrs_count - how many there are when all are registered */
unsigned long mrs_count(const struct mrs *mrs);

/*
 * mrs_run - register and deregister
 * @rounds: room for mrs->rounds
 *
 * Threads are pinned to the allowed CPUs in turn, and SCHED_OTHER. All regions
 * are gone when it returns. Prints what was done where as a diagnostic.
 *
 * Return: false after noting why by require_unmet().
 */
bool mrs_run(const struct mrs *mrs, struct mrs_round *rounds);

#endif
