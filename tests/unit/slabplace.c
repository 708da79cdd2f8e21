// SPDX-License-Identifier: GPL-2.0
#include "nodes.h"
#include "placement.h"
#include "require.h"
#include "unit.h"

/* The unit is given a machine of so many nodes, whose CPUs are NODE * 100 on */
static unsigned int nr_nodes, per_node;
static bool memory = true;

static unsigned int made_up_nodes(void)
{
	return nr_nodes;
}

static unsigned int made_up_cpus(unsigned int node)
{
	(void)node;
	return per_node;
}

static bool made_up_memory(unsigned int node)
{
	return !node || memory;
}

static unsigned int made_up_cpu(unsigned int node, unsigned int index)
{
	return node * 100 + index % per_node;
}

static unsigned int made_up_count(void)
{
	return nr_nodes * per_node;
}

static void made_up_require(unsigned int wanted, const char *what_for)
{
	if (nr_nodes < wanted)
		require_unmet("%s", what_for);
}

#define nodes_count made_up_nodes
#define nodes_cpus made_up_cpus
#define nodes_memory made_up_memory
#define nodes_cpu made_up_cpu
#define placement_count made_up_count
#define require_nodes made_up_require
#include "../../lib/slabplace.c"

static struct slabdrive_pair pairs[SLABDRIVE_MOST_PAIRS];

static unsigned int make(enum slabplace place, unsigned int nodes,
			 unsigned int cpus, unsigned int most)
{
	nr_nodes = nodes;
	per_node = cpus;
	return slabplace_pairs(place, pairs, most);
}

static void check_pair(unsigned int index, unsigned int producer,
		       unsigned int consumer)
{
	CHECK_INT(pairs[index].producer, producer);
	CHECK_INT(pairs[index].consumer, consumer);
}

static void single_pairs(void)
{
	CHECK_INT(make(SLABPLACE_SAME_CPU, 2, 2, 8), 1);
	check_pair(0, 0, 0);
	CHECK_INT(make(SLABPLACE_CROSS_CPU, 2, 2, 8), 1);
	check_pair(0, 0, 1);
	CHECK_INT(make(SLABPLACE_CROSS_NODE, 2, 2, 8), 1);
	check_pair(0, 0, 100);
}

static void reported_placements(void)
{
	CHECK_INT(make(SLABPLACE_A, 2, 2, 8), 4);
	check_pair(0, 0, 1);
	check_pair(1, 100, 1);
	check_pair(2, 1, 0);
	check_pair(3, 101, 1);
	CHECK_INT(make(SLABPLACE_B, 2, 2, 8), 2);
	check_pair(0, 0, 1);
	check_pair(1, 1, 0);
	CHECK_INT(make(SLABPLACE_C, 2, 2, 8), 4);
	check_pair(0, 0, 100);
	check_pair(1, 100, 0);
	check_pair(2, 1, 101);
	check_pair(3, 101, 1);
}

/* In C no object is freed on its own node, in A and B all on the first */
static void on_any_machine(void)
{
	unsigned int nodes, cpus, i, count;

	for (nodes = 2; nodes < 9; nodes++) {
		for (cpus = 1; cpus < 9; cpus++) {
			count = make(SLABPLACE_C, nodes, cpus, 64);
			CHECK_INT(count, nodes * cpus);
			for (i = 0; i < count; i++)
				CHECK(pairs[i].producer / 100 !=
				      pairs[i].consumer / 100);
			count = make(SLABPLACE_A, nodes, cpus, 64);
			CHECK_INT(count, nodes * cpus);
			for (i = 0; i < count; i++) {
				CHECK_INT(pairs[i].consumer / 100, 0);
				CHECK(cpus == 1 || pairs[i].producer !=
				      pairs[i].consumer);
			}
			count = make(SLABPLACE_B, nodes, cpus, 64);
			CHECK_INT(count, cpus);
			for (i = 0; i < count; i++)
				CHECK(pairs[i].producer < 100 &&
				      pairs[i].consumer < 100);
		}
	}
}

static void no_more_than_asked_for(void)
{
	CHECK_INT(make(SLABPLACE_A, 4, 50, 8), 8);
	CHECK_INT(make(SLABPLACE_C, 4, 50, 1000), SLABDRIVE_MOST_PAIRS);
}

static void machines_that_lack_cpus(void)
{
	make(SLABPLACE_SAME_CPU, 1, 1, 8);
	slabplace_require(SLABPLACE_SAME_CPU);
	CHECK_INT(require_flush("unexpected"), 0);
	slabplace_require(SLABPLACE_CROSS_CPU);
	CHECK_INT(require_flush("expected"), 1);
	slabplace_require(SLABPLACE_CROSS_NODE);
	slabplace_require(SLABPLACE_A);
	slabplace_require(SLABPLACE_B);
	slabplace_require(SLABPLACE_C);
	CHECK_INT(require_flush("expected"), 4);
	make(SLABPLACE_SAME_CPU, 2, 1, 8);
	slabplace_require(SLABPLACE_CROSS_NODE);
	CHECK_INT(require_flush("unexpected"), 0);
	slabplace_require(SLABPLACE_CROSS_CPU);
	CHECK_INT(require_flush("expected"), 1);
	memory = false;
	slabplace_require(SLABPLACE_C);
	CHECK_INT(require_flush("expected"), 1);
}

int main(void)
{
	RUN(single_pairs);
	RUN(reported_placements);
	RUN(on_any_machine);
	RUN(no_more_than_asked_for);
	RUN(machines_that_lack_cpus);
	return unit_end();
}
