/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PROBE_SHARING_H
#define PROBE_SHARING_H

/*
 * Cache lines that several CPUs write: each such store takes the line away from
 * another CPU when they really run at the same time. Under -icount they take
 * turns, and a line changes hands only at the end of a turn; so what is counted
 * is not that, but accesses to lines that two CPUs or more write in a fair
 * share of their operations. Lines that user space writes are told apart.
 */
#include <stdbool.h>
#include <linux/types.h>

/* A line is shared when two CPUs write it once in so many operations */
#define SHARING_FAIR_SHARE 16

void sharing_init(void);

/* sharing_clear - forget all accesses */
void sharing_clear(void);

/* sharing_access - the instruction of @site on @cpu accesses a line */
void sharing_access(unsigned int cpu, __u32 site, __u64 line, bool store);

/*
 * sharing_collect - count accesses to shared lines, in sites' SHARED_*
 * @operations: how many each CPU has done since sharing_clear()
 */
void sharing_collect(const __u64 *operations, unsigned int cpus);

#endif
