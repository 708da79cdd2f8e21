/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PROBE_CACHE_H
#define PROBE_CACHE_H

/*
 * A simple model of the data caches of one CPU: three levels of 64-byte lines,
 * each with true LRU and holding all that the level before holds; a store
 * fetches its line as a load does. There is no prefetching, no instruction,
 * page walk or DMA in it: misses are figures to compare, not times.
 */
#include <stdbool.h>
#include <linux/types.h>

#define CACHE_LEVELS 3
#define CACHE_LINE_SHIFT 6

/*
 * cache_set - the geometry of a level, 0 being the one next to the CPU
 * @text: "KB:WAYS"
 *
 * The default is that of a Xeon 8352Y: 48:12, 1280:20, 49152:12.
 *
 * Return: false when @text is malformed or the sets are no power of two.
 */
bool cache_set(unsigned int level, const char *text);

/* cache_init - make the caches, empty */
void cache_init(void);

/* cache_access - access @line; returns how many levels miss it */
unsigned int cache_access(__u64 line);

#endif
