// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "compiler.h"
#include "require.h"
#include "slabdrive.h"
#include "workers.h"

/* Two of 64 bytes: some processors fetch them in pairs */
#define CACHE_LINES 128
/* Descriptors that the rest of the program has open, and more */
#define OTHER_DESCRIPTORS 1024

/* A pair, with the ring in which it passes the handles of objects on */
struct slabdrive_lane {
	const struct slabdrive *drive;
	struct slabdrive_pair cpus;
	struct slabobject_source source;
	unsigned long long *ring;
	/* objects so far; each written by one thread */
	unsigned long long made __aligned(CACHE_LINES);
	unsigned long long freed __aligned(CACHE_LINES);
};

static int make_one(struct slabdrive_lane *lane, unsigned long long index)
{
	const struct slabdrive *drive = lane->drive;
	int error = drive->kind->make(&lane->source, index,
				      &lane->ring[index % drive->depth]);

	if (!error)
		__atomic_store_n(&lane->made, index + 1, __ATOMIC_RELEASE);
	return error;
}

static int free_one(struct slabdrive_lane *lane, unsigned long long index)
{
	const struct slabdrive *drive = lane->drive;
	int error = drive->kind->free(&lane->source,
				      lane->ring[index % drive->depth]);

	__atomic_store_n(&lane->freed, index + 1, __ATOMIC_RELEASE);
	return error;
}

static int produce(void *arg)
{
	struct slabdrive_lane *lane = arg;
	unsigned int depth = lane->drive->depth;
	int error = 0;

	while (!error && !workers_stopped()) {
		if (lane->made - __atomic_load_n(&lane->freed, __ATOMIC_ACQUIRE) <
		    depth)
			error = make_one(lane, lane->made);
		else
			sched_yield();
	}
	return error;
}

static int consume(void *arg)
{
	struct slabdrive_lane *lane = arg;
	int error = 0;

	while (!error && !workers_stopped()) {
		if (lane->freed != __atomic_load_n(&lane->made, __ATOMIC_ACQUIRE))
			error = free_one(lane, lane->freed);
		else
			sched_yield();
	}
	return error;
}

static int do_both(void *arg)
{
	struct slabdrive_lane *lane = arg;
	int error = 0;

	while (!error && !workers_stopped()) {
		while (!error && lane->made - lane->freed < lane->drive->depth)
			error = make_one(lane, lane->made);
		while (!error && lane->freed != lane->made)
			error = free_one(lane, lane->freed);
	}
	return error;
}

static bool allow_descriptors(unsigned long wanted)
{
	struct rlimit limit;

	wanted += OTHER_DESCRIPTORS;
	if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < wanted) {
		limit.rlim_cur = wanted;
		if (limit.rlim_max < wanted)
			limit.rlim_max = wanted;
		if (setrlimit(RLIMIT_NOFILE, &limit)) {
			require_unmet("%lu descriptors are not allowed: see ulimit -Hn",
				      wanted);
			return false;
		}
	}
	return true;
}

static bool open_lane(struct slabdrive *drive, const struct slabdrive_pair *cpus)
{
	struct slabdrive_lane *lane = &drive->lanes[drive->count++];

	lane->drive = drive;
	lane->cpus = *cpus;
	lane->source.ends[0] = -1;
	lane->source.ends[1] = -1;
	lane->ring = calloc(drive->depth, sizeof(*lane->ring));
	if (lane->ring && !drive->kind->open(&lane->source, drive->depth))
		return true;
	require_unmet("%s: %s", drive->kind->what, strerror(errno));
	return false;
}

bool slabdrive_open(struct slabdrive *drive, const struct slabobject_kind *kind,
		    unsigned int depth, const struct slabdrive_pair *pairs,
		    unsigned int count)
{
	size_t size = count * sizeof(*drive->lanes);
	unsigned int i;

	if (!allow_descriptors((unsigned long)count * depth * kind->descriptors))
		return false;
	*drive = (struct slabdrive){ .kind = kind, .depth = depth };
	drive->lanes = aligned_alloc(__alignof__(*drive->lanes), size);
	if (!drive->lanes) {
		require_unmet("no memory for %u pairs of threads", count);
		return false;
	}
	memset(drive->lanes, 0, size);
	for (i = 0; i < count; i++) {
		if (open_lane(drive, &pairs[i]))
			continue;
		slabdrive_close(drive);
		return false;
	}
	return true;
}

bool slabdrive_run(struct slabdrive *drive, unsigned int ms, double *seconds)
{
	struct worker workers[2 * SLABDRIVE_MOST_PAIRS];
	unsigned int i, count = 0;

	for (i = 0; i < drive->count; i++) {
		struct slabdrive_lane *lane = &drive->lanes[i];

		if (lane->cpus.producer == lane->cpus.consumer) {
			workers[count++] = (struct worker){
				lane->cpus.producer, do_both, lane
			};
			continue;
		}
		workers[count++] = (struct worker){
			lane->cpus.producer, produce, lane
		};
		workers[count++] = (struct worker){
			lane->cpus.consumer, consume, lane
		};
	}
	return workers_run(workers, count, ms, drive->kind->what, seconds);
}

unsigned long long slabdrive_freed(const struct slabdrive *drive)
{
	unsigned long long sum = 0;
	unsigned int i;

	for (i = 0; i < drive->count; i++)
		sum += drive->lanes[i].freed;
	return sum;
}

void slabdrive_close(struct slabdrive *drive)
{
	unsigned int i;

	for (i = 0; i < drive->count; i++) {
		struct slabdrive_lane *lane = &drive->lanes[i];

		while (lane->freed != lane->made)
			free_one(lane, lane->freed);
		drive->kind->close(&lane->source);
		free(lane->ring);
	}
	free(drive->lanes);
}
