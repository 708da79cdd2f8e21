/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_PERFBUF_H
#define PERF_REGRESS_PERFBUF_H

#include <linux/perf_event.h>
#include <stdbool.h>

/* Bytes of records that fit until they are taken: what any user may lock */
#define PERFBUF_SIZE (512 * 1024)

/* A record has at most so many bytes; longer ones are not ours */
#define PERFBUF_MOST_RECORD 512

/*
 * perfbuf_map - map the buffer that an event puts its records into
 * @fd: the event; others may be made to use it by PERF_EVENT_IOC_SET_OUTPUT
 *
 * Not across fork(): a child doesn't inherit the buffer.
 *
 * Return: NULL after noting why by require_unmet().
 */
struct perf_event_mmap_page *perfbuf_map(int fd);

/* perfbuf_skip - forget the records that wait */
void perfbuf_skip(struct perf_event_mmap_page *page);

/*
 * perfbuf_take - hand over the samples that wait, in order
 * @call: called for each of them; the record lies there until it returns
 * @arg: handed to @call
 *
 * Return: false after noting by require_unmet() that some were lost.
 */
bool perfbuf_take(struct perf_event_mmap_page *page,
		  void (*call)(const struct perf_event_header *sample, void *arg),
		  void *arg);

/* perfbuf_unmap - give the buffer back; NULL is fine */
void perfbuf_unmap(struct perf_event_mmap_page *page);

#endif
