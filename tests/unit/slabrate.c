// SPDX-License-Identifier: GPL-2.0
/* Sums as they were measured on kernels good and bad; some of their parts are made up */
#include "compiler.h"
#include "require.h"
#include "slabrate.h"
#include "unit.h"

/* Failures over attempts; a kernel where each 16th call fails gives 1/15 */
static double rate(enum slab_design design, const struct slabstat_counts *counts)
{
	return counts->of[CMPXCHG_DOUBLE_FAIL] / slab_attempts(design, counts);
}

/* 7.3, messages between nodes, each 16th call failing */
static void sheaves_between_nodes(void)
{
	const struct slabstat_counts counts = { .of = {
		[ALLOC_FASTPATH] = 147000, [FREE_SLOWPATH] = 147000,
		[BARN_GET_FAIL] = 2450, [SHEAF_REFILL] = 147000,
		[FREE_ADD_PARTIAL] = 5788, [CMPXCHG_DOUBLE_FAIL] = 10464,
	} };

	CHECK_DOUBLE(slab_attempts(SLAB_SHEAVES, &counts),
		     147000 + 5788 + 2 * 2450);
	CHECK(rate(SLAB_SHEAVES, &counts) > 0.064);
	CHECK(rate(SLAB_SHEAVES, &counts) < 0.0712);
	CHECK_DOUBLE(slab_attempts_most(SLAB_SHEAVES, &counts),
		     slab_attempts(SLAB_SHEAVES, &counts));
	CHECK_DOUBLE(slab_frees(&counts), 147000);
	CHECK_DOUBLE(slab_allocs(&counts), 147000);
	CHECK_DOUBLE(slab_list_locks(SLAB_SHEAVES, &counts), 5788 + 2 * 2450);
}

/* The report's B: no free is slow, and yet slabs are reached, by flushes */
static void sheaves_on_one_node(void)
{
	const struct slabstat_counts counts = { .of = {
		[FREE_FASTPATH] = 1006337, [ALLOC_FASTPATH] = 1006337,
		[SHEAF_FLUSH] = 53940, [BARN_PUT_FAIL] = 899,
		[BARN_GET_FAIL] = 899, [FREE_ADD_PARTIAL] = 5054,
		[CMPXCHG_DOUBLE_FAIL] = 1,
	} };

	CHECK_DOUBLE(slab_attempts(SLAB_SHEAVES, &counts),
		     5054 + 2 * 899 + 2 * 899);
	CHECK_DOUBLE(slab_attempts_most(SLAB_SHEAVES, &counts),
		     5054 + 2 * 899 + 53940);
	CHECK(rate(SLAB_SHEAVES, &counts) < 2e-4);
}

static void cpu_slabs(void)
{
	const struct slabstat_counts counts = { .of = {
		[FREE_SLOWPATH] = 330000, [ALLOC_REFILL] = 20000,
		[DEACTIVATE_BYPASS] = 1000, [CPU_PARTIAL_ALLOC] = 4000,
		[ALLOC_FROM_PARTIAL] = 196, [CMPXCHG_DOUBLE_FAIL] = 23678,
		/* belongs to neither design's sum */
		[FREE_FASTPATH] = 7, [CMPXCHG_DOUBLE_CPU_FAIL] = 7,
		[FREE_FROZEN] = 7,
	} };

	CHECK_DOUBLE(slab_attempts(SLAB_CPU_SLABS, &counts), 355196);
	CHECK_DOUBLE(slab_attempts_most(SLAB_CPU_SLABS, &counts), 355196);
	CHECK(rate(SLAB_CPU_SLABS, &counts) > 0.0666);
	CHECK(rate(SLAB_CPU_SLABS, &counts) < 0.0667);
	CHECK_DOUBLE(slab_list_locks(SLAB_CPU_SLABS, &counts), 0);
}

static void large_counts(void)
{
	const struct slabstat_counts counts = { .of = {
		[FREE_SLOWPATH] = 1ULL << 40, [ALLOC_SLOWPATH] = 1ULL << 40,
	} };

	CHECK_DOUBLE(slab_attempts(SLAB_SHEAVES, &counts), 2.0 * (1ULL << 40));
}

static void designs_without_a_formula(void)
{
	struct slabcache cache = { .merged = "filp" };

	cache.design = SLAB_SHEAVES;
	CHECK(slab_known(&cache));
	cache.design = SLAB_CPU_SLABS;
	CHECK(slab_known(&cache));
	CHECK_INT(require_flush("unexpected"), 0);
	cache.design = SLAB_MIXED;
	CHECK(!slab_known(&cache));
	cache.design = SLAB_BARE;
	CHECK(!slab_known(&cache));
	CHECK_INT(require_flush("expected"), 2);
}

static void rates(void)
{
	struct slabstat_counts counts = { .of = { 0 } };

	CHECK_DOUBLE(slab_slow_share(&counts), 0);
	CHECK_DOUBLE(slab_fail_rate(SLAB_SHEAVES, &counts), 0);
	counts.of[FREE_FASTPATH] = 2;
	counts.of[FREE_RCU_SHEAF] = 1;
	counts.of[FREE_SLOWPATH] = 1;
	counts.of[CMPXCHG_DOUBLE_FAIL] = 1;
	CHECK_DOUBLE(slab_slow_share(&counts), 0.25);
	CHECK_DOUBLE(slab_fail_rate(SLAB_SHEAVES, &counts), 1);
}

int main(void)
{
	RUN(designs_without_a_formula);
	RUN(rates);
	RUN(sheaves_between_nodes);
	RUN(sheaves_on_one_node);
	RUN(cpu_slabs);
	RUN(large_counts);
	return unit_end();
}
