// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>

#include "clock.h"
#include "placement.h"
#include "require.h"
#include "subprocess.h"
#include "unit.h"

/* Notes what is asked for, and fails when a test wants it to */
static unsigned int forks, fork_fails, threads_fail;

static pid_t made_up_fork(void)
{
	if (++forks != fork_fails)
		return subprocess_fork();
	require_unmet("no process");
	return -1;
}

static int made_up_create(pthread_t *thread, const pthread_attr_t *attributes,
			  void *(*run)(void *arg), void *arg)
{
	return threads_fail ? EAGAIN :
			      pthread_create(thread, attributes, run, arg);
}

#define subprocess_fork made_up_fork
#define pthread_create made_up_create
#include "../../lib/ring.c"
#undef pthread_create

static unsigned long long took;

static bool run_ring(unsigned int cpus, unsigned int processes, bool shared,
		     unsigned int sleepers)
{
	const struct ring of = {
		.cpus = cpus,
		.processes = processes,
		.shared = shared,
		.sleepers = sleepers,
	};

	forks = 0;
	took = 0;
	return ring_run(&of, 1000, &took);
}

/* Nothing that waits for it is left */
static bool all_gone(void)
{
	return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static void on_one_cpu(void)
{
	static const unsigned int processes[] = { 1, 2 };
	unsigned int i, sleepers;

	for (i = 0; i < ARRAY_SIZE(processes); i++) {
		for (sleepers = 0; sleepers < 4; sleepers += 3) {
			CHECK(run_ring(1, processes[i], false, sleepers));
			CHECK_INT(forks, processes[i]);
			/* 20 ns to 1 ms each */
			CHECK(took > 20000 && took < 1000000000);
			CHECK(all_gone());
		}
	}
	CHECK_INT(require_flush("unexpected"), 0);
}

static void processes_of_each_cpu_or_of_all(void)
{
	const struct ring apart = { .cpus = 3, .processes = 2 };
	const struct ring shared = { .cpus = 3, .processes = 2, .shared = true };
	const struct ring one = { .cpus = 3, .processes = 1 };
	unsigned int process, cpu, place, members;

	ring = &shared;
	CHECK_INT(nr_processes(), 2);
	CHECK(is_in(0, 0, 0) && is_in(0, 2, 0) && is_in(1, 0, 1));
	CHECK(!is_in(0, 0, 1) && !is_in(1, 2, 0));
	ring = &apart;
	CHECK_INT(nr_processes(), 6);
	CHECK(is_in(0, 0, 0) && is_in(1, 0, 1) && is_in(4, 2, 0));
	CHECK(!is_in(0, 1, 0) && !is_in(1, 1, 1));
	ring = &one;
	CHECK_INT(nr_processes(), 3);
	for (process = 0; process < 3; process++) {
		members = 0;
		for (cpu = 0; cpu < 3; cpu++)
			for (place = 0; place < 2; place++)
				members += is_in(process, cpu, place);
		CHECK_INT(members, 2);
	}
}

/* On a machine that is shared CPUs don't run at a time for long: may be noisy */
static void on_two_cpus(void)
{
	unsigned int shared;

	for (shared = 0; shared < 2; shared++) {
		if (run_ring(2, 2, shared, 1))
			CHECK(took > 20000 && took < 1000000000);
		else
			CHECK_INT(require_flush("noisy, perhaps"), 1);
		CHECK(all_gone());
	}
}

static void no_process_more(void)
{
	for (fork_fails = 1; fork_fails <= 2; fork_fails++) {
		CHECK(!run_ring(1, 2, false, 0));
		CHECK_INT(require_flush("expected"), 1);
		CHECK(all_gone());
	}
	fork_fails = 0;
}

static void no_thread_more(void)
{
	threads_fail = true;
	CHECK(!run_ring(1, 1, false, 0));
	CHECK_INT(require_flush("expected"), 1);
	CHECK(!run_ring(1, 2, false, 1));
	CHECK_INT(require_flush("expected"), 1);
	CHECK(all_gone());
	threads_fail = false;
	CHECK(run_ring(1, 2, false, 0));
}


int main(void)
{
	const struct sched_param highest = {
		.sched_priority = sched_get_priority_max(SCHED_RR),
	};

	placement_init();
	clock_init();
	RUN(processes_of_each_cpu_or_of_all);
	ring_require();
	CHECK_INT(require_flush("not real-time yet"), 1);
	if (sched_setscheduler(0, SCHED_RR, &highest)) {
		SKIP(rings, "not real-time");
		return unit_end();
	}
	ring_require();
	CHECK_INT(require_flush("unexpected"), 0);
	RUN(on_one_cpu);
	if (placement_count() > 1)
		RUN(on_two_cpus);
	RUN(no_process_more);
	RUN(no_thread_more);
	return unit_end();
}
