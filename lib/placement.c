// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <sched.h>

#include "placement.h"

#define SET_SIZE CPU_ALLOC_SIZE(PLACEMENT_MAX_CPUS)

/* cpu_set_t ends at 1024 CPUs */
union cpu_set {
	cpu_set_t set;
	char room[PLACEMENT_MAX_CPUS / 8];
};

static union cpu_set allowed;
static unsigned int cpus[PLACEMENT_MAX_CPUS];
static unsigned int count;
static unsigned int first;

void placement_init(void)
{
	unsigned int cpu;

	count = 0;
	if (sched_getaffinity(0, SET_SIZE, &allowed.set))
		CPU_SET_S(sched_getcpu(), SET_SIZE, &allowed.set);
	for (cpu = 0; cpu < PLACEMENT_MAX_CPUS; cpu++)
		if (CPU_ISSET_S(cpu, SET_SIZE, &allowed.set))
			cpus[count++] = cpu;
	first = count > 1 ? 1 : 0;
}

unsigned int placement_count(void)
{
	return count;
}

bool placement_allows(unsigned int cpu)
{
	return cpu < PLACEMENT_MAX_CPUS &&
	       CPU_ISSET_S(cpu, SET_SIZE, &allowed.set);
}

unsigned int placement_cpu(unsigned int index)
{
	return cpus[(first + index) % count];
}

void placement_first(unsigned int cpu)
{
	for (first = 0; cpus[first] != cpu; first++)
		;
}

int placement_pin(unsigned int cpu)
{
	union cpu_set only = { .room = { 0 } };

	CPU_SET_S(cpu, SET_SIZE, &only.set);
	return sched_setaffinity(0, SET_SIZE, &only.set) ? -errno : 0;
}

int placement_spread(unsigned int cpus)
{
	union cpu_set some = { .room = { 0 } };
	unsigned int i;

	for (i = 0; i < cpus; i++)
		CPU_SET_S(placement_cpu(i), SET_SIZE, &some.set);
	return sched_setaffinity(0, SET_SIZE, &some.set) ? -errno : 0;
}
