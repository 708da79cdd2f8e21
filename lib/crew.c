// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "crew.h"
#include "placement.h"
#include "require.h"
#include "subprocess.h"

/* Far more than a thread needs to start: longer means that it never will */
#define PATIENCE_SECONDS 10

static void *worker(void *arg)
{
	struct crew *crew = arg;
	struct crew_shared *shared = crew->shared;
	unsigned int number, others = placement_count() - 1;
	const struct sched_param normal = { .sched_priority = 0 };
	unsigned long turns;

	/* real-time threads on all CPUs would shut out everybody else */
	sched_setscheduler(0, SCHED_OTHER, &normal);
	number = __atomic_fetch_add(&shared->numbered, 1, __ATOMIC_RELAXED);
	placement_pin(placement_cpu(others ? 1 + number % others : 0));
	for (;;) {
		sem_post(&shared->resting);
		while (sem_wait(&shared->go) && errno == EINTR)
			;
		if (__atomic_load_n(&shared->dismissed, __ATOMIC_ACQUIRE))
			return NULL;
		sem_post(&shared->ready);
		/* counted here: a shared count would be contended for */
		for (turns = 0;
		     !__atomic_load_n(&shared->halt, __ATOMIC_RELAXED); turns++)
			crew->work();
		__atomic_fetch_add(&shared->turns, turns, __ATOMIC_RELAXED);
	}
}

static bool wait_for_all(struct crew *crew, sem_t *sem)
{
	struct timespec until;
	unsigned int i;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE_SECONDS;
	for (i = 0; i < crew->threads; i++)
		while (sem_timedwait(sem, &until))
			if (errno != EINTR)
				return false;
	return true;
}

/* Makes the threads in this process; returns how many could be made */
static unsigned int make_threads(struct crew *crew, int *error)
{
	unsigned int i;

	for (i = 0; i < crew->threads; i++) {
		*error = pthread_create(&crew->thread[i], NULL, worker, crew);
		if (*error)
			break;
	}
	return i;
}

static void join_threads(struct crew *crew, unsigned int count)
{
	unsigned int i;

	__atomic_store_n(&crew->shared->dismissed, true, __ATOMIC_RELEASE);
	for (i = 0; i < count; i++)
		sem_post(&crew->shared->go);
	for (i = 0; i < count; i++)
		pthread_join(crew->thread[i], NULL);
}

static bool start_here(struct crew *crew)
{
	unsigned int made;
	int error;

	made = make_threads(crew, &error);
	if (made == crew->threads)
		return true;
	require_unmet("%u threads wanted, %u made: %s", crew->threads, made,
		      strerror(error));
	join_threads(crew, made);
	return false;
}

static bool start_apart(struct crew *crew)
{
	unsigned int made, i;
	int error;

	crew->child = subprocess_fork();
	if (crew->child < 0) {
		crew->child = 0;
		return false;
	}
	if (crew->child)
		return true;

	made = make_threads(crew, &error);
	if (made < crew->threads)
		_exit(1);
	for (i = 0; i < made; i++)
		pthread_join(crew->thread[i], NULL);
	_exit(0);
}

static void drop(struct crew *crew)
{
	munmap(crew->shared, sizeof(*crew->shared));
}

bool crew_start(struct crew *crew, unsigned int threads, bool own_mm,
		void (*work)(void))
{
	struct crew_shared *shared;

	memset(crew, 0, sizeof(*crew));
	if (threads > CREW_MOST_THREADS) {
		require_unmet("%u threads wanted, %d are the most", threads,
			      CREW_MOST_THREADS);
		return false;
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED) {
		require_unmet("no memory for threads: %s", strerror(errno));
		return false;
	}
	sem_init(&shared->go, 1, 0);
	sem_init(&shared->ready, 1, 0);
	sem_init(&shared->resting, 1, 0);
	crew->shared = shared;
	crew->work = work;
	crew->threads = threads;
	if (!(own_mm ? start_apart(crew) : start_here(crew))) {
		drop(crew);
		return false;
	}
	if (wait_for_all(crew, &shared->resting))
		return true;
	require_unmet("%u threads did not start within %d s", threads,
		      PATIENCE_SECONDS);
	crew_end(crew);
	return false;
}

bool crew_go(struct crew *crew)
{
	unsigned int i;

	__atomic_store_n(&crew->shared->halt, false, __ATOMIC_RELAXED);
	for (i = 0; i < crew->threads; i++)
		sem_post(&crew->shared->go);
	return wait_for_all(crew, &crew->shared->ready);
}

bool crew_halt(struct crew *crew)
{
	__atomic_store_n(&crew->shared->halt, true, __ATOMIC_RELAXED);
	return wait_for_all(crew, &crew->shared->resting);
}

unsigned long crew_turns(const struct crew *crew)
{
	return __atomic_load_n(&crew->shared->turns, __ATOMIC_RELAXED);
}

void crew_end(struct crew *crew)
{
	if (crew->child)
		subprocess_kill(crew->child);
	else
		join_threads(crew, crew->threads);
	drop(crew);
}
