/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_OPTIONS_H
#define PERF_REGRESS_OPTIONS_H

#include <stdbool.h>

#include "compiler.h"

/* An option that one test has beyond the common ones; all take a value */
struct extra_option {
	const char *name;	/* without its dashes */
	const char *value;	/* what --help calls its value */
	const char *help;
	/* reads the value; returns NULL, or what it should have been */
	const char *(*parse)(const char *value);
};

enum options_mode {
	MODE_DEFAULT,
	MODE_QUICK,
	MODE_FULL,
};

#define OPTIONS_MOST_LIMITS 32
#define OPTIONS_MOST_THREADS 1024

struct options {
	enum options_mode mode;
	/* how long the program may look for a verdict, in seconds */
	unsigned long seconds;
	/* 0: as many as the test thinks fit */
	unsigned long threads;
	/* CPU that the measuring thread runs on; -1: any */
	long cpu;
	bool list;
	bool report_only;
	/* --limits; NULL: the file that comes with the tests */
	const char *limits;
	/* --limit NAME=VALUE, as given */
	const char *limit[OPTIONS_MOST_LIMITS];
	unsigned int nr_limits;
};

/*
 * options_parse - read a test's command line
 * @program: its name, for messages
 * @summary: what --help says of it
 * @extra: its own options, ended by one without a name; or NULL
 * @options: where the values go
 *
 * Ends the program after --help, and with 1 after an error.
 */
void options_parse(int argc, char **argv, const char *program,
		   const char *summary, const struct extra_option *extra,
		   struct options *options);

/*
 * options_error - one line on what is wrong with the command line, a hint at
 * --help, and the end of the program with 1
 */
void __noreturn __printf(2, 3)
options_error(const char *program, const char *format, ...);

#endif
