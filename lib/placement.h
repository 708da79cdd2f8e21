/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_PLACEMENT_H
#define PERF_REGRESS_PLACEMENT_H

#include <stdbool.h>

/* One more than the largest CPU number (NR_CPUS of any kernel so far) */
#define PLACEMENT_MAX_CPUS 8192

/*
 * placement_init - note which CPUs this process may use
 *
 * To be called before any thread is pinned.
 */
void placement_init(void);

/* placement_count - how many CPUs this process may use, at least 1 */
unsigned int placement_count(void);

/* placement_allows - whether this process may use @cpu */
bool placement_allows(unsigned int cpu);

/*
 * placement_cpu - the CPU for the thread numbered @index
 *
 * Goes round the allowed CPUs, from the second one on: the first takes most
 * interrupts. placement_first() changes where it starts.
 */
unsigned int placement_cpu(unsigned int index);

/* placement_first - make @cpu, which must be allowed, that of thread 0 */
void placement_first(unsigned int cpu);

/* placement_pin - let the calling thread run on @cpu only; 0 or -errno */
int placement_pin(unsigned int cpu);

/*
 * placement_spread - let it run on several CPUs
 * @cpus: placement_cpu(0)..placement_cpu(@cpus - 1)
 *
 * Return: 0 or -errno.
 */
int placement_spread(unsigned int cpus);

#endif
