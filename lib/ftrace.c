// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "compiler.h"
#include "env.h"
#include "ftrace.h"
#include "guard.h"
#include "require.h"
#include "sysfile.h"
#include "tracefs.h"

#define NS_PER_US 1000
#define SETTING_SIZE 32

struct session {
	int dir;
	/* holds the lock; closed last */
	int lock;
	struct guard guard;
	char tracing_on[SETTING_SIZE];
};

/* The state that nobody who traces leaves the files in */
static const struct {
	const char *file, *idle;
} idle[] = {
	{ "current_tracer", "nop" },
	{ "set_graph_function", "#### all functions enabled ####" },
	{ "set_ftrace_filter", "#### all functions enabled ####" },
	{ "set_ftrace_pid", "no pid" },
	{ "set_event", "" },
};

static bool is_idle(int dir)
{
	char text[SETTING_SIZE * 2];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(idle); i++) {
		int got = sysfile_read(dir, idle[i].file, text, sizeof(text));

		if (got < 0) {
			require_unmet("tracefs: %s: %s", idle[i].file,
				      strerror(-got));
			return false;
		}
		if (strcmp(text, idle[i].idle)) {
			require_unmet("tracing is in use: %s is '%s'",
				      idle[i].file, text);
			return false;
		}
	}
	return true;
}

static void restore(const void *arg)
{
	const struct session *session = arg;

	sysfile_write(session->dir, "tracing_on", "0");
	sysfile_write(session->dir, "current_tracer", "nop");
	/* opening them for writing is what empties these two */
	sysfile_write(session->dir, "set_ftrace_filter", "");
	sysfile_write(session->dir, "set_ftrace_pid", "");
	sysfile_write(session->dir, "tracing_on", session->tracing_on);
}

static bool begin(struct session *session)
{
	/* seen: 6.12 panics on four CPUs of QEMU while calls are patched in */
	if (env_emulated()) {
		require_unmet("switching on function_graph can crash an emulated machine");
		return false;
	}
	session->dir = tracefs_open();
	if (session->dir < 0) {
		require_unmet("no tracefs: %s", strerror(-session->dir));
		return false;
	}
	/* the lock keeps apart runs of this collection; idle[] all others */
	session->lock = openat(session->dir, "current_tracer",
			       O_RDONLY | O_CLOEXEC);
	if (session->lock < 0) {
		require_unmet("tracefs: current_tracer: %s", strerror(errno));
		goto close_dir;
	}
	if (flock(session->lock, LOCK_EX | LOCK_NB)) {
		require_unmet("tracing is in use by another test");
		goto close_lock;
	}
	if (faccessat(session->dir, "set_graph_function", F_OK, 0)) {
		require_unmet("kernel without CONFIG_FUNCTION_GRAPH_TRACER");
		goto close_lock;
	}
	if (sysfile_read(session->dir, "tracing_on", session->tracing_on,
			 SETTING_SIZE) < 0)
		require_unmet("tracefs: tracing_on can't be read");
	else if (is_idle(session->dir) &&
		 guard_start(&session->guard, "tracing", restore, session))
		return true;
close_lock:
	close(session->lock);
close_dir:
	close(session->dir);
	return false;
}

static void end(struct session *session)
{
	guard_end(&session->guard);
	close(session->lock);
	close(session->dir);
}

static bool set(const struct session *session, const char *file,
		const char *value)
{
	int error = sysfile_write(session->dir, file, value);

	if (error)
		require_unmet("tracefs: '%s' can't be written to %s: %s", value,
			      file, strerror(-error));
	return !error;
}

/* " 1) + 12.345 us   |  do_mmap();" gives 12345, other lines 0 */
static double parse_line(const char *line, const char *function)
{
	const char *bar = strchr(line, '|');
	const char *us, *at;

	if (!bar)
		return 0;
	for (at = bar + 1; *at == ' '; at++)
		;
	if (strncmp(at, function, strlen(function)) ||
	    strncmp(at + strlen(function), "();", 3))
		return 0;
	us = strstr(line, " us ");
	if (!us || us > bar)
		return 0;
	for (at = us; at > line && strchr("0123456789.", at[-1]); at--)
		;
	return strtod(at, NULL) * NS_PER_US;
}

static unsigned int read_trace(const struct session *session,
			       const char *function, double *durations,
			       unsigned int most)
{
	int fd = openat(session->dir, "trace", O_RDONLY | O_CLOEXEC);
	FILE *trace = fd < 0 ? NULL : fdopen(fd, "r");
	unsigned int seen = 0;
	char line[256];

	if (!trace) {
		require_unmet("tracefs: trace: %s", strerror(errno));
		return 0;
	}
	while (seen < most && fgets(line, sizeof(line), trace)) {
		double ns = parse_line(line, function);

		if (ns > 0)
			durations[seen++] = ns;
	}
	fclose(trace);
	if (!seen)
		require_unmet("no call of %s in the trace", function);
	return seen;
}

unsigned int ftrace_durations(const char *function, void (*work)(void),
			      double *durations, unsigned int most)
{
	struct session session;
	unsigned int seen = 0;
	char thread[16];

	if (!begin(&session))
		return 0;
	snprintf(thread, sizeof(thread), "%ld", (long)syscall(SYS_gettid));
	if (set(&session, "tracing_on", "0") &&
	    /* no others: its callees would be traced too, at its cost */
	    set(&session, "set_ftrace_filter", function) &&
	    set(&session, "set_ftrace_pid", thread) &&
	    set(&session, "current_tracer", "function_graph") &&
	    set(&session, "tracing_on", "1")) {
		work();
		if (set(&session, "tracing_on", "0"))
			seen = read_trace(&session, function, durations, most);
	}
	end(&session);
	return seen;
}
