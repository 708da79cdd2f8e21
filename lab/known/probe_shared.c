// SPDX-License-Identifier: GPL-2.0
/*
 * Stores to cache lines that two CPUs share, made by the kernel: time() stores
 * the time where it is told to, once a call. See probe_known.c
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "compiler.h"
#include "mark.h"

#define CPUS 2
/* Several turns of a CPU under -icount, and far too few for one */
#define LONG 60000UL
#define SHORT 500UL
#define WINDOWS 3

static long words[CPUS * 16] PERF_ATTRIBUTE((__aligned__(64)));
static pthread_barrier_t barrier;

static unsigned long calls;
/* words between those of two CPUs: lines have 8 */
static unsigned int apart;

static void *work(void *arg)
{
	unsigned long cpu = (unsigned long)arg, i;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set)) {
		perror("sched_setaffinity");
		exit(1);
	}
	pthread_barrier_wait(&barrier);
	mark_join();
	for (i = 0; i < calls; i++)
		syscall(SYS_time, &words[cpu * apart]);
	mark_leave(calls);
	return NULL;
}

static void window(const char *name)
{
	pthread_t threads[CPUS];
	unsigned long cpu;

	pthread_barrier_init(&barrier, NULL, CPUS);
	mark_begin(name);
	for (cpu = 0; cpu < CPUS; cpu++) {
		if (pthread_create(&threads[cpu], NULL, work, (void *)cpu)) {
			perror("pthread_create");
			exit(1);
		}
	}
	for (cpu = 0; cpu < CPUS; cpu++)
		pthread_join(threads[cpu], NULL);
	mark_end(name, CPUS * calls);
}

int main(void)
{
	int i;

	printf("TAP version 13\n1..1\n");
	for (i = 0; i < WINDOWS; i++) {
		calls = LONG;
		apart = 1;
		window("one_line");
		apart = 16;
		window("two_lines");
		calls = SHORT;
		window("too_short");
	}
	printf("ok 1 counted\n");
	return 0;
}
