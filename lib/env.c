// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "clock.h"
#include "compiler.h"
#include "env.h"
#include "kconfig.h"
#include "parse.h"
#include "placement.h"
#include "sysfile.h"

#define WORD_SIZE 64
#define HYPERVISOR_BIT 31
#define HYPERVISOR_LEAF 0x40000000

#ifdef __clang__
#define COMPILER "clang-" __clang_version__
#else
#define COMPILER "gcc-" __VERSION__
#endif

/* Debugging that makes the paths measured here several times slower */
static const char * const heavy_options[] = {
	"CONFIG_KASAN", "CONFIG_KCSAN", "CONFIG_KMSAN", "CONFIG_UBSAN_TRAP",
	"CONFIG_PROVE_LOCKING", "CONFIG_LOCK_STAT", "CONFIG_DEBUG_VM_MAPLE_TREE",
	"CONFIG_DEBUG_VM_RB", "CONFIG_DEBUG_KMEMLEAK", "CONFIG_SLUB_DEBUG_ON",
	"CONFIG_DEBUG_PAGEALLOC_ENABLE_DEFAULT",
};

/* What else of the configuration moves figures; no verdict hangs on it */
static const char * const telling_options[] = {
	"CONFIG_HZ", "CONFIG_PREEMPT_RT", "CONFIG_PREEMPT_DYNAMIC",
	"CONFIG_PER_VMA_LOCK", "CONFIG_DEBUG_VM", "CONFIG_MEMCG", "CONFIG_KFENCE",
	"CONFIG_INIT_ON_ALLOC_DEFAULT_ON", "CONFIG_SCHED_MM_CID",
};

/* " KEY=VALUE", the value being one word whatever a file may hold */
static void print_word(const char *key, const char *value)
{
	char word[WORD_SIZE], *at;
	size_t length = strlen(value);

	if (!length)
		value = "unknown";
	/* clang's version ends with a blank */
	for (length = strlen(value); length > 1 && value[length - 1] == ' '; length--)
		;
	snprintf(word, sizeof(word), "%.*s", (int)length, value);
	for (at = word; *at; at++)
		if (*at <= ' ' || *at == '#')
			*at = '_';
	printf(" %s=%s", key, word);
}

static void print_file(const char *key, const char *path)
{
	char text[WORD_SIZE];

	if (sysfile_read(AT_FDCWD, path, text, sizeof(text)) < 0)
		text[0] = '\0';
	print_word(key, text);
}

static void count_one(unsigned int number, void *arg)
{
	(void)number;
	(void)arg;
}

/* How many CPUs or nodes a list file of /sys names */
static void print_count(const char *key, const char *path)
{
	char list[1024], number[WORD_SIZE] = "";
	int count = -1;

	if (sysfile_read(AT_FDCWD, path, list, sizeof(list)) > 0)
		count = parse_cpu_list(list, PLACEMENT_MAX_CPUS, count_one, NULL);
	if (count > 0)
		snprintf(number, sizeof(number), "%d", count);
	print_word(key, number);
}

static void print_error(const char *key, const char *done, int error)
{
	print_word(key, error ? strerror(error) : done);
}

/*
 * What runs this kernel: "none" for real hardware, a hypervisor's signature
 * such as KVMKVMKVM or TCGTCGTCGTCG, or "unknown" where nothing tells.
 */
static const char *virtualization(void)
{
#ifdef __x86_64__
	static char signature[13];
	unsigned int eax, ebx, ecx, edx;

	if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
		return "unknown";
	if (!(ecx >> HYPERVISOR_BIT & 1))
		return "none";
	__cpuid(HYPERVISOR_LEAF, eax, ebx, ecx, edx);
	memcpy(signature, &ebx, sizeof(ebx));
	memcpy(signature + 4, &ecx, sizeof(ecx));
	memcpy(signature + 8, &edx, sizeof(edx));
	return signature[0] ? signature : "unknown";
#else
	return "unknown";
#endif
}

static void print_config(void)
{
	char value[WORD_SIZE];
	unsigned int i;
	char before = '=';

	printf(" config");
	for (i = 0; i < ARRAY_SIZE(telling_options); i++) {
		enum kconfig state = kconfig_find(telling_options[i], value,
						  sizeof(value));

		if (state == KCONFIG_UNKNOWN) {
			printf("=unknown");
			return;
		}
		if (state == KCONFIG_OFF)
			continue;
		printf("%c%s:%s", before, telling_options[i] + strlen("CONFIG_"),
		       value);
		before = ',';
	}
	if (before == '=')
		printf("=none");
}

void env_print(unsigned int cpu, const struct realtime *realtime)
{
	char path[128], number[WORD_SIZE];
	const char *distrust = env_distrust();
	struct utsname uts = { .release = "" };

	uname(&uts);
	printf("# env:");
	print_word("release", uts.release);
	print_word("machine", uts.machine);
	print_word("compiler", COMPILER);
	print_count("cpus", "/sys/devices/system/cpu/online");
	snprintf(number, sizeof(number), "%u", placement_count());
	print_word("allowed", number);
	print_count("nodes", "/sys/devices/system/node/online");
	snprintf(number, sizeof(number), "%u", cpu);
	print_word("cpu", number);
	print_word("clock", clock_unit() == CLOCK_INSN ? "insn" : "ns");
	print_file("clocksource",
		   "/sys/devices/system/clocksource/clocksource0/current_clocksource");
	print_word("virt", virtualization());
	snprintf(path, sizeof(path),
		 "/sys/devices/system/cpu/cpu%u/cpufreq/scaling_governor", cpu);
	print_file("governor", path);
	if (realtime) {
		print_error("sched", "rr:99", realtime->sched_error);
		print_error("mlock", "yes", realtime->lock_error);
	}
	print_word("trust", distrust ? distrust : "yes");
	print_config();
	printf("\n");
}

/* Calls that are traced cost several times what they cost otherwise */
static bool traced(void)
{
	char tracer[WORD_SIZE];

	return sysfile_read(AT_FDCWD, "/sys/kernel/tracing/current_tracer",
			    tracer, sizeof(tracer)) > 0 &&
	       strcmp(tracer, "nop");
}

bool env_emulated(void)
{
	return clock_unit() == CLOCK_NS && !strncmp(virtualization(), "TCG", 3);
}

const char *env_distrust(void)
{
	const char *slow = getenv("KSFT_MACHINE_SLOW");
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(heavy_options); i++)
		if (kconfig_find(heavy_options[i], NULL, 0) == KCONFIG_ON)
			return heavy_options[i];
	if (traced())
		return "tracing in use";
	if (clock_unit() == CLOCK_INSN)
		return NULL;
	if (slow && !strcmp(slow, "yes"))
		return "KSFT_MACHINE_SLOW=yes";
	if (env_emulated())
		return "emulated processor";
	return NULL;
}
