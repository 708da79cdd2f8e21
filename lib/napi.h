/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_NAPI_H
#define PERF_REGRESS_NAPI_H

#include <stdbool.h>

/* Emitted after each poll of a device in softirq */
#define NAPI_POLL "napi/napi_poll"

/*
 * napi_find_cpu - which CPU polls a network device
 * @device: its name
 * @work: called meanwhile; false when it could not be done
 * @arg: handed to @work
 * @cpu: the allowed CPU that polls most
 *
 * Return: false after noting why by require_unmet(), such as that none does.
 */
bool napi_find_cpu(const char *device, bool (*work)(void *arg), void *arg,
		   unsigned int *cpu);

#endif
