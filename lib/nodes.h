/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_NODES_H
#define PERF_REGRESS_NODES_H

#include <stdbool.h>

/* nodes_count - NUMA nodes that have CPUs this process may use, at least 1 */
unsigned int nodes_count(void);

/*
 * nodes_cpu - an allowed CPU on a node
 * @node: 0..nodes_count() - 1, counting the nodes that nodes_count() counts
 * @index: which of its CPUs, going round
 */
unsigned int nodes_cpu(unsigned int node, unsigned int index);

/* nodes_cpus - how many allowed CPUs a node has, counted the same way */
unsigned int nodes_cpus(unsigned int node);

/* nodes_of - the kernel's number of a CPU's node; 0 where it knows of none */
unsigned int nodes_of(unsigned int cpu);

/* nodes_memory - whether a node has memory, counted the same way */
bool nodes_memory(unsigned int node);

/* require_nodes - at least @wanted nodes as nodes_count() counts them */
void require_nodes(unsigned int wanted, const char *what_for);

#endif
