/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_RESULT_H
#define PERF_REGRESS_RESULT_H

#include "compiler.h"
#include "verdict.h"

/*
 * result_plan - print the KTAP header and plan
 * @count: how many result lines will follow
 */
void result_plan(unsigned int count);

/*
 * result_line - print the result line of a point
 * @name: its stable name
 * @verdict: VERDICT_UNDECIDED makes it a SKIP
 */
void result_line(const char *name, enum verdict verdict);

/*
 * result_exit - print the totals and end the program
 *
 * Exits with 1 when a point failed, with 4 when all were skipped, else with 0.
 */
void __noreturn result_exit(void);

#endif
