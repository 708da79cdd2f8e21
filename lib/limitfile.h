/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_LIMITFILE_H
#define PERF_REGRESS_LIMITFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "metric.h"

#define LIMITS_PROGRAM_SIZE 64
#define LIMITS_ERROR_SIZE 160

/* A line of the limits file */
struct limits_line {
	char program[LIMITS_PROGRAM_SIZE];
	char metric[METRIC_NAME_SIZE];
	struct limit limit;
	/*
	 * releases that limit.known holds from, and no more from, as
	 * parse_release() codes them; 0: for good
	 */
	unsigned long since, before;
};

/*
 * limits_parse - read one line of a limits file
 * @text: PROGRAM.METRIC OP VALUE [known VALUE since RELEASE [before RELEASE]]
 *	  [# REASON], OP being <= or >=
 * @line: what it says
 * @error: LIMITS_ERROR_SIZE bytes, for what is wrong with it
 *
 * A known value must be looser than the limit and have a reason.
 *
 * Return: 1 for a limit, 0 for a line without one, -1 when it is malformed.
 */
int limits_parse(const char *text, struct limits_line *line, char *error);

/* limits_in_collection - whether a test of this name was there at build time */
bool limits_in_collection(const char *program);

/*
 * limits_read - read a limits file
 * @file: the file
 * @name: its name, for messages
 * @program: the program whose limits are wanted
 * @release: of the running kernel, as parse_release() codes it; 0 when it is
 *	     not known, and then no known value holds
 * @take: called for each limit of @program; returns NULL, or what is wrong
 * @arg: handed to @take
 *
 * Errors go to stderr as NAME:LINE: MESSAGE. Lines of other programs are
 * parsed too, and their program must be one of the collection.
 *
 * Return: 0, or -1 when there was an error.
 */
int limits_read(FILE *file, const char *name, const char *program,
		unsigned long release,
		const char *(*take)(void *arg, const char *metric,
				    const struct limit *limit),
		void *arg);

#endif
