// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "netns.h"
#include "placement.h"
#include "require.h"
#include "streams.h"
#include "veth.h"
#include "zerocopy.h"

#define CHUNK (64 * 1024)
#define CACHE_LINE 64
#define WARM_UP_MS 20
#define NS_PER_MS 1000000L

struct stream {
	struct zerocopy sender;
	int receiver;
	unsigned int index;
	pthread_t threads[2];
	unsigned int nr_threads;
	/* why it ended too early, or 0 */
	int error;
	/* bytes, on a line of its own: others read and write theirs */
	unsigned long long received __aligned(CACHE_LINE);
};

static struct stream streams[STREAMS_MOST];
static char sent[CHUNK] __aligned(CHUNK);
static bool stop;

/* As who measures may be real-time, on one CPU, so is a thread that it makes */
static void be_normal(unsigned int index)
{
	const struct sched_param normal = { .sched_priority = 0 };

	sched_setscheduler(0, SCHED_OTHER, &normal);
	placement_pin(placement_cpu(index));
}

static bool stopped(void)
{
	return __atomic_load_n(&stop, __ATOMIC_ACQUIRE);
}

static void *send_all(void *arg)
{
	struct stream *stream = arg;

	be_normal(2 * stream->index);
	while (!stopped() && zerocopy_send(&stream->sender, sent, CHUNK))
		;
	if (!stopped())
		__atomic_store_n(&stream->error, errno, __ATOMIC_RELAXED);
	return NULL;
}

static void *receive_all(void *arg)
{
	struct stream *stream = arg;
	char into[CHUNK];
	ssize_t got;

	be_normal(2 * stream->index + 1);
	while ((got = recv(stream->receiver, into, sizeof(into), 0)) > 0)
		__atomic_fetch_add(&stream->received, got, __ATOMIC_RELAXED);
	return NULL;
}

static bool connect_stream(struct stream *stream, int near, int listener,
			   const struct sockaddr_in *to)
{
	int sock = netns_socket(near, AF_INET, SOCK_STREAM, 0);

	stream->sender.sock = sock;
	if (sock < 0 || !zerocopy_enable(&stream->sender, sock))
		return false;
	if (!connect(sock, (const struct sockaddr *)to, sizeof(*to)))
		stream->receiver = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (stream->receiver >= 0)
		return true;
	require_unmet("no TCP stream over veth: %s", strerror(errno));
	return false;
}

static bool start_threads(struct stream *stream)
{
	void *(*const run[2])(void *) = { receive_all, send_all };
	int error = 0;

	while (stream->nr_threads < 2 && !error) {
		error = pthread_create(&stream->threads[stream->nr_threads],
				       NULL, run[stream->nr_threads], stream);
		if (!error)
			stream->nr_threads++;
	}
	if (error)
		require_unmet("no thread for a TCP stream: %s", strerror(error));
	return !error;
}

static bool start(int near, int far, unsigned int count)
{
	const struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_port = htons(5001),
		.sin_addr.s_addr = VETH_FAR,
	};
	int listener = netns_socket(far, AF_INET, SOCK_STREAM, 0);
	unsigned int i, started = 0;
	int one = 1;

	if (listener < 0)
		return false;
	/* connections of the run before are still in the way */
	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(listener, (const struct sockaddr *)&to, sizeof(to)) ||
	    listen(listener, count))
		require_unmet("no TCP listener: %s", strerror(errno));
	else
		for (i = 0; i < count; i++)
			started += connect_stream(&streams[i], near, listener, &to) &&
				   start_threads(&streams[i]);
	close(listener);
	return started == count;
}

static void end(unsigned int count)
{
	unsigned int i;

	__atomic_store_n(&stop, true, __ATOMIC_RELEASE);
	for (i = 0; i < count; i++) {
		struct stream *stream = &streams[i];

		/* wakes a thread that waits in a call on it */
		if (stream->receiver >= 0)
			shutdown(stream->receiver, SHUT_RDWR);
		if (stream->sender.sock >= 0)
			shutdown(stream->sender.sock, SHUT_RDWR);
		while (stream->nr_threads)
			pthread_join(stream->threads[--stream->nr_threads], NULL);
		if (stream->receiver >= 0)
			close(stream->receiver);
		if (stream->sender.sock >= 0)
			close(stream->sender.sock);
	}
}

static unsigned long long received(unsigned int count)
{
	unsigned long long sum = 0;
	unsigned int i;

	for (i = 0; i < count; i++)
		sum += __atomic_load_n(&streams[i].received, __ATOMIC_RELAXED);
	return sum;
}

/* Bits a microsecond are Mbit/s */
static double window(unsigned int count, unsigned int ms)
{
	const struct timespec wait = {
		.tv_sec = ms / 1000,
		.tv_nsec = ms % 1000 * NS_PER_MS,
	};
	unsigned long long start = clock_now(), before = received(count);
	unsigned long long bytes;

	nanosleep(&wait, NULL);
	bytes = received(count) - before;
	return bytes * 8.0 * 1000 / clock_since(start);
}

void streams_require(unsigned int count)
{
	zerocopy_require(count, CHUNK);
}

bool streams_run(int near, int far, unsigned int count, unsigned int window_ms,
		 double *mbits, unsigned int samples)
{
	unsigned int i;
	bool ran;

	__atomic_store_n(&stop, false, __ATOMIC_RELEASE);
	for (i = 0; i < count; i++)
		streams[i] = (struct stream){
			.sender.sock = -1, .receiver = -1, .index = i,
		};
	ran = start(near, far, count);
	if (ran) {
		window(count, WARM_UP_MS);
		while (samples--)
			*mbits++ = window(count, window_ms);
	}
	for (i = 0; i < count && ran; i++) {
		int error = __atomic_load_n(&streams[i].error, __ATOMIC_RELAXED);

		if (error || !streams[i].received) {
			require_unmet("a TCP stream stood still: %s",
				      strerror(error ? error : ETIMEDOUT));
			ran = false;
		}
	}
	end(count);
	return ran;
}
