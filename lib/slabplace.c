// SPDX-License-Identifier: GPL-2.0
#include "nodes.h"
#include "placement.h"
#include "require.h"
#include "slabplace.h"

/* The first node that has two CPUs, or the first of all */
static unsigned int pair_node(void)
{
	unsigned int node;

	for (node = 0; node < nodes_count(); node++)
		if (nodes_cpus(node) > 1)
			return node;
	return 0;
}

void slabplace_require(enum slabplace place)
{
	unsigned int node;

	switch (place) {
	case SLABPLACE_SAME_CPU:
		break;
	case SLABPLACE_CROSS_CPU:
		if (nodes_cpus(pair_node()) < 2)
			require_unmet("no NUMA node with 2 allowed CPUs, to free on another CPU");
		break;
	default:
		require_nodes(2, "freeing objects of another node");
		for (node = 0; node < nodes_count(); node++)
			if (!nodes_memory(node))
				require_unmet("the NUMA node of CPU %u has no memory of its own",
					      nodes_cpu(node, 0));
	}
}

/* The CPU numbered @index if nodes take turns */
static unsigned int spread(unsigned int index)
{
	return nodes_cpu(index % nodes_count(), index / nodes_count());
}

/* One of the first node, another one than @than if there is one */
static unsigned int first_node(unsigned int index, unsigned int than)
{
	unsigned int cpu = nodes_cpu(0, index);

	return cpu == than ? nodes_cpu(0, index + 1) : cpu;
}

unsigned int slabplace_pairs(enum slabplace place, struct slabdrive_pair *pairs,
			     unsigned int most)
{
	unsigned int all = placement_count(), nodes = nodes_count(), i;

	if (most > SLABDRIVE_MOST_PAIRS)
		most = SLABDRIVE_MOST_PAIRS;
	switch (place) {
	case SLABPLACE_SAME_CPU:
		*pairs = (struct slabdrive_pair){ nodes_cpu(0, 0), nodes_cpu(0, 0) };
		return 1;
	case SLABPLACE_CROSS_CPU:
		*pairs = (struct slabdrive_pair){
			nodes_cpu(pair_node(), 0), nodes_cpu(pair_node(), 1)
		};
		return 1;
	case SLABPLACE_CROSS_NODE:
		*pairs = (struct slabdrive_pair){ nodes_cpu(0, 0), nodes_cpu(1, 0) };
		return 1;
	case SLABPLACE_B:
		all = nodes_cpus(0);
		break;
	default:
		break;
	}
	if (all > most)
		all = most;
	for (i = 0; i < all; i++) {
		pairs[i].producer = place == SLABPLACE_B ? nodes_cpu(0, i) : spread(i);
		pairs[i].consumer = place == SLABPLACE_C ?
			nodes_cpu((i + 1) % nodes, i / nodes) :
			first_node(i, pairs[i].producer);
	}
	return all;
}
