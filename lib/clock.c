// SPDX-License-Identifier: GPL-2.0
#include "clock.h"

#define READS 1000
#define TRIES 9
#define ROW_TURNS 20000UL
/* part of the count that an emulated clock may be off by: its calibration */
#define TOLERANCE 0.02

static enum clock_unit unit;
static unsigned long long read_cost;

unsigned long long clock_since(unsigned long long start)
{
	struct timespec now;
	unsigned long long took;

	MARK(MARK_CLOCK_OFF);
	clock_gettime(CLOCK_MONOTONIC, &now);
	took = now.tv_sec * 1000000000ULL + now.tv_nsec - start;
	return took > read_cost ? took - read_cost : 0;
}

enum clock_unit clock_unit(void)
{
	return unit;
}

/*
 * Two rows of instructions, each handing on its result to the next one, so
 * that no processor runs them at the same speed. Each returns how many
 * instructions a turn has.
 */
#if defined(__x86_64__)
#define HAVE_ROWS
static unsigned int row_add(unsigned long turns)
{
	unsigned long sum = 0;

	asm volatile("1:\n\t"
		     ".rept 6\n\t"
		     "add $1, %1\n\t"
		     ".endr\n\t"
		     "dec %0\n\t"
		     "jnz 1b"
		     : "+r" (turns), "+r" (sum) : : "cc");
	return 8;
}

static unsigned int row_divide(unsigned long turns)
{
	unsigned long value = ~0UL, by = 3;

	asm volatile("1:\n\t"
		     ".rept 3\n\t"
		     "xor %%edx, %%edx\n\t"
		     "div %2\n\t"
		     ".endr\n\t"
		     "dec %0\n\t"
		     "jnz 1b"
		     : "+r" (turns), "+a" (value) : "r" (by) : "rdx", "cc");
	return 8;
}
#elif defined(__aarch64__)
#define HAVE_ROWS
static unsigned int row_add(unsigned long turns)
{
	unsigned long sum = 0;

	asm volatile("1:\n\t"
		     ".rept 6\n\t"
		     "add %1, %1, #1\n\t"
		     ".endr\n\t"
		     "subs %0, %0, #1\n\t"
		     "b.ne 1b"
		     : "+r" (turns), "+r" (sum) : : "cc");
	return 8;
}

static unsigned int row_divide(unsigned long turns)
{
	unsigned long value = ~0UL, by = 1;

	asm volatile("1:\n\t"
		     ".rept 6\n\t"
		     "udiv %1, %1, %2\n\t"
		     ".endr\n\t"
		     "subs %0, %0, #1\n\t"
		     "b.ne 1b"
		     : "+r" (turns), "+r" (value) : "r" (by) : "cc");
	return 8;
}
#endif

#ifdef HAVE_ROWS
/* Units an instruction; the least of some tries, as one may hold a timer tick */
static double row_cost(unsigned int (*row)(unsigned long turns))
{
	double least = 0;
	int i;

	for (i = 0; i < TRIES; i++) {
		unsigned long long start = clock_now();
		unsigned int length = row(ROW_TURNS);
		double cost = (double)clock_since(start) / ROW_TURNS / length;

		if (!i || cost < least)
			least = cost;
	}
	return least;
}

static bool is_one(double cost)
{
	return cost > 1 - TOLERANCE && cost < 1 + TOLERANCE;
}
#endif

void clock_init(void)
{
	unsigned long long least = ~0ULL;
	int i;

	for (i = 0; i < READS; i++) {
		unsigned long long start = clock_now();
		unsigned long long took = clock_now() - start;

		if (took < least)
			least = took;
	}
	read_cost = least;
#ifdef HAVE_ROWS
	if (is_one(row_cost(row_add)) && is_one(row_cost(row_divide)))
		unit = CLOCK_INSN;
#endif
}
