// SPDX-License-Identifier: GPL-2.0
/* Rings of recorded tracepoints that the tests write: the kernel's part is made up */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "perfbuf.h"
#include "require.h"
#include "unit.h"

/* The unit is given events that are switched, or not, as the tests say */
static int made_up_error;
static unsigned long switched;

static int made_up_ioctl(int fd, unsigned long request, int argument)
{
	CHECK(fd == 100 || fd == 101);
	(void)argument;
	switched = request;
	errno = made_up_error;
	return made_up_error ? -1 : 0;
}

#define ioctl made_up_ioctl
#include "../../lib/perfring.c"
#undef ioctl

#define TYPE 77
#define OTHER_TYPE 300
/* Bytes of a sample that a number doesn't need */
#define PADDING 8

static struct perfring ring;

/* What was handed over: how often, the last data, and all numbers in order */
static unsigned int calls, last_tracepoint, out_of_order;
static size_t last_size;
static char last[PERFBUF_MOST_RECORD];

static void take(unsigned int tracepoint, const void *data, size_t size,
		 void *arg)
{
	CHECK(arg == &ring);
	CHECK(size <= sizeof(last));
	memcpy(last, data, size);
	last_size = size;
	last_tracepoint = tracepoint;
	calls++;
}

/* An empty ring whose first record will lie at @at */
static void start(unsigned long long at)
{
	free(ring.page);
	ring.page = calloc(1, sysconf(_SC_PAGESIZE) + PERFBUF_SIZE);
	ring.events.count = 2;
	ring.events.fd[0] = 100;
	ring.events.fd[1] = 101;
	ring.id[0] = TYPE;
	ring.id[1] = OTHER_TYPE;
	ring.page->data_head = at;
	CHECK(perfring_start(&ring));
	CHECK(switched == PERF_EVENT_IOC_ENABLE);
	calls = 0;
	out_of_order = 0;
}

static void put(const void *bytes, size_t size)
{
	char *to = (char *)ring.page + sysconf(_SC_PAGESIZE);
	size_t i;

	for (i = 0; i < size; i++)
		to[ring.page->data_head++ % PERFBUF_SIZE] =
			((const char *)bytes)[i];
}

/* A record of @room bytes after its header, of which the first are @bytes */
static void record(unsigned int type, const void *bytes, size_t size,
		   size_t room)
{
	struct perf_event_header header = {
		.type = type, .size = sizeof(header) + room,
	};
	static const char padding[PERFBUF_SIZE];

	put(&header, sizeof(header));
	put(bytes, size);
	put(padding, room - size);
}

/* As the kernel has them: the size of the data, and the data in whole words */
static void sample(unsigned short type, unsigned long long number)
{
	struct {
		unsigned int size;
		unsigned short type;
		unsigned short flags;
		unsigned long long number;
	} data = {
		.size = sizeof(data) - sizeof(data.size) + PADDING,
		.type = type, .number = number,
	};

	record(PERF_RECORD_SAMPLE, &data, sizeof(data), sizeof(data) + PADDING);
}

static bool stop(void)
{
	bool all = perfring_stop(&ring, take, &ring);

	if (all)
		CHECK_INT(require_flush("unexpected"), 0);
	CHECK(switched == PERF_EVENT_IOC_DISABLE);
	/* what is there is done with, whatever it was */
	CHECK_INT(ring.page->data_tail, ring.page->data_head);
	return all;
}

static unsigned long long last_number(void)
{
	unsigned long long number;

	memcpy(&number, last + 4, sizeof(number));
	return number;
}

static void nothing_recorded(void)
{
	start(0);
	CHECK(stop());
	start(12345 * 8);
	CHECK(stop());
	CHECK_INT(calls, 0);
}

static void what_was_there_before(void)
{
	start(0);
	sample(TYPE, 1);
	CHECK(perfring_start(&ring));
	sample(TYPE, 2);
	CHECK(stop());
	CHECK_INT(calls, 1);
	CHECK_INT(last_number(), 2);
}

static void take_in_order(unsigned int tracepoint, const void *data, size_t size,
			  void *arg)
{
	unsigned long long before = calls ? last_number() : 0;

	take(tracepoint, data, size, arg);
	CHECK_INT(tracepoint, last_number() % 3 ? 0 : 1);
	out_of_order += last_number() != before + 1;
}

static void several_tracepoints_in_order(void)
{
	unsigned int i;

	start(0);
	for (i = 1; i <= 1000; i++)
		sample(i % 3 ? TYPE : OTHER_TYPE, i);
	CHECK(perfring_stop(&ring, take_in_order, &ring));
	CHECK_INT(calls, 1000);
	CHECK_INT(out_of_order, 0);
	CHECK_INT(last_size, 12 + PADDING);
}

/* Each place where the end of the ring can be in a record */
static void a_record_across_the_end(void)
{
	unsigned int before;

	for (before = 0; before <= 32; before += 4) {
		start(7ULL * PERFBUF_SIZE - before);
		sample(OTHER_TYPE, 0x0123456789abcdef);
		CHECK(stop());
		CHECK_INT(calls, 1);
		CHECK_INT(last_tracepoint, 1);
		CHECK_INT(last_number(), 0x0123456789abcdef);
	}
}

/* The counter of bytes goes on for good */
static void beyond_32_bits(void)
{
	start((1ULL << 40) - 16);
	sample(TYPE, 1);
	sample(TYPE, 2);
	CHECK(stop());
	CHECK_INT(calls, 2);
	CHECK_INT(last_number(), 2);
}

static void records_of_other_kinds(void)
{
	static const char bytes[400] = { 1 };

	start(0);
	record(PERF_RECORD_COMM, bytes, 40, 40);
	sample(TYPE, 1);
	record(PERF_RECORD_THROTTLE, NULL, 0, 0);
	record(PERF_RECORD_MMAP, bytes, sizeof(bytes), sizeof(bytes));
	sample(TYPE, 2);
	CHECK(stop());
	CHECK_INT(calls, 2);
	CHECK_INT(last_number(), 2);
}

/* Nothing of it counts then, and the reason is told */
static void is_lost(const char *what)
{
	bool all = stop();

	if (all)
		CHECK_STRING(what, "to be seen as a loss");
	CHECK_INT(require_flush(what), 1);
}

static void the_kernel_tells_of_a_loss(void)
{
	const unsigned long long numbers[] = { TYPE, 1 };

	start(0);
	sample(TYPE, 1);
	record(PERF_RECORD_LOST, numbers, sizeof(numbers), sizeof(numbers));
	sample(TYPE, 2);
	is_lost("a record of a loss");
	CHECK_INT(calls, 1);
}

/* As far as it may be filled, and no farther: the next one may not have fitted */
static void a_full_ring(void)
{
	const size_t most = PERFBUF_SIZE - PERFBUF_MOST_RECORD;

	start(PERFBUF_SIZE / 2);
	while (ring.page->data_head - ring.page->data_tail < most)
		sample(TYPE, 1);
	CHECK_INT(ring.page->data_head - ring.page->data_tail, most);
	CHECK(stop());
	CHECK_INT(calls, most / 32);

	start(PERFBUF_SIZE / 2);
	while (ring.page->data_head - ring.page->data_tail <= most)
		sample(TYPE, 1);
	is_lost("a full ring");
	CHECK_INT(calls, 0);
}

static void sizes_that_are_none(void)
{
	static const unsigned short sizes[] = {
		0, 1, sizeof(struct perf_event_header) - 1, PERFBUF_MOST_RECORD + 1,
		65535,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct perf_event_header header = {
			.type = PERF_RECORD_SAMPLE, .size = sizes[i],
		};

		start(64);
		sample(TYPE, 1);
		put(&header, sizeof(header));
		sample(TYPE, 2);
		is_lost("a record of an odd size");
		CHECK_INT(calls, 1);
	}
}

/* Samples that say more of their data than they have, or are too short */
static void odd_samples(void)
{
	const unsigned int sizes[] = { 0, 1, 5, 1000, ~0u, ~0u - 11 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		const unsigned int data[] = { sizes[i], TYPE };

		start(0);
		record(PERF_RECORD_SAMPLE, data, sizeof(data), sizeof(data));
		sample(TYPE, 2);
		CHECK(stop());
		CHECK_INT(calls, 1);
		CHECK_INT(last_number(), 2);
	}
	/* a header alone */
	start(0);
	record(PERF_RECORD_SAMPLE, NULL, 0, 0);
	CHECK(stop());
	CHECK_INT(calls, 0);
}

static void tracepoints_not_asked_for(void)
{
	start(0);
	sample(TYPE + 1, 1);
	sample(0, 2);
	sample(65535, 3);
	CHECK(stop());
	CHECK_INT(calls, 0);
}

static void what_cannot_be_switched(void)
{
	start(0);
	made_up_error = EBADF;
	CHECK(!perfring_start(&ring));
	CHECK_INT(require_flush("expected"), 1);
	CHECK(!perfring_stop(&ring, take, &ring));
	CHECK_INT(require_flush("expected"), 1);
	made_up_error = 0;
}

int main(void)
{
	RUN(nothing_recorded);
	RUN(what_was_there_before);
	RUN(several_tracepoints_in_order);
	RUN(a_record_across_the_end);
	RUN(beyond_32_bits);
	RUN(records_of_other_kinds);
	RUN(the_kernel_tells_of_a_loss);
	RUN(a_full_ring);
	RUN(sizes_that_are_none);
	RUN(odd_samples);
	RUN(tracepoints_not_asked_for);
	RUN(what_cannot_be_switched);
	free(ring.page);
	return unit_end();
}
