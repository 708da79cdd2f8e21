/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_REQUIRE_H
#define PERF_REGRESS_REQUIRE_H

#include "compiler.h"

/*
 * What a test needs. Each function notes what is missing; nothing stops at
 * the first one, so that a user sees all at once. Reasons are kept until
 * require_flush().
 */

/*
 * require_unmet - note a reason why the test can't run
 * @format: as printf(); says what is missing and what to do about it
 */
void __printf(1, 2) require_unmet(const char *format, ...);

/* require_capability - a capability such as CAP_SYS_NICE in the effective set */
void require_capability(unsigned int capability, const char *what_for);

/*
 * require_config - the kernel was built with an option
 * @name: the option with its CONFIG_
 * @since: release it came with, as "6.4": an older kernel whose configuration
 *	   can't be read is taken to lack it, a newer one to have it
 */
void require_config(const char *name, const char *since, const char *what_for);

/*
 * require_file - a file or device can be opened
 * @mode: R_OK, W_OK or both, as for access()
 */
void require_file(const char *path, int mode, const char *what_for);

/* require_cpus - at least @count CPUs that this process may use */
void require_cpus(unsigned int count, const char *what_for);

/*
 * require_flush - print the reasons so far as diagnostics and forget them
 * @prefix: name of what can't run
 *
 * Return: how many there were.
 */
unsigned int require_flush(const char *prefix);

#endif
