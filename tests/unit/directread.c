// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "child.h"
#include "directread.h"
#include "placement.h"
#include "require.h"
#include "unit.h"

#define MS 20

/* Beside the program: not every /tmp knows O_DIRECT */
static char path[] = "./directread.XXXXXX";

static void require_it(void *arg)
{
	directread_require(arg);
	require_flush("point");
}

static void reads_side_by_side(void)
{
	unsigned int cpus[] = { placement_cpu(0), placement_cpu(1) };
	struct directread reads;
	double done, seconds;

	CHECK(directread_open(&reads, path, cpus, 2, 5));
	CHECK(directread_run(&reads, MS, &done, &seconds));
	CHECK(done >= 5);
	CHECK(seconds >= MS / 1000.0);
	/* a whole read less than there was */
	CHECK_INT(truncate(path, DIRECTREAD_SIZE / 2), 0);
	CHECK(!directread_run(&reads, MS, &done, &seconds));
	CHECK_INT(require_flush("expected"), 1);
	directread_close(&reads);
}

static void files_that_do_not_do(void)
{
	child_run(require_it, "/nonexistent");
	CHECK_STRING(child.out,
		     "# point: skipped: /nonexistent: No such file or directory\n");
	child_run(require_it, "/tmp");
	CHECK_HAS(child.out, "/tmp: ");
	child_run(require_it, path);
	CHECK_HAS(child.out, "not a regular file of 1 MiB or more");
	CHECK_INT(truncate(path, DIRECTREAD_SIZE), 0);
	child_run(require_it, path);
	CHECK_STRING(child.out, "");
}

int main(void)
{
	int fd = mkstemp(path), direct;

	placement_init();
	direct = open(path, O_RDONLY | O_DIRECT);
	if (fd < 0 || direct < 0 || posix_fallocate(fd, 0, 3 * DIRECTREAD_SIZE)) {
		SKIP(reads_side_by_side, "no O_DIRECT here");
	} else {
		RUN(reads_side_by_side);
		RUN(files_that_do_not_do);
	}
	unlink(path);
	return unit_end();
}
