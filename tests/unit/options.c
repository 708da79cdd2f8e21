// SPDX-License-Identifier: GPL-2.0
#include "child.h"
#include "options.h"
#include "parse.h"
#include "unit.h"

#define MOST_ARGS 80

static const char *parse_even(const char *value)
{
	unsigned long number;

	if (!parse_uint(value, 0, 100, &number) || number % 2)
		return "want an even number";
	printf("even=%lu ", number);
	return NULL;
}

static const char *parse_word(const char *value)
{
	printf("word=%s ", value);
	return NULL;
}

static const struct extra_option extra[] = {
	{ "even", "N", "an even number", parse_even },
	{ "word", "W", "any word", parse_word },
	{ 0 },
};

static void parse(void *arg)
{
	char *argv[MOST_ARGS + 1] = { "./prog" };
	struct options options;
	int argc = 1;
	char *copy = strdup(arg), *word, *rest = copy;
	unsigned int i;

	while ((word = strsep(&rest, "|")) && argc < MOST_ARGS)
		argv[argc++] = word;
	/* what it finds there before must not matter */
	memset(&options, 0xff, sizeof(options));
	options_parse(argc, argv, "prog", "What it does.",
		      getenv("NO_EXTRA") ? NULL : extra, &options);
	printf("mode=%d seconds=%lu threads=%lu cpu=%ld list=%d report_only=%d limits=%s",
	       options.mode, options.seconds, options.threads, options.cpu,
	       options.list,
	       options.report_only, options.limits ? options.limits : "none");
	for (i = 0; i < options.nr_limits; i++)
		printf(" limit=%s", options.limit[i]);
	free(copy);
}

/* Arguments are divided by '|' */
static void good(const char *arguments, const char *want)
{
	child_run(parse, (void *)arguments);
	CHECK_STRING(child.out, want);
	CHECK_STRING(child.err, "");
	CHECK_INT(child.status, 0);
}

/*
 * One line on stderr that names what is wrong, nothing on stdout, exit with 1.
 * Of its wording only what a user needs is asked for.
 */
static void bad(const char *arguments, const char *named)
{
	child_run(parse, (void *)arguments);
	CHECK_HAS(child.err, "prog: ");
	CHECK_HAS(child.err, named);
	CHECK_HAS(child.err, " (try prog --help)\n");
	CHECK_INT(strcspn(child.err, "\n") + 1, strlen(child.err));
	CHECK_LACKS(child.out, "mode=");
	CHECK_INT(child.status, 1);
}

#define REST " threads=0 cpu=-1 list=0 report_only=0 limits=none"

static void no_arguments(void)
{
	char name[] = "prog", *argv[] = { name, NULL };
	struct options options;

	options_parse(1, argv, "prog", "What it does.", NULL, &options);
	CHECK_INT(options.mode, MODE_DEFAULT);
	CHECK_INT(options.seconds, 15);
	CHECK_INT(options.nr_limits, 0);
	CHECK(!options.limits);
}

static void each_option(void)
{
	good("--quick", "mode=1 seconds=3" REST);
	good("--full", "mode=2 seconds=35" REST);
	good("--full|--full", "mode=2 seconds=35" REST);
	good("--seconds|1", "mode=0 seconds=1" REST);
	good("--seconds=86400", "mode=0 seconds=86400" REST);
	good("--quick|--seconds|9", "mode=1 seconds=9" REST);
	good("--seconds|9|--full", "mode=2 seconds=9" REST);
	good("--threads|1024",
	     "mode=0 seconds=15 threads=1024 cpu=-1 list=0 report_only=0 limits=none");
	good("--list",
	     "mode=0 seconds=15 threads=0 cpu=-1 list=1 report_only=0 limits=none");
	good("--report-only",
	     "mode=0 seconds=15 threads=0 cpu=-1 list=0 report_only=1 limits=none");
	good("--limits|FILE",
	     "mode=0 seconds=15 threads=0 cpu=-1 list=0 report_only=0 limits=FILE");
	good("--limit|a=1|--limit=b=2",
	     "mode=0 seconds=15" REST " limit=a=1 limit=b=2");
	good("--cpu|0",
	     "mode=0 seconds=15 threads=0 cpu=0 list=0 report_only=0 limits=none");
	good("--qui", "mode=1 seconds=3" REST);
}

static void extra_options(void)
{
	good("--even|4|--word|x|--even=6",
	     "even=4 word=x even=6 mode=0 seconds=15" REST);
	bad("--even|3", "--even: want an even number, not '3'");
	bad("--even|", "--even: want an even number, not ''");
	bad("--even", "--even needs a value");
	setenv("NO_EXTRA", "", 1);
	bad("--even|4", "'--even'");
	unsetenv("NO_EXTRA");
}

static void unknown_options(void)
{
	bad("--nonsense", "'--nonsense'");
	bad("--nonsense=5", "'--nonsense=5'");
	bad("--l", "'--l'");
	bad("--lim|a=1", "'--lim'");
	bad("--quick=5", "'--quick=5'");
	bad("-q", "'-q'");
	bad("--quick|-x|--full", "'-x'");
}

static void short_options_run_together(void)
{
	bad("--quick|-xyz", "'-xyz'");
}

static void arguments_that_are_no_options(void)
{
	bad("word", "'word'");
	bad("--quick|word", "'word'");
	bad("word|--quick", "'word'");
	bad("--|--quick", "'--quick'");
	bad("-", "'-'");
	bad("", "''");
}

static void missing_values(void)
{
	bad("--seconds", "--seconds needs a value");
	bad("--threads", "--threads needs a value");
	bad("--limits", "--limits needs a value");
	bad("--quick|--limit", "--limit needs a value");
}

static void numbers_out_of_range(void)
{
	bad("--seconds|0", "--seconds");
	bad("--seconds|0", "1 to 86400");
	bad("--threads|0", "--threads");
	bad("--threads|0", "1 to 1024");
	bad("--cpu|x", "--cpu");
	bad("--seconds|0", "'0'");
	bad("--seconds|86401", "'86401'");
	bad("--seconds|-1", "'-1'");
	bad("--seconds|", "''");
	bad("--seconds|1.5", "'1.5'");
	bad("--seconds|1s", "'1s'");
	bad("--seconds|18446744073709551617", "'18446744073709551617'");
	bad("--seconds|99999999999999999999999999999",
	    "'99999999999999999999999999999'");
	bad("--seconds|--quick", "'--quick'");
	bad("--threads|0", "'0'");
	bad("--threads|1025", "'1025'");
	bad("--threads|4294967297", "'4294967297'");
	bad("--threads|many", "'many'");
	bad("--cpu|-1", "'-1'");
	bad("--cpu|8192", "'8192'");
	bad("--cpu|0-1", "'0-1'");
}

static void quick_and_full(void)
{
	bad("--quick|--full", "--quick and --full");
	bad("--full|--quick", "--quick and --full");
}

static void too_many_limits(void)
{
	char arguments[OPTIONS_MOST_LIMITS * 16] = "--limit=a=1";
	unsigned int i;

	for (i = 1; i < OPTIONS_MOST_LIMITS; i++)
		strcat(arguments, "|--limit=a=1");
	child_run(parse, arguments);
	CHECK_INT(child.status, 0);
	strcat(arguments, "|--limit=a=1");
	bad(arguments, "more than 32 --limit");
}

static void help_names_all(void)
{
	child_run(parse, "--help");
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.err, "");
	CHECK_HAS(child.out, "Usage: prog [OPTION]...\nWhat it does.\n");
	CHECK_HAS(child.out, "  --quick ");
	CHECK_HAS(child.out, "  --full ");
	CHECK_HAS(child.out, "  --seconds N ");
	CHECK_HAS(child.out, "  --threads N ");
	CHECK_HAS(child.out, "  --limits FILE ");
	CHECK_HAS(child.out, "  --limit NAME=V ");
	CHECK_HAS(child.out, "  --report-only ");
	CHECK_HAS(child.out, "  --list ");
	CHECK_HAS(child.out, "  --help ");
	CHECK_HAS(child.out, "  --even N           an even number\n");
	CHECK_HAS(child.out, "0 passed, 1 failed or bad arguments, 4 skipped");
}

int main(void)
{
	RUN(no_arguments);
	RUN(each_option);
	RUN(extra_options);
	RUN(unknown_options);
	RUN(short_options_run_together);
	RUN(arguments_that_are_no_options);
	RUN(missing_values);
	RUN(numbers_out_of_range);
	RUN(quick_and_full);
	RUN(too_many_limits);
	RUN(help_names_all);
	return unit_end();
}
