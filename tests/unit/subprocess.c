// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <signal.h>

#include "child.h"
#include "require.h"
#include "unit.h"

/* A fork that can be made to fail, and children whose parent is gone already */
static bool no_fork;
static pid_t other_parent;

static pid_t made_up_fork(void)
{
	if (!no_fork)
		return fork();
	errno = EAGAIN;
	return -1;
}

static pid_t made_up_getppid(void)
{
	return other_parent ? other_parent : getppid();
}

#define fork made_up_fork
#define getppid made_up_getppid
#include "../../lib/subprocess.c"
#undef fork
#undef getppid

static bool is_there(pid_t pid)
{
	return !kill(pid, 0);
}

static void ends_by_itself(void)
{
	pid_t pid = subprocess_fork();
	int status = -1;

	if (!pid)
		_exit(7);
	CHECK(subprocess_wait(pid, 10, &status));
	CHECK_INT(WEXITSTATUS(status), 7);
	CHECK(!is_there(pid));
}

static void is_still_there(void)
{
	pid_t pid = subprocess_fork();

	while (!pid)
		pause();
	CHECK(!subprocess_wait(pid, 0, NULL));
	CHECK(is_there(pid));
	CHECK(subprocess_kill(pid));
	CHECK(!is_there(pid));
}

static void is_killed_when_stopped(void)
{
	pid_t pid = subprocess_fork();

	while (!pid)
		raise(SIGSTOP);
	CHECK(!subprocess_wait(pid, 0, NULL));
	CHECK(subprocess_kill(pid));
	CHECK(!is_there(pid));
}

static void a_parent(void *arg)
{
	pid_t pid = subprocess_fork();

	(void)arg;
	while (!pid)
		pause();
	printf("%d", pid);
	fflush(stdout);
	raise(SIGKILL);
}

static void dies_with_its_parent(void)
{
	unsigned int tries;
	pid_t pid;

	child_run(a_parent, NULL);
	pid = atoi(child.out);
	CHECK(pid > 0);
	for (tries = 0; pid > 0 && is_there(pid) && tries < 5000; tries++)
		usleep(1000);
	CHECK(pid > 0 && !is_there(pid));
}

static void a_parent_that_was_gone(void)
{
	int status = -1;
	pid_t pid;

	other_parent = 1;
	pid = subprocess_fork();
	if (!pid)
		_exit(7);
	other_parent = 0;
	CHECK(subprocess_wait(pid, 10, &status));
	CHECK_INT(WEXITSTATUS(status), 1);
}

static void no_process_more(void)
{
	no_fork = true;
	CHECK_INT(subprocess_fork(), -1);
	CHECK_INT(require_flush("expected"), 1);
	no_fork = false;
}

int main(void)
{
	RUN(ends_by_itself);
	RUN(is_still_there);
	RUN(is_killed_when_stopped);
	RUN(dies_with_its_parent);
	RUN(a_parent_that_was_gone);
	RUN(no_process_more);
	return unit_end();
}
