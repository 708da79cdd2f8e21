/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SLABFIND_H
#define PERF_REGRESS_SLABFIND_H

#include "slabcache.h"
#include "slabwindow.h"

/*
 * slabfind_cache - find the cache whose objects some work frees
 * @patterns: names that it may have, which depends on the kernel's options;
 *	      ended by NULL
 * @work: done a few times for each of them
 *
 * It is the one that most objects are freed to, if it is one for each thing
 * done.
 *
 * Return: false after noting why by require_unmet(); nothing is open then.
 */
bool slabfind_cache(struct slabcache *cache, const char * const *patterns,
		    const struct slabwork *work);

#endif
