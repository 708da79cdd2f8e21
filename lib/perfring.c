// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "perfbuf.h"
#include "perfring.h"
#include "require.h"
#include "tracepoint.h"

/* PERF_SAMPLE_RAW alone: the size of the data, and the data */
struct raw_sample {
	struct perf_event_header header;
	unsigned int size;
	char data[];
};

/* Opens one event; all go to the ring of the first */
static int open_event(struct perfring *ring,
		      const struct perf_tracepoint *tracepoint, unsigned int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
		.disabled = 1,
	};
	int fd;

	attr.config = tracepoint_id(tracepoint->name);
	if (!attr.config)
		return -1;
	ring->id[ring->events.count] = attr.config;
	fd = perf_open(&attr, cpu, -1, tracepoint->name, tracepoint->filter);
	if (fd < 0 || !ring->events.count)
		return fd;
	if (!ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, ring->events.fd[0]))
		return fd;
	require_unmet("perf: %s can't share a ring: %s", tracepoint->name,
		      strerror(errno));
	close(fd);
	return -1;
}

bool perfring_open(struct perfring *ring,
		   const struct perf_tracepoint *tracepoints,
		   unsigned int count, unsigned int cpu)
{
	memset(ring, 0, sizeof(*ring));
	while (ring->events.count < count) {
		int fd = open_event(ring, &tracepoints[ring->events.count], cpu);

		if (fd < 0)
			goto close;
		ring->events.fd[ring->events.count++] = fd;
		if (ring->page)
			continue;
		ring->page = perfbuf_map(fd);
		if (!ring->page)
			goto close;
	}
	return true;
close:
	perfring_close(ring);
	return false;
}

static bool control(const struct perfring *ring, unsigned long request)
{
	unsigned int i;

	for (i = 0; i < ring->events.count; i++) {
		if (!ioctl(ring->events.fd[i], request, 0))
			continue;
		require_unmet("perf: recording can't be switched: %s",
			      strerror(errno));
		return false;
	}
	return true;
}

bool perfring_start(struct perfring *ring)
{
	perfbuf_skip(ring->page);
	return control(ring, PERF_EVENT_IOC_ENABLE);
}

/* Whom the samples go to */
struct taker {
	const struct perfring *ring;
	void (*call)(unsigned int tracepoint, const void *data, size_t size,
		     void *arg);
	void *arg;
};

static void hand_over(const struct perf_event_header *header, void *arg)
{
	const struct raw_sample *sample = (const struct raw_sample *)header;
	const struct taker *taker = arg;
	unsigned short type;
	unsigned int i;

	if (header->size < sizeof(*sample) + sample->size ||
	    sample->size < sizeof(type))
		return;
	/* the first field of any tracepoint is its number */
	memcpy(&type, sample->data, sizeof(type));
	for (i = 0; i < taker->ring->events.count; i++)
		if (taker->ring->id[i] == type)
			taker->call(i, sample->data, sample->size, taker->arg);
}

bool perfring_stop(struct perfring *ring,
		   void (*call)(unsigned int tracepoint, const void *data,
				size_t size, void *arg),
		   void *arg)
{
	struct taker taker = { .ring = ring, .call = call, .arg = arg };

	return control(ring, PERF_EVENT_IOC_DISABLE) &&
	       perfbuf_take(ring->page, hand_over, &taker);
}

void perfring_close(struct perfring *ring)
{
	perfbuf_unmap(ring->page);
	ring->page = NULL;
	perf_group_close(&ring->events);
}
