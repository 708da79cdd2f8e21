// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache.h"

static struct level {
	unsigned int kb;
	unsigned int ways;
	__u64 sets;
	/* line plus 1 of each way of each set, the last accessed one first */
	__u64 *line;
} levels[CACHE_LEVELS] = {
	{ .kb = 48, .ways = 12 },
	{ .kb = 1280, .ways = 20 },
	{ .kb = 49152, .ways = 12 },
};

bool cache_set(unsigned int level, const char *text)
{
	unsigned int kb, ways;
	__u64 lines;
	char rest;

	if (sscanf(text, "%u:%u%c", &kb, &ways, &rest) != 2 || !kb || !ways)
		return false;
	lines = (__u64)kb * 1024 >> CACHE_LINE_SHIFT;
	if (lines % ways || lines / ways & (lines / ways - 1))
		return false;
	levels[level].kb = kb;
	levels[level].ways = ways;
	return true;
}

void cache_init(void)
{
	struct level *level;

	for (level = levels; level < levels + CACHE_LEVELS; level++) {
		__u64 lines = (__u64)level->kb * 1024 >> CACHE_LINE_SHIFT;

		level->sets = lines / level->ways;
		level->line = calloc(lines, sizeof(*level->line));
		if (!level->line) {
			fprintf(stderr, "probe: no memory for caches\n");
			exit(1);
		}
	}
}

static __u64 *set_of(const struct level *level, __u64 line)
{
	return level->line + (line & (level->sets - 1)) * level->ways;
}

/* Takes a line out, its set keeps the others in order */
static void drop(const struct level *level, __u64 line)
{
	__u64 *way = set_of(level, line);
	unsigned int i;

	for (i = 0; i < level->ways; i++) {
		if (way[i] != line + 1)
			continue;
		memmove(way + i, way + i + 1,
			(level->ways - 1 - i) * sizeof(*way));
		way[level->ways - 1] = 0;
		return;
	}
}

unsigned int cache_access(__u64 line)
{
	unsigned int misses, l;

	for (misses = 0; misses < CACHE_LEVELS; misses++) {
		const struct level *level = &levels[misses];
		__u64 *way = set_of(level, line), last;
		unsigned int i;

		if (way[0] == line + 1)
			break;
		for (i = 1; i < level->ways; i++)
			if (way[i] == line + 1)
				break;
		if (i < level->ways) {
			memmove(way + 1, way, i * sizeof(*way));
			way[0] = line + 1;
			break;
		}
		last = way[level->ways - 1];
		memmove(way + 1, way, (level->ways - 1) * sizeof(*way));
		way[0] = line + 1;
		/* what this level no longer has, those before must not have */
		for (l = 0; last && l < misses; l++)
			drop(&levels[l], last - 1);
	}
	return misses;
}
