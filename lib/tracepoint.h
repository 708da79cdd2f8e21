/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_TRACEPOINT_H
#define PERF_REGRESS_TRACEPOINT_H

#include <stdbool.h>

/*
 * tracepoint_id - the number by which perf_event_open() knows a tracepoint
 * @name: its group and name, as "kmem/mm_page_alloc"
 *
 * Return: the number, or 0 after noting why by require_unmet().
 */
unsigned long tracepoint_id(const char *name);

/*
 * tracepoint_offset - where a field lies in the raw data of a tracepoint
 * @name: the tracepoint
 * @field: the field, as its format file names it, such as "pfn"
 * @size: bytes that it must have
 * @offset: its offset in bytes
 *
 * Return: false after noting why by require_unmet().
 */
bool tracepoint_offset(const char *name, const char *field, unsigned int size,
		       unsigned int *offset);

#endif
