/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_RSEQS_H
#define PERF_REGRESS_RSEQS_H

#include <stdbool.h>

/*
 * Restartable sequences (rseq): the area in which the kernel tells a thread
 * its concurrency ID (mm_cid, since 6.3), a number that no other running
 * thread of the same mm has.
 */

/*
 * rseqs_require - note it when the kernel gives out no concurrency IDs
 *
 * Told by the size of the area that the kernel knows of, not by what the C
 * library says of its own.
 */
void rseqs_require(void);

/*
 * rseqs_register - give the calling thread an area as large as the kernel's
 *
 * The C library registers one of 32 bytes. From 7.x on the kernel takes that
 * for an old user, for whom it does more on each switch.
 *
 * Return: 0 or a negative errno; then the thread may have no area at all.
 */
int rseqs_register(void);

/*
 * rseqs_cid - the concurrency ID of the calling thread, which must have done
 * rseqs_register()
 */
unsigned int rseqs_cid(void);

/*
 * rseqs_arm - from here until rseqs_disarm(), rseqs_armed() tells whether the
 * calling thread has run on the same CPU without a break
 *
 * No system call between them.
 */
void rseqs_arm(void);
bool rseqs_armed(void);
void rseqs_disarm(void);

#endif
