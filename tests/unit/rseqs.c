// SPDX-License-Identifier: GPL-2.0
#include <pthread.h>
#include <sys/auxv.h>
#include <time.h>

#include "placement.h"
#include "require.h"
#include "unit.h"

/* What the kernel says of itself, or what a test says of it */
static unsigned long made_up_size;

static unsigned long made_up_auxv(unsigned long type)
{
	return made_up_size ? made_up_size - 1 : getauxval(type);
}

#define getauxval made_up_auxv
#include "../../lib/rseqs.c"
#undef getauxval

static bool has_ids(void)
{
	rseqs_require();
	return !require_flush("this kernel");
}

static void a_kernel_without_ids(void)
{
	static const unsigned long sizes[] = { 0, 20, 24, 27 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		made_up_size = sizes[i] + 1;
		rseqs_require();
		CHECK_INT(require_flush("expected"), 1);
	}
	made_up_size = 28 + 1;
	rseqs_require();
	CHECK_INT(require_flush("unexpected"), 0);
	made_up_size = 0;
}

static void *have_an_area(void *arg)
{
	unsigned int *seen = arg;

	if (!rseqs_register() && !rseqs_register() &&
	    area.cpu_id < PLACEMENT_MAX_CPUS)
		*seen = rseqs_cid();
	return NULL;
}

static void each_thread_has_an_area(void)
{
	unsigned int seen[3] = { ~0U, ~0U, ~0U }, i;
	pthread_t thread;

	for (i = 0; i < ARRAY_SIZE(seen); i++) {
		pthread_create(&thread, NULL, have_an_area, &seen[i]);
		pthread_join(thread, NULL);
		CHECK(seen[i] < PLACEMENT_MAX_CPUS);
	}
}

static bool halt;

static void *spin(void *arg)
{
	placement_pin(placement_cpu(0));
	while (!__atomic_load_n(&halt, __ATOMIC_RELAXED))
		;
	return arg;
}

/* Returns how often, of @times, a short stretch was not broken off */
static unsigned int whole_ones(unsigned int times)
{
	unsigned int whole = 0;

	while (times--) {
		rseqs_arm();
		whole += rseqs_armed();
		rseqs_disarm();
	}
	return whole;
}

static void tells_whether_a_thread_ran_on(void)
{
	struct timespec start, now;
	pthread_t thread;
	bool armed;

	CHECK_INT(rseqs_register(), 0);
	CHECK(!rseqs_armed());
	CHECK(whole_ones(10000) > 9000);

	/* with another one on the same CPU it can't run on for long */
	placement_pin(placement_cpu(0));
	pthread_create(&thread, NULL, spin, NULL);
	clock_gettime(CLOCK_MONOTONIC, &start);
	rseqs_arm();
	do {
		armed = rseqs_armed();
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (armed && now.tv_sec - start.tv_sec < 10);
	rseqs_disarm();
	CHECK(!armed);
	__atomic_store_n(&halt, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
}

int main(void)
{
	placement_init();
	RUN(a_kernel_without_ids);
	if (has_ids()) {
		RUN(each_thread_has_an_area);
		RUN(tells_whether_a_thread_ran_on);
	} else {
		SKIP(each_thread_has_an_area, "a kernel without IDs");
		SKIP(tells_whether_a_thread_ran_on, "a kernel without IDs");
	}
	return unit_end();
}
