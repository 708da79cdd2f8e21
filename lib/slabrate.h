/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABRATE_H
#define PERF_REGRESS_SLABRATE_H

#include "slabstat.h"

/*
 * Rates out of the counters of a window, and what to divide by.
 *
 * cmpxchg_double_fail counts one thing: slab_update_freelist() found that
 * another CPU had changed the freelist of the slab meanwhile, and was called
 * again. Its rate is that of failures over calls, and no counter counts calls.
 *
 * It is not free_slowpath. With sheaves that counts objects which were not put
 * into a sheaf, such as those of another node, one call each. But traffic that
 * stays on its node reaches slabs too, in batches: a sheaf that the barn has
 * no room for is flushed, and one that the barn can't give is refilled. These
 * calls may fail and are not in free_slowpath, so that a placement with few
 * remote frees seems to fail more often, when it only divides by less: in the
 * report 713 of 2814, which is "25 %", and 7471 of 85 million elsewhere.
 *
 * Nor is it sheaf_flush + sheaf_refill + free_slowpath: these count objects,
 * and one call takes all of a batch that lie in one slab.
 *
 * So, with sheaves (7.3):
 *	free_slowpath	    each one object put back into its slab
 *	free_add_partial    a slab on the partial list will be taken from it,
 *			    all its free objects at once, by a refill
 *	2 * barn_get_fail   that is a refill: the rest of the last slab is put
 *			    back, and it begins with a slab that was put back so
 *	2 * barn_put_fail   that is a flush: objects are put back by slabs, 1.8
 *			    of them a sheaf as measured with messages
 *	alloc_slowpath	    an object taken from a slab past all sheaves
 *
 * A flush may touch as many slabs as the sheaf has objects (15.3 of 60 as
 * measured with NFS), so the true rate is lower, down to slab_attempts_most()
 * in the denominator.
 *
 * With CPU slabs (until 6.18):
 *	free_slowpath	    an object put back into a slab that is no CPU's own
 *	alloc_refill	    a CPU takes over what others freed into its slab
 *	deactivate_bypass   the same, and there was nothing
 *	cpu_partial_alloc   a slab taken from the CPU's list
 *	alloc_from_partial  one taken from the node's list
 *
 * Checked by kernels in which each 16th call fails: failures over attempts
 * were 0.064 to 0.067 with sheaves and 0.0666 with CPU slabs; 1/15 is right.
 */
double slab_attempts(enum slab_design design,
		     const struct slabstat_counts *counts);

/*
 * slab_known - whether there is a formula for the design of a cache
 *
 * Return: false after noting by require_unmet() that there is none.
 */
bool slab_known(const struct slabcache *cache);

/* slab_fail_rate - cmpxchg_double_fail of slab_attempts(); 0 when there were none */
double slab_fail_rate(enum slab_design design,
		      const struct slabstat_counts *counts);

/* slab_attempts_most - the same if each flushed object was a call of its own */
double slab_attempts_most(enum slab_design design,
			  const struct slabstat_counts *counts);

/* slab_frees - objects freed, in any way; bulk frees may count as one each */
double slab_frees(const struct slabstat_counts *counts);

/* slab_slow_share - free_slowpath of all objects freed; 0 when none was */
double slab_slow_share(const struct slabstat_counts *counts);

/* slab_allocs - objects allocated, but for those out of prefilled sheaves */
double slab_allocs(const struct slabstat_counts *counts);

/*
 * slab_list_locks - how often list_lock of a node was taken, at least
 *
 * For each slab put on or off a partial list when objects were freed, for each
 * refill to take slabs and to put the last one back, for each new slab. With
 * sheaves; 0 for other designs. Derived from mm/slub.c, not measured.
 */
double slab_list_locks(enum slab_design design,
		       const struct slabstat_counts *counts);

#endif
