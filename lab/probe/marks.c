// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "../../lib/mark.h"
#include "marks.h"
#include "windows.h"

#define X86_LENGTH 7
#define X86_MAGIC 0x5ca1
#define ARM64_LENGTH 4
/* movz xzr, 0x5c00 + number, lsl #48: number is in bits 5 to 12 */
#define ARM64_MAGIC 0xd2eb801fU
#define ARM64_MASK 0xffffe01fU

int marks_number(const struct qemu_plugin_insn *insn)
{
	static const unsigned char nopl[] = { 0x0f, 0x1f, 0x80 };
	size_t length = qemu_plugin_insn_size(insn);
	unsigned char bytes[X86_LENGTH];
	__u32 word;

	if (length != X86_LENGTH && length != ARM64_LENGTH)
		return -1;
	qemu_insn_copy(insn, bytes, length);
	/* both have the least significant byte first */
	memcpy(&word, bytes + (length - sizeof(word)), sizeof(word));
	if (length == ARM64_LENGTH)
		return (word & ARM64_MASK) == ARM64_MAGIC ?
			(int)(word >> 5 & 0xff) : -1;
	if (memcmp(bytes, nopl, sizeof(nopl)) || word >> 16 != X86_MAGIC)
		return -1;
	return word & 0xffff;
}

bool marks_is_data(const struct qemu_plugin_insn *insn)
{
	/* testl $0x5ca1da7a, (%rax) */
	static const unsigned char testl[] = {
		0xf7, 0x00, 0x7a, 0xda, 0xa1, 0x5c
	};
	unsigned char bytes[sizeof(testl)];

	if (qemu_plugin_insn_size(insn) != sizeof(testl))
		return false;
	qemu_insn_copy(insn, bytes, sizeof(bytes));
	return !memcmp(bytes, testl, sizeof(testl));
}

/* The words that a CPU has sent, bit by bit, for the command that follows */
static struct {
	unsigned char byte[WINDOWS_NAME_SIZE + 1 + sizeof(__u64)];
	unsigned int bits;
} words[WINDOWS_MOST_CPUS];

static void add_bit(unsigned int cpu, unsigned int bit)
{
	unsigned int at = words[cpu].bits / 8;

	/* what doesn't fit is missed when the command comes */
	if (at < sizeof(words[cpu].byte)) {
		words[cpu].byte[at] >>= 1;
		words[cpu].byte[at] |= bit << 7;
	}
	words[cpu].bits++;
}

static bool is_whole(unsigned int length)
{
	return length <= sizeof(words[0].byte);
}

static void name_command(unsigned int cpu, unsigned int length,
			 unsigned int number, __u64 count)
{
	char *name = (char *)words[cpu].byte;

	if (!length || length >= WINDOWS_NAME_SIZE) {
		windows_error("a mark with a name of %d bytes", (int)length);
		return;
	}
	name[length] = '\0';
	if (number == MARK_END)
		windows_end(name, count);
	else
		windows_begin(name, number == MARK_CONTINUE);
}

/* A command that words went before */
static void command(unsigned int cpu, unsigned int number)
{
	unsigned int length = words[cpu].bits / 8;
	__u64 count = 0;

	words[cpu].bits = 0;
	if (number == MARK_END || number == MARK_LEAVE) {
		length -= sizeof(count);
		if (is_whole(length + sizeof(count)) && is_whole(length))
			memcpy(&count, words[cpu].byte + length, sizeof(count));
	}
	switch (number) {
	case MARK_BEGIN:
	case MARK_CONTINUE:
		name_command(cpu, length, number, 0);
		break;
	case MARK_END:
		name_command(cpu, length - 1, number, count);
		break;
	case MARK_LEAVE:
		windows_leave(cpu, count);
		break;
	default:
		windows_error("a mark with the number %u", number);
	}
}

void marks_executed(unsigned int cpu, unsigned int number)
{
	switch (number) {
	case MARK_BIT_0:
	case MARK_BIT_1:
		add_bit(cpu, number == MARK_BIT_1);
		break;
	case MARK_JOIN:
		windows_join();
		break;
	case MARK_SET:
		windows_set();
		break;
	case MARK_CLOCK_ON:
		windows_clock_on();
		break;
	case MARK_CLOCK_OFF:
		windows_clock_off();
		break;
	default:
		command(cpu, number);
	}
}
