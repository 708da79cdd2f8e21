// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "iops.h"
#include "placement.h"
#include "require.h"
#include "vhost.h"

#define WARM_UP_MS 20
#define PATIENCE_MS 2000
#define NS_PER_MS 1000000L

static struct device {
	struct vhost_device vhost;
	/* of IOPS_EVENTFD: to the worker, and back */
	int ends[2];
	pthread_t submitter;
	pthread_t worker;
	bool dismissed;
	/* it has been opened, by its submitter */
	bool open;
	/* why it ended too early, or 0 */
	int error;
	/* I/Os, on a line of its own: others read and write theirs */
	unsigned long done __aligned(128);
} devices[IOPS_MOST];

static enum iops_worker kind;
static sem_t ready;
static bool stop;

static bool stopped(void)
{
	return __atomic_load_n(&stop, __ATOMIC_ACQUIRE);
}

/* Who measures may be real-time and pinned: so would its threads be, and theirs */
static int be_normal(void)
{
	const struct sched_param normal = { .sched_priority = 0 };

	if (sched_setscheduler(0, SCHED_OTHER, &normal))
		return -errno;
	return placement_spread(placement_count());
}

static bool put(int fd)
{
	uint64_t one = 1;

	return write(fd, &one, sizeof(one)) == sizeof(one);
}

static bool get(int fd)
{
	uint64_t count;

	return read(fd, &count, sizeof(count)) == sizeof(count);
}

static void *answer(void *arg)
{
	struct device *device = arg;

	while (get(device->ends[0]) &&
	       !__atomic_load_n(&device->dismissed, __ATOMIC_ACQUIRE) &&
	       put(device->ends[1]))
		;
	return NULL;
}

static void close_ends(struct device *device)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(device->ends); i++)
		if (device->ends[i] >= 0)
			close(device->ends[i]);
}

static int open_pair(struct device *device)
{
	unsigned int i;
	int error = 0;

	for (i = 0; i < ARRAY_SIZE(device->ends) && !error; i++) {
		device->ends[i] = eventfd(0, EFD_CLOEXEC);
		error = device->ends[i] < 0 ? errno : 0;
	}
	if (!error)
		error = pthread_create(&device->worker, NULL, answer, device);
	if (error)
		close_ends(device);
	return -error;
}

static void close_pair(struct device *device)
{
	__atomic_store_n(&device->dismissed, true, __ATOMIC_RELEASE);
	put(device->ends[0]);
	pthread_join(device->worker, NULL);
	close_ends(device);
}

/* One I/O after the other */
static int turn_pair(struct device *device)
{
	if (!put(device->ends[0]) || !get(device->ends[1]))
		return -errno;
	return 1;
}

static void fail(struct device *device, int error)
{
	__atomic_store_n(&device->error, -error, __ATOMIC_RELAXED);
}

static int turn(struct device *device)
{
	return kind == IOPS_EVENTFD ? turn_pair(device) :
				      vhost_turn(&device->vhost);
}

static int open_device(struct device *device)
{
	int error = be_normal();

	if (!error && kind == IOPS_EVENTFD)
		error = open_pair(device);
	else if (!error)
		error = vhost_open(&device->vhost, kind == IOPS_VHOST_KTHREAD);
	device->open = !error;
	return error;
}

static void close_device(struct device *device)
{
	if (!device->open)
		return;
	if (kind == IOPS_EVENTFD)
		close_pair(device);
	else
		vhost_close(&device->vhost);
}

/* A vhost worker inherits from who makes it: so this thread does */
static void *submit(void *arg)
{
	struct device *device = arg;
	int done = open_device(device);
	bool open = done >= 0;

	if (!open)
		fail(device, done);
	sem_post(&ready);
	while (open && !stopped()) {
		done = turn(device);
		if (done < 0) {
			fail(device, done);
			break;
		}
		__atomic_store_n(&device->done, device->done + done,
				 __ATOMIC_RELAXED);
	}
	return NULL;
}

/* Returns how many have a submitter, which isn't how many work */
static unsigned int start(unsigned int count)
{
	unsigned int i;
	int error;

	for (i = 0; i < count; i++) {
		devices[i] = (struct device){ .ends = { -1, -1 } };
		error = pthread_create(&devices[i].submitter, NULL, submit,
				       &devices[i]);
		if (error) {
			require_unmet("no thread for device %u of %u: %s", i,
				      count, strerror(error));
			break;
		}
		while (sem_wait(&ready) && errno == EINTR)
			;
	}
	return i;
}

static void end(unsigned int count)
{
	unsigned int i;

	__atomic_store_n(&stop, true, __ATOMIC_RELEASE);
	for (i = 0; i < count; i++) {
		if (devices[i].open && kind != IOPS_EVENTFD)
			vhost_wake(&devices[i].vhost);
		pthread_join(devices[i].submitter, NULL);
		close_device(&devices[i]);
	}
}

static unsigned long done_by(unsigned int count)
{
	unsigned long sum = 0;
	unsigned int i;

	for (i = 0; i < count; i++)
		sum += __atomic_load_n(&devices[i].done, __ATOMIC_RELAXED);
	return sum;
}

/* I/Os a millisecond are kIOPS */
static double window(unsigned int count, unsigned int ms)
{
	const struct timespec wait = {
		.tv_sec = ms / 1000,
		.tv_nsec = ms % 1000 * NS_PER_MS,
	};
	unsigned long long begin = clock_now();
	unsigned long before = done_by(count);

	nanosleep(&wait, NULL);
	return (double)(done_by(count) - before) * NS_PER_MS / clock_since(begin);
}

/* Where CPUs are few it takes a while until each thread has had its turn */
static void wait_for_all(unsigned int count)
{
	const struct timespec moment = { .tv_nsec = NS_PER_MS };
	unsigned int ms, i;

	for (i = 0, ms = 0; i < count && ms < PATIENCE_MS; ms++) {
		while (i < count && __atomic_load_n(&devices[i].done,
						    __ATOMIC_RELAXED))
			i++;
		nanosleep(&moment, NULL);
	}
}

static bool all_went_on(unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		int error = __atomic_load_n(&devices[i].error, __ATOMIC_RELAXED);

		if (!error && devices[i].done)
			continue;
		require_unmet("device %u of %u stood still: %s", i, count,
			      strerror(error ? error : ETIMEDOUT));
		return false;
	}
	return true;
}

bool iops_run(enum iops_worker worker, unsigned int count,
	      unsigned int window_ms, double *kiops, unsigned int samples)
{
	unsigned int started;
	bool ran;

	kind = worker;
	__atomic_store_n(&stop, false, __ATOMIC_RELEASE);
	sem_init(&ready, 0, 0);
	started = start(count);
	ran = started == count;
	if (ran) {
		wait_for_all(count);
		window(count, WARM_UP_MS);
		while (samples--)
			*kiops++ = window(count, window_ms);
		ran = all_went_on(count);
	}
	end(started);
	sem_destroy(&ready);
	return ran;
}
