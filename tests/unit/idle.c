// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "unit.h"

/* /proc/stat, as it is read first and then */
static const char *stats[2];
static unsigned int reads;
static int made_up_read(int dir, const char *path, char *text, size_t size)
{
	const char *stat = stats[reads++ % 2];

	(void)dir;
	(void)path;
	if (!stat)
		return -2;
	return snprintf(text, size, "%s", stat);
}

#include "sysfile.h"
#define sysfile_read made_up_read
#include "../../lib/idle.c"

static double idle(const char *first, const char *then)
{
	stats[0] = first;
	stats[1] = then;
	return idle_cpus(10);
}

/* A tick is 10 ms: a CPU that is idle for 10 ms has one more */
static void counts_idle_cpus(void)
{
	CHECK_INT(sysconf(_SC_CLK_TCK), 100);
	CHECK_DOUBLE(idle("cpu  1 2 3 100 5 6 7 8 9 0\ncpu0 1 2",
			  "cpu  1 2 3 108 5 6 7 8 9 0\ncpu0 1 2"), 8);
	CHECK_DOUBLE(idle("cpu  1 2 3 100 5", "cpu  9 9 9 100 6"), 1);
	CHECK_DOUBLE(idle("cpu  1 2 3 100 5", "cpu  9 9 9 100 5"), 0);
}

static void a_file_that_does_not_tell(void)
{
	CHECK(idle(NULL, "cpu  1 2 3 4 5") < 0);
	CHECK(idle("cpu  1 2 3 4 5", NULL) < 0);
	CHECK(idle("", "cpu  1 2 3 4 5") < 0);
	CHECK(idle("cpu  1 2 3", "cpu  1 2 3 4 5") < 0);
	CHECK(idle("cpu0  1 2 3 4 5", "intr 1 2 3 4 5 6") < 0);
}

static void is_required(void)
{
	stats[0] = "cpu  0 0 0 0 0";
	stats[1] = "cpu  0 0 0 80 0";
	require_idle(8, "this");
	CHECK_INT(require_flush("unexpected"), 0);
	require_idle(9, "this");
	CHECK_INT(require_flush("expected"), 1);
	stats[1] = NULL;
	require_idle(1, "this");
	CHECK_INT(require_flush("expected"), 1);
}

int main(void)
{
	RUN(counts_idle_cpus);
	RUN(a_file_that_does_not_tell);
	RUN(is_required);
	return unit_end();
}
