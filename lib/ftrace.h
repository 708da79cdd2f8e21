/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_FTRACE_H
#define PERF_REGRESS_FTRACE_H

/*
 * ftrace_durations - how long calls of a kernel function take
 * @function: its name
 * @work: called with tracing of this thread on; makes the calls
 * @durations: where they go, in ns of the trace clock, the tracer's own cost
 *	       included
 * @most: room in @durations
 *
 * By the function_graph tracer. Its settings are for the whole system: nothing
 * is touched while somebody else uses it, and a process of its own puts all
 * back as it was, also when this program is killed.
 *
 * Return: how many calls were seen; 0 after noting why by require_unmet().
 */
unsigned int ftrace_durations(const char *function, void (*work)(void),
			      double *durations, unsigned int most);

#endif
