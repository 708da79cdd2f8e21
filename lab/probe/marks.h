/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PROBE_MARKS_H
#define PROBE_MARKS_H

/* Marks in the guest's code: what lib/mark.h executes */
#include <linux/types.h>

#include "qemu.h"

/* marks_number - the number that @insn carries, or -1 when it is no mark */
int marks_number(const struct qemu_plugin_insn *insn);

/* marks_is_data - whether @insn hands over a byte (lab/guest/symbols.c) */
bool marks_is_data(const struct qemu_plugin_insn *insn);

/* marks_executed - virtual CPU @cpu has come to a mark that carries @number */
void marks_executed(unsigned int cpu, unsigned int number);

#endif
