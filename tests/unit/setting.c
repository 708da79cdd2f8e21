// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "child.h"
#include "require.h"
#include "setting.h"
#include "sysfile.h"
#include "unit.h"

/* A file of memory stands for one of /sys: it is written from its start, too */
static char path[64];

static const char *get(void)
{
	static char text[32];

	CHECK(sysfile_read(AT_FDCWD, path, text, sizeof(text)) >= 0);
	return text;
}

static void changes_and_restores(void)
{
	struct setting setting;

	CHECK(setting_change(&setting, path, "0"));
	CHECK_STRING(get(), "000");
	setting_restore(&setting);
	CHECK_STRING(get(), "100");
	CHECK_INT(require_flush("unexpected"), 0);
}

static void change_and_die(void *arg)
{
	struct setting setting;

	(void)arg;
	if (setting_change(&setting, path, "0") && !strcmp(get(), "000"))
		kill(getpid(), SIGKILL);
}

static void two_at_a_time(void)
{
	struct setting setting;
	int i;

	for (i = 0; i < 10; i++) {
		child_run(change_and_die, NULL);
		CHECK_INT(child.status, 128 + SIGKILL);
		/* waits for the guard of the one that died */
		CHECK(setting_change(&setting, path, "2"));
		CHECK_STRING(setting.before, "100");
		CHECK_STRING(get(), "200");
		setting_restore(&setting);
		CHECK_STRING(get(), "100");
	}
}

static void lock_it(void *arg)
{
	int lock = setting_lock(arg);

	/* who dies, or ends, has it no more */
	printf("%d\n", lock >= 0);
	require_flush("point");
}

static void locks_folders(void)
{
	int lock = setting_lock("/proc/self/ns");

	CHECK(lock >= 0);
	close(lock);
	child_run(lock_it, "/tmp");
	lock = setting_lock("/tmp");
	CHECK(lock >= 0);
	close(lock);
	child_run(lock_it, "/nonexistent");
	CHECK_STRING(child.out,
		     "0\n# point: skipped: /nonexistent: No such file or directory\n");
}

static void try_it(void *arg)
{
	struct setting setting;

	setting_change(&setting, arg, "0");
	require_flush("point");
}

static void says_what_is_wrong(void)
{
	child_run(try_it, "/nonexistent/file");
	CHECK_STRING(child.out,
		     "# point: skipped: /nonexistent/file: No such file or directory\n");
	/* this one reads, and can't be written */
	child_run(try_it, "/proc/self/oom_score");
	CHECK_HAS(child.out, "/proc/self/oom_score");
}

int main(void)
{
	int file = memfd_create("setting", MFD_CLOEXEC);

	snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	CHECK_INT(write(file, "100\n", 4), 4);
	RUN(changes_and_restores);
	RUN(two_at_a_time);
	RUN(locks_folders);
	RUN(says_what_is_wrong);
	return unit_end();
}
