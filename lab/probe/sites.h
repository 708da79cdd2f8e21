/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PROBE_SITES_H
#define PROBE_SITES_H

/* The instructions of the guest that have been translated, by their address */
#include <stdbool.h>
#include <linux/types.h>

#include "qemu.h"

/*
 * What is counted of an instruction, and what figures are called. That of
 * SHARED_* is the business of sharing.h, that of *_MISSES of cache.h.
 */
enum measure {
	INSN,
	L1D_MISSES,
	L2_MISSES,
	LLC_MISSES,
	SHARED_STORES,
	SHARED_LOADS,
	NR_MEASURES
};

/* Sites are numbered 0..nr_sites - 1 */
extern __u32 nr_sites;
extern __u64 *sites_address;
/* of the window that is open */
extern __u64 *sites_count[NR_MEASURES];

/* sites_init - make room; @cpus: how many virtual CPUs there are */
void sites_init(unsigned int cpus);

/*
 * site_find - the number of the site at @address, a new one if need be
 *
 * Ends QEMU, after a message, when there are too many.
 */
__u32 site_find(__u64 address);

/* site_count - have executions of @insn counted, which is that of @site */
void site_count(struct qemu_plugin_insn *insn, __u32 site);

/* sites_clear - start from 0 */
void sites_clear(void);

/* sites_resume, sites_pause - count instructions from here on; until here */
void sites_resume(void);
void sites_pause(void);

/* site_is_user - whether code of user space is there */
bool site_is_user(__u32 site);

#endif
