/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PROBE_QEMU_H
#define PROBE_QEMU_H

/*
 * The part of QEMU's plugin interface (TCG plugins) that the probe uses;
 * Debian ships no header of it. There are two, which one object serves both,
 * as what differs is looked up when it is loaded (qemu.c):
 *
 *	version 1	QEMU 6.0 to 8.2 (Debian 12: 7.2)
 *	version 3	QEMU 9.1 and later (Debian 13: 10.0)
 *
 * Version 2, of 9.0, lies between them and is refused.
 */
#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>

typedef __u64 qemu_plugin_id_t;
/* what an access is like: its size, load or store */
typedef __u32 qemu_plugin_meminfo_t;

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;
struct qemu_plugin_scoreboard;

struct qemu_info {
	const char *target_name;
	struct {
		int min;
		int cur;
	} version;
	bool system_emulation;
	struct {
		int smp_vcpus;
		int max_vcpus;
	} system;
};

/* A counter that each virtual CPU has for itself (version 2 and later) */
struct qemu_plugin_u64 {
	struct qemu_plugin_scoreboard *score;
	size_t offset;
};

enum { QEMU_PLUGIN_CB_NO_REGS };
enum { QEMU_PLUGIN_MEM_RW = 3 };
enum { QEMU_PLUGIN_INLINE_ADD_U64 };

typedef void (*qemu_trans_cb)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void (*qemu_exec_cb)(unsigned int cpu, void *data);
typedef void (*qemu_mem_cb)(unsigned int cpu, qemu_plugin_meminfo_t info,
			    __u64 address, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
					   qemu_trans_cb call);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
				    void (*call)(qemu_plugin_id_t id, void *data),
				    void *data);
/* Throws away all translated code and all callbacks, then calls @call */
void qemu_plugin_reset(qemu_plugin_id_t id, void (*call)(qemu_plugin_id_t id));

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb,
						 size_t index);
__u64 qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);

void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    qemu_exec_cb call, int flags,
					    void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      qemu_mem_cb call, int flags, int rw,
				      void *data);
unsigned int qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(qemu_plugin_meminfo_t info,
						  __u64 address);
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *hwaddr);
__u64 qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *hwaddr);

/*
 * The bytes of an instruction. Version 3 copies them, version 1 knows no
 * arguments but the first and returns a pointer to them.
 */
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *to,
			     size_t length);

/* The longest instruction of any architecture here */
#define QEMU_INSN_SIZE 16

/* qemu_insn_copy - the first @length bytes of @insn, in either version */
void qemu_insn_copy(const struct qemu_plugin_insn *insn, void *to,
		    size_t length);

/* What only one of the versions has; NULL in the other one */
struct qemu_optional {
	void (*exec_inline)(struct qemu_plugin_insn *insn, int op,
			    void *counter, __u64 add);
	void (*exec_inline_per_vcpu)(struct qemu_plugin_insn *insn, int op,
				     struct qemu_plugin_u64 counter, __u64 add);
	struct qemu_plugin_scoreboard *(*scoreboard_new)(size_t size);
	void *(*scoreboard_find)(struct qemu_plugin_scoreboard *score,
				 unsigned int cpu);
};

extern struct qemu_optional qemu_optional;

#endif
