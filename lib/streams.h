/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_STREAMS_H
#define PERF_REGRESS_STREAMS_H

#include <stdbool.h>

/* Most streams at a time */
#define STREAMS_MOST 64

/* streams_require - note what keeps @count streams from being sent here */
void streams_require(unsigned int count);

/*
 * streams_run - send as much as can be over TCP streams side by side
 * @near: network namespace of those who send, see veth_join()
 * @far: that of those who receive
 * @count: streams, 1..STREAMS_MOST, each a thread that sends pages without
 *	   copying them and one that receives, SCHED_OTHER, pinned to the
 *	   allowed CPUs in turn
 * @window_ms: how long a sample takes
 * @mbits: where the samples go, in Mbit/s of all streams together
 * @samples: how many to take
 *
 * Return: false after noting why by require_unmet().
 */
bool streams_run(int near, int far, unsigned int count, unsigned int window_ms,
		 double *mbits, unsigned int samples);

#endif
