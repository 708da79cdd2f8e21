/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABWINDOW_H
#define PERF_REGRESS_SLABWINDOW_H

#include "nodeidle.h"
#include "slabrate.h"

/* What a cache counted while some work was done, added up over windows */
struct slabwindow {
	const char *title;
	struct slabstat_counts counts;
	struct nodeidle idle;
	double seconds;
	/* what was done, by who did it: objects made and freed, or reads */
	double done;
	/* locks that were contended for, see lockwatch.h; -1: not counted */
	double contended;
};

/* Some work: how much was done and how long it took; false after noting why */
struct slabwork {
	bool (*run)(void *arg, double *done, double *seconds);
	void *arg;
};

/*
 * slabwindow_add - do some work, and add what it made the cache count
 * @window: starts as all zeroes, but for its title and what is not counted
 *
 * Return: false after noting why by require_unmet().
 */
bool slabwindow_add(struct slabwindow *window, const struct slabcache *cache,
		    const struct slabwork *work);

#endif
