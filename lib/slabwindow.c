// SPDX-License-Identifier: GPL-2.0
#include "slabwindow.h"

bool slabwindow_add(struct slabwindow *window, const struct slabcache *cache,
		    const struct slabwork *work)
{
	struct slabstat_reading *before, *after = NULL;
	struct nodeidle idle_before, idle_after;
	struct slabstat_counts counts;
	double done, seconds;
	enum slabstat stat;
	bool good;

	before = slabstat_take(cache);
	good = before && nodeidle_take(&idle_before) &&
	       work->run(work->arg, &done, &seconds) &&
	       nodeidle_take(&idle_after);
	if (good)
		after = slabstat_take(cache);
	if (!slabstat_since(before, after, &counts))
		return false;
	for (stat = 0; stat < NR_SLABSTATS; stat++)
		window->counts.of[stat] += counts.of[stat];
	nodeidle_add(&window->idle, &idle_before, &idle_after);
	window->done += done;
	window->seconds += seconds;
	return true;
}
