/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_NETNS_H
#define PERF_REGRESS_NETNS_H

/*
 * Network namespaces without a name: descriptors and sockets hold them, so
 * that they, and all devices made in them, go with the process.
 */

/*
 * netns_new - make a network namespace whose lo is up
 *
 * Return: a descriptor that holds it, or -1 after noting why by
 * require_unmet(). The calling thread stays in its own.
 */
int netns_new(void);

/*
 * netns_socket - make a socket in a network namespace
 * @netns: descriptor of the namespace
 *
 * Return: the socket, or -1 after noting why by require_unmet().
 */
int netns_socket(int netns, int family, int type, int protocol);

#endif
