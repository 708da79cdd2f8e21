// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include "clock.h"
#include "placement.h"
#include "require.h"
#include "unit.h"

/* What the child does, in memory that it shares */
static struct {
	unsigned long made;
	unsigned long fails;
	int cpus;
	bool killed;
} *notes;

static int made_up_create(pthread_t *thread, const pthread_attr_t *attributes,
			  void *(*run)(void *arg), void *arg)
{
	cpu_set_t set;

	sched_getaffinity(0, sizeof(set), &set);
	notes->cpus = CPU_COUNT(&set);
	if (notes->killed)
		raise(SIGKILL);
	if (++notes->made == notes->fails)
		return EAGAIN;
	return pthread_create(thread, attributes, run, arg);
}

#define pthread_create made_up_create
#include "../../lib/churn.c"

static unsigned long long took;

static bool churn(unsigned int cpus, unsigned int standing, unsigned int batch,
		  unsigned long times)
{
	notes->made = 0;
	took = 0;
	return churn_run(cpus, standing, batch, times, &took);
}

static void makes_what_was_asked_for(void)
{
	unsigned int cpus;

	for (cpus = 1; cpus <= placement_count(); cpus++) {
		CHECK(churn(cpus, 3, 5, 12));
		/* two that stand beside the main thread, a batch to warm up */
		CHECK_INT(notes->made, 2 + 5 + 15);
		CHECK_INT(notes->cpus, cpus);
		CHECK(took > 12 * 1000ULL);
	}
	CHECK(churn(1, 1, 1, 1));
	CHECK_INT(require_flush("unexpected"), 0);
}

static void no_thread_more(void)
{
	for (notes->fails = 1; notes->fails < 20; notes->fails += 3) {
		CHECK(!churn(1, 3, 5, 12));
		CHECK_INT(require_flush("expected"), 1);
	}
	notes->fails = 0;
}

static void a_child_that_is_killed(void)
{
	notes->killed = true;
	CHECK(!churn(1, 3, 5, 12));
	CHECK_INT(require_flush("expected"), 1);
	notes->killed = false;
}

int main(void)
{
	placement_init();
	clock_init();
	notes = mmap(NULL, sizeof(*notes), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (notes == MAP_FAILED)
		return 1;
	RUN(makes_what_was_asked_for);
	RUN(no_thread_more);
	RUN(a_child_that_is_killed);
	return unit_end();
}
