/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABNFS_H
#define PERF_REGRESS_SLABNFS_H

#include "test.h"

/*
 * The reported workload: O_DIRECT reads of 1 MiB over NFS, whose cache
 * nfs_page is allocated from by who reads and freed to by who completes,
 * which workqueues do that any CPU of their mask may run.
 *
 * A: reads on all nodes, completions on the first; B: both on the first; C:
 * reads and completions on all.
 */
#define SLABNFS_PLACES 3

/* What its point has: failures of all attempts, then slow of all frees */
#define NR_SLABNFS_METRICS (2 * SLABNFS_PLACES)

extern const struct metric slabnfs_metrics[NR_SLABNFS_METRICS];

/* Options of the test: --nfs-file, --iodepth, --cache; ended by one unnamed */
extern const struct extra_option slabnfs_options[];

/* slabnfs_require - note by require_unmet() what is missing for it */
void slabnfs_require(const struct options *options);

/*
 * slabnfs_sample - read in all placements, and print the report's table, also
 * with lock tracepoints on where these fire
 *
 * Return: false after noting why by require_unmet().
 */
bool slabnfs_sample(const struct options *options, struct samples *samples);

#endif
