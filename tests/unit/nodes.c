// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "child.h"
#include "require.h"
#include "unit.h"

/*
 * The unit is given a machine that the tests make up: a CPU of placement.c for
 * each letter, which names its node. NULL: the kernel knows of no nodes.
 */
static const char *nodes;
static unsigned int nr_cpus;

static int made_up_available(void)
{
	return nodes ? 0 : -1;
}

static int made_up_node(int cpu)
{
	return nodes[cpu - 100] - 'a';
}

/* Node x has none */
static long long made_up_size(int node, long long *free_bytes)
{
	CHECK(!free_bytes);
	return node == 'x' - 'a' ? 0 : 1 << 20;
}

static unsigned int made_up_count(void)
{
	return nr_cpus;
}

static unsigned int made_up_cpu(unsigned int index)
{
	return 100 + index % nr_cpus;
}

/* Their headers come first: only the calls are to be replaced */
#include <numa.h>
#include "placement.h"
#define numa_available made_up_available
#define numa_node_of_cpu made_up_node
#define numa_node_size64 made_up_size
#define placement_count made_up_count
#define placement_cpu made_up_cpu
#include "../../lib/nodes.c"

static void machine(const char *made_up)
{
	nodes = made_up;
	nr_cpus = made_up ? strlen(made_up) : 3;
}

static void counts_nodes_with_cpus(void)
{
	machine("a");
	CHECK_INT(nodes_count(), 1);
	machine("aaaa");
	CHECK_INT(nodes_count(), 1);
	machine("aabb");
	CHECK_INT(nodes_count(), 2);
	machine("abab");
	CHECK_INT(nodes_count(), 2);
	machine("dbca");
	CHECK_INT(nodes_count(), 4);
	machine("xaxcxb");
	CHECK_INT(nodes_count(), 4);
}

static void one_node_where_none_is_known(void)
{
	machine(NULL);
	CHECK_INT(nodes_count(), 1);
	CHECK_INT(nodes_cpu(0, 0), 100);
	CHECK_INT(nodes_cpu(0, 2), 102);
	CHECK_INT(nodes_cpu(0, 3), 100);
}

static void cpus_of_a_node_go_round(void)
{
	machine("abcabb");
	CHECK_INT(nodes_cpu(0, 0), 100);
	CHECK_INT(nodes_cpu(0, 1), 103);
	CHECK_INT(nodes_cpu(0, 2), 100);
	CHECK_INT(nodes_cpu(1, 0), 101);
	CHECK_INT(nodes_cpu(1, 1), 104);
	CHECK_INT(nodes_cpu(1, 2), 105);
	CHECK_INT(nodes_cpu(1, 3), 101);
	CHECK_INT(nodes_cpu(2, 0), 102);
	CHECK_INT(nodes_cpu(2, 1), 102);
}

static void more_about_nodes(void)
{
	machine("abcabbx");
	CHECK_INT(nodes_cpus(0), 2);
	CHECK_INT(nodes_cpus(1), 3);
	CHECK_INT(nodes_cpus(3), 1);
	CHECK(nodes_memory(0));
	CHECK(!nodes_memory(3));
	CHECK_INT(nodes_of(102), 2);
	machine(NULL);
	CHECK_INT(nodes_cpus(0), 3);
	CHECK(nodes_memory(0));
	CHECK_INT(nodes_of(102), 0);
}

static void require_two(void *arg)
{
	(void)arg;
	require_nodes(1, "anything");
	require_nodes(2, "migration");
	require_nodes(3, "more of it");
	printf("%u\n", require_flush("point"));
}

static void too_few_nodes(void)
{
	machine("abab");
	child_run(require_two, NULL);
	CHECK_STRING(child.out,
		     "# point: skipped: 2 NUMA node(s) with allowed CPUs, more of it needs 3\n1\n");
}

int main(void)
{
	RUN(counts_nodes_with_cpus);
	RUN(one_node_where_none_is_known);
	RUN(cpus_of_a_node_go_round);
	RUN(more_about_nodes);
	RUN(too_few_nodes);
	return unit_end();
}
