// SPDX-License-Identifier: GPL-2.0
#include <dlfcn.h>
#include <string.h>

#include "qemu.h"

#define EXPORT __attribute__((__visibility__("default")))

struct qemu_optional qemu_optional;

/* QEMU refuses a plugin that needs another version than it has */
EXPORT int qemu_plugin_version;

static void *find(const char *name)
{
	return dlsym(RTLD_DEFAULT, name);
}

/* QEMU looks at the version as soon as the plugin is loaded */
__attribute__((__constructor__)) static void look_up(void)
{
	struct qemu_optional *o = &qemu_optional;

	o->exec_inline = find("qemu_plugin_register_vcpu_insn_exec_inline");
	o->exec_inline_per_vcpu =
		find("qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu");
	o->scoreboard_new = find("qemu_plugin_scoreboard_new");
	o->scoreboard_find = find("qemu_plugin_scoreboard_find");
	qemu_plugin_version = o->scoreboard_new ? 3 : 1;
}

void qemu_insn_copy(const struct qemu_plugin_insn *insn, void *to,
		    size_t length)
{
	const void *(*version_1)(const struct qemu_plugin_insn *insn) =
		(void *)qemu_plugin_insn_data;

	if (qemu_optional.scoreboard_new)
		qemu_plugin_insn_data(insn, to, length);
	else
		memcpy(to, version_1(insn), length);
}
