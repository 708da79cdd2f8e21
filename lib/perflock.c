// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler.h"
#include "perflock.h"
#include "require.h"
#include "subprocess.h"

/* It reads all of /proc before it begins */
#define PATIENCE_MS 20000

struct perflock {
	pid_t process;
	/* commands go here, and the answer comes there */
	int control[2], ack[2];
	/* what it says when it fails */
	int errors;
};

void perflock_require(void)
{
	char path[PATH_MAX], *rest = path, *dir;
	char program[PATH_MAX + sizeof("/perf")];

	snprintf(path, sizeof(path), "%s", getenv("PATH") ? getenv("PATH") : "");
	while ((dir = strsep(&rest, ":"))) {
		snprintf(program, sizeof(program), "%s/perf", dir);
		if (!access(program, X_OK))
			return;
	}
	require_unmet("no program perf in $PATH (Debian: linux-perf)");
}

static void __noreturn run_perf(const struct perflock *perf)
{
	char control[32];
	int null;

	null = open("/dev/null", O_RDWR);
	dup2(null, STDIN_FILENO);
	/* as a file's name it would be renamed */
	dup2(null, STDOUT_FILENO);
	dup2(perf->errors, STDERR_FILENO);
	fcntl(perf->control[0], F_SETFD, 0);
	fcntl(perf->ack[1], F_SETFD, 0);
	snprintf(control, sizeof(control), "--control=fd:%d,%d",
		 perf->control[0], perf->ack[1]);
	execlp("perf", "perf", "lock", "record", "-a", "-g", "-o", "-",
	       "--delay=-1", control, NULL);
	perror("perf");
	_exit(1);
}

/* Has it begin; it answers when all events are on */
static bool switch_on(struct perflock *perf)
{
	static const char command[] = "enable\n";
	struct pollfd ack = { perf->ack[0], POLLIN, 0 };
	char answer[8];

	return write(perf->control[1], command, strlen(command)) > 0 &&
	       poll(&ack, 1, PATIENCE_MS) == 1 && ack.revents & POLLIN &&
	       read(perf->ack[0], answer, sizeof(answer)) >= 3 &&
	       !strncmp(answer, "ack", 3);
}

static void note_failure(const struct perflock *perf)
{
	char text[128];
	ssize_t got = pread(perf->errors, text, sizeof(text) - 1, 0);

	text[got > 0 ? got : 0] = '\0';
	require_unmet("perf lock record did not record: %s",
		      *text ? text : "it told no reason");
}

static void close_all(struct perflock *perf)
{
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (perf->control[i] >= 0)
			close(perf->control[i]);
		if (perf->ack[i] >= 0)
			close(perf->ack[i]);
	}
	close(perf->errors);
	free(perf);
}

struct perflock *perflock_start(void)
{
	struct perflock *perf = malloc(sizeof(*perf));

	if (!perf) {
		require_unmet("no memory for perf");
		return NULL;
	}
	*perf = (struct perflock){ .control = { -1, -1 }, .ack = { -1, -1 } };
	perf->errors = memfd_create("perf", MFD_CLOEXEC);
	if (perf->errors < 0 || pipe2(perf->control, O_CLOEXEC) ||
	    pipe2(perf->ack, O_CLOEXEC)) {
		require_unmet("no pipe to perf: %s", strerror(errno));
		close_all(perf);
		return NULL;
	}
	perf->process = subprocess_fork();
	if (!perf->process)
		run_perf(perf);
	if (perf->process < 0) {
		close_all(perf);
		return NULL;
	}
	/* so that its end shows */
	close(perf->ack[1]);
	perf->ack[1] = -1;
	if (switch_on(perf))
		return perf;
	note_failure(perf);
	subprocess_kill(perf->process);
	close_all(perf);
	return NULL;
}

bool perflock_stop(struct perflock *perf)
{
	bool ran = waitpid(perf->process, NULL, WNOHANG) == 0;

	if (ran)
		subprocess_kill(perf->process);
	else
		note_failure(perf);
	close_all(perf);
	return ran;
}
