/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_PRIVILEGE_H
#define PERF_REGRESS_PRIVILEGE_H

/* Ends a list of capabilities; no capability has this number */
#define PRIVILEGE_END (-1)

/*
 * privilege_keep - give up every capability but those listed
 * @capabilities: such as CAP_SYS_ADMIN, ended by PRIVILEGE_END; those that the
 *		  process doesn't have are passed over; NULL: none is kept
 *
 * What is given up can't be had back by this process, nor by what it executes.
 *
 * Return: 0, or -1 when the kernel refused; the process keeps all then.
 */
int privilege_keep(const int *capabilities);

#endif
