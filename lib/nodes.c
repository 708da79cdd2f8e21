// SPDX-License-Identifier: GPL-2.0
#include <numa.h>

#include "nodes.h"
#include "placement.h"
#include "require.h"

unsigned int nodes_of(unsigned int cpu)
{
	int node = numa_available() < 0 ? 0 : numa_node_of_cpu(cpu);

	return node < 0 ? 0 : node;
}

/* The first CPU of a node that comes before placement's CPU @index, if any */
static int seen_before(unsigned int index)
{
	unsigned int i;

	for (i = 0; i < index; i++)
		if (nodes_of(placement_cpu(i)) == nodes_of(placement_cpu(index)))
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

unsigned int nodes_cpus(unsigned int node)
{
	unsigned int i, count = 0, first = nodes_cpu(node, 0);

	for (i = 0; i < placement_count(); i++)
		count += nodes_of(placement_cpu(i)) == nodes_of(first);
	return count;
}

unsigned int nodes_cpu(unsigned int node, unsigned int index)
{
	unsigned int i, first = 0, on_node = 0, number = 0;

	for (i = 0; i < placement_count(); i++)
		if (!seen_before(i) && number++ == node)
			first = i;
	for (i = 0; i < placement_count(); i++)
		on_node += nodes_of(placement_cpu(i)) == nodes_of(placement_cpu(first));
	index %= on_node;
	for (i = 0; i < placement_count(); i++) {
		if (nodes_of(placement_cpu(i)) != nodes_of(placement_cpu(first)))
			continue;
		if (!index--)
			break;
	}
	return placement_cpu(i);
}

bool nodes_memory(unsigned int node)
{
	return numa_available() < 0 ||
	       numa_node_size64(nodes_of(nodes_cpu(node, 0)), NULL) > 0;
}

void require_nodes(unsigned int wanted, const char *what_for)
{
	unsigned int have = nodes_count();

	if (have < wanted)
		require_unmet("%u NUMA node(s) with allowed CPUs, %s needs %u",
			      have, what_for, wanted);
}
