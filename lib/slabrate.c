// SPDX-License-Identifier: GPL-2.0
#include "require.h"
#include "slabrate.h"

static double sheaf_attempts(const struct slabstat_counts *counts, double flush)
{
	return (double)counts->of[FREE_SLOWPATH] + counts->of[FREE_ADD_PARTIAL] +
	       2.0 * counts->of[BARN_GET_FAIL] + flush +
	       counts->of[ALLOC_SLOWPATH];
}

static double cpu_slab_attempts(const struct slabstat_counts *counts)
{
	return (double)counts->of[FREE_SLOWPATH] + counts->of[ALLOC_REFILL] +
	       counts->of[DEACTIVATE_BYPASS] + counts->of[CPU_PARTIAL_ALLOC] +
	       counts->of[ALLOC_FROM_PARTIAL];
}

double slab_attempts(enum slab_design design,
		     const struct slabstat_counts *counts)
{
	if (design == SLAB_CPU_SLABS)
		return cpu_slab_attempts(counts);
	return sheaf_attempts(counts, 2.0 * counts->of[BARN_PUT_FAIL]);
}

double slab_fail_rate(enum slab_design design,
		      const struct slabstat_counts *counts)
{
	double attempts = slab_attempts(design, counts);

	return attempts > 0 ? counts->of[CMPXCHG_DOUBLE_FAIL] / attempts : 0;
}

double slab_attempts_most(enum slab_design design,
			  const struct slabstat_counts *counts)
{
	if (design == SLAB_CPU_SLABS)
		return cpu_slab_attempts(counts);
	return sheaf_attempts(counts, counts->of[SHEAF_FLUSH]);
}

bool slab_known(const struct slabcache *cache)
{
	switch (cache->design) {
	case SLAB_MIXED:
		require_unmet("slab cache %s: sheaves over CPU slabs (6.18): no formula for that",
			      cache->merged);
		return false;
	case SLAB_BARE:
		require_unmet("slab cache %s: neither sheaves nor CPU slabs: no formula for that",
			      cache->merged);
		return false;
	default:
		return true;
	}
}

double slab_frees(const struct slabstat_counts *counts)
{
	return (double)counts->of[FREE_FASTPATH] + counts->of[FREE_SLOWPATH] +
	       counts->of[FREE_RCU_SHEAF];
}

double slab_slow_share(const struct slabstat_counts *counts)
{
	double frees = slab_frees(counts);

	return frees > 0 ? counts->of[FREE_SLOWPATH] / frees : 0;
}

double slab_allocs(const struct slabstat_counts *counts)
{
	return (double)counts->of[ALLOC_FASTPATH] + counts->of[ALLOC_SLOWPATH];
}

double slab_list_locks(enum slab_design design,
		       const struct slabstat_counts *counts)
{
	if (design != SLAB_SHEAVES)
		return 0;
	return (double)counts->of[FREE_ADD_PARTIAL] +
	       counts->of[FREE_REMOVE_PARTIAL] +
	       2.0 * counts->of[BARN_GET_FAIL] + counts->of[ALLOC_SLAB];
}
