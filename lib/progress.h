/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_PROGRESS_H
#define PERF_REGRESS_PROGRESS_H

/*
 * progress_show - show on stderr, when that is a terminal, what is going on
 * @what: a few words; replaces what was shown before; NULL takes it away
 *
 * Not to be called inside a timed part.
 */
void progress_show(const char *what);

#endif
