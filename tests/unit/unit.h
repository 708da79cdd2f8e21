/* SPDX-License-Identifier: GPL-2.0 */
/* Checks for the unit tests; each function of checks is one TAP result. */
#ifndef PERF_REGRESS_UNIT_H
#define PERF_REGRESS_UNIT_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "compiler.h"

static unsigned int unit_tests, unit_failed_tests, unit_failed_checks;

/* Prints where a check failed; what was expected and what came is to follow */
static inline bool unit_is(bool good, const char *file, int line)
{
	if (good)
		return true;
	unit_failed_checks++;
	printf("# %s:%d: ", file, line);
	return false;
}

/* Text on one line, cut where it is very long */
static inline void unit_text(const char *text)
{
	const char *at;

	putchar('"');
	for (at = text; *at && at - text < 2000; at++) {
		if (*at == '\n')
			printf("\\n");
		else
			putchar(*at);
	}
	printf("%s\"", *at ? "..." : "");
}

static inline void unit_true(bool got, const char *what, const char *file,
			     int line)
{
	if (!unit_is(got, file, line))
		printf("expected %s\n", what);
}

static inline void unit_int(long long got, long long want, const char *what,
			    const char *file, int line)
{
	if (!unit_is(got == want, file, line))
		printf("%s: expected %lld, got %lld\n", what, want, got);
}

static inline void unit_double(double got, double want, const char *what,
			       const char *file, int line)
{
	if (!unit_is(got == want, file, line))
		printf("%s: expected %.17g, got %.17g\n", what, want, got);
}

static inline void unit_string(const char *got, const char *want,
			       const char *what, const char *file, int line)
{
	if (unit_is(!strcmp(got, want), file, line))
		return;
	printf("%s: expected ", what);
	unit_text(want);
	printf(", got ");
	unit_text(got);
	putchar('\n');
}

static inline void unit_part(const char *text, const char *part, bool wanted,
			     const char *file, int line)
{
	if (unit_is(!strstr(text, part) != wanted, file, line))
		return;
	printf("expected %s", wanted ? "" : "no ");
	unit_text(part);
	printf(" in ");
	unit_text(text);
	putchar('\n');
}

#define CHECK(is) unit_true(is, #is, __FILE__, __LINE__)
#define CHECK_INT(got, want) unit_int(got, want, #got, __FILE__, __LINE__)
#define CHECK_DOUBLE(got, want) \
	unit_double(got, want, #got, __FILE__, __LINE__)
#define CHECK_STRING(got, want) \
	unit_string(got, want, #got, __FILE__, __LINE__)
#define CHECK_HAS(text, part) unit_part(text, part, true, __FILE__, __LINE__)
#define CHECK_LACKS(text, part) \
	unit_part(text, part, false, __FILE__, __LINE__)

static inline void unit_run(void (*test)(void), const char *name)
{
	unit_failed_checks = 0;
	test();
	unit_failed_tests += !!unit_failed_checks;
	printf("%sok %u - %s\n", unit_failed_checks ? "not " : "",
	       ++unit_tests, name);
	fflush(stdout);
}

/* Runs a test; its name, with blanks, says what it tests */
#define RUN(test) unit_run(test, #test)

/* For what this machine can't do */
#define SKIP(test, why) \
	printf("ok %u - %s # SKIP %s\n", ++unit_tests, #test, why)

/* Runs a test where the machine can do it */
#define RUN_IF(able, test, why) \
	do { \
		if (able) \
			RUN(test); \
		else \
			SKIP(test, why); \
	} while (0)

/* To be returned by main() */
static inline int unit_end(void)
{
	printf("1..%u\n", unit_tests);
	return !!unit_failed_tests;
}

#endif
