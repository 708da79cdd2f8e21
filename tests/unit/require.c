// SPDX-License-Identifier: GPL-2.0
#include <linux/capability.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "child.h"
#include "kconfig.h"
#include "placement.h"
#include "privilege.h"
#include "unit.h"

/* The unit is given a kernel that the tests make up */
static enum kconfig made_up_option;
static const char *made_up_release = "6.12-made-up";

static enum kconfig made_up_find(const char *name, char *value, size_t size)
{
	CHECK_STRING(name, "CONFIG_X");
	CHECK(!value && !size);
	return made_up_option;
}

static int made_up_uname(struct utsname *uts)
{
	snprintf(uts->release, sizeof(uts->release), "%s", made_up_release);
	return 0;
}

#define kconfig_find made_up_find
#define uname made_up_uname
#include "../../lib/require.c"
#undef kconfig_find
#undef uname

static void flush(void)
{
	printf("%u\n", require_flush("point"));
}

static void several(void *arg)
{
	(void)arg;
	require_unmet("one %d", 1);
	require_unmet("two %s", "2");
	require_file("/nonexistent/file", R_OK, "reading");
	require_file("/", R_OK, "no reason: it is there");
	flush();
	/* forgotten by then */
	flush();
}

static void all_reasons_come_at_once(void)
{
	child_run(several, NULL);
	CHECK_STRING(child.out,
		     "# point: skipped: one 1\n"
		     "# point: skipped: two 2\n"
		     "# point: skipped: /nonexistent/file, needed for reading: No such file or directory\n"
		     "3\n0\n");
}

static void cpus(void *arg)
{
	unsigned int count;

	(void)arg;
	placement_init();
	count = placement_count();
	require_cpus(1, "anything");
	require_cpus(count, "all of them");
	flush();
	require_cpus(count + 1, "one more");
	flush();
}

static void too_few_cpus(void)
{
	char want[128];

	child_run(cpus, NULL);
	placement_init();
	snprintf(want, sizeof(want),
		 "0\n# point: skipped: %u CPU(s) allowed, one more needs %u\n1\n",
		 placement_count(), placement_count() + 1);
	CHECK_STRING(child.out, want);
}

static void ask(void *arg)
{
	require_config("CONFIG_X", arg, "nothing");
	flush();
}

static void needs_option(enum kconfig option, const char *release,
			 const char *since, bool unmet)
{
	made_up_option = option;
	made_up_release = release;
	child_run(ask, (void *)since);
	CHECK_STRING(child.out, unmet ?
		     "# point: skipped: kernel without CONFIG_X, needed for nothing\n1\n" :
		     "0\n");
}

static void kernel_options(void)
{
	needs_option(KCONFIG_ON, "6.12", "6.4", false);
	needs_option(KCONFIG_ON, "5.10", "6.4", false);
	needs_option(KCONFIG_OFF, "6.12", "6.4", true);
	needs_option(KCONFIG_OFF, "5.10", "6.4", true);
}

/* Where the configuration is not to be had the release tells */
static void kernel_options_unknown(void)
{
	needs_option(KCONFIG_UNKNOWN, "6.12", "6.4", false);
	needs_option(KCONFIG_UNKNOWN, "6.4.0", "6.4", false);
	needs_option(KCONFIG_UNKNOWN, "6.3.9", "6.4", true);
	needs_option(KCONFIG_UNKNOWN, "5.10", "6.4", true);
	needs_option(KCONFIG_UNKNOWN, "odd", "6.4", false);
}

static void pin(void *arg)
{
	if (arg && setuid(65534))
		exit(1);
	require_capability(CAP_SYS_NICE, "pinning");
	flush();
}

static void give_up_all_and_pin(void *arg)
{
	static const int none[] = { PRIVILEGE_END };

	privilege_keep(none);
	pin(arg);
}

#define NO_NICE \
	"# point: skipped: no capability sys_nice for pinning: run as root\n1\n"

static void capabilities(void)
{
	child_run(give_up_all_and_pin, NULL);
	CHECK_STRING(child.out, NO_NICE);
}

/* As another it could have them back, but has them not */
static void capabilities_of_root(void)
{
	child_run(pin, NULL);
	CHECK_STRING(child.out, "0\n");
	child_run(pin, "");
	CHECK_STRING(child.out, NO_NICE);
}

static void long_ones(void *arg)
{
	(void)arg;
	require_unmet("%01000d", 7);
	flush();
}

static void a_long_reason_stays_one_line(void)
{
	child_run(long_ones, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "# point: skipped: 0000");
	CHECK_HAS(child.out, "0\n1\n");
	CHECK(strlen(child.out) < 300);
}

static void very_many(void *arg)
{
	unsigned int i;

	(void)arg;
	for (i = 0; i < 1000; i++)
		require_unmet("%u", i);
	flush();
}

static void more_reasons_than_fit(void)
{
	child_run(very_many, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "# point: skipped: 0\n# point: skipped: 1\n");
}

/* Such as the text of a file in tracefs, which others write */
static void with_newline(void *arg)
{
	(void)arg;
	require_unmet("set_ftrace_pid is '%s'", "12\nok 1 pair");
	flush();
}

static void no_reason_breaks_a_line(void)
{
	child_run(with_newline, NULL);
	CHECK_HAS(child.out, "# point: skipped: set_ftrace_pid is '12");
	CHECK_LACKS(child.out, "\nok 1 pair");
}

int main(void)
{
	RUN(all_reasons_come_at_once);
	RUN(too_few_cpus);
	RUN(kernel_options);
	RUN(kernel_options_unknown);
	RUN(capabilities);
	if (geteuid())
		SKIP(capabilities_of_root, "needs root");
	else
		RUN(capabilities_of_root);
	RUN(a_long_reason_stays_one_line);
	RUN(more_reasons_than_fit);
	RUN(no_reason_breaks_a_line);
	return unit_end();
}
