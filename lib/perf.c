// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "perf.h"
#include "require.h"
#include "tracepoint.h"

static void note(const char *name, unsigned int cpu)
{
	if (errno == EACCES || errno == EPERM)
		require_unmet("perf_event_open: %s: %s: run as root", name,
			      strerror(errno));
	else
		require_unmet("perf_event_open: %s on CPU %u: %s", name, cpu,
			      strerror(errno));
}

int perf_open(struct perf_event_attr *attr, unsigned int cpu, int group,
	      const char *name, const char *filter)
{
	int fd = syscall(SYS_perf_event_open, attr, -1, cpu, group,
			 PERF_FLAG_FD_CLOEXEC);

	if (fd < 0) {
		note(name, cpu);
		return -1;
	}
	if (filter && ioctl(fd, PERF_EVENT_IOC_SET_FILTER, filter)) {
		require_unmet("perf: %s takes no filter '%s': %s", name, filter,
			      strerror(errno));
		close(fd);
		return -1;
	}
	return fd;
}

bool perf_group_open(struct perf_group *group,
		     const struct perf_tracepoint *tracepoints,
		     unsigned int count, unsigned int cpu)
{
	group->count = 0;
	while (group->count < count) {
		const struct perf_tracepoint *one = &tracepoints[group->count];
		struct perf_event_attr attr = {
			.type = PERF_TYPE_TRACEPOINT,
			.size = sizeof(attr),
			.config = tracepoint_id(one->name),
			.read_format = PERF_FORMAT_GROUP,
			/* the others follow the first */
			.disabled = !group->count,
		};
		int fd = -1;

		if (attr.config)
			fd = perf_open(&attr, cpu,
				       group->count ? group->fd[0] : -1,
				       one->name, one->filter);
		if (fd < 0) {
			perf_group_close(group);
			return false;
		}
		group->fd[group->count++] = fd;
	}
	return true;
}

static bool control(const struct perf_group *group, unsigned long request)
{
	if (!ioctl(group->fd[0], request, PERF_IOC_FLAG_GROUP))
		return true;
	require_unmet("perf: a group of tracepoints can't be switched: %s",
		      strerror(errno));
	return false;
}

bool perf_group_start(const struct perf_group *group)
{
	return control(group, PERF_EVENT_IOC_RESET) &&
	       control(group, PERF_EVENT_IOC_ENABLE);
}

bool perf_group_stop(const struct perf_group *group, unsigned long long *counts)
{
	struct {
		unsigned long long nr;
		unsigned long long value[PERF_MOST_EVENTS];
	} all;
	size_t size = offsetof(typeof(all), value) +
		      group->count * sizeof(all.value[0]);

	if (!control(group, PERF_EVENT_IOC_DISABLE))
		return false;
	/* an event of a CPU that has gone offline reads as its end */
	if (read(group->fd[0], &all, sizeof(all)) != (ssize_t)size ||
	    all.nr != group->count) {
		require_unmet("perf: a group of tracepoints can't be read");
		return false;
	}
	memcpy(counts, all.value, group->count * sizeof(all.value[0]));
	return true;
}

void perf_group_close(struct perf_group *group)
{
	while (group->count)
		close(group->fd[--group->count]);
}
