/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PROBE_PAGES_H
#define PROBE_PAGES_H

/*
 * Physical addresses of accesses. QEMU knows them, but asking costs more than
 * all else that is done with an access. So the answers are kept as a processor
 * keeps them in its TLB, and forgotten by the same instructions of the guest.
 */
#include <linux/types.h>
#include <stdbool.h>

#include "qemu.h"

/* pages_init - @target: QEMU's name of the guest's architecture */
void pages_init(const char *target);

/* pages_is_flush - whether @insn makes a CPU forget translations */
bool pages_is_flush(const struct qemu_plugin_insn *insn);

/* pages_flush - virtual CPU @cpu has come to such an instruction */
void pages_flush(unsigned int cpu);

/*
 * pages_find - find the physical address of an access
 *
 * Return: false when it is no memory.
 */
bool pages_find(unsigned int cpu, qemu_plugin_meminfo_t info, __u64 address,
		__u64 *physical);

#endif
