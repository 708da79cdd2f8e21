// SPDX-License-Identifier: GPL-2.0
#include <linux/capability.h>
#include <unistd.h>

#include "child.h"
#include "privilege.h"
#include "unit.h"

/* A line of /proc/self/status as a number in hex */
static unsigned long long line_of(const char *name)
{
	FILE *file = fopen("/proc/self/status", "re");
	size_t length = strlen(name);
	unsigned long long value = ~0ULL;
	char line[256];

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, name, length) && line[length] == ':')
			value = strtoull(line + length + 1, NULL, 16);
	if (file)
		fclose(file);
	return value;
}

static unsigned long long before;

static const int some[] = { CAP_SYS_NICE, CAP_IPC_LOCK, PRIVILEGE_END };
static const int none[] = { PRIVILEGE_END };

#define BIT_OF(capability) (1ULL << (capability))
#define SOME (BIT_OF(CAP_SYS_NICE) | BIT_OF(CAP_IPC_LOCK))

static void keep(void *arg)
{
	int result = privilege_keep(arg);

	printf("%d %llx %llx %llx", result, line_of("CapEff"), line_of("CapPrm"),
	       line_of("CapInh"));
}

static void kept(const int *list, unsigned long long want)
{
	char text[80];

	child_run(keep, (void *)list);
	snprintf(text, sizeof(text), "0 %llx %llx 0", want, want);
	CHECK_STRING(child.out, text);
	CHECK_INT(child.status, 0);
}

/* What it didn't have it doesn't get: as root all of them are kept */
static void keeps_those_listed(void)
{
	kept(some, SOME & before);
}

static void keeps_none(void)
{
	kept(none, 0);
}

static void keep_twice(void *arg)
{
	(void)arg;
	privilege_keep(none);
	keep((void *)some);
}

static void what_is_given_up_does_not_come_back(void)
{
	child_run(keep_twice, NULL);
	CHECK_STRING(child.out, "0 0 0 0");
}

/* popen() runs a shell, which a root process may give all that it had */
static void keep_and_run(void *arg)
{
	(void)arg;
	privilege_keep(none);
	fflush(stdout);
	exit(system("grep CapEff /proc/self/status") ? 1 : 0);
}

static void nor_does_it_come_back_by_exec(void)
{
	child_run(keep_and_run, NULL);
	CHECK_STRING(child.out, "CapEff:\t0000000000000000\n");
}

int main(void)
{
	before = line_of("CapEff");
	RUN(keeps_those_listed);
	RUN(keeps_none);
	RUN(what_is_given_up_does_not_come_back);
	RUN(nor_does_it_come_back_by_exec);
	return unit_end();
}
