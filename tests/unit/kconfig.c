// SPDX-License-Identifier: GPL-2.0
#include <limits.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "child.h"
#include "unit.h"

/* The unit is given a machine that the tests make up */
static struct {
	/* what /proc/config.gz gives, NULL where there is none */
	const char *proc;
	/* a file there is, and what it holds */
	const char *path, *text;
	unsigned int opened;
} machine;

static FILE *stream(const char *text)
{
	return fmemopen((void *)text, strlen(text) + !*text, "r");
}

static int made_up_access(const char *path, int mode)
{
	(void)path;
	(void)mode;
	return machine.proc ? 0 : -1;
}

static FILE *made_up_popen(const char *command, const char *mode)
{
	(void)command;
	(void)mode;
	machine.opened++;
	return stream(machine.proc);
}

static FILE *made_up_fopen(const char *path, const char *mode)
{
	(void)mode;
	if (!machine.path || strcmp(path, machine.path))
		return NULL;
	machine.opened++;
	return stream(machine.text);
}

static int made_up_uname(struct utsname *uts)
{
	snprintf(uts->release, sizeof(uts->release), "6.12-made-up");
	return 0;
}

#define access made_up_access
#define popen made_up_popen
#define pclose fclose
#define fopen made_up_fopen
#define uname made_up_uname
#include "../../lib/kconfig.c"
#undef access
#undef popen
#undef pclose
#undef fopen
#undef uname

#define CONFIG "# made up\nCONFIG_A=y\nCONFIG_AB=m\n# CONFIG_B is not set\n" \
	"CONFIG_HZ=250\nCONFIG_S=\"a b\"\nCONFIG_X_CONFIG_Y=y\nCONFIG_LAST=y"

/* Asks in a child, as the unit reads its file once */
static void ask(void *arg)
{
	char value[8] = "";
	enum kconfig state = kconfig_find(arg, value, sizeof(value));

	printf("%s %s %u", state == KCONFIG_ON ? "on" : state == KCONFIG_OFF ?
	       "off" : "unknown", value, machine.opened);
}

static const char *answer(const char *name)
{
	child_run(ask, (void *)name);
	CHECK_INT(child.status, 0);
	return child.out;
}

static void options_of_a_configuration(void)
{
	machine.proc = CONFIG;
	CHECK_STRING(answer("CONFIG_A"), "on y 1");
	CHECK_STRING(answer("CONFIG_AB"), "on m 1");
	CHECK_STRING(answer("CONFIG_HZ"), "on 250 1");
	CHECK_STRING(answer("CONFIG_S"), "on \"a b\" 1");
	CHECK_STRING(answer("CONFIG_LAST"), "on y 1");
	CHECK_STRING(answer("CONFIG_B"), "off  1");
	CHECK_STRING(answer("CONFIG_MISSING"), "off  1");
	/* no part of a name is the name */
	CHECK_STRING(answer("CONFIG_Y"), "off  1");
	CHECK_STRING(answer("CONFIG_H"), "off  1");
	CHECK_STRING(answer("CONFIG_"), "off  1");
	machine.proc = NULL;
}

static void a_value_longer_than_its_room(void)
{
	machine.proc = "CONFIG_LONG=0123456789\nCONFIG_A=y\n";
	CHECK_STRING(answer("CONFIG_LONG"), "on 0123456 1");
	machine.proc = NULL;
}

static void first_line_counts_too(void)
{
	machine.proc = "CONFIG_A=y\n";
	CHECK_STRING(answer("CONFIG_A"), "on y 1");
	machine.proc = NULL;
}

static void files_beside_proc(void)
{
	static const char * const paths[] = {
		"/boot/config-6.12-made-up",
		"/lib/modules/6.12-made-up/config",
		"/lib/modules/6.12-made-up/build/.config",
	};
	unsigned int i;

	machine.text = CONFIG;
	for (i = 0; i < 3; i++) {
		machine.path = paths[i];
		CHECK_STRING(answer("CONFIG_A"), "on y 1");
	}
	machine.path = "/boot/config-other";
	CHECK_STRING(answer("CONFIG_A"), "unknown  0");
	machine.path = NULL;
}

static void proc_comes_first(void)
{
	machine.proc = "CONFIG_A=m\n";
	machine.path = "/boot/config-6.12-made-up";
	machine.text = CONFIG;
	CHECK_STRING(answer("CONFIG_A"), "on m 1");
	machine.proc = NULL;
	machine.path = NULL;
}

static void what_is_no_configuration(void)
{
	static const char * const wrong[] = {
		"", "\n", "nonsense\n", "# CONFIG_A is not set\n", "\x1f\x8b\x08",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		machine.proc = wrong[i];
		CHECK_STRING(answer("CONFIG_A"), "unknown  1");
	}
	machine.proc = NULL;
}

static void ask_twice(void *arg)
{
	(void)arg;
	CHECK_INT(kconfig_find("CONFIG_A", NULL, 0), KCONFIG_ON);
	CHECK_INT(kconfig_find("CONFIG_B", NULL, 0), KCONFIG_OFF);
	printf("%u", machine.opened);
}

static void it_is_read_once(void)
{
	machine.proc = CONFIG;
	child_run(ask_twice, NULL);
	CHECK_STRING(child.out, "1");
	machine.proc = NULL;
}

static void a_configuration_too_large(void)
{
	static char large[(1 << 20) + 100];
	size_t i;

	for (i = 0; i + 9 < sizeof(large); i += 9)
		memcpy(large + i, "CONFIG_Z\n", 9);
	memcpy(large, "CONFIG_A=y\n", 11);
	machine.proc = large;
	CHECK_STRING(answer("CONFIG_A"), "on y 1");
	machine.proc = NULL;
}

int main(void)
{
	RUN(options_of_a_configuration);
	RUN(a_value_longer_than_its_room);
	RUN(first_line_counts_too);
	RUN(files_beside_proc);
	RUN(proc_comes_first);
	RUN(what_is_no_configuration);
	RUN(it_is_read_once);
	RUN(a_configuration_too_large);
	return unit_end();
}
