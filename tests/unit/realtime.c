// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "child.h"
#include "unit.h"

/* Made up: a sanitizer's own memory is more than can be locked */
static int lock_fails;

static int made_up_mlockall(int flags)
{
	CHECK_INT(flags, MCL_CURRENT);
	errno = lock_fails;
	return lock_fails ? -1 : 0;
}

#define mlockall made_up_mlockall
#include "../../lib/realtime.c"

static void enter(void *arg)
{
	struct realtime realtime = { .sched_error = -1, .lock_error = -1 };
	struct sched_param param = { .sched_priority = -1 };
	const struct rlimit none = { 0 };

	/* neither by privilege nor by a limit that is generous */
	if (arg && (setrlimit(RLIMIT_RTPRIO, &none) || setuid(65534)))
		exit(1);
	realtime_enter(&realtime);
	sched_getparam(0, &param);
	printf("%d %d %d %d", realtime.sched_error, realtime.lock_error,
	       sched_getscheduler(0), param.sched_priority);
}

static void with_privilege(void)
{
	char want[32];

	child_run(enter, NULL);
	snprintf(want, sizeof(want), "0 0 %d 99", SCHED_RR);
	CHECK_STRING(child.out, want);
	CHECK_INT(child.status, 0);
}

static void without_it_goes_on(void)
{
	char want[32];

	lock_fails = ENOMEM;
	child_run(enter, "");
	snprintf(want, sizeof(want), "%d %d %d 0", EPERM, ENOMEM, SCHED_OTHER);
	CHECK_STRING(child.out, want);
	CHECK_INT(child.status, 0);
	lock_fails = 0;
}

/* One that fails doesn't keep the other from being tried */
static void one_without_the_other(void)
{
	char want[32];

	lock_fails = EPERM;
	child_run(enter, NULL);
	snprintf(want, sizeof(want), "0 %d %d 99", EPERM, SCHED_RR);
	CHECK_STRING(child.out, want);
	lock_fails = 0;
}

int main(void)
{
	if (geteuid()) {
		SKIP(with_privilege, "needs root");
		SKIP(without_it_goes_on, "needs root");
		SKIP(one_without_the_other, "needs root");
	} else {
		RUN(with_privilege);
		RUN(without_it_goes_on);
		RUN(one_without_the_other);
	}
	return unit_end();
}
