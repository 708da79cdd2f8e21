// SPDX-License-Identifier: GPL-2.0
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "parse.h"
#include "placement.h"

/* The runner ends a test after 45 s: what takes longer must be asked for */
#define QUICK_SECONDS 3
#define DEFAULT_SECONDS 15
#define FULL_SECONDS 35
#define MOST_SECONDS 86400

enum {
	OPTION_HELP = 1,
	OPTION_LIST,
	OPTION_QUICK,
	OPTION_FULL,
	OPTION_SECONDS,
	OPTION_THREADS,
	OPTION_CPU,
	OPTION_LIMITS,
	OPTION_LIMIT,
	OPTION_REPORT_ONLY,
	OPTION_EXTRA,
};

static const struct {
	const char *name, *value, *help;
} common[] = {
	[OPTION_HELP] = { "help", NULL, "print this" },
	[OPTION_LIST] = { "list", NULL, "print what is tested and measured" },
	[OPTION_QUICK] = { "quick", NULL, "measure little" },
	[OPTION_FULL] = { "full", NULL, "measure much" },
	[OPTION_SECONDS] = { "seconds", "N",
		"look for a verdict for N seconds at most (3 quick, 15, 35 full)" },
	[OPTION_THREADS] = { "threads", "N", "threads that load the kernel" },
	[OPTION_CPU] = { "cpu", "N", "measure on CPU N" },
	[OPTION_LIMITS] = { "limits", "FILE",
		"judge by FILE instead of the limits that come with the tests" },
	[OPTION_LIMIT] = { "limit", "NAME=V",
		"judge metric NAME by V instead; may be given again" },
	[OPTION_REPORT_ONLY] = { "report-only", NULL, "judge nothing" },
};

#define MOST_OPTIONS 24

void options_error(const char *program, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: ", program);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, " (try %s --help)\n", program);
	exit(1);
}

static void print_option(const char *name, const char *value, const char *help)
{
	char text[40];

	snprintf(text, sizeof(text), "--%s%s%s", name, value ? " " : "",
		 value ? value : "");
	printf("  %-18s %s\n", text, help);
}

static void __noreturn
print_help(const char *program, const char *summary,
	   const struct extra_option *extra)
{
	unsigned int i;

	printf("Usage: %s [OPTION]...\n%s\n\n", program, summary);
	for (i = OPTION_HELP; i < OPTION_EXTRA; i++)
		print_option(common[i].name, common[i].value, common[i].help);
	for (; extra && extra->name; extra++)
		print_option(extra->name, extra->value, extra->help);
	printf("\nExit status: 0 passed, 1 failed or bad arguments, 4 skipped.\n");
	exit(0);
}

static unsigned long take_number(const char *program, const char *option,
				 unsigned long min, unsigned long max)
{
	unsigned long result;

	if (!parse_uint(optarg, min, max, &result))
		options_error(program, "--%s: want %lu to %lu, not '%s'",
			      option, min, max, optarg);
	return result;
}

static void set_mode(const char *program, struct options *options,
		     enum options_mode mode)
{
	if (options->mode != MODE_DEFAULT && options->mode != mode)
		options_error(program, "--quick and --full exclude each other");
	options->mode = mode;
}

static void take(const char *program, const struct extra_option *extra,
		 struct options *options, int code)
{
	const char *problem;

	switch (code) {
	case OPTION_LIST:
		options->list = true;
		break;
	case OPTION_QUICK:
		set_mode(program, options, MODE_QUICK);
		break;
	case OPTION_FULL:
		set_mode(program, options, MODE_FULL);
		break;
	case OPTION_SECONDS:
		options->seconds = take_number(program, "seconds", 1,
					       MOST_SECONDS);
		break;
	case OPTION_THREADS:
		options->threads = take_number(program, "threads", 1,
					       OPTIONS_MOST_THREADS);
		break;
	case OPTION_CPU:
		options->cpu = take_number(program, "cpu", 0,
					   PLACEMENT_MAX_CPUS - 1);
		break;
	case OPTION_LIMITS:
		options->limits = optarg;
		break;
	case OPTION_LIMIT:
		if (options->nr_limits == OPTIONS_MOST_LIMITS)
			options_error(program, "more than %d --limit",
				      OPTIONS_MOST_LIMITS);
		options->limit[options->nr_limits++] = optarg;
		break;
	case OPTION_REPORT_ONLY:
		options->report_only = true;
		break;
	default:
		extra += code - OPTION_EXTRA;
		problem = extra->parse(optarg);
		if (problem)
			options_error(program, "--%s: %s, not '%s'",
				      extra->name, problem, optarg);
	}
}

void options_parse(int argc, char **argv, const char *program,
		   const char *summary, const struct extra_option *extra,
		   struct options *options)
{
	static const unsigned long seconds[] = {
		[MODE_DEFAULT] = DEFAULT_SECONDS,
		[MODE_QUICK] = QUICK_SECONDS,
		[MODE_FULL] = FULL_SECONDS,
	};
	struct option table[MOST_OPTIONS] = { 0 };
	unsigned int i, used = 0;
	int code, at = optind;

	for (i = OPTION_HELP; i < OPTION_EXTRA; i++)
		table[used++] = (struct option) {
			.name = common[i].name,
			.has_arg = common[i].value ? required_argument : no_argument,
			.val = i,
		};
	for (i = 0; extra && extra[i].name && used < MOST_OPTIONS - 1; i++)
		table[used++] = (struct option) {
			.name = extra[i].name,
			.has_arg = required_argument,
			.val = OPTION_EXTRA + i,
		};

	memset(options, 0, sizeof(*options));
	options->cpu = -1;
	/* the colon leaves the messages to us: one form for all of them */
	while ((code = getopt_long(argc, argv, "+:", table, NULL)) != -1) {
		if (code == ':')
			options_error(program, "%s needs a value", argv[at]);
		if (code == '?')
			options_error(program, "unknown option, or one without value: '%s'",
				      argv[at]);
		at = optind;
		if (code == OPTION_HELP)
			print_help(program, summary, extra);
		take(program, extra, options, code);
	}
	if (optind < argc)
		options_error(program, "unexpected argument '%s'", argv[optind]);
	if (!options->seconds)
		options->seconds = seconds[options->mode];
}
