// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "require.h"
#include "subprocess.h"

/* How long a killed process may take to leave the kernel */
#define PATIENCE_SECONDS 5

#define LONGEST_NAP_NS 2000000

pid_t subprocess_fork(void)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		require_unmet("no process more: %s", strerror(errno));
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* it may have ended before it was asked for */
	if (getppid() != parent)
		_exit(1);
	return 0;
}

bool subprocess_wait(pid_t pid, unsigned int seconds, int *status)
{
	struct timespec now, nap = { .tv_nsec = 50000 };
	time_t until;

	clock_gettime(CLOCK_MONOTONIC, &now);
	until = now.tv_sec + seconds + 1;
	while (!waitpid(pid, status, WNOHANG)) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (now.tv_sec >= until)
			return false;
		nanosleep(&nap, NULL);
		if (nap.tv_nsec < LONGEST_NAP_NS)
			nap.tv_nsec *= 2;
	}
	return true;
}

bool subprocess_kill(pid_t pid)
{
	kill(pid, SIGKILL);
	return subprocess_wait(pid, PATIENCE_SECONDS, NULL);
}
