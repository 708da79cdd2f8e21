// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "placement.h"
#include "require.h"
#include "workers.h"

#define NS_PER_MS 1000000L
#define MS_PER_SECOND 1000
#define NS_PER_SECOND 1e9

struct thread {
	const struct worker *worker;
	pthread_t id;
	int error;
};

static struct thread threads[WORKERS_MOST];
static bool go, stop;
static unsigned int ready;

bool workers_stopped(void)
{
	return __atomic_load_n(&stop, __ATOMIC_RELAXED);
}

static void *run(void *arg)
{
	const struct sched_param normal = { .sched_priority = 0 };
	struct thread *thread = arg;

	sched_setscheduler(0, SCHED_OTHER, &normal);
	thread->error = -placement_pin(thread->worker->cpu);
	__atomic_fetch_add(&ready, 1, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&go, __ATOMIC_ACQUIRE))
		sched_yield();
	if (!thread->error)
		thread->error = thread->worker->work(thread->worker->arg);
	return NULL;
}

static unsigned int start(const struct worker *workers, unsigned int count,
			  const char *what)
{
	unsigned int i;
	int error = 0;

	for (i = 0; i < count; i++) {
		threads[i] = (struct thread){ .worker = &workers[i] };
		error = pthread_create(&threads[i].id, NULL, run, &threads[i]);
		if (error)
			break;
	}
	if (error)
		require_unmet("%s: %u threads wanted, %u made: %s", what, count,
			      i, strerror(error));
	return i;
}

static void wait_ms(unsigned int ms)
{
	struct timespec left = {
		.tv_sec = ms / MS_PER_SECOND,
		.tv_nsec = ms % MS_PER_SECOND * NS_PER_MS,
	};

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

static double work_for(unsigned int count, unsigned int ms)
{
	unsigned long long began;

	while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) < count)
		wait_ms(1);
	began = clock_now();
	__atomic_store_n(&go, true, __ATOMIC_RELEASE);
	wait_ms(ms);
	return clock_since(began) / NS_PER_SECOND;
}

bool workers_run(const struct worker *workers, unsigned int count,
		 unsigned int ms, const char *what, double *seconds)
{
	unsigned int i, made;
	int error = 0;

	stop = false;
	go = false;
	ready = 0;
	made = start(workers, count, what);
	if (made == count)
		*seconds = work_for(count, ms);
	__atomic_store_n(&stop, true, __ATOMIC_RELEASE);
	__atomic_store_n(&go, true, __ATOMIC_RELEASE);
	for (i = 0; i < made; i++) {
		pthread_join(threads[i].id, NULL);
		if (threads[i].error)
			error = threads[i].error;
	}
	if (error)
		require_unmet("%s: %s", what, strerror(error));
	return made == count && !error;
}
