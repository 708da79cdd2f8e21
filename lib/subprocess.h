/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SUBPROCESS_H
#define PERF_REGRESS_SUBPROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * subprocess_fork - fork a child that dies with this process, however that ends
 *
 * The child ends by _exit(): what it shares with this process is not to be
 * written or taken down twice.
 *
 * Return: as fork(); -1 after noting why by require_unmet().
 */
pid_t subprocess_fork(void);

/*
 * subprocess_wait - wait for a child to end
 * @seconds: for so long at most
 * @status: as of waitpid(); may be NULL
 *
 * Return: false when it is still there.
 */
bool subprocess_wait(pid_t pid, unsigned int seconds, int *status);

/*
 * subprocess_kill - end a child at once
 *
 * Return: false when it is still there after seconds: it hangs in the kernel.
 */
bool subprocess_kill(pid_t pid);

#endif
