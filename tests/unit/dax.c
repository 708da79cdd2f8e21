// SPDX-License-Identifier: GPL-2.0
/* Names of dax devices, and which pieces of them are taken; none is opened */
#include <stdlib.h>

#include "child.h"
#include "dax.h"
#include "require.h"
#include "unit.h"

#define MB (1UL << 20)

static char names[DAX_MOST][DAX_NAME_SIZE];

static void lists(void)
{
	CHECK_INT(dax_list("dax0.0", names), 1);
	CHECK_STRING(names[0], "dax0.0");
	CHECK_INT(dax_list("/dev/dax12.3,dax0.1", names), 2);
	CHECK_STRING(names[0], "dax12.3");
	CHECK_STRING(names[1], "dax0.1");
}

static void no_lists(void)
{
	static const char * const wrong[] = {
		"", ",", "dax", "dax0.0,", ",dax0.0", "dax0.0,,dax1.0", "pmem0",
		"/dev/", "/dev/pmem0", "../dax0.0", "dax0/../../x", " dax0.0",
		"dax00000000000000000000000000000000000000000",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		if (dax_list(wrong[i], names))
			CHECK_STRING(wrong[i], "to be refused");
}

static void as_many_as_fit(void)
{
	char text[(DAX_MOST + 1) * 8] = "dax0.0";
	unsigned int i;

	for (i = 1; i < DAX_MOST; i++)
		strcat(text, ",dax0.0");
	CHECK_INT(dax_list(text, names), DAX_MOST);
	strcat(text, ",dax0.0");
	CHECK_INT(dax_list(text, names), 0);
}

static const struct dax devices[] = {
	{ "dax0.0", 256 * MB, 4096, 0x08000000 },
	{ "dax1.0", 64 * MB, 2 * MB, 0x20000000 },
	{ "dax2.0", 32 * MB, 2 * MB, 0x24000000 },
	{ "dax3.0", 2048 * MB, 1024 * MB, 0x40000000 },
	{ "dax4.0", 32 * MB, 2 * MB, 0 },
};

static void neighbours(void)
{
	struct dax_piece pieces[2];

	CHECK(dax_adjacent(devices, 5, 2 * MB, pieces));
	CHECK_STRING(pieces[0].dax->name, "dax1.0");
	CHECK_INT(pieces[0].offset, 62 * MB);
	CHECK_INT(pieces[0].length, 2 * MB);
	CHECK_STRING(pieces[1].dax->name, "dax2.0");
	CHECK_INT(pieces[1].offset, 0);
	CHECK_INT(pieces[1].length, 2 * MB);
}

static void no_neighbours(void)
{
	/* not told where they are, both would seem to begin at 0 */
	static const struct dax nowhere[] = {
		{ "dax0.0", 2 * MB, 4096, 0 }, { "dax1.0", 2 * MB, 4096, 2 * MB },
	};
	struct dax_piece pieces[2];

	CHECK(!dax_adjacent(devices, 2, 2 * MB, pieces));
	CHECK(!dax_adjacent(devices, 0, 2 * MB, pieces));
	CHECK(!dax_adjacent(nowhere, 2, 2 * MB, pieces));
	/* one of the two is too small */
	CHECK(!dax_adjacent(devices + 1, 2, 40 * MB, pieces));
}

static size_t share(unsigned int count, size_t length)
{
	struct dax_piece pieces[5];
	unsigned int used = dax_share(devices, count, length, pieces), i;
	size_t sum = 0;

	for (i = 0; i < used; i++) {
		CHECK_INT(pieces[i].offset, 0);
		CHECK(pieces[i].length && pieces[i].length <= pieces[i].dax->size);
		CHECK_INT(pieces[i].length % pieces[i].dax->align, 0);
		/* else the next would not be aligned behind it */
		CHECK(!i || pieces[i - 1].dax->align >= pieces[i].dax->align);
		sum += pieces[i].length;
	}
	return sum;
}

static void shares(void)
{
	CHECK_INT(share(1, 16 * MB), 16 * MB);
	CHECK_INT(share(1, 1), 4096);
	CHECK_INT(share(1, 512 * MB), 256 * MB);
	/* the small ones give all, the large one the rest */
	CHECK_INT(share(3, 300 * MB), 300 * MB);
	CHECK_INT(share(3, 500 * MB), 352 * MB);
	CHECK_INT(share(3, 30 * MB), 30 * MB);
	/* pages of 1 GB are more than a share */
	CHECK(share(5, 30 * MB) >= 30 * MB);
	CHECK_INT(share(5, 1UL << 40), 2432 * MB);
}

static void find_none(void *arg)
{
	static struct dax found[DAX_MOST];

	(void)arg;
	if (dax_list("dax99999.0,dax99998.0", names) != 2 ||
	    dax_find(names, 2, found))
		exit(1);
	require_flush("x");
}

static void devices_that_are_not_there(void)
{
	child_run(find_none, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "dax99999.0: no such device in /sys/bus/dax/devices\n");
	CHECK_HAS(child.out, "dax99998.0: no such device in /sys/bus/dax/devices\n");
}

int main(void)
{
	RUN(lists);
	RUN(no_lists);
	RUN(as_many_as_fit);
	RUN(neighbours);
	RUN(no_neighbours);
	RUN(shares);
	RUN(devices_that_are_not_there);
	return unit_end();
}
