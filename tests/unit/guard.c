// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include "child.h"
#include "guard.h"
#include "require.h"
#include "unit.h"

/* What a guard shall put back: the letter in a file */
static int setting;

static void set(char value)
{
	CHECK_INT(pwrite(setting, &value, 1, 0), 1);
}

static char get(void)
{
	char value = '?';

	CHECK_INT(pread(setting, &value, 1, 0), 1);
	return value;
}

static void put_back(const void *arg)
{
	if (pwrite(setting, arg, 1, 0) != 1)
		_exit(1);
}

static void puts_back_at_the_end(void)
{
	struct guard guard;

	set('a');
	CHECK(guard_start(&guard, "a letter", put_back, "a"));
	set('b');
	CHECK_INT(get(), 'b');
	guard_end(&guard);
	CHECK_INT(get(), 'a');
	/* it is gone, nothing of it is left */
	CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
	CHECK_INT(errno, ECHILD);
}

static void in_any_order(void)
{
	struct guard one, two, three;

	CHECK(guard_start(&one, "1", put_back, "1"));
	CHECK(guard_start(&two, "2", put_back, "2"));
	CHECK(guard_start(&three, "3", put_back, "3"));
	set('x');
	guard_end(&one);
	CHECK_INT(get(), '1');
	guard_end(&three);
	CHECK_INT(get(), '3');
	guard_end(&two);
	CHECK_INT(get(), '2');
}

/* As when a terminal's key or a runner ends a test: all of its group */
static void die_with_group(void *arg)
{
	struct guard guard, other;

	setpgid(0, 0);
	if (!guard_start(&guard, "a letter", put_back, "a") ||
	    !guard_start(&other, "a letter", put_back, "a"))
		exit(1);
	set('b');
	kill(0, *(int *)arg);
	pause();
}

static void outlives_the_program(void)
{
	static const int signals[] = { SIGKILL, SIGTERM, SIGINT, SIGHUP };
	unsigned int i, tries;

	for (i = 0; i < ARRAY_SIZE(signals); i++) {
		int number = signals[i];

		set('a');
		child_run(die_with_group, &number);
		CHECK_INT(child.status, 128 + number);
		for (tries = 0; tries < 500 && get() != 'a'; tries++)
			usleep(10000);
		CHECK_INT(get(), 'a');
	}
}

static void die_locked(void *arg)
{
	struct guard guard;
	int fd = open(arg, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || flock(fd, LOCK_EX) ||
	    !guard_start(&guard, "a letter", put_back, "a"))
		exit(1);
	set('b');
	kill(getpid(), SIGKILL);
}

/* Who gets the lock next finds all back */
static void keeps_a_lock_until_all_is_back(void)
{
	char path[] = "/tmp/guard.XXXXXX";
	int fd = mkstemp(path), i;

	for (i = 0; i < 20; i++) {
		set('a');
		child_run(die_locked, path);
		CHECK_INT(child.status, 128 + SIGKILL);
		CHECK_INT(flock(fd, LOCK_EX), 0);
		CHECK_INT(get(), 'a');
		flock(fd, LOCK_UN);
	}
	unlink(path);
	close(fd);
}

int main(void)
{
	setting = memfd_create("setting", MFD_CLOEXEC);
	RUN(puts_back_at_the_end);
	RUN(in_any_order);
	RUN(outlives_the_program);
	RUN(keeps_a_lock_until_all_is_back);
	return unit_end();
}
