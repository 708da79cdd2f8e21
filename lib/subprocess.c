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

#define SHORTEST_NAP_NS 50000
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

static bool has_ended(pid_t pid)
{
	siginfo_t info = { .si_pid = 0 };

	return waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
	       info.si_pid;
}

bool subprocess_wait(pid_t pid, unsigned int seconds, int *status)
{
	struct timespec now, nap = { .tv_nsec = SHORTEST_NAP_NS };
	const struct timespec moment = nap;
	time_t until;

	clock_gettime(CLOCK_MONOTONIC, &now);
	until = now.tv_sec + seconds + 1;
	while (!has_ended(pid)) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (now.tv_sec >= until)
			return false;
		nanosleep(&nap, NULL);
		if (nap.tv_nsec < LONGEST_NAP_NS)
			nap.tv_nsec *= 2;
	}
	/*
	 * Its threads may be on their way out still. Reaping spins for them in
	 * shrink_dcache_parent(), and if this process is real-time on the same
	 * CPU, and they are lower, they don't get to run.
	 */
	nanosleep(&moment, NULL);
	return waitpid(pid, status, 0) == pid || errno == ECHILD;
}

bool subprocess_kill(pid_t pid)
{
	kill(pid, SIGKILL);
	return subprocess_wait(pid, PATIENCE_SECONDS, NULL);
}
