/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PROBE_REPORT_H
#define PROBE_REPORT_H

/*
 * The probe's report, read by lab/probe/judge.c and lab/explain: lines of words
 * with blanks between, where NAME is PROGRAM.OPERATION and MEASURE one of
 * report_measure(); VALUEs are for one operation.
 *
 *	error NAME TEXT			why NAME has no figures; *: why nothing has
 *	figure NAME.MEASURE VALUE	the median of the windows
 *	samples NAME.MEASURE VALUE...	each window's, in order of time
 *	mode NAME.MEASURE VALUE N	N windows have exactly this value
 *	windows NAME N I		N windows, I of them with an interrupt
 *	function NAME.MEASURE FUNCTION VALUE N	it ran in N of the windows
 *	end
 *
 * Functions are those of the window that is the median of that measure; their
 * sum is the figure. [user] is all of user space. It belongs to the figure of
 * insn, as it does to what the clock says, and is apart from the others. A
 * report without an end is not whole.
 */
#include <stdbool.h>

/* Which measures were taken */
struct report_choice {
	bool misses;
	bool sharing;
};

/* report_write - write the report to @path */
void report_write(const char *path, const struct report_choice *choice);

#endif
