// SPDX-License-Identifier: GPL-2.0
/* Real objects of this kernel: what each kind makes it frees again */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "child.h"
#include "placement.h"
#include "require.h"
#include "slabdrive.h"
#include "unit.h"

#define MS 30
#define DEPTH 64
#define MOST_RUNS 200

static unsigned int descriptors(void)
{
	unsigned int count = 0;
	int fd;

	for (fd = 0; fd < 4096; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

/* Until more is freed: on a busy machine some get no CPU for a while */
static void run_some(struct slabdrive *drive)
{
	unsigned long long before = slabdrive_freed(drive);
	unsigned int runs;
	double seconds;

	for (runs = 0; runs < MOST_RUNS; runs++) {
		CHECK(slabdrive_run(drive, MS, &seconds));
		CHECK(seconds >= MS / 1000.0);
		if (slabdrive_freed(drive) > before)
			return;
	}
	CHECK_STRING(drive->kind->what, "to be freed");
}

static void drive_kind(const struct slabobject_kind *kind, unsigned int producer,
		       unsigned int consumer)
{
	const struct slabdrive_pair pairs[] = {
		{ producer, consumer }, { consumer, producer },
	};
	unsigned int before = descriptors();
	struct slabdrive drive;

	if (!slabdrive_open(&drive, kind, DEPTH, pairs, 2)) {
		CHECK_STRING(kind->what, "to be opened");
		return;
	}
	run_some(&drive);
	/* goes on with what was on its way */
	run_some(&drive);
	slabdrive_close(&drive);
	CHECK_INT(descriptors(), before);
}

static void drive_all(void *arg)
{
	unsigned int i;

	(void)arg;
	for (i = 0; i < NR_SLABOBJECTS; i++) {
		drive_kind(&slabobject_kinds[i], placement_cpu(0),
			   placement_cpu(0));
		drive_kind(&slabobject_kinds[i], placement_cpu(0),
			   placement_cpu(1));
	}
	printf("%u reasons\n", require_flush("reasons"));
}

static void each_kind_of_object(void)
{
	child_run(drive_all, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "0 reasons\n");
}

/* A kind that counts, and fails when told to */
static unsigned int made, there, most_there;
static unsigned int fails_at;

static int open_counted(struct slabobject_source *source, unsigned int depth)
{
	(void)source;
	errno = EMFILE;
	return depth == 13 ? -1 : 0;
}

static void close_counted(struct slabobject_source *source)
{
	(void)source;
}

static int make_counted(struct slabobject_source *source,
			unsigned long long index, unsigned long long *handle)
{
	(void)source;
	if (fails_at && index == fails_at)
		return ENOSPC;
	*handle = index;
	made++;
	there++;
	if (there > most_there)
		most_there = there;
	return 0;
}

static int free_counted(struct slabobject_source *source,
			unsigned long long handle)
{
	static unsigned long long next;

	(void)source;
	if (!handle)
		next = 0;
	/* in order, and each once */
	if (handle != next++)
		return EBADMSG;
	there--;
	return 0;
}

static const struct slabobject_kind counted = {
	.what = "counted objects",
	.open = open_counted, .close = close_counted,
	.make = make_counted, .free = free_counted,
};

static void no_more_than_the_depth(void)
{
	const struct slabdrive_pair pair = { placement_cpu(0), placement_cpu(0) };
	struct slabdrive drive;

	CHECK(slabdrive_open(&drive, &counted, DEPTH, &pair, 1));
	run_some(&drive);
	CHECK_INT(most_there, DEPTH);
	CHECK_INT(slabdrive_freed(&drive), made - there);
	slabdrive_close(&drive);
	CHECK_INT(there, 0);
}

static void run_failing(void *arg)
{
	struct slabdrive_pair pair = { placement_cpu(0), placement_cpu(1) };
	struct slabdrive drive;
	unsigned int runs = 0;
	double seconds;

	(void)arg;
	fails_at = 100;
	printf("%d", slabdrive_open(&drive, &counted, DEPTH, &pair, 1));
	while (slabdrive_run(&drive, MS, &seconds) && runs < MOST_RUNS)
		runs++;
	printf("%d", runs == MOST_RUNS);
	slabdrive_close(&drive);
	printf("%d", slabdrive_open(&drive, &counted, 13, &pair, 1));
	pair.consumer = PLACEMENT_MAX_CPUS - 1;
	printf("%d", slabdrive_open(&drive, &counted, DEPTH, &pair, 1));
	printf("%d\n", slabdrive_run(&drive, MS, &seconds));
	require_flush("point");
}

static void what_goes_wrong(void)
{
	child_run(run_failing, NULL);
	CHECK_HAS(child.out, "10010\n");
	CHECK_HAS(child.out, "counted objects: No space left on device");
	CHECK_HAS(child.out, "counted objects: Too many open files");
	CHECK_HAS(child.out, "counted objects: Invalid argument");
}

int main(void)
{
	placement_init();
	if (geteuid())
		SKIP(each_kind_of_object, "messages and packets: run as root");
	else
		RUN(each_kind_of_object);
	RUN(no_more_than_the_depth);
	RUN(what_goes_wrong);
	return unit_end();
}
