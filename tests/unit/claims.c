// SPDX-License-Identifier: GPL-2.0
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "placement.h"
#include "require.h"
#include "rseqs.h"
#include "subprocess.h"
#include "unit.h"

/* IDs that a kernel might give, by the number of the thread that asks */
static unsigned int (*made_up)(void);
static unsigned int numbered;
static __thread unsigned int number;
/* registering fails, or the kernel never comes back from it */
static int register_fails;
static bool hangs;

static int made_up_register(void)
{
	while (hangs)
		pause();
	number = __atomic_fetch_add(&numbered, 1, __ATOMIC_RELAXED);
	return register_fails;
}

static unsigned int made_up_cid(void)
{
	return made_up();
}

static bool always_armed(void)
{
	return true;
}

static void nothing(void)
{
}

/* What never comes is not waited for that long */
static bool wait_shorter(pid_t pid, unsigned int seconds, int *status)
{
	return subprocess_wait(pid, seconds / 2, status);
}

#define subprocess_wait wait_shorter
#define rseqs_register made_up_register
#define rseqs_cid made_up_cid
#define rseqs_armed always_armed
#define rseqs_arm nothing
#define rseqs_disarm nothing
#include "../../lib/claims.c"

static unsigned int own(void)
{
	return number;
}

static unsigned int the_same(void)
{
	return 0;
}

static unsigned int large(void)
{
	return 1000 + number;
}

static unsigned int no_number(void)
{
	return ~0U - number;
}

static struct claims watched;

static bool watch_ids(unsigned int (*ids)(void), bool forged)
{
	made_up = ids;
	return claims_watch(4, 100, forged, &watched);
}

static void own_ids(void)
{
	CHECK(watch_ids(own, false));
	CHECK(watched.windows > 100);
	CHECK_INT(watched.duplicates, 0);
	CHECK(!watched.hung);
}

static void forged_ones_are_found(void)
{
	CHECK(watch_ids(own, true));
	CHECK(watched.duplicates > 10);
}

static void the_same_for_all(void)
{
	CHECK(watch_ids(the_same, false));
	CHECK(watched.duplicates > 10);
	CHECK_INT(watched.beyond, 0);
	CHECK_INT(watched.not_compacted, 0);
}

static void ids_that_are_large(void)
{
	CHECK(watch_ids(large, false));
	CHECK_INT(watched.duplicates, 0);
	CHECK(watched.beyond > 100);
	CHECK_INT(watched.not_compacted, 2);
	/* no entry of the table has such a number */
	CHECK(watch_ids(no_number, false));
	CHECK(watched.beyond > 100);
}

static void no_area(void)
{
	register_fails = -EBUSY;
	CHECK(!watch_ids(own, false));
	CHECK_INT(require_flush("expected"), 1);
	register_fails = 0;
}

static void a_kernel_that_does_not_come_back(void)
{
	hangs = true;
	CHECK(watch_ids(own, false));
	CHECK(watched.hung);
	CHECK_INT(require_flush("unexpected"), 0);
	hangs = false;
}

static void bounds(void)
{
	unsigned int cpus = placement_count();

	CHECK_INT(bound_of(1), 1);
	CHECK_INT(bound_of(100000), cpus + cpus / 4);
}

int main(void)
{
	placement_init();
	RUN(bounds);
	if (placement_count() < 2) {
		SKIP(all_others, "one CPU");
		return unit_end();
	}
	RUN(own_ids);
	RUN(forged_ones_are_found);
	RUN(the_same_for_all);
	RUN(ids_that_are_large);
	RUN(no_area);
	RUN(a_kernel_that_does_not_come_back);
	return unit_end();
}
