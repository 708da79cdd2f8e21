// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "churn.h"
#include "clock.h"
#include "placement.h"
#include "require.h"
#include "subprocess.h"

/* Far more than a run takes */
#define PATIENCE_SECONDS 20

#define MOST_BATCH 64
#define STACK_SIZE (64 * 1024)

struct report {
	unsigned long long took;
	int error;
	bool done;
};

static pthread_attr_t attributes;
static sem_t leave;

static void *sleep_on(void *arg)
{
	for (;;)
		pause();
	return arg;
}

static void *stay(void *arg)
{
	while (sem_wait(&leave) && errno == EINTR)
		;
	return arg;
}

/* All of them are there at a time */
static int make_and_end(unsigned int batch)
{
	pthread_t threads[MOST_BATCH];
	unsigned int made = 0, i;
	int error = 0;

	while (made < batch && !error) {
		error = pthread_create(&threads[made], &attributes, stay, NULL);
		made += !error;
	}
	for (i = 0; i < made; i++)
		sem_post(&leave);
	while (made--)
		pthread_join(threads[made], NULL);
	return error;
}

static int run(unsigned int standing, unsigned int batch, unsigned long times,
	       unsigned long long *took)
{
	unsigned long batches = times / batch + 1, i;
	unsigned long long start;
	pthread_t thread;
	int error;

	sem_init(&leave, 0, 0);
	error = pthread_attr_init(&attributes);
	if (!error)
		error = pthread_attr_setstacksize(&attributes, STACK_SIZE);
	for (i = 1; i < standing && !error; i++)
		error = pthread_create(&thread, &attributes, sleep_on, NULL);
	/* the C library keeps stacks for those to come */
	if (!error)
		error = make_and_end(batch);
	start = clock_now();
	for (i = 0; i < batches && !error; i++)
		error = make_and_end(batch);
	*took = clock_since(start) * ((double)times / (batches * batch));
	return error;
}

bool churn_run(unsigned int cpus, unsigned int standing, unsigned int batch,
	       unsigned long times, unsigned long long *took)
{
	struct report *report;
	int status;
	bool ran;
	pid_t pid;

	if (batch > MOST_BATCH)
		batch = MOST_BATCH;
	report = mmap(NULL, sizeof(*report), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (report == MAP_FAILED) {
		require_unmet("no memory for threads: %s", strerror(errno));
		return false;
	}
	report->error = -placement_spread(cpus);
	pid = subprocess_fork();
	if (!pid) {
		if (!report->error)
			report->error = run(standing, batch, times, &report->took);
		report->done = true;
		_exit(0);
	}
	placement_pin(placement_cpu(0));
	ran = pid > 0 && subprocess_wait(pid, PATIENCE_SECONDS, &status);
	if (pid > 0 && !ran) {
		subprocess_kill(pid);
		require_unmet("threads made and ended for %d s without an end",
			      PATIENCE_SECONDS);
	} else if (ran && (!report->done || report->error)) {
		require_unmet("no threads to make and end: %s",
			      report->done ? strerror(report->error) : "killed");
		ran = false;
	}
	*took = report->took;
	munmap(report, sizeof(*report));
	return ran;
}
