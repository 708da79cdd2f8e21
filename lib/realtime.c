// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <sched.h>
#include <sys/mman.h>

#include "realtime.h"

void realtime_enter(struct realtime *realtime)
{
	const struct sched_param highest = {
		.sched_priority = sched_get_priority_max(SCHED_RR),
	};

	realtime->lock_error = mlockall(MCL_CURRENT) ? errno : 0;
	realtime->sched_error =
		sched_setscheduler(0, SCHED_RR, &highest) ? errno : 0;
}
