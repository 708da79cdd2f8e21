// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <sched.h>

#include "child.h"
#include "placement.h"
#include "unit.h"

static cpu_set_t real;
static int cpus[CPU_SETSIZE];
static unsigned int nr_cpus;

static void all_that_are_allowed(void)
{
	unsigned int cpu;

	placement_init();
	CHECK_INT(placement_count(), nr_cpus);
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		CHECK_INT(placement_allows(cpu), !!CPU_ISSET(cpu, &real));
}

static void numbers_of_no_cpu(void)
{
	placement_init();
	CHECK(!placement_allows(PLACEMENT_MAX_CPUS - 1));
	CHECK(!placement_allows(PLACEMENT_MAX_CPUS));
	CHECK(!placement_allows(~0U));
}

static void goes_round_from_the_second(void)
{
	unsigned int i;

	placement_init();
	for (i = 0; i < 3 * nr_cpus; i++)
		CHECK_INT(placement_cpu(i),
			  cpus[(i + (nr_cpus > 1)) % nr_cpus]);
}

static void goes_round_from_the_chosen(void)
{
	unsigned int i, first;

	placement_init();
	for (first = 0; first < nr_cpus; first++) {
		placement_first(cpus[first]);
		for (i = 0; i < 2 * nr_cpus; i++)
			CHECK_INT(placement_cpu(i),
				  cpus[(i + first) % nr_cpus]);
	}
}

static void on_each_in_turn(void *arg)
{
	cpu_set_t now;
	unsigned int i;

	(void)arg;
	placement_init();
	for (i = 0; i < nr_cpus; i++) {
		int error = placement_pin(cpus[i]);

		CPU_ZERO(&now);
		sched_getaffinity(0, sizeof(now), &now);
		if (error || CPU_COUNT(&now) != 1 || !CPU_ISSET(cpus[i], &now) ||
		    sched_getcpu() != cpus[i])
			exit(1);
	}
	/* what it may use doesn't shrink by that */
	exit(placement_count() != nr_cpus);
}

static void pins_to_one(void)
{
	child_run(on_each_in_turn, NULL);
	CHECK_INT(child.status, 0);
}

static void nowhere(void *arg)
{
	(void)arg;
	printf("%d %d %d", placement_pin(PLACEMENT_MAX_CPUS - 1),
	       placement_pin(PLACEMENT_MAX_CPUS), placement_pin(~0U));
}

static void cannot_pin_to_no_cpu(void)
{
	char want[32];

	snprintf(want, sizeof(want), "%d %d %d", -EINVAL, -EINVAL, -EINVAL);
	child_run(nowhere, NULL);
	CHECK_STRING(child.out, want);
	CHECK_INT(child.status, 0);
}

static void on_one(void *arg)
{
	cpu_set_t one;
	int cpu = *(int *)arg;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
	placement_init();
	printf("%u %d %d %d", placement_count(), placement_allows(cpu),
	       placement_cpu(0) == (unsigned int)cpu,
	       placement_cpu(7) == (unsigned int)cpu);
}

static void a_single_cpu(void)
{
	unsigned int i;

	for (i = 0; i < nr_cpus; i++) {
		child_run(on_one, &cpus[i]);
		CHECK_STRING(child.out, "1 1 1 1");
	}
}

int main(void)
{
	int cpu;

	if (sched_getaffinity(0, sizeof(real), &real)) {
		perror("sched_getaffinity");
		return 1;
	}
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &real))
			cpus[nr_cpus++] = cpu;
	RUN(all_that_are_allowed);
	RUN(numbers_of_no_cpu);
	RUN(goes_round_from_the_second);
	RUN(goes_round_from_the_chosen);
	RUN(pins_to_one);
	RUN(cannot_pin_to_no_cpu);
	RUN(a_single_cpu);
	return unit_end();
}
