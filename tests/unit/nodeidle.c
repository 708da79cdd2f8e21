// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "nodeidle.h"
#include "unit.h"

static unsigned int by_two(unsigned int cpu)
{
	return cpu / 2;
}

static int parse(const char *text, struct nodeidle *now)
{
	FILE *stat = fmemopen((void *)text, strlen(text), "r");
	int count = nodeidle_parse(stat, by_two, now);

	fclose(stat);
	return count;
}

static void adds_up_nodes(void)
{
	struct nodeidle now;

	CHECK_INT(parse("cpu  9 9 9 9 9 9 9 9 9 9\n"
			"cpu0 1 2 3 40 5 6 7 8 1 0\n"
			"cpu1 1 0 0 9 0 0 0 0 0 0\n"
			"cpu2 0 0 0 7 0 0 0 0 0 0\n"
			"intr 1 2 3\n", &now), 3);
	CHECK_INT(now.idle[0], 45 + 9);
	CHECK_INT(now.total[0], 72 + 10);
	CHECK_INT(now.idle[1], 7);
	CHECK_INT(now.total[1], 7);
	CHECK_INT(now.total[2], 0);
}

static void many_nodes(void)
{
	struct nodeidle now;

	CHECK_INT(parse("cpu30 0 0 0 1 0 0 0 0\ncpu400 0 0 0 2 0 0 0 0\n", &now), 2);
	CHECK_INT(now.idle[NODEIDLE_MOST_NODES - 1], 3);
}

static void malformed_lines(void)
{
	struct nodeidle now;

	CHECK_INT(parse("cpu0 1 2 3\n", &now), -1);
	CHECK_INT(parse("cpux 1 2 3 4 5 6 7 8\n", &now), -1);
	CHECK_INT(parse("nothing\n", &now), 0);
}

static void shares(void)
{
	const struct nodeidle before = { .idle = { 10, 5, 50 },
					 .total = { 100, 5, 100 } };
	const struct nodeidle after = { .idle = { 40, 5, 49 },
					.total = { 200, 5, 120 } };
	struct nodeidle sum = { { 0 }, { 0 } };

	nodeidle_add(&sum, &before, &after);
	CHECK_DOUBLE(nodeidle_share(&sum, 0), 0.3);
	CHECK_DOUBLE(nodeidle_share(&sum, 1), -1);
	/* iowait may go back */
	CHECK_DOUBLE(nodeidle_share(&sum, 2), 0);
	nodeidle_add(&sum, &before, &after);
	CHECK_DOUBLE(nodeidle_share(&sum, 0), 0.3);
	CHECK_INT(sum.total[0], 200);
}

int main(void)
{
	RUN(adds_up_nodes);
	RUN(many_nodes);
	RUN(malformed_lines);
	RUN(shares);
	return unit_end();
}
