/* SPDX-License-Identifier: GPL-2.0 */
/* What tests of network namespaces share. */
#ifndef PERF_REGRESS_NET_H
#define PERF_REGRESS_NET_H

#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

#include "child.h"
#include "unit.h"

static inline void net_try(void *arg)
{
	(void)arg;
	exit(!!unshare(CLONE_NEWNET));
}

/* Not by what is tested: that must not be able to have its tests skipped */
static inline bool net_able(void)
{
	child_run(net_try, NULL);
	return !child.status;
}

#define NET_RUN(test) RUN_IF(net_able(), test, "no network namespace for this user")

#endif
