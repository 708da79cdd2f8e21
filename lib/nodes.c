// SPDX-License-Identifier: GPL-2.0
#include <numa.h>

#include "nodes.h"
#include "placement.h"
#include "require.h"

/* Node of a CPU; all are on one where the kernel knows of no nodes */
static int node_of(unsigned int cpu)
{
	return numa_available() < 0 ? 0 : numa_node_of_cpu(cpu);
}

/* The first CPU of a node that comes before placement's CPU @index, if any */
static int seen_before(unsigned int index)
{
	unsigned int i;

	for (i = 0; i < index; i++)
		if (node_of(placement_cpu(i)) == node_of(placement_cpu(index)))
			return 1;
	return 0;
}

unsigned int nodes_count(void)
{
	unsigned int i, count = 0;

	for (i = 0; i < placement_count(); i++)
		count += !seen_before(i);
	return count;
}

unsigned int nodes_cpu(unsigned int node, unsigned int index)
{
	unsigned int i, first = 0, on_node = 0, number = 0;

	for (i = 0; i < placement_count(); i++)
		if (!seen_before(i) && number++ == node)
			first = i;
	for (i = 0; i < placement_count(); i++)
		on_node += node_of(placement_cpu(i)) == node_of(placement_cpu(first));
	index %= on_node;
	for (i = 0; i < placement_count(); i++) {
		if (node_of(placement_cpu(i)) != node_of(placement_cpu(first)))
			continue;
		if (!index--)
			break;
	}
	return placement_cpu(i);
}

void require_nodes(unsigned int wanted, const char *what_for)
{
	unsigned int have = nodes_count();

	if (have < wanted)
		require_unmet("%u NUMA node(s) with allowed CPUs, %s needs %u",
			      have, what_for, wanted);
}
