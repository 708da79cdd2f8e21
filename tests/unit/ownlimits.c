// SPDX-License-Identifier: GPL-2.0
/* Where a test finds the limits that come with it: it is copied, and run */
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>

#include "madeup.h"

static char top[] = { "/tmp/unit-ownlimits-XXXXXX" };

static void put(const char *name, const char *text)
{
	FILE *file;

	if (chdir(top))
		exit(1);
	file = fopen(name, "we");
	if (!file || fputs(text, file) < 0 || fclose(file)) {
		perror(name);
		exit(1);
	}
}

static void drop(const char *name)
{
	if (chdir(top) || unlink(name))
		perror(name);
}

static bool copy_itself(void)
{
	int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	int to = open("dir/program", O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
	ssize_t put;

	do {
		put = sendfile(to, from, NULL, 1 << 30);
	} while (put > 0);
	close(from);
	close(to);
	return !put;
}

/* From elsewhere: the current directory has nothing to do with it */
static void execute_copy(void *arg)
{
	char path[sizeof(top) + 16];

	(void)arg;
	snprintf(path, sizeof(path), "%s/dir/program", top);
	if (chdir("/"))
		exit(9);
	execl(path, path, "run", NULL);
	exit(9);
}

static void beside_the_program(void)
{
	put("dir/limits", "madeup.low <= 6\n");
	child_run(execute_copy, NULL);
	CHECK_STRING(child.err, "");
	CHECK_HAS(child.out, "# perf: low value=5 unit=locks better=lower kind=counter limit=6\n");
	CHECK_INT(child.status, 0);
	drop("dir/limits");
}

static void one_directory_up(void)
{
	put("limits", "madeup.low <= 7\n");
	child_run(execute_copy, NULL);
	CHECK_STRING(child.err, "");
	CHECK_HAS(child.out, " limit=7\n");
	drop("limits");
}

static void beside_comes_first(void)
{
	put("limits", "madeup.low <= 7\n");
	put("dir/limits", "madeup.low <= 6\n");
	child_run(execute_copy, NULL);
	CHECK_HAS(child.out, " limit=6\n");
	drop("limits");
	drop("dir/limits");
}

static void none_there(void)
{
	child_run(execute_copy, NULL);
	CHECK_HAS(child.err, "no file 'limits'");
	CHECK_INT(child.status, 1);
	/* not that of the current directory */
	CHECK_LACKS(child.out, "# perf:");
}

static void the_bad_one_is_named(void)
{
	char want[sizeof(top) + 32];

	put("dir/limits", "\nmadeup.low <= x\n");
	child_run(execute_copy, NULL);
	snprintf(want, sizeof(want), "%s/dir/limits:2: ", top);
	CHECK_HAS(child.err, want);
	CHECK_INT(child.status, 1);
	drop("dir/limits");
}

int main(int argc, char **argv)
{
	made_up.low = "S";
	made_up.high = "S";
	made_up.only = "S";
	if (argc > 1)
		test_main(&made_up_test, 1, argv);
	if (!mkdtemp(top) || chdir(top) || mkdir("dir", 0755) ||
	    !copy_itself()) {
		perror(top);
		return 1;
	}
	RUN(beside_the_program);
	RUN(one_directory_up);
	RUN(beside_comes_first);
	RUN(none_there);
	RUN(the_bad_one_is_named);
	drop("dir/program");
	rmdir("dir");
	rmdir(top);
	return unit_end();
}
