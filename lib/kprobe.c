// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kprobe.h"
#include "parse.h"
#include "perfbuf.h"
#include "require.h"
#include "sysfile.h"

#define PMU "/sys/bus/event_source/devices/kprobe/type"

/* In attr.config: the return of the function, not its entry */
#define RETPROBE 1

/*
 * Bit of the register with the third argument of a function, by the order of
 * asm/perf_regs.h, which some architectures don't have
 */
#if defined(__x86_64__)
#define THIRD_ARGUMENT 0x8ULL	/* 1 << PERF_REG_X86_DX */
#elif defined(__aarch64__)
#define THIRD_ARGUMENT 0x4ULL	/* 1 << PERF_REG_ARM64_X2 */
#else
#define THIRD_ARGUMENT 0
#endif

enum { ENTRY, RETURN };

/* An entry has all of this, a return ends before the registers */
struct call_sample {
	struct perf_event_header header;
	unsigned int pid, tid;
	unsigned long long time;
	unsigned long long abi;
	unsigned long long third;
};

#define ENTRY_SIZE sizeof(struct call_sample)
#define RETURN_SIZE offsetof(struct call_sample, abi)

struct reader {
	struct kprobe_calls *calls;
	unsigned int tid;
	bool timed, inside;
};

static int open_one(const char *function, unsigned int which, unsigned long type)
{
	struct perf_event_attr attr = {
		.type = type,
		.size = sizeof(attr),
		.config = which == RETURN ? RETPROBE : 0,
		.kprobe_func = (uintptr_t)function,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};
	int fd;

	if (which == ENTRY) {
		attr.sample_type |= PERF_SAMPLE_REGS_INTR;
		attr.sample_regs_intr = THIRD_ARGUMENT;
	}
	/* of the CPU: threads that aren't ours are told by their number */
	fd = syscall(SYS_perf_event_open, &attr, -1, sched_getcpu(), -1,
		     PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int kprobe_open(struct kprobe *probe, const char *function, bool timed)
{
	unsigned long type;
	char text[16];
	int error;

	memset(probe, 0, sizeof(*probe));
	probe->fd[RETURN] = -1;
	if (!THIRD_ARGUMENT)
		return -EOPNOTSUPP;
	if (sysfile_read(AT_FDCWD, PMU, text, sizeof(text)) < 0 ||
	    !parse_uint(text, 0, INT_MAX, &type))
		return -ENODEV;
	probe->fd[ENTRY] = open_one(function, ENTRY, type);
	if (probe->fd[ENTRY] < 0)
		return probe->fd[ENTRY];
	probe->page = perfbuf_map(probe->fd[ENTRY]);
	error = probe->page ? 0 : -ENOMEM;
	if (!error && timed) {
		probe->fd[RETURN] = open_one(function, RETURN, type);
		error = probe->fd[RETURN] < 0 ? probe->fd[RETURN] : 0;
		if (!error && ioctl(probe->fd[RETURN], PERF_EVENT_IOC_SET_OUTPUT,
				    probe->fd[ENTRY]))
			error = -errno;
	}
	if (error)
		kprobe_close(probe);
	return error;
}

void kprobe_clear(struct kprobe *probe)
{
	perfbuf_skip(probe->page);
}

static void see(const struct perf_event_header *header, void *arg)
{
	const struct call_sample *sample = (const struct call_sample *)header;
	struct kprobe_calls *calls;
	struct reader *reader = arg;

	if (header->size != ENTRY_SIZE && header->size != RETURN_SIZE)
		return;
	if (sample->tid != reader->tid)
		return;
	calls = reader->calls;
	if (header->size == ENTRY_SIZE) {
		calls->third = sample->third;
		calls->count += !reader->timed;
		calls->began = sample->time;
		reader->inside = true;
	} else if (reader->inside) {
		calls->count++;
		calls->ended = sample->time;
		calls->took += calls->ended - calls->began;
		reader->inside = false;
	}
}

bool kprobe_take(struct kprobe *probe, struct kprobe_calls *calls)
{
	struct reader reader = {
		.calls = calls,
		.tid = syscall(SYS_gettid),
		.timed = probe->fd[RETURN] >= 0,
	};

	memset(calls, 0, sizeof(*calls));
	return perfbuf_take(probe->page, see, &reader);
}

void kprobe_close(struct kprobe *probe)
{
	perfbuf_unmap(probe->page);
	probe->page = NULL;
	if (probe->fd[RETURN] >= 0)
		close(probe->fd[RETURN]);
	close(probe->fd[ENTRY]);
}

void kprobe_refused(const char *function, int error)
{
	switch (error) {
	case -ENODEV:
		require_unmet("kernel without CONFIG_KPROBE_EVENTS, needed to watch %s()",
			      function);
		break;
	case -EACCES:
	case -EPERM:
		require_unmet("no permission to probe %s(): run as root",
			      function);
		break;
	case -EOPNOTSUPP:
		require_unmet("the registers of arguments aren't known on this architecture");
		break;
	default:
		require_unmet("%s() can't be probed: %s", function,
			      strerror(-error));
	}
}

void kprobe_require(const char *function)
{
	struct kprobe probe;
	int error = kprobe_open(&probe, function, true);

	if (error)
		kprobe_refused(function, error);
	else
		kprobe_close(&probe);
}
