/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABTRIAL_H
#define PERF_REGRESS_SLABTRIAL_H

#include "lockwatch.h"
#include "slabwindow.h"
#include "stats.h"

/* The same work, watched in several ways in turn */
#define SLABTRIAL_ROUNDS 9

struct slabtrial {
	const enum lockwatch_way *ways;
	unsigned int count;
	/* all windows of a way together; titled by slabtrial_run() */
	struct slabwindow windows[NR_LOCKWATCH_WAYS];
	/* what was done a second, window by window */
	double rates[NR_LOCKWATCH_WAYS][SLABTRIAL_ROUNDS];
};

/*
 * slabtrial_run - do some work SLABTRIAL_ROUNDS times in each way, there and
 * back (A B B A), and add up what a cache counted
 * @ways: the first of them is what the others are compared with
 * @count: how many
 *
 * Return: false after noting why by require_unmet().
 */
bool slabtrial_run(struct slabtrial *trial, const enum lockwatch_way *ways,
		   unsigned int count, const struct slabcache *cache,
		   const struct slabwork *work);

/*
 * slabtrial_recommend - print, as a diagnostic, how much of the throughput each
 * way leaves, and which one disturbs least
 *
 * Where intervals overlap noise decides which is faster: then it is the second
 * of the ways, which come in the order of what they do for an event.
 */
void slabtrial_recommend(const struct slabtrial *trial, const char *prefix);

#endif
