/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_TRACEFS_H
#define PERF_REGRESS_TRACEFS_H

/*
 * tracefs_open - a directory descriptor for tracefs
 *
 * Takes it where it is mounted; else makes a mount that is attached nowhere
 * (Linux 5.2, CAP_SYS_ADMIN), which the kernel drops with the descriptor.
 *
 * Return: the descriptor, or a negative errno.
 */
int tracefs_open(void);

#endif
