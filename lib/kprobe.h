/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_KPROBE_H
#define PERF_REGRESS_KPROBE_H

#include <stdbool.h>

/*
 * Probes on a function of the kernel that tell of the calls that the calling
 * thread makes. They are events of perf, which the kernel drops with the
 * process, however that ends; nothing in tracefs is used or changed. Until then
 * calls by anybody else take a little longer too.
 */
struct kprobe {
	/* entry, and return where calls are timed; -1: not open */
	int fd[2];
	struct perf_event_mmap_page *page;
};

/* What a probe saw of calls that were over */
struct kprobe_calls {
	unsigned int count;
	/* units of the clock in all of them, the probe's own cost included */
	unsigned long long took;
	/* clock_now() at the entry and, where calls are timed, return of the last */
	unsigned long long began, ended;
	/* its third argument */
	unsigned long third;
};

/*
 * kprobe_open - probe a function from here on
 * @function: its name; may be one of a module
 * @timed: probe its return too, so that took is known; else it is 0, and a call
 *	   counts when it begins
 *
 * The calling thread must stay on its CPU.
 *
 * Return: 0 or a negative errno: -ENOENT where there is no such function.
 */
int kprobe_open(struct kprobe *probe, const char *function, bool timed);

/* kprobe_clear - forget the calls so far */
void kprobe_clear(struct kprobe *probe);

/*
 * kprobe_take - the calls since the last kprobe_clear() or kprobe_take()
 *
 * Return: false after noting why by require_unmet().
 */
bool kprobe_take(struct kprobe *probe, struct kprobe_calls *calls);

void kprobe_close(struct kprobe *probe);

/* kprobe_require - note by require_unmet() what keeps a function from probing */
void kprobe_require(const char *function);

/*
 * kprobe_refused - note by require_unmet() why a function can't be probed
 * @error: what kprobe_open() returned
 */
void kprobe_refused(const char *function, int error);

#endif
