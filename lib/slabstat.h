/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABSTAT_H
#define PERF_REGRESS_SLABSTAT_H

#include <stdbool.h>

#include "slabcache.h"

/* Counters of a cache; a kernel has those of its design (mm/slub.c) */
enum slabstat {
	/* objects handed out and taken back: all designs */
	ALLOC_FASTPATH, ALLOC_SLOWPATH, FREE_FASTPATH, FREE_SLOWPATH,
	/* slabs */
	ALLOC_SLAB, FREE_SLAB, FREE_ADD_PARTIAL, FREE_REMOVE_PARTIAL,
	ALLOC_NODE_MISMATCH, ORDER_FALLBACK,
	/* another CPU changed a slab's freelist meanwhile: tried again */
	CMPXCHG_DOUBLE_FAIL,
	/* sheaves */
	FREE_RCU_SHEAF, FREE_RCU_SHEAF_FAIL, SHEAF_FLUSH, SHEAF_REFILL,
	SHEAF_ALLOC, SHEAF_FREE, BARN_GET, BARN_GET_FAIL, BARN_PUT,
	BARN_PUT_FAIL, SHEAF_PREFILL_FAST, SHEAF_PREFILL_SLOW,
	SHEAF_PREFILL_OVERSIZE, SHEAF_RETURN_FAST, SHEAF_RETURN_SLOW,
	/* CPU slabs */
	ALLOC_FROM_PARTIAL, ALLOC_REFILL, CMPXCHG_DOUBLE_CPU_FAIL,
	CPU_PARTIAL_ALLOC, CPU_PARTIAL_DRAIN, CPU_PARTIAL_FREE,
	CPU_PARTIAL_NODE, CPUSLAB_FLUSH, DEACTIVATE_BYPASS, DEACTIVATE_EMPTY,
	DEACTIVATE_FULL, DEACTIVATE_REMOTE_FREES, DEACTIVATE_TO_HEAD,
	DEACTIVATE_TO_TAIL, FREE_FROZEN,
	NR_SLABSTATS
};

/* How often each counted in a window; 0 for those a kernel doesn't have */
struct slabstat_counts {
	unsigned long long of[NR_SLABSTATS];
};

/* slabstat_name - the name of its file */
const char *slabstat_name(enum slabstat stat);

/* The counters of each CPU at one moment */
struct slabstat_reading;

/*
 * slabstat_take - read all counters of a cache
 *
 * What changes between two readings is counted; nothing is ever reset, which
 * would race with who counts and spoil others' figures. The counters are not
 * read at one instant: let those rest who use the cache, to be exact.
 *
 * Return: NULL after noting why by require_unmet(); else to be given to
 * slabstat_since() or free().
 */
struct slabstat_reading *slabstat_take(const struct slabcache *cache);

/*
 * slabstat_since - what was counted between two readings; frees both
 *
 * Each CPU's counter is an unsigned int that goes round at 2^32, minutes of
 * work of a busy CPU, so CPUs are subtracted one by one. Increments are not
 * atomic: x86 loses none, others may lose a few.
 *
 * Return: false after noting why by require_unmet(): a reading is NULL, CPUs
 * have gone or come, or somebody has reset a counter.
 */
bool slabstat_since(struct slabstat_reading *before,
		    struct slabstat_reading *after,
		    struct slabstat_counts *counts);

/*
 * slabstat_parse - read a counter's text, "SUM C0=N C3=N ..."
 * @per_cpu: where each CPU's count goes; those without one are set to 0. A
 *	     kernel for one CPU gives the sum alone: it goes to CPU 0.
 * @most: room in @per_cpu
 *
 * Return: NULL, or what is wrong: malformed, or cut short: the file has one
 * page, which the counts of some hundred busy CPUs fill.
 */
const char *slabstat_parse(const char *text, unsigned int *per_cpu,
			   unsigned int most);

#endif
