/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABOBJECT_H
#define PERF_REGRESS_SLABOBJECT_H

#include <stdbool.h>

/*
 * Kernel objects that user space can have allocated by one call, on the CPU
 * that it runs on, and freed by another call on another CPU, one slab object
 * of a known cache at a time.
 */
enum slabobject {
	SLABOBJECT_MESSAGE,	/* System V: allocated by who sends */
	SLABOBJECT_DATAGRAM,	/* AF_UNIX */
	SLABOBJECT_STREAM,	/* AF_UNIX: a piece of a stream */
	SLABOBJECT_FILE,	/* open() of /dev/null, close() */
	SLABOBJECT_EVENTFD,
	SLABOBJECT_PIPE,	/* two files, and an array of buffers */
	SLABOBJECT_VMA,		/* mmap() of a page, munmap() */
	NR_SLABOBJECTS
};

/* Where objects of one kind pass from who makes to who frees them */
struct slabobject_source {
	int ends[2];
};

struct slabobject_kind {
	const char *what;
	/* names of the cache, as patterns, ended by NULL; see slabfind.h */
	const char *caches[5];
	/* descriptors that an object is known by */
	unsigned int descriptors;
	/* @depth: most objects at a time; -1 with errno set */
	int (*open)(struct slabobject_source *source, unsigned int depth);
	void (*close)(struct slabobject_source *source);
	/* makes object @index, to be known as *@handle; 0 or an errno */
	int (*make)(struct slabobject_source *source, unsigned long long index,
		    unsigned long long *handle);
	/* frees it; objects of a source are freed in order; 0 or an errno */
	int (*free)(struct slabobject_source *source,
		    unsigned long long handle);
};

extern const struct slabobject_kind slabobject_kinds[NR_SLABOBJECTS];

#endif
