// SPDX-License-Identifier: GPL-2.0
/* TCP streams over veth: their rates, their threads, and what goes wrong with them */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "child.h"
#include "net.h"
#include "require.h"
#include "unit.h"
#include "zerocopy.h"

/* What the tests have go wrong: from the send, or thread, of that number on */
static unsigned int bad_send, bad_thread, sends, threads;
static int bad_send_error;
/* how many threads of each kind were not SCHED_OTHER, and which CPUs they had */
static unsigned int not_normal, pinned;
static bool deaf;

static bool made_up_send(struct zerocopy *zerocopy, const void *data, size_t size)
{
	unsigned int number = __atomic_add_fetch(&sends, 1, __ATOMIC_RELAXED);

	if (bad_send && number >= bad_send) {
		errno = bad_send_error;
		return false;
	}
	return zerocopy_send(zerocopy, data, size);
}

static bool stopped(void);

/* Or is deaf until the end */
static ssize_t made_up_recv(int sock, void *into, size_t size, int flags)
{
	cpu_set_t cpus;

	if (sched_getscheduler(0) != SCHED_OTHER)
		__atomic_add_fetch(&not_normal, 1, __ATOMIC_RELAXED);
	if (!sched_getaffinity(0, sizeof(cpus), &cpus) && CPU_COUNT(&cpus) == 1)
		__atomic_add_fetch(&pinned, 1, __ATOMIC_RELAXED);
	while (deaf && !stopped())
		usleep(1000);
	return recv(sock, into, size, flags);
}

static int made_up_create(pthread_t *thread, const pthread_attr_t *attr,
			  void *(*run)(void *), void *arg)
{
	if (++threads == bad_thread)
		return EAGAIN;
	return pthread_create(thread, attr, run, arg);
}

#define zerocopy_send made_up_send
#define recv made_up_recv
#define pthread_create made_up_create
#include "../../lib/streams.c"
#undef zerocopy_send
#undef recv
#undef pthread_create

/* Long ones: each thread has to get its turn, also on a very busy machine */
#define WINDOW_MS 250
#define SAMPLES 3

static int near, far;
static double rates[SAMPLES + 1];

static void join(void)
{
	placement_init();
	near = netns_new();
	far = netns_new();
	if (!veth_join(near, far))
		exit(1);
}

static bool run(unsigned int count)
{
	unsigned int i;

	for (i = 0; i <= SAMPLES; i++)
		rates[i] = -1;
	return streams_run(near, far, count, WINDOW_MS, rates, SAMPLES);
}

static unsigned int entries(const char *path)
{
	DIR *dir = opendir(path);
	unsigned int count = 0;

	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

/* A child, as descriptors and namespaces that a failure leaves go with it */
static void run_and_tell(void *arg)
{
	unsigned int descriptors;

	join();
	descriptors = entries("/proc/self/fd");
	printf("%d\n", run(*(unsigned int *)arg));
	require_flush("x");
	if (entries("/proc/self/fd") != descriptors)
		printf("descriptors are left\n");
	/* and the dot, and that of the process above */
	if (entries("/proc/self/task") != 3)
		printf("threads are left\n");
	/* nor is anything in the way of the next */
	bad_send = 0;
	bad_thread = 0;
	deaf = false;
	printf("%d\n", run(2));
	require_flush("y");
}

static const char *told(unsigned int count)
{
	child_run(run_and_tell, &count);
	CHECK_INT(child.status, 0);
	bad_send = 0;
	bad_thread = 0;
	deaf = false;
	return child.out;
}

static void rates_of_streams(void *arg)
{
	unsigned int count, i, odd;
	double sum;

	(void)arg;
	join();
	for (count = 1; count <= 4; count *= 2) {
		sum = 0;
		odd = 0;
		printf("%d", run(count));
		for (i = 0; i < SAMPLES; i++) {
			sum += rates[i];
			/* Mbit/s: less than any memory moves */
			odd += !(rates[i] >= 0 && rates[i] < 1e7);
		}
		printf(" %d %u %g\n", sum > 0, odd, rates[SAMPLES]);
	}
	require_flush("x");
}

static void samples_of_one_and_several(void)
{
	child_run(rates_of_streams, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "1 1 0 -1\n1 1 0 -1\n1 1 0 -1\n");
}

/* What the window tells is what was received, in Mbit/s */
static void a_rate_is_bits_a_microsecond(void)
{
	unsigned long long start = clock_now();
	double rate;

	memset(streams, 0, sizeof(streams));
	streams[1].received = 5;
	CHECK_INT(received(1), 0);
	CHECK_INT(received(2), 5);
	rate = window(2, 1);
	CHECK_DOUBLE(rate, 0);
	CHECK(clock_since(start) >= 1000000);
}

static void *grow(void *arg)
{
	usleep(20000);
	__atomic_store_n(&streams[0].received, 1000000, __ATOMIC_RELAXED);
	return arg;
}

static void a_rate_of_a_known_number_of_bytes(void)
{
	unsigned long long start, took;
	pthread_t thread;
	double rate;

	memset(streams, 0, sizeof(streams));
	pthread_create(&thread, NULL, grow, NULL);
	start = clock_now();
	rate = window(1, 1100);
	took = clock_since(start);
	pthread_join(thread, NULL);
	/* 8 Mbit in the time it took, which is 1.1 s or more */
	CHECK(rate <= 8 / 1.1);
	CHECK(rate >= 8e9 / took);
}

#define STILL "0\n# x: skipped: a TCP stream stood still: "

static void as_many_as_there_may_be(void)
{
	const char *got = told(STREAMS_MOST);

	/* a busy machine may leave one without its turn, which is told */
	if (strcmp(got, STILL "Connection timed out\n1\n"))
		CHECK_STRING(got, "1\n1\n");
}

static void threads_as_they_should_be(void *arg)
{
	const struct sched_param first = { .sched_priority = 1 };

	(void)arg;
	join();
	if (sched_setscheduler(0, SCHED_FIFO, &first))
		printf("no real-time\n");
	placement_pin(placement_cpu(0));
	printf("%d\n", run(2));
	printf("%d %d\n", !!pinned, not_normal);
	printf("%d\n", sched_getscheduler(0) == SCHED_FIFO);
}

static void threads_of_one_who_is_real_time(void)
{
	child_run(threads_as_they_should_be, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "1\n1 0\n");
}

static void a_send_that_fails(void)
{
	bad_send = 1;
	bad_send_error = ECONNRESET;
	CHECK_STRING(told(1), STILL "Connection reset by peer\n1\n");
	bad_send = 10;
	bad_send_error = ENOBUFS;
	/* once, not for each of them */
	CHECK_STRING(told(2), STILL "No buffer space available\n1\n");
}

static void a_receiver_that_does_not(void)
{
	deaf = true;
	CHECK_STRING(told(1), STILL "Connection timed out\n1\n");
}

static void a_thread_that_cannot_be(void)
{
	unsigned int number;

	for (number = 1; number <= 6; number += 2) {
		bad_thread = number;
		CHECK_STRING(told(3), "0\n# x: skipped: no thread for a TCP stream: "
			     "Resource temporarily unavailable\n1\n");
	}
}

static void run_where_nothing_joins(void *arg)
{
	(void)arg;
	placement_init();
	near = netns_new();
	far = netns_new();
	printf("%d\n", run(1));
	require_flush("x");
}

static void namespaces_that_are_apart(void)
{
	child_run(run_where_nothing_joins, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "0\n# x: skipped: no TCP listener: Cannot assign requested address\n");
}

static void run_in_none(void *arg)
{
	(void)arg;
	placement_init();
	near = -1;
	far = -1;
	printf("%d\n", run(1));
	require_flush("x");
}

static void what_is_no_namespace(void)
{
	child_run(run_in_none, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "0\n# x: skipped: a network namespace can't be "
		     "entered: Bad file descriptor\n");
}

int main(void)
{
	clock_init();
	RUN(a_rate_is_bits_a_microsecond);
	RUN(a_rate_of_a_known_number_of_bytes);
	NET_RUN(samples_of_one_and_several);
	NET_RUN(as_many_as_there_may_be);
	NET_RUN(threads_of_one_who_is_real_time);
	NET_RUN(a_send_that_fails);
	NET_RUN(a_receiver_that_does_not);
	NET_RUN(a_thread_that_cannot_be);
	NET_RUN(namespaces_that_are_apart);
	NET_RUN(what_is_no_namespace);
	return unit_end();
}
