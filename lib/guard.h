/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_GUARD_H
#define PERF_REGRESS_GUARD_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * A process that puts back what this one changes for the whole system, also
 * when this one is killed. It holds the descriptors that were open when it
 * started, so that a lock taken before lasts until all is back.
 */
struct guard {
	/* the guard restores when this end of a pair of sockets is closed */
	int end;
	pid_t process;
	/* those that started before and have not ended */
	struct guard *older;
};

/*
 * guard_start - start a guard; to be called before anything is changed
 * @guard: must stay until guard_end()
 * @what_for: a word or two, for the reason
 * @restore: puts all back; called once, in the guard's process
 * @arg: handed to @restore, as it was when the guard started
 *
 * Return: false after noting why by require_unmet(): change nothing then.
 */
bool guard_start(struct guard *guard, const char *what_for,
		 void (*restore)(const void *arg), const void *arg);

/* guard_end - have all put back, and wait until it is */
void guard_end(struct guard *guard);

#endif
