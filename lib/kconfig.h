/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_KCONFIG_H
#define PERF_REGRESS_KCONFIG_H

#include <stddef.h>

enum kconfig {
	KCONFIG_UNKNOWN,	/* this kernel's configuration can't be read */
	KCONFIG_OFF,
	KCONFIG_ON,		/* y, m or a value */
};

/*
 * kconfig_find - whether the running kernel was built with an option
 * @name: the option with its CONFIG_
 * @value: for its value (y, m, 250, ...) where it is on, or NULL
 * @size: size of @value
 *
 * Looks into /proc/config.gz, else config-RELEASE in /boot and its like.
 */
enum kconfig kconfig_find(const char *name, char *value, size_t size);

#endif
