// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <unistd.h>

#include "clock.h"
#include "require.h"
#include "slabfind.h"
#include "slabmeasure.h"

#define PIECE_MS 50
/*
 * Objects, and seconds, until what was in sheaves before has been replaced:
 * more than there are in those of a CPU and in the barn of its node, 720.
 */
#define WARM_UP 1000
#define WARM_UP_SECONDS 5
#define NS_PER_SECOND 1000000000ULL

/* The least of a window: a sheaf is less than 1 % of it; a rate of 2 % is 40 */
#define OBJECTS 10000
#define ATTEMPTS 2000

/*
 * A window may take a part of the time there is. All together may take twice
 * that time, as on a slow machine any may need its part; then the rest, which
 * could only be skipped, ends soon.
 */
#define WINDOW_PARTS 4
#define TIMES_ALL 2
#define LEAST_SECONDS 0.2

static double window_seconds(const struct options *options)
{
	static unsigned long long began;
	double left, part = (double)options->seconds / WINDOW_PARTS;

	if (!began)
		began = clock_now();
	left = TIMES_ALL * options->seconds -
	       (clock_now() - began) / (double)NS_PER_SECOND;
	if (left > part)
		return part;
	return left > LEAST_SECONDS ? left : LEAST_SECONDS;
}

struct slabmeasure_enough slabmeasure_enough(const struct options *options,
					     bool attempts)
{
	return (struct slabmeasure_enough){
		.objects = attempts ? 0 : OBJECTS,
		.attempts = attempts ? ATTEMPTS : 0,
		.seconds = window_seconds(options),
	};
}

static bool run_piece(void *arg, double *done, double *seconds)
{
	struct slabdrive *drive = arg;
	unsigned long long before = slabdrive_freed(drive);

	if (!slabdrive_run(drive, PIECE_MS, seconds))
		return false;
	*done = slabdrive_freed(drive) - before;
	return true;
}

bool slabmeasure_defrag(const struct slabcache *cache, struct setting *defrag,
			bool *changed)
{
	const char *path = slabcache_path(cache, "remote_node_defrag_ratio");

	*changed = !access(path, F_OK) || errno != ENOENT;
	return !*changed || setting_change(defrag, path, "0");
}

static bool warm_up(struct slabmeasure *measure)
{
	unsigned long long end = clock_now() + WARM_UP_SECONDS * NS_PER_SECOND;
	double done, seconds, sum = 0;

	while (sum < WARM_UP * measure->drive.count) {
		if (!measure->work.run(measure->work.arg, &done, &seconds))
			return false;
		sum += done;
		if (clock_now() > end) {
			require_unmet("%s: %.0f in %d seconds", measure->drive.kind->what,
				      sum, WARM_UP_SECONDS);
			return false;
		}
	}
	return true;
}

static bool open_cache(struct slabmeasure *measure)
{
	if (!warm_up(measure) ||
	    !slabfind_cache(&measure->cache, measure->drive.kind->caches,
			    &measure->work))
		return false;
	if (!slab_known(&measure->cache)) {
		slabcache_close(&measure->cache);
		return false;
	}
	if (slabmeasure_defrag(&measure->cache, &measure->defrag,
			       &measure->has_defrag)) {
		if (warm_up(measure))
			return true;
		if (measure->has_defrag)
			setting_restore(&measure->defrag);
	}
	slabcache_close(&measure->cache);
	return false;
}

bool slabmeasure_open(struct slabmeasure *measure, enum slabobject object,
		      enum slabplace place, unsigned int depth,
		      unsigned int most)
{
	struct slabdrive_pair pairs[SLABDRIVE_MOST_PAIRS];
	unsigned int count = slabplace_pairs(place, pairs, most);

	*measure = (struct slabmeasure){
		.work = { run_piece, &measure->drive },
	};
	measure->lock = setting_lock(SLABCACHE_ALL);
	if (measure->lock < 0)
		return false;
	if (slabdrive_open(&measure->drive, &slabobject_kinds[object], depth,
			   pairs, count)) {
		if (open_cache(measure))
			return true;
		slabdrive_close(&measure->drive);
	}
	close(measure->lock);
	return false;
}

bool slabmeasure_window(struct slabmeasure *measure,
			const struct slabmeasure_enough *enough,
			struct slabwindow *window)
{
	double attempts;

	for (;;) {
		if (!slabwindow_add(window, &measure->cache, &measure->work))
			return false;
		attempts = slab_attempts(measure->cache.design, &window->counts);
		if (window->done >= enough->objects && attempts >= enough->attempts)
			return true;
		if (window->seconds >= enough->seconds)
			break;
	}
	require_unmet("%s: %.0f objects, %.0f attempts in %.1f s, less than %.0f and %.0f",
		      measure->drive.kind->what, window->done, attempts,
		      window->seconds, enough->objects, enough->attempts);
	return false;
}

void slabmeasure_close(struct slabmeasure *measure)
{
	if (measure->has_defrag)
		setting_restore(&measure->defrag);
	slabcache_close(&measure->cache);
	slabdrive_close(&measure->drive);
	close(measure->lock);
}

bool slabmeasure_once(enum slabobject object, enum slabplace place,
		      unsigned int depth, const struct slabmeasure_enough *enough,
		      struct slabwindow *window, struct slabcache *cache)
{
	struct slabmeasure measure;
	bool watched;

	if (!slabmeasure_open(&measure, object, place, depth, 1))
		return false;
	watched = slabmeasure_window(&measure, enough, window);
	*cache = measure.cache;
	slabmeasure_close(&measure);
	return watched;
}
