/* SPDX-License-Identifier: GPL-2.0 */
/* Runs a function in a process of its own and keeps what it printed. */
#ifndef PERF_REGRESS_CHILD_H
#define PERF_REGRESS_CHILD_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILD_SECONDS 60
#define CHILD_TEXT_SIZE 65536

/* What a child left: its exit status, 128 + N when signal N ended it */
static struct {
	int status;
	char out[CHILD_TEXT_SIZE];
	char err[CHILD_TEXT_SIZE];
} child;

/* A fault that a sanitizer finds must not look like an exit with 1 */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "exitcode=99";
}

static inline void child_text(int fd, char *text)
{
	ssize_t length = pread(fd, text, CHILD_TEXT_SIZE - 1, 0);

	text[length > 0 ? length : 0] = '\0';
	close(fd);
}

/* Calls @call(@arg) in a child, which exits with 0 when that returns */
static inline void child_run(void (*call)(void *arg), void *arg)
{
	int out = memfd_create("out", MFD_CLOEXEC), status;
	int err = memfd_create("err", MFD_CLOEXEC);
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		dup2(out, STDOUT_FILENO);
		dup2(err, STDERR_FILENO);
		/* one that hangs is a failure, not a wait without end */
		alarm(CHILD_SECONDS);
		call(arg);
		exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		perror("child");
		exit(1);
	}
	child.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
					     WEXITSTATUS(status);
	child_text(out, child.out);
	child_text(err, child.err);
}

#endif
