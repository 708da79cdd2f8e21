// SPDX-License-Identifier: GPL-2.0
#include <cap-ng.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "kconfig.h"
#include "parse.h"
#include "placement.h"
#include "require.h"

#define MOST_REASONS 32
#define REASON_SIZE 200

static char reasons[MOST_REASONS][REASON_SIZE];
static unsigned int count;

void require_unmet(const char *format, ...)
{
	char *reason;
	va_list args;

	if (count == MOST_REASONS)
		return;
	reason = reasons[count++];
	va_start(args, format);
	vsnprintf(reason, REASON_SIZE, format, args);
	va_end(args);
	/* what comes from a file may hold newlines: a reason is one line */
	for (; *reason; reason++)
		if (iscntrl((unsigned char)*reason))
			*reason = ' ';
}

void require_capability(unsigned int capability, const char *what_for)
{
	if (!capng_have_capability(CAPNG_EFFECTIVE, capability))
		require_unmet("no capability %s for %s: run as root",
			      capng_capability_to_name(capability), what_for);
}

void require_config(const char *name, const char *since, const char *what_for)
{
	unsigned long came = 0, runs = 0;
	struct utsname uts;

	switch (kconfig_find(name, NULL, 0)) {
	case KCONFIG_ON:
		return;
	case KCONFIG_UNKNOWN:
		if (uname(&uts) || !parse_release(uts.release, &runs) ||
		    !parse_release(since, &came) || runs >= came)
			return;
		break;
	default:
		break;
	}
	require_unmet("kernel without %s, needed for %s", name, what_for);
}

void require_file(const char *path, int mode, const char *what_for)
{
	if (access(path, mode))
		require_unmet("%s, needed for %s: %s", path, what_for,
			      strerror(errno));
}

void require_cpus(unsigned int wanted, const char *what_for)
{
	unsigned int allowed = placement_count();

	if (allowed < wanted)
		require_unmet("%u CPU(s) allowed, %s needs %u", allowed,
			      what_for, wanted);
}

unsigned int require_flush(const char *prefix)
{
	unsigned int i, had = count;

	for (i = 0; i < count; i++)
		printf("# %s: skipped: %s\n", prefix, reasons[i]);
	count = 0;
	return had;
}
