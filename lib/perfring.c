// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "perfring.h"
#include "require.h"
#include "tracepoint.h"

/* A record is a header and less than this; longer ones are not ours */
#define MOST_RECORD 512

/* PERF_SAMPLE_RAW alone: the size of the data, and the data */
struct raw_sample {
	struct perf_event_header header;
	unsigned int size;
	char data[];
};

static size_t page_size(void)
{
	return sysconf(_SC_PAGESIZE);
}

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
		ring->page = mmap(NULL, page_size() + PERFRING_SIZE,
				  PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (ring->page == MAP_FAILED) {
			ring->page = NULL;
			require_unmet("perf: no ring of %d KB: %s: see kernel.perf_event_mlock_kb",
				      PERFRING_SIZE / 1024, strerror(errno));
			goto close;
		}
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
	ring->page->data_tail = __atomic_load_n(&ring->page->data_head,
						__ATOMIC_ACQUIRE);
	return control(ring, PERF_EVENT_IOC_ENABLE);
}

/* The ring's bytes go round; a record may lie across its end */
static void copy_out(const struct perfring *ring, unsigned long long at,
		     void *to, size_t size)
{
	const char *bytes = (const char *)ring->page + page_size();
	size_t from = at % PERFRING_SIZE, first = PERFRING_SIZE - from;

	if (first > size)
		first = size;
	memcpy(to, bytes + from, first);
	memcpy((char *)to + first, bytes, size - first);
}

static void hand_over(const struct perfring *ring,
		      const struct raw_sample *sample,
		      void (*call)(unsigned int tracepoint, const void *data,
				   size_t size, void *arg),
		      void *arg)
{
	unsigned short type;
	unsigned int i;

	if (sample->header.size < sizeof(*sample) + sample->size ||
	    sample->size < sizeof(type))
		return;
	/* the first field of any tracepoint is its number */
	memcpy(&type, sample->data, sizeof(type));
	for (i = 0; i < ring->events.count; i++)
		if (ring->id[i] == type)
			call(i, sample->data, sample->size, arg);
}

bool perfring_stop(struct perfring *ring,
		   void (*call)(unsigned int tracepoint, const void *data,
				size_t size, void *arg),
		   void *arg)
{
	union {
		struct raw_sample sample;
		char bytes[MOST_RECORD];
	} record;
	unsigned long long at, head;
	bool lost;

	if (!control(ring, PERF_EVENT_IOC_DISABLE))
		return false;
	head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	at = ring->page->data_tail;
	/* the kernel tells of a loss only when there is room again */
	lost = head - at > PERFRING_SIZE - MOST_RECORD;
	while (!lost && at < head) {
		struct perf_event_header header;

		copy_out(ring, at, &header, sizeof(header));
		lost = header.size < sizeof(header) ||
		       header.size > sizeof(record) ||
		       header.type == PERF_RECORD_LOST;
		if (lost)
			break;
		copy_out(ring, at, &record, header.size);
		if (header.type == PERF_RECORD_SAMPLE)
			hand_over(ring, &record.sample, call, arg);
		at += header.size;
	}
	__atomic_store_n(&ring->page->data_tail, head, __ATOMIC_RELEASE);
	if (lost)
		require_unmet("perf: events were lost: the machine is too busy");
	return !lost;
}

void perfring_close(struct perfring *ring)
{
	if (ring->page)
		munmap(ring->page, page_size() + PERFRING_SIZE);
	ring->page = NULL;
	perf_group_close(&ring->events);
}
