// SPDX-License-Identifier: GPL-2.0
/*
 * The probe: a plugin of QEMU's emulator (TCG) that counts, between marks of
 * the guest (lib/mark.h), instructions, misses of a cache model and accesses to
 * cache lines that CPUs share; report.h says what comes out.
 *
 * Options: out=FILE      the report
 *          misses=on     count misses, with the caches l1d=KB:WAYS, l2=, llc=
 *          sharing=on    count accesses to shared lines
 *
 * It takes no locks: CPUs must take turns in one thread, as under -icount.
 * Until the first window the guest runs without counters.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/mark.h"
#include "cache.h"
#include "marks.h"
#include "pages.h"
#include "qemu.h"
#include "report.h"
#include "sharing.h"
#include "sites.h"
#include "symbols.h"
#include "windows.h"

#define EXPORT __attribute__((__visibility__("default")))

static const char *report;
static struct report_choice choice;

static qemu_plugin_id_t self;
/* instructions are translated with their counters */
static bool counting;

static void touch(unsigned int cpu, __u32 site, __u64 line, bool store)
{
	unsigned int misses, m;

	if (choice.misses) {
		misses = cache_access(line);
		if (windows_counting)
			for (m = 0; m < misses; m++)
				sites_count[L1D_MISSES + m][site]++;
	}
	if (choice.sharing && windows_counting)
		sharing_access(cpu, site, line, store);
}

/* A byte of the guest's symbols */
static void on_data(unsigned int cpu, qemu_plugin_meminfo_t info,
		    __u64 address, void *data)
{
	(void)cpu;
	(void)info;
	(void)data;
	symbols_add(address);
}

static void on_access(unsigned int cpu, qemu_plugin_meminfo_t info,
		      __u64 address, void *data)
{
	__u64 last = address + (1ULL << qemu_plugin_mem_size_shift(info)) - 1;
	bool store = qemu_plugin_mem_is_store(info);
	__u64 line, physical;

	/*
	 * The caches go on being used between windows; the table of shared
	 * lines doesn't.
	 */
	if (!choice.misses && !windows_counting)
		return;
	/* by physical address: pages are mapped at several virtual ones */
	if (!pages_find(cpu, info, address, &physical))
		return;
	line = physical >> CACHE_LINE_SHIFT;
	touch(cpu, (unsigned long)data, line, store);
	/* across a page this may be another line, which is rare */
	if (address >> CACHE_LINE_SHIFT != last >> CACHE_LINE_SHIFT)
		touch(cpu, (unsigned long)data, line + 1, store);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);

static void on_end(qemu_plugin_id_t id, void *data)
{
	(void)id;
	(void)data;
	report_write(report, &choice);
}

static void on_reset(qemu_plugin_id_t id)
{
	counting = true;
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_end, NULL);
}

static void on_mark(unsigned int cpu, void *data)
{
	unsigned int number = (unsigned long)data;

	/* done when this block of code ends: a name goes before a window */
	if (!counting && number != MARK_CLOCK_ON && number != MARK_CLOCK_OFF)
		qemu_plugin_reset(self, on_reset);
	if (cpu < WINDOWS_MOST_CPUS)
		marks_executed(cpu, number);
}

static void on_flush(unsigned int cpu, void *data)
{
	(void)data;
	pages_flush(cpu);
}

static void call_executed(struct qemu_plugin_insn *insn, qemu_exec_cb call,
			  unsigned long number)
{
	qemu_plugin_register_vcpu_insn_exec_cb(insn, call,
					       QEMU_PLUGIN_CB_NO_REGS,
					       (void *)number);
}

static void call_access(struct qemu_plugin_insn *insn, qemu_mem_cb call,
			unsigned long site)
{
	qemu_plugin_register_vcpu_mem_cb(insn, call,
					 QEMU_PLUGIN_CB_NO_REGS,
					 QEMU_PLUGIN_MEM_RW, (void *)site);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t i, n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	for (i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		int number = marks_number(insn);
		__u32 site;

		if (number >= 0)
			call_executed(insn, on_mark, number);
		if (marks_is_data(insn))
			call_access(insn, on_data, 0);
		if (!counting)
			continue;
		site = site_find(qemu_plugin_insn_vaddr(insn));
		site_count(insn, site);
		if (!choice.misses && !choice.sharing)
			continue;
		call_access(insn, on_access, site);
		if (pages_is_flush(insn))
			call_executed(insn, on_flush, 0);
	}
}

static bool take_option(const char *name, const char *value)
{
	static const char *const level[CACHE_LEVELS] = { "l1d", "l2", "llc" };
	bool on = !strcmp(value, "on");
	int l;

	if (!strcmp(name, "out")) {
		report = strdup(value);
		return report;
	}
	if (!strcmp(name, "misses")) {
		choice.misses = on;
		return on;
	}
	if (!strcmp(name, "sharing")) {
		choice.sharing = on;
		return on;
	}
	for (l = 0; l < CACHE_LEVELS; l++)
		if (!strcmp(name, level[l]))
			return cache_set(l, value);
	return false;
}

static bool take_options(int argc, char **argv)
{
	int i;

	for (i = 0; i < argc; i++) {
		char *value = strchr(argv[i], '=');

		if (value)
			*value++ = '\0';
		if (!value || !take_option(argv[i], value)) {
			fprintf(stderr, "probe: bad option %s%s%s\n", argv[i],
				value ? "=" : "", value ? value : "");
			return false;
		}
	}
	if (report)
		return true;
	fprintf(stderr, "probe: out=FILE is needed\n");
	return false;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
			       const struct qemu_info *info, int argc,
			       char **argv)
{
	if (info->version.cur == 2) {
		fprintf(stderr, "probe: QEMU 9.0 is not supported\n");
		return -1;
	}
	if (!info->system_emulation ||
	    info->system.max_vcpus > WINDOWS_MOST_CPUS) {
		fprintf(stderr, "probe: it needs a whole guest, with at most %d CPUs\n",
			WINDOWS_MOST_CPUS);
		return -1;
	}
	if (!take_options(argc, argv))
		return -1;
	self = id;
	sites_init(info->system.smp_vcpus);
	windows_init(info->system.smp_vcpus);
	sharing_init();
	cache_init();
	pages_init(info->target_name);
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_end, NULL);
	return 0;
}
