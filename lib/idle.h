/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_IDLE_H
#define PERF_REGRESS_IDLE_H

/*
 * idle_cpus - how many of the machine's CPUs have nothing to do
 * @ms: for how long to watch
 *
 * A mean over that time: 1.5 are two that are idle for three quarters of it.
 * Negative when the kernel doesn't tell.
 */
double idle_cpus(unsigned int ms);

/* require_idle - at least @wanted idle CPUs */
void require_idle(unsigned int wanted, const char *what_for);

#endif
