// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sysfile.h"
#include "unit.h"

/* A folder of the tests' own, and the file in it */
static int dir;

static void put(const char *bytes, size_t length)
{
	int fd = openat(dir, "file", O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || write(fd, bytes, length) != (ssize_t)length) {
		perror("file");
		exit(1);
	}
	close(fd);
}

/* What @size bytes of room get of these bytes */
static void gives(const char *bytes, size_t length, size_t size,
		  const char *want)
{
	char text[64];

	memset(text, 'x', sizeof(text));
	put(bytes, length);
	CHECK_INT(sysfile_read(dir, "file", text, size), strlen(want));
	CHECK_STRING(text, want);
	/* and nothing beyond that room */
	CHECK_INT(text[size], 'x');
}

static void plain_text(void)
{
	gives("performance\n", 12, 32, "performance");
	gives("performance", 11, 32, "performance");
	gives("one\ntwo\n", 8, 32, "one\ntwo");
	gives("  lead", 6, 32, "  lead");
	gives("trail\t \r\v\n", 10, 32, "trail");
}

static void empty_files(void)
{
	gives("", 0, 32, "");
	gives("\n", 1, 32, "");
	gives("\t\n\v\r\n", 5, 32, "");
}

static void more_than_fits(void)
{
	gives("0123456789", 10, 5, "0123");
	gives("0123456789", 10, 10, "012345678");
	gives("0123456789", 10, 11, "0123456789");
	gives("0123456789", 10, 1, "");
}

static void binary_text(void)
{
	gives("\x01\x80\xff\x7fz\x1b[1m\0b", 11, 32, "????z?[1m?b");
	gives("a\tb\rc", 5, 32, "a?b?c");
}

static void what_cannot_be_opened(void)
{
	char text[8] = "xxxxxxx";

	CHECK_INT(sysfile_read(dir, "missing", text, sizeof(text)), -ENOENT);
	CHECK_STRING(text, "");
	CHECK_INT(sysfile_read(-1, "missing", text, sizeof(text)), -EBADF);
	CHECK_INT(sysfile_read(dir, "file/x", text, sizeof(text)), -ENOTDIR);
}

static void a_directory(void)
{
	char text[8] = "xxxxxxx";

	CHECK_INT(sysfile_read(AT_FDCWD, "/", text, sizeof(text)), -EISDIR);
	CHECK_STRING(text, "");
}

static void a_fifo_nobody_writes_to(void)
{
	char text[8] = "xxxxxxx";

	mkfifoat(dir, "fifo", 0600);
	alarm(20);
	CHECK_INT(sysfile_read(dir, "fifo", text, sizeof(text)), 0);
	CHECK_STRING(text, "");
	alarm(0);
	unlinkat(dir, "fifo", 0);
}

static void a_fifo_whose_writer_is_silent(void)
{
	char text[8] = "xxxxxxx";
	int fd;

	mkfifoat(dir, "fifo", 0600);
	fd = openat(dir, "fifo", O_RDWR);
	alarm(20);
	CHECK_INT(sysfile_read(dir, "fifo", text, sizeof(text)), -EAGAIN);
	CHECK_STRING(text, "");
	alarm(0);
	close(fd);
	unlinkat(dir, "fifo", 0);
}

/* What came before the error is no text to go by */
static void a_fifo_that_is_left_open(void)
{
	char text[8] = "xxxxxxx";
	int fd;

	mkfifoat(dir, "fifo", 0600);
	fd = openat(dir, "fifo", O_RDWR);
	CHECK_INT(write(fd, "abc", 3), 3);
	alarm(20);
	CHECK_INT(sysfile_read(dir, "fifo", text, sizeof(text)), -EAGAIN);
	CHECK_STRING(text, "");
	alarm(0);
	close(fd);
	unlinkat(dir, "fifo", 0);
}

/* /proc gives a page at a time */
static void what_comes_in_parts(void)
{
	static char text[20000];
	const size_t size = getpagesize();
	void *page[400];
	unsigned int i;

	for (i = 0; i < 400; i++)
		page[i] = mmap(NULL, size, i % 2 ? PROT_READ : PROT_NONE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(sysfile_read(AT_FDCWD, "/proc/self/maps", text, 20000) > 19900);
	CHECK(strlen(text) > 19900);
	for (i = 0; i < 400; i++)
		munmap(page[i], size);
}

static void a_file_of_proc(void)
{
	char text[64];

	CHECK(sysfile_read(AT_FDCWD, "/proc/sys/kernel/ostype", text, 64) > 0);
	CHECK_STRING(text, "Linux");
}

static void no_descriptor_is_left(void)
{
	char text[8];
	int next = dup(0);

	close(next);
	sysfile_read(dir, "file", text, sizeof(text));
	sysfile_read(AT_FDCWD, "/", text, sizeof(text));
	sysfile_write(dir, "file", "x");
	sysfile_write(AT_FDCWD, "/dev/full", "x");
	CHECK_INT(dup(0), next);
	close(next);
}

static void writing(void)
{
	char text[64];

	put("longer than that", 16);
	CHECK_INT(sysfile_write(dir, "file", "nop"), 0);
	sysfile_read(dir, "file", text, sizeof(text));
	CHECK_STRING(text, "nop");
	CHECK_INT(sysfile_write(dir, "file", ""), 0);
	CHECK_INT(sysfile_read(dir, "file", text, sizeof(text)), 0);
}

static void what_cannot_be_written(void)
{
	char text[8];

	CHECK_INT(sysfile_write(dir, "missing", "1"), -ENOENT);
	/* nor is it made */
	CHECK_INT(sysfile_read(dir, "missing", text, sizeof(text)), -ENOENT);
	CHECK_INT(sysfile_write(AT_FDCWD, "/", "1"), -EISDIR);
	CHECK_INT(sysfile_write(AT_FDCWD, "/dev/full", "1"), -ENOSPC);
}

int main(void)
{
	char path[] = "/tmp/unit-sysfile-XXXXXX";

	if (!mkdtemp(path)) {
		perror(path);
		return 1;
	}
	dir = open(path, O_PATH | O_DIRECTORY);
	RUN(plain_text);
	RUN(empty_files);
	RUN(more_than_fits);
	RUN(binary_text);
	RUN(what_cannot_be_opened);
	RUN(a_directory);
	RUN(a_fifo_nobody_writes_to);
	RUN(a_fifo_whose_writer_is_silent);
	RUN(a_fifo_that_is_left_open);
	RUN(what_comes_in_parts);
	RUN(a_file_of_proc);
	RUN(no_descriptor_is_left);
	RUN(writing);
	RUN(what_cannot_be_written);
	unlinkat(dir, "file", 0);
	rmdir(path);
	return unit_end();
}
