/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_NODES_H
#define PERF_REGRESS_NODES_H

/* nodes_count - NUMA nodes that have CPUs this process may use, at least 1 */
unsigned int nodes_count(void);

/*
 * nodes_cpu - an allowed CPU on a node
 * @node: 0..nodes_count() - 1, counting the nodes that nodes_count() counts
 * @index: which of its CPUs, going round
 */
unsigned int nodes_cpu(unsigned int node, unsigned int index);

/* require_nodes - at least @wanted nodes as nodes_count() counts them */
void require_nodes(unsigned int wanted, const char *what_for);

#endif
