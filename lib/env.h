/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_ENV_H
#define PERF_REGRESS_ENV_H

#include <stdbool.h>

#include "realtime.h"

/*
 * env_print - print the `# env:` line: facts about this machine and run that
 * figures depend on, as KEY=VALUE words
 * @cpu: CPU that the measuring thread is pinned to
 * @realtime: what realtime_enter() could do, or NULL where it wasn't asked
 */
void env_print(unsigned int cpu, const struct realtime *realtime);

/*
 * env_emulated - whether QEMU TCG emulates this processor, with a clock that
 * goes by the host's: time says nothing, and several CPUs may not see in time
 * that one of them has changed the kernel's code
 */
bool env_emulated(void);

/*
 * env_distrust - why times and counts of this kernel or machine say nothing
 *
 * Return: the reason (debugging built into the kernel that multiplies costs, a tracer,
 * a machine that is declared slow by KSFT_MACHINE_SLOW=yes, an emulated
 * processor whose clock doesn't count instructions), or NULL.
 */
const char *env_distrust(void);

#endif
