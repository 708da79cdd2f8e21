// SPDX-License-Identifier: GPL-2.0
/*
 * What the probe must count is known beforehand here: each operation's figures
 * are in lab/check. For one CPU; probe_shared is for two.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"
#include "mark.h"

#define KB 1024UL
#define HUGE (2048 * KB)
#define LINE 64
/* what is so far apart falls into the same set of a level */
#define SET_L1 (4 * KB)
#define SET_L2 (64 * KB)
#define LARGEST (128 * 1024 * KB)
#define WINDOWS 9
#define CALLS 1000UL
#define TURNS 10000UL

static char *buffer;

static unsigned long long run_calls(void)
{
	unsigned long long start = clock_now();
	unsigned long i;

	for (i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	return clock_since(start);
}

/* Eight instructions a turn */
static unsigned long long run_turns(void)
{
	unsigned long turns = TURNS, sum = 0;
	unsigned long long start = clock_now();

	asm volatile("1:\n\t"
		     ".rept 6\n\t"
		     "add $1, %1\n\t"
		     ".endr\n\t"
		     "dec %0\n\t"
		     "jnz 1b"
		     : "+r" (turns), "+r" (sum) : : "cc");
	return clock_since(start);
}

/* Touches nothing but the buffer, one line every @stride bytes, @times over */
static void pass(unsigned long size, unsigned long stride, unsigned long times)
{
	char *at;

	asm volatile("1:\n\t"
		     "mov %2, %0\n\t"
		     "2:\n\t"
		     "movb (%0), %%al\n\t"
		     "add %4, %0\n\t"
		     "cmp %3, %0\n\t"
		     "jb 2b\n\t"
		     "dec %1\n\t"
		     "jnz 1b"
		     : "=&r" (at), "+r" (times)
		     : "r" (buffer), "r" (buffer + size), "r" (stride)
		     : "al", "memory", "cc");
}

/* The last window by the clock, for one operation */
static void window(const char *name, unsigned long long (*run)(void),
		   unsigned long operations)
{
	unsigned long long took;

	mark_begin(name);
	took = run();
	mark_end(name, operations);
	printf("# %s by the clock: %.3f\n", name, (double)took / operations);
}

static void passes(const char *name, unsigned long size, unsigned long stride,
		   unsigned long times)
{
	unsigned int i;

	for (i = 0; i < WINDOWS; i++) {
		/* what is in the caches is what the pass before has left */
		pass(size, stride, 1);
		mark_begin(name);
		pass(size, stride, times);
		mark_end(name, size / stride * times);
	}
}

int main(void)
{
	unsigned int i;

	clock_init();
	/* huge pages: lines of small ones could fall into the same sets */
	buffer = mmap(NULL, LARGEST + HUGE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (buffer == MAP_FAILED) {
		perror("mmap");
		return 1;
	}
	buffer += HUGE - (unsigned long)buffer % HUGE;
	madvise(buffer, LARGEST, MADV_HUGEPAGE);
	for (i = 0; i < LARGEST / HUGE; i++)
		buffer[i * HUGE] = 1;

	printf("TAP version 13\n1..1\n");
	/* windows of a set that is over are forgotten */
	window("turns", run_calls, CALLS);
	mark_set();
	for (i = 0; i < WINDOWS; i++) {
		window("turns", run_turns, TURNS);
		window("calls", run_calls, CALLS);
	}
	passes("in_l1", 24 * KB, LINE, 1);
	passes("in_l2", 640 * KB, LINE, 1);
	passes("in_llc", 24 * 1024 * KB, LINE, 1);
	passes("in_none", LARGEST, LINE, 1);
	/*
	 * All in one set of the first cache, then in one of the second; often,
	 * as a mark may touch that set too.
	 */
	passes("in_ways", 12 * SET_L1, SET_L1, 2000);
	passes("past_ways", 13 * SET_L1, SET_L1, 2000);
	passes("past_ways_l2", 21 * SET_L2, SET_L2, 2000);
	printf("ok 1 counted\n");
	return 0;
}
