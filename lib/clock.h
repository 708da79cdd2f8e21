/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_CLOCK_H
#define PERF_REGRESS_CLOCK_H

#include <stdbool.h>
#include <time.h>

#include "mark.h"

/* What one unit of the clock is */
enum clock_unit {
	CLOCK_NS,	/* a nanosecond of time */
	CLOCK_INSN,	/* an instruction: QEMU TCG with -icount shift=0 */
};

/*
 * clock_init - find out the clock's unit and what reading it costs
 *
 * Under -icount shift=0 QEMU's clock goes on by one nanosecond an instruction.
 * No option of the guest tells, but its clock does: there, a row of additions
 * and a row of divisions take the same time, one unit an instruction. No
 * processor does that. Architectures without such a row count nanoseconds.
 *
 * To be called once, before clock_since() and clock_unit().
 */
void clock_init(void);

/* clock_unit - the unit that clock_init() found */
enum clock_unit clock_unit(void);

/*
 * clock_now - CLOCK_MONOTONIC, in units of the clock
 *
 * Inside a window of mark.h the probe counts from here on.
 */
static inline unsigned long long clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	MARK(MARK_CLOCK_ON);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/*
 * clock_since - units since @start, less what reading the clock costs
 *
 * Inside a window of mark.h the probe counts until here.
 *
 * Return: 0 when that is more than what went by.
 */
unsigned long long clock_since(unsigned long long start);

#endif
