/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_NODEIDLE_H
#define PERF_REGRESS_NODEIDLE_H

#include <stdbool.h>
#include <stdio.h>

/* Most nodes that are told apart; CPUs of others count for the last one */
#define NODEIDLE_MOST_NODES 16

/* Time of all CPUs of a node so far, in ticks of /proc/stat */
struct nodeidle {
	unsigned long long idle[NODEIDLE_MOST_NODES];
	unsigned long long total[NODEIDLE_MOST_NODES];
};

/*
 * nodeidle_take - add up the CPUs of each node, by /proc/stat
 *
 * Return: false after noting why by require_unmet().
 */
bool nodeidle_take(struct nodeidle *now);

/*
 * nodeidle_add - add what went by between two moments to a sum
 * @sum: starts as all zeroes
 */
void nodeidle_add(struct nodeidle *sum, const struct nodeidle *before,
		  const struct nodeidle *after);

/*
 * nodeidle_share - which part of the time of @sum a node was idle, 0..1
 * @node: as numbered by the kernel, less than NODEIDLE_MOST_NODES
 *
 * Return: -1 when the node has no CPUs, or no tick went by.
 */
double nodeidle_share(const struct nodeidle *sum, unsigned int node);

/*
 * nodeidle_parse - read the lines of CPUs in text such as /proc/stat
 * @node_of: gives the node of a CPU
 *
 * Return: how many CPUs there were, or -1 when a line is malformed.
 */
int nodeidle_parse(FILE *stat, unsigned int (*node_of)(unsigned int cpu),
		   struct nodeidle *now);

#endif
