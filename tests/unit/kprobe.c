// SPDX-License-Identifier: GPL-2.0
/* Probes on kernel functions: what is made of their samples, and refusals */
#include "child.h"
#include "unit.h"

/* For what is static in it */
#include "../../lib/kprobe.c"

#define ME 77

static struct kprobe_calls calls;
static struct reader reader;

static void begin(bool timed)
{
	memset(&calls, 0, sizeof(calls));
	reader = (struct reader){ .calls = &calls, .tid = ME, .timed = timed };
}

static void entry(unsigned int tid, unsigned long long time,
		  unsigned long long third)
{
	struct call_sample sample = {
		.header.size = ENTRY_SIZE, .tid = tid, .time = time,
		.third = third,
	};

	see(&sample.header, &reader);
}

static void leave(unsigned int tid, unsigned long long time)
{
	struct call_sample sample = {
		.header.size = RETURN_SIZE, .tid = tid, .time = time,
	};

	see(&sample.header, &reader);
}

static void calls_that_are_timed(void)
{
	begin(true);
	entry(ME, 100, 5);
	leave(ME, 130);
	entry(ME, 200, 6);
	leave(ME, 203);
	CHECK_INT(calls.count, 2);
	CHECK_INT(calls.took, 33);
	CHECK_INT(calls.began, 200);
	CHECK_INT(calls.ended, 203);
	CHECK_INT(calls.third, 6);
}

static void calls_by_others(void)
{
	begin(true);
	entry(ME, 100, 5);
	entry(ME + 1, 110, 9);
	leave(ME + 1, 120);
	leave(ME, 130);
	CHECK_INT(calls.count, 1);
	CHECK_INT(calls.took, 30);
	CHECK_INT(calls.third, 5);
}

/* A return whose entry was before the probe, an entry whose return is to come */
static void halves(void)
{
	begin(true);
	leave(ME, 90);
	entry(ME, 100, 5);
	CHECK_INT(calls.count, 0);
	CHECK_INT(calls.took, 0);
}

static void entries_alone(void)
{
	begin(false);
	entry(ME, 100, 5);
	entry(ME, 110, 0);
	CHECK_INT(calls.count, 2);
	CHECK_INT(calls.took, 0);
	CHECK_INT(calls.third, 0);
	CHECK_INT(calls.began, 110);
}

static void samples_of_no_known_size(void)
{
	struct call_sample sample = { .tid = ME };

	begin(false);
	for (sample.header.size = 0; sample.header.size < 200;
	     sample.header.size++)
		if (sample.header.size != ENTRY_SIZE)
			see(&sample.header, &reader);
	CHECK_INT(calls.count, 0);
}

static void refuse_all(void *arg)
{
	(void)arg;
	kprobe_refused("f", -ENODEV);
	kprobe_refused("f", -EACCES);
	kprobe_refused("f", -EOPNOTSUPP);
	kprobe_refused("f", -ENOENT);
	require_flush("x");
}

static void reasons(void)
{
	child_run(refuse_all, NULL);
	CHECK_HAS(child.out, "kernel without CONFIG_KPROBE_EVENTS, needed to watch f()\n");
	CHECK_HAS(child.out, "no permission to probe f(): run as root\n");
	CHECK_HAS(child.out, "of arguments aren't known on this architecture\n");
	CHECK_HAS(child.out, "f() can't be probed: No such file or directory\n");
}

/* Whatever the kernel says, it is an error, and nothing stays open */
static void a_function_that_is_none(void)
{
	struct kprobe probe;
	int before = dup(0);
	int error = kprobe_open(&probe, "no_such_function_", true), after;

	CHECK(error < 0);
	close(before);
	after = dup(0);
	CHECK_INT(after, before);
	close(after);
}

int main(void)
{
	RUN(calls_that_are_timed);
	RUN(calls_by_others);
	RUN(halves);
	RUN(entries_alone);
	RUN(samples_of_no_known_size);
	RUN(reasons);
	RUN(a_function_that_is_none);
	return unit_end();
}
