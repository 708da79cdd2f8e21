// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "perfbuf.h"
#include "require.h"

static size_t page_size(void)
{
	return sysconf(_SC_PAGESIZE);
}

struct perf_event_mmap_page *perfbuf_map(int fd)
{
	void *page = mmap(NULL, page_size() + PERFBUF_SIZE,
			  PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (page != MAP_FAILED)
		return page;
	require_unmet("perf: no ring of %d KB: %s: see kernel.perf_event_mlock_kb",
		      PERFBUF_SIZE / 1024, strerror(errno));
	return NULL;
}

void perfbuf_skip(struct perf_event_mmap_page *page)
{
	page->data_tail = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
}

/* The ring's bytes go round; a record may lie across its end */
static void copy_out(const struct perf_event_mmap_page *page,
		     unsigned long long at, void *to, size_t size)
{
	const char *bytes = (const char *)page + page_size();
	size_t from = at % PERFBUF_SIZE, first = PERFBUF_SIZE - from;

	if (first > size)
		first = size;
	memcpy(to, bytes + from, first);
	memcpy((char *)to + first, bytes, size - first);
}

bool perfbuf_take(struct perf_event_mmap_page *page,
		  void (*call)(const struct perf_event_header *sample, void *arg),
		  void *arg)
{
	union {
		struct perf_event_header header;
		char bytes[PERFBUF_MOST_RECORD];
	} record;
	unsigned long long at, head;
	bool lost;

	head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	at = page->data_tail;
	/* the kernel tells of a loss only when there is room again */
	lost = head - at > PERFBUF_SIZE - PERFBUF_MOST_RECORD;
	while (!lost && at < head) {
		copy_out(page, at, &record.header, sizeof(record.header));
		lost = record.header.size < sizeof(record.header) ||
		       record.header.size > sizeof(record) ||
		       record.header.type == PERF_RECORD_LOST;
		if (lost)
			break;
		copy_out(page, at, &record, record.header.size);
		if (record.header.type == PERF_RECORD_SAMPLE)
			call(&record.header, arg);
		at += record.header.size;
	}
	__atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
	if (lost)
		require_unmet("perf: events were lost: the machine is too busy");
	return !lost;
}

void perfbuf_unmap(struct perf_event_mmap_page *page)
{
	if (page)
		munmap(page, page_size() + PERFBUF_SIZE);
}
