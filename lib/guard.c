// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler.h"
#include "guard.h"
#include "require.h"

static struct guard *newest;

/*
 * Out of reach of what is sent to the test's process group or terminal, and
 * of the test's own death.
 */
static void __noreturn stand(int end, void (*restore)(const void *arg),
			     const void *arg)
{
	const struct guard *other;
	sigset_t all;
	char byte;

	setsid();
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	/* whoever reads the test's output must not wait for the guard */
	close(STDIN_FILENO);
	close(STDOUT_FILENO);
	close(STDERR_FILENO);
	/* nor must another guard, which waits until all have closed its end */
	for (other = newest; other; other = other->older)
		close(other->end);
	byte = 0;
	if (write(end, &byte, 1) == 1)
		while (read(end, &byte, 1) < 0 && errno == EINTR)
			;
	restore(arg);
	_exit(0);
}

/* Not before it is out of reach may anything be changed */
static bool is_standing(int end)
{
	ssize_t got;
	char byte;

	do {
		got = read(end, &byte, 1);
	} while (got < 0 && errno == EINTR);
	return got == 1;
}

bool guard_start(struct guard *guard, const char *what_for,
		 void (*restore)(const void *arg), const void *arg)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
		require_unmet("no socket for the guard of %s: %s", what_for,
			      strerror(errno));
		return false;
	}
	guard->process = fork();
	if (!guard->process) {
		close(ends[0]);
		stand(ends[1], restore, arg);
	}
	close(ends[1]);
	if (guard->process < 0) {
		require_unmet("no process for the guard of %s: %s", what_for,
			      strerror(errno));
		close(ends[0]);
		return false;
	}
	guard->end = ends[0];
	guard->older = newest;
	newest = guard;
	if (is_standing(guard->end))
		return true;
	require_unmet("the guard of %s has ended", what_for);
	guard_end(guard);
	return false;
}

void guard_end(struct guard *guard)
{
	struct guard **link = &newest;

	while (*link != guard)
		link = &(*link)->older;
	*link = guard->older;
	close(guard->end);
	waitpid(guard->process, NULL, 0);
}
