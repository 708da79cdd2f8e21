// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "pages.h"
#include "windows.h"

#define PAGE_SHIFT 12
#define ENTRIES 1024

/* Of a virtual page the number plus 1, and its physical address */
static struct page {
	__u64 virtual;
	__u64 physical;
} pages[WINDOWS_MOST_CPUS][ENTRIES];

/* Only of this architecture the instructions are known that flush a TLB */
static bool is_x86;

void pages_init(const char *target)
{
	is_x86 = !strcmp(target, "x86_64");
}

static bool is_prefix(unsigned char byte)
{
	return byte == 0x66 || byte == 0xf2 || byte == 0xf3 ||
	       (byte & 0xf0) == 0x40;
}

bool pages_is_flush(const struct qemu_plugin_insn *insn)
{
	size_t length = qemu_plugin_insn_size(insn), at = 0;
	unsigned char bytes[QEMU_INSN_SIZE];

	if (!is_x86 || length > sizeof(bytes))
		return false;
	qemu_insn_copy(insn, bytes, length);
	while (at < length && is_prefix(bytes[at]))
		at++;
	if (length - at < 3 || bytes[at] != 0x0f)
		return false;
	switch (bytes[at + 1]) {
	case 0x22:	/* mov to a control register */
		return true;
	case 0x01:	/* invlpg, which has an address; with 0xc0 it is another */
		return (bytes[at + 2] & 0x38) == 0x38 &&
		       (bytes[at + 2] & 0xc0) != 0xc0;
	case 0x38:	/* invpcid */
		return bytes[at + 2] == 0x82;
	}
	return false;
}

void pages_flush(unsigned int cpu)
{
	memset(pages[cpu], 0, sizeof(pages[cpu]));
}

bool pages_find(unsigned int cpu, qemu_plugin_meminfo_t info, __u64 address,
		__u64 *physical)
{
	__u64 number = address >> PAGE_SHIFT;
	__u64 offset = address & ((1UL << PAGE_SHIFT) - 1);
	struct page *page = &pages[cpu][number % ENTRIES];
	const struct qemu_plugin_hwaddr *hwaddr;

	if (page->virtual == number + 1) {
		*physical = page->physical + offset;
		return true;
	}
	hwaddr = qemu_plugin_get_hwaddr(info, address);
	if (!hwaddr || qemu_plugin_hwaddr_is_io(hwaddr))
		return false;
	*physical = qemu_plugin_hwaddr_phys_addr(hwaddr);
	if (is_x86) {
		page->virtual = number + 1;
		page->physical = *physical - offset;
	}
	return true;
}
