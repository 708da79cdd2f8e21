/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PROBE_WINDOWS_H
#define PROBE_WINDOWS_H

/*
 * Windows: from a mark_begin() of the guest to the mark_end() that belongs to
 * it, see lib/mark.h. One is open at a time, whatever the number of CPUs.
 */
#include <stdbool.h>
#include <linux/types.h>

#include "../../lib/compiler.h"
#include "sites.h"

#define WINDOWS_MOST_CPUS 8
#define WINDOWS_NAME_SIZE 128
#define WINDOWS_WHY_SIZE 160

/* What was counted of one site */
struct record {
	__u32 site;
	__u32 count[NR_MEASURES];
};

struct window {
	struct window *next;
	/* reads the clock: only what lies between these reads is counted */
	bool timed;
	/* threads took part on all CPUs, each had its share */
	bool shared;
	__u64 operations;
	__u32 nr_records;
	struct record *records;
};

/* All windows of one name that are of the last set of samples */
struct operation {
	struct operation *next;
	char name[WINDOWS_NAME_SIZE];
	/* why it has no figures, or empty */
	char why_not[WINDOWS_WHY_SIZE];
	unsigned int set;
	unsigned int nr_windows;
	struct window *first;
	struct window *last;
};

/* In order of their first window */
extern struct operation *operations;

/* windows_counting - whether what happens now belongs to a window */
extern bool windows_counting;

void windows_init(unsigned int cpus);

/* What marks do, see lib/mark.h */
void windows_begin(const char *name, bool go_on);
void windows_end(const char *name, __u64 operations);
void windows_join(void);
void windows_leave(unsigned int cpu, __u64 operations);
void windows_clock_on(void);
void windows_clock_off(void);
void windows_set(void);

/*
 * windows_error - note why there must be no figures: of the operation whose
 * window is open, else of all; the first reason is kept
 */
void windows_error(const char *format, ...)
	__printf(1, 2);

/*
 * windows_why_not - what was noted of all, or NULL
 *
 * A window that is still open is noted for its operation.
 */
const char *windows_why_not(void);

#endif
