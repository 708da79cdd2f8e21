/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_VETH_H
#define PERF_REGRESS_VETH_H

#include <stdbool.h>

/* Addresses of the two ends, in network byte order */
#define VETH_NEAR htonl(0xc6120001)	/* 198.18.0.1: for benchmarks, RFC 2544 */
#define VETH_FAR htonl(0xc6120002)

/*
 * veth_join - join two network namespaces by a pair of veth devices
 * @near: descriptor of the one, which gets the address VETH_NEAR
 * @far: that of the other, which gets VETH_FAR
 *
 * The devices take packets of up to 64 KB and are up, with an address, when
 * this returns. They go with their namespaces.
 *
 * Return: false after noting why by require_unmet().
 */
bool veth_join(int near, int far);

#endif
