// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "child.h"
#include "require.h"
#include "unit.h"
#include "vmas.h"

#define RW (PROT_READ | PROT_WRITE)

/* VMAs of this process; read so that reading maps nothing itself */
static int vmas_now(void)
{
	static char text[1 << 22];
	size_t length = 0, i;
	int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC), lines = 0;
	ssize_t got;

	while ((got = read(fd, text, sizeof(text))) > 0)
		for (i = 0; i < (size_t)got; i++, length++)
			lines += text[i] == '\n';
	close(fd);
	return length ? lines : -1;
}

static void one_page_at_a_time(void)
{
	unsigned long size = vmas_page_size();
	char *page = vmas_map(RW);

	CHECK_INT(size, getpagesize());
	CHECK(page != MAP_FAILED);
	page[0] = 1;
	page[size - 1] = 1;
	CHECK_INT(page[1], 0);
	CHECK_INT(munmap(page, size), 0);
}

static void as_many_as_asked_for(void)
{
	int before = vmas_now();

	CHECK(vmas_stand(1000));
	CHECK_INT(vmas_now() - before, 1000);
	CHECK(vmas_stand(1100));
	CHECK_INT(vmas_now() - before, 1100);
	CHECK(vmas_stand(1100));
	CHECK_INT(vmas_now() - before, 1100);
	CHECK(vmas_stand(17));
	CHECK_INT(vmas_now() - before, 17);
	CHECK(vmas_stand(0));
	CHECK_INT(vmas_now(), before);
	CHECK_INT(require_flush("unexpected"), 0);
}

static void a_new_page_merges_with_none_of_them(void)
{
	unsigned int count;

	/* the first ones fill holes; whatever the last one's protection is */
	for (count = 2000; count < 2008; count++) {
		CHECK(vmas_stand(count));
#ifndef __SANITIZE_ADDRESS__
		/* a sanitizer maps memory of its own right below, now and then */
		CHECK(!vmas_merges());
#endif
	}
	vmas_stand(0);
}

static void a_new_page_merges_with_its_like(void)
{
	char *like;

	CHECK(vmas_stand(2000));
	like = vmas_map(RW);
	CHECK(vmas_merges());
	munmap(like, vmas_page_size());
#ifndef __SANITIZE_ADDRESS__
	CHECK(!vmas_merges());
#endif
	vmas_stand(0);
}

static void looking_leaves_nothing(void)
{
	int before;
	int next = dup(0);

	vmas_stand(2000);
	vmas_merges();
	before = vmas_now();
	vmas_merges();
	CHECK_INT(vmas_now(), before);
	close(next);
	vmas_merges();
	CHECK_INT(dup(0), next);
	close(next);
	vmas_stand(0);
}

static void no_room(void *arg)
{
	struct rlimit before, none;
	bool stands;

	(void)arg;
	getrlimit(RLIMIT_AS, &before);
	none = before;
	none.rlim_cur = 0;
	setrlimit(RLIMIT_AS, &none);
	stands = vmas_stand(5);
	setrlimit(RLIMIT_AS, &before);
	printf("%d ", stands);
	printf("%u", require_flush("point"));
}

static void what_cannot_be_mapped(void)
{
	child_run(no_room, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "0 # point: skipped: VMA 1 of 5: ");
	CHECK_HAS(child.out, strerror(ENOMEM));
}

static void ask(void *arg)
{
	vmas_require(*(unsigned int *)arg);
	printf("%u", require_flush("point"));
}

/* Without a sysctl changed: as many as there may be, and more than that */
static void the_limit_of_the_kernel(void)
{
	FILE *file = fopen("/proc/sys/vm/max_map_count", "re");
	unsigned int most = 0, count;

	CHECK(file && fscanf(file, "%u", &most) == 1);
	if (file)
		fclose(file);
	count = most / 2;
	child_run(ask, &count);
	CHECK_STRING(child.out, "0");
	count = most;
	child_run(ask, &count);
	CHECK_HAS(child.out, "sysctl vm.max_map_count=");
	CHECK_HAS(child.out, "\n1");
}

int main(void)
{
	RUN(one_page_at_a_time);
	RUN(as_many_as_asked_for);
	RUN(a_new_page_merges_with_none_of_them);
	RUN(a_new_page_merges_with_its_like);
	RUN(looking_leaves_nothing);
	RUN(what_cannot_be_mapped);
	RUN(the_limit_of_the_kernel);
	return unit_end();
}
