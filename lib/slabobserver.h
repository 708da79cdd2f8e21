/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABOBSERVER_H
#define PERF_REGRESS_SLABOBSERVER_H

#include "test.h"

/*
 * What watching locks does to what is watched: messages in placement C, or in
 * B on a machine of one node. Their throughput and failures are taken with the
 * lock tracepoints off and on. The rates come first, then the failures of all
 * attempts, in the same order.
 */
enum {
	NR_SLABOBSERVER_METRICS = 6,		/* off, counted, sampled */
	NR_SLABOBSERVER_PERF_METRICS = 4,	/* off, perf lock record */
};

extern const struct metric slabobserver_metrics[NR_SLABOBSERVER_METRICS];
extern const struct metric
slabobserver_perf_metrics[NR_SLABOBSERVER_PERF_METRICS];

/* slabobserver_require - note by require_unmet() what is missing for it */
void slabobserver_require(const struct options *options);
void slabobserver_require_perf(const struct options *options);

/*
 * slabobserver_sample - take both, print the table and which way is recommended
 *
 * Return: false after noting why by require_unmet().
 */
bool slabobserver_sample(const struct options *options, struct samples *samples);
bool slabobserver_sample_perf(const struct options *options,
			      struct samples *samples);

#endif
