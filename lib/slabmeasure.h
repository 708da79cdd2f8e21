/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABMEASURE_H
#define PERF_REGRESS_SLABMEASURE_H

#include "options.h"
#include "setting.h"
#include "slabdrive.h"
#include "slabplace.h"
#include "slabwindow.h"

/*
 * Objects of a pair of CPUs at a time: fewer than the sheaves of a CPU and a
 * barn hold, and more
 */
#define SLABMEASURE_SHALLOW 256
#define SLABMEASURE_DEEP 3000

/* Pairs of CPUs, where there are more than one */
#define SLABMEASURE_PAIRS 8

/* Objects of a cache on their way between CPUs, ready to be watched */
struct slabmeasure {
	/* runs take turns: each would be a stranger in the other's counters */
	int lock;
	struct slabdrive drive;
	struct slabcache cache;
	struct setting defrag;
	bool has_defrag;
	struct slabwork work;
};

/* When a window says enough: its least size, and how long it may take */
struct slabmeasure_enough {
	double objects;
	double attempts;
	double seconds;
};

/*
 * slabmeasure_enough - what is enough to judge a rate of some per cent
 * @attempts: whether a rate of cmpxchg attempts is wanted, too
 */
struct slabmeasure_enough slabmeasure_enough(const struct options *options,
					     bool attempts);

/*
 * slabmeasure_defrag - have a cache take slabs of its own node only
 * @defrag: changed by setting_change() when true is returned and @changed
 * @changed: false where the kernel knows of no nodes
 *
 * With remote_node_defrag_ratio at its default a refill takes slabs of another
 * node when its own has none, and their objects are then freed as remote ones,
 * in traffic that stays on its node.
 *
 * Return: false after noting why by require_unmet().
 */
bool slabmeasure_defrag(const struct slabcache *cache, struct setting *defrag,
			bool *changed);

/*
 * slabmeasure_open - start objects, find their cache, and get it into a
 * steady state
 * @depth: objects of each pair of CPUs at a time
 * @most: most pairs of CPUs
 *
 * Return: false after noting why by require_unmet(); nothing is open then.
 */
bool slabmeasure_open(struct slabmeasure *measure, enum slabobject object,
		      enum slabplace place, unsigned int depth,
		      unsigned int most);

/*
 * slabmeasure_window - watch until a window has enough in it
 * @window: is added to
 *
 * Return: false after noting why by require_unmet().
 */
bool slabmeasure_window(struct slabmeasure *measure,
			const struct slabmeasure_enough *enough,
			struct slabwindow *window);

void slabmeasure_close(struct slabmeasure *measure);

/*
 * slabmeasure_once - all of this for one window of one pair of CPUs
 * @cache: what it was, closed again
 *
 * Return: false after noting why by require_unmet().
 */
bool slabmeasure_once(enum slabobject object, enum slabplace place,
		      unsigned int depth, const struct slabmeasure_enough *enough,
		      struct slabwindow *window, struct slabcache *cache);

#endif
