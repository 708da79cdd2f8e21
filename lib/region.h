/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_REGION_H
#define PERF_REGRESS_REGION_H

#include <stdbool.h>
#include <stddef.h>

/* Address space that starts where it should, and what is mapped into it */
struct region {
	char *start;
	size_t length;
	/* what was reserved for it: more than that, for the alignment */
	char *reserved;
	size_t reserved_length;
};

/* What a huge page holds on x86-64 and, with 4 KB pages, on arm64 */
#define REGION_HUGE (2UL << 20)

/* region_page - bytes of a page */
size_t region_page(void);

/*
 * region_reserve - reserve address space, PROT_NONE
 * @length: bytes
 * @align: of its start, a power of two
 *
 * Return: false after noting why by require_unmet().
 */
bool region_reserve(struct region *region, size_t length, size_t align);

/*
 * region_memory - ordinary memory, present
 * @length: bytes, a multiple of REGION_HUGE
 * @huge: in transparent huge pages; false: in none
 *
 * Return: false after noting why by require_unmet(), such as that there are
 * not enough huge pages.
 */
bool region_memory(struct region *region, size_t length, bool huge);

/* region_unmap - give all back; one of zeroes is fine */
void region_unmap(struct region *region);

#endif
