/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_DIRECTREAD_H
#define PERF_REGRESS_DIRECTREAD_H

#include <stdbool.h>

/* Bytes of a read */
#define DIRECTREAD_SIZE (1024 * 1024)

/* Most reads at a time */
#define DIRECTREAD_MOST 256

struct directread_lane;

/* Threads that read a file by O_DIRECT, a MiB at a time, each its own parts */
struct directread {
	unsigned int count;
	struct directread_lane *lanes;
};

/* directread_require - note by require_unmet() when a file can't be read so */
void directread_require(const char *file);

/*
 * directread_open - get ready to read
 * @cpus: where, a thread after the other going round
 * @nr_cpus: how many
 * @count: threads, each with one read at a time, 1..DIRECTREAD_MOST
 *
 * Return: false after noting why by require_unmet(); nothing is left then.
 */
bool directread_open(struct directread *reads, const char *file,
		     const unsigned int *cpus, unsigned int nr_cpus,
		     unsigned int count);

/*
 * directread_run - read for a while
 * @done: reads that were done
 * @seconds: how long it took
 *
 * Return: false after noting why by require_unmet().
 */
bool directread_run(struct directread *reads, unsigned int ms, double *done,
		    double *seconds);

void directread_close(struct directread *reads);

#endif
