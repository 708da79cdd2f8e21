// SPDX-License-Identifier: GPL-2.0
/* Real events of this kernel, whether or not its spinlocks fire any */
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "lockcount.h"
#include "lockwatch.h"
#include "placement.h"
#include "require.h"
#include "unit.h"

static bool has_events(void)
{
	struct lockcount *count = lockcount_start();
	double contended;

	return count && lockcount_stop(count, &contended);
}

static void each_way(void)
{
	enum lockwatch_way way;
	double contended;
	struct lockwatch watch;

	for (way = LOCKWATCH_OFF; way <= LOCKWATCH_SAMPLED; way++) {
		CHECK(lockwatch_start(&watch, way));
		usleep(20000);
		CHECK(lockwatch_stop(&watch, &contended));
		if (way == LOCKWATCH_OFF)
			CHECK_DOUBLE(contended, -1);
		else
			CHECK(contended >= 0);
	}
	CHECK_INT(require_flush("unexpected"), 0);
}

static void run_perf(void *arg)
{
	struct lockwatch watch;

	setenv("PATH", arg, 1);
	if (lockwatch_start(&watch, LOCKWATCH_PERF))
		printf("started\n");
	require_flush("point");
}

static void a_perf_that_fails(void)
{
	char dir[] = "/tmp/perf.XXXXXX", path[64];
	FILE *script;

	CHECK(mkdtemp(dir));
	child_run(run_perf, dir);
	CHECK_HAS(child.out, "did not record: perf: No such file");
	snprintf(path, sizeof(path), "%s/perf", dir);
	script = fopen(path, "w");
	fputs("#!/bin/sh\necho 'no events for you' >&2\n", script);
	fclose(script);
	chmod(path, 0755);
	child_run(run_perf, dir);
	CHECK_STRING(child.out, "# point: skipped: perf lock record did not record: no events for you \n");
	unlink(path);
	rmdir(dir);
}

int main(void)
{
	placement_init();
	if (has_events())
		RUN(each_way);
	else
		SKIP(each_way, "no lock events here: run as root");
	RUN(a_perf_that_fails);
	return unit_end();
}
