/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABTABLE_H
#define PERF_REGRESS_SLABTABLE_H

#include "slabwindow.h"

/*
 * slabtable_print - print windows side by side, as diagnostics
 * @unit: what they did, in one word
 * @count: how many windows
 *
 * A line for each counter that counted in any of them, and what follows from
 * the counters.
 */
void slabtable_print(const struct slabcache *cache, const char *unit,
		     const struct slabwindow *windows, unsigned int count);

#endif
