// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "idle.h"
#include "require.h"
#include "sysfile.h"

#define WATCH_MS 100
#define NS_PER_MS 1000000L

/* Ticks of all CPUs since boot that went by idle; negative when unknown */
static double idle_ticks(void)
{
	unsigned long long user, nice, system, idle, waiting;
	char line[256];

	/* the first line has the sums of all CPUs */
	if (sysfile_read(AT_FDCWD, "/proc/stat", line, sizeof(line)) < 0 ||
	    sscanf(line, "cpu %llu %llu %llu %llu %llu", &user, &nice, &system,
		   &idle, &waiting) != 5)
		return -1;
	return (double)idle + waiting;
}

double idle_cpus(unsigned int ms)
{
	const struct timespec time = {
		.tv_sec = ms / 1000,
		.tv_nsec = ms % 1000 * NS_PER_MS,
	};
	double before = idle_ticks(), after;

	nanosleep(&time, NULL);
	after = idle_ticks();
	if (before < 0 || after < 0)
		return -1;
	return (after - before) * 1000 / sysconf(_SC_CLK_TCK) / ms;
}

void require_idle(unsigned int wanted, const char *what_for)
{
	double idle = idle_cpus(WATCH_MS);

	if (idle < 0)
		require_unmet("/proc/stat doesn't tell how many CPUs are idle");
	else if (idle < wanted)
		require_unmet("%.1f CPUs idle, %s needs %u", idle, what_for,
			      wanted);
}
