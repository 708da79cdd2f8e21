// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "compiler.h"
#include "mrs.h"
#include "placement.h"
#include "require.h"

#define CACHE_LINE 64
#define NS_PER_SECOND 1e9

/* What a thread's batch took: it alone writes here until the round is over */
struct worker {
	unsigned int index;
	pthread_t thread;
	struct run *run;
	struct ibv_mr **mr;
	unsigned long long begin, end;
} __aligned(CACHE_LINE);

struct run {
	const struct mrs *mrs;
	struct region region;
	struct worker *workers;
	pthread_barrier_t barrier;
	/* held while threads are made: they begin when all are there, or end */
	pthread_mutex_t making;
	bool abandoned;
	/* why a registration failed; nothing more is registered then */
	int error;
};

unsigned long mrs_count(const struct mrs *mrs)
{
	return mrs->batch * mrs->rounds * mrs->threads;
}

static void *address(const struct run *run, unsigned long index)
{
	unsigned long slots = run->region.length / run->mrs->size;

	return run->region.start + index % slots * run->mrs->size;
}

static void register_batch(struct worker *worker, unsigned int round)
{
	const struct mrs *mrs = worker->run->mrs;
	unsigned long first = round * mrs->batch, i;
	/* a thread's share lies together */
	unsigned long share = mrs->batch * mrs->rounds * worker->index;

	worker->begin = clock_now();
	for (i = first; i < first + mrs->batch; i++) {
		if (__atomic_load_n(&worker->run->error, __ATOMIC_RELAXED))
			break;
		worker->mr[i] = rdma_register(mrs->rdma,
					      address(worker->run, share + i),
					      mrs->size);
		if (!worker->mr[i])
			__atomic_store_n(&worker->run->error, errno,
					 __ATOMIC_RELAXED);
	}
	worker->end = clock_now();
}

static void deregister_batch(struct worker *worker, unsigned int round)
{
	const struct mrs *mrs = worker->run->mrs;
	unsigned long first = round * mrs->batch, i;

	worker->begin = clock_now();
	for (i = first; i < first + mrs->batch; i++)
		if (worker->mr[i])
			rdma_deregister(worker->mr[i]);
	worker->end = clock_now();
}

static void *work(void *arg)
{
	const struct sched_param normal = { .sched_priority = 0 };
	struct worker *worker = arg;
	struct run *run = worker->run;
	unsigned int i;

	pthread_mutex_lock(&run->making);
	pthread_mutex_unlock(&run->making);
	if (run->abandoned)
		return NULL;
	/* real-time threads on all CPUs would shut out everybody else */
	sched_setscheduler(0, SCHED_OTHER, &normal);
	placement_pin(placement_cpu(worker->index));
	for (i = 0; i < run->mrs->rounds; i++) {
		pthread_barrier_wait(&run->barrier);
		register_batch(worker, i);
		pthread_barrier_wait(&run->barrier);
	}
	for (i = 0; i < run->mrs->rounds; i++) {
		pthread_barrier_wait(&run->barrier);
		deregister_batch(worker, i);
		pthread_barrier_wait(&run->barrier);
	}
	return NULL;
}

/* Lets all threads do a batch; gives the cost of a region and the span of all */
static double one_round(struct run *run, unsigned long long *span)
{
	unsigned long long begin, end, sum = 0;
	unsigned int i;

	pthread_barrier_wait(&run->barrier);
	pthread_barrier_wait(&run->barrier);
	begin = run->workers[0].begin;
	end = run->workers[0].end;
	for (i = 0; i < run->mrs->threads; i++) {
		const struct worker *worker = &run->workers[i];

		sum += worker->end - worker->begin;
		if (worker->begin < begin)
			begin = worker->begin;
		if (worker->end > end)
			end = worker->end;
	}
	*span = end - begin;
	return (double)sum / (run->mrs->batch * run->mrs->threads);
}

static void take_rounds(struct run *run, struct mrs_round *rounds)
{
	double all = (double)run->mrs->batch * run->mrs->threads;
	unsigned long long span;
	unsigned int i;

	for (i = 0; i < run->mrs->rounds; i++) {
		rounds[i].register_cost = one_round(run, &span);
		rounds[i].register_rate = all * NS_PER_SECOND / span;
	}
	for (i = 0; i < run->mrs->rounds; i++)
		rounds[i].deregister_cost = one_round(run, &span);
}

/* Makes the threads, and lets them begin when all are there */
static unsigned int make_threads(struct run *run, int *error)
{
	unsigned int made = 0;

	*error = 0;
	pthread_mutex_lock(&run->making);
	while (made < run->mrs->threads && !*error) {
		struct worker *worker = &run->workers[made];

		worker->index = made;
		worker->run = run;
		worker->mr = calloc(run->mrs->batch * run->mrs->rounds,
				    sizeof(struct ibv_mr *));
		*error = worker->mr ? pthread_create(&worker->thread, NULL, work,
						     worker) : ENOMEM;
		made += !*error;
	}
	run->abandoned = *error;
	pthread_mutex_unlock(&run->making);
	return made;
}

static bool run_threads(struct run *run, struct mrs_round *rounds)
{
	unsigned int made, i;
	int error;

	pthread_barrier_init(&run->barrier, NULL, run->mrs->threads + 1);
	pthread_mutex_init(&run->making, NULL);
	made = make_threads(run, &error);
	if (!error)
		take_rounds(run, rounds);
	else
		require_unmet("%u threads wanted, %u made: %s",
			      run->mrs->threads, made, strerror(error));
	for (i = 0; i < made; i++)
		pthread_join(run->workers[i].thread, NULL);
	for (i = 0; i < run->mrs->threads; i++)
		free(run->workers[i].mr);
	pthread_barrier_destroy(&run->barrier);
	if (run->error)
		rdma_refused("device-dax memory", run->error);
	return !error && !run->error;
}

/* Maps what all regions need, or as much of it as there is */
static bool map(struct run *run)
{
	unsigned long count = mrs_count(run->mrs), slots;
	size_t size = run->mrs->size;
	struct dax_piece pieces[DAX_MOST];
	unsigned int used;

	used = dax_share(run->mrs->devices, run->mrs->nr_devices, count * size,
			 pieces);
	if (!dax_map(&run->region, pieces, used))
		return false;
	slots = run->region.length / size;
	if (!slots) {
		require_unmet("dax too small: %zu KB together, a memory region has %zu",
			      run->region.length >> 10, size >> 10);
		region_unmap(&run->region);
		return false;
	}
	printf("# %lu memory regions of %zu KB by %u threads in %zu MB of %u dax devices",
	       count, size >> 10, run->mrs->threads,
	       run->region.length >> 20, used);
	if (count > slots)
		printf(": they overlap, %lu deep", (count + slots - 1) / slots);
	printf("\n");
	return true;
}

bool mrs_run(const struct mrs *mrs, struct mrs_round *rounds)
{
	size_t size = mrs->threads * sizeof(struct worker);
	struct run run = { .mrs = mrs };
	bool ran;

	if (!map(&run))
		return false;
	run.workers = aligned_alloc(CACHE_LINE, size);
	if (!run.workers) {
		require_unmet("no memory for %u threads", mrs->threads);
		region_unmap(&run.region);
		return false;
	}
	memset(run.workers, 0, size);
	ran = run_threads(&run, rounds);
	/* not before the last of them is gone */
	region_unmap(&run.region);
	free(run.workers);
	return ran;
}
