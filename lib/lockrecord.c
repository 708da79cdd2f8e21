// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lockcount.h"
#include "lockrecord.h"
#include "perfbuf.h"
#include "placement.h"
#include "require.h"
#include "tracepoint.h"

/* What perf record asks for, with -g */
#define SAMPLE_TYPE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | \
		     PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_CPU | \
		     PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW)

#define FILE_SIZE (64 << 20)
#define POLL_MS 100

struct cpu_record {
	int event[NR_LOCK_EVENTS];
	struct perf_event_mmap_page *page;
};

struct lockrecord {
	int file;
	size_t at;
	bool stop;
	bool has_thread;
	pthread_t thread;
	unsigned int count;
	struct cpu_record cpus[];
};

static size_t page_size(void)
{
	return sysconf(_SC_PAGESIZE);
}

static void write_out(struct lockrecord *record, const char *bytes, size_t size)
{
	if (record->at + size > FILE_SIZE)
		record->at = 0;
	/* no room for it is no reason to end: nobody reads it */
	if (pwrite(record->file, bytes, size, record->at) > 0)
		record->at += size;
}

static void empty(struct lockrecord *record, struct cpu_record *cpu)
{
	const char *bytes = (const char *)cpu->page + page_size();
	unsigned long long tail = cpu->page->data_tail;
	unsigned long long head = __atomic_load_n(&cpu->page->data_head,
						  __ATOMIC_ACQUIRE);

	while (tail < head) {
		size_t from = tail % PERFBUF_SIZE, size = head - tail;

		if (size > PERFBUF_SIZE - from)
			size = PERFBUF_SIZE - from;
		write_out(record, bytes + from, size);
		tail += size;
	}
	__atomic_store_n(&cpu->page->data_tail, tail, __ATOMIC_RELEASE);
}

static void *empty_all(void *arg)
{
	const struct sched_param normal = { .sched_priority = 0 };
	struct lockrecord *record = arg;
	struct pollfd *rings;
	unsigned int i;

	sched_setscheduler(0, SCHED_OTHER, &normal);
	rings = calloc(record->count, sizeof(*rings));
	for (i = 0; rings && i < record->count; i++)
		rings[i] = (struct pollfd){ record->cpus[i].event[0], POLLIN, 0 };
	while (!__atomic_load_n(&record->stop, __ATOMIC_ACQUIRE)) {
		poll(rings, rings ? record->count : 0, POLL_MS);
		for (i = 0; i < record->count; i++)
			empty(record, &record->cpus[i]);
	}
	free(rings);
	return NULL;
}

/* Both events of a CPU, in the ring of the first */
static bool open_cpu(struct cpu_record *record, unsigned int cpu)
{
	unsigned int i;

	for (i = 0; i < NR_LOCK_EVENTS; i++) {
		struct perf_event_attr attr = {
			.type = PERF_TYPE_TRACEPOINT,
			.size = sizeof(attr),
			.config = tracepoint_id(lock_events[i].name),
			.sample_period = 1,
			.sample_type = SAMPLE_TYPE,
			.watermark = 1,
			.wakeup_watermark = PERFBUF_SIZE / 4,
		};

		if (!attr.config)
			return false;
		record->event[i] = perf_open(&attr, cpu, -1, lock_events[i].name,
					     NULL);
		if (record->event[i] < 0)
			return false;
		if (i) {
			if (!ioctl(record->event[i], PERF_EVENT_IOC_SET_OUTPUT,
				   record->event[0]))
				continue;
			require_unmet("perf: %s can't share a ring: %s",
				      lock_events[i].name, strerror(errno));
			return false;
		}
		record->page = perfbuf_map(record->event[0]);
		if (!record->page)
			return false;
	}
	return true;
}

static void close_cpu(struct cpu_record *record)
{
	unsigned int i;

	perfbuf_unmap(record->page);
	for (i = 0; i < NR_LOCK_EVENTS; i++)
		if (record->event[i] >= 0)
			close(record->event[i]);
}

bool lockrecord_stop(struct lockrecord *record, double *contended)
{
	unsigned long long events;
	bool good = true;
	unsigned int i;

	*contended = 0;
	for (i = 0; i < record->count && record->has_thread; i++) {
		good &= read(record->cpus[i].event[LOCKS_BEGIN], &events,
			     sizeof(events)) == sizeof(events);
		*contended += events;
	}
	if (!good)
		require_unmet("perf: lock events can't be read");
	__atomic_store_n(&record->stop, true, __ATOMIC_RELEASE);
	if (record->has_thread)
		pthread_join(record->thread, NULL);
	while (record->count)
		close_cpu(&record->cpus[--record->count]);
	close(record->file);
	free(record);
	return good;
}

struct lockrecord *lockrecord_start(void)
{
	unsigned int cpus = placement_count();
	struct lockrecord *record;
	double none;
	bool good;

	record = calloc(1, sizeof(*record) + cpus * sizeof(record->cpus[0]));
	if (record)
		record->file = memfd_create("lock events", MFD_CLOEXEC);
	if (!record || record->file < 0) {
		require_unmet("no memory for the events of %u CPUs", cpus);
		free(record);
		return NULL;
	}
	for (good = true; good && record->count < cpus; record->count++) {
		struct cpu_record *cpu = &record->cpus[record->count];

		cpu->event[LOCKS_BEGIN] = -1;
		cpu->event[LOCKS_END] = -1;
		good = open_cpu(cpu, placement_cpu(record->count));
	}
	if (good) {
		int error = pthread_create(&record->thread, NULL, empty_all,
					   record);

		record->has_thread = !error;
		if (!error)
			return record;
		require_unmet("no thread for lock events: %s", strerror(error));
	}
	lockrecord_stop(record, &none);
	return NULL;
}
