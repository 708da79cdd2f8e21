// SPDX-License-Identifier: GPL-2.0
#include "child.h"
#include "limitfile.h"
#include "parse.h"
#include "unit.h"

#define PREFIX "# one\n\n"

static struct {
	const char *text;
	size_t length;
	unsigned long release;
} file;

/* Prints what it is given, and refuses a metric by the name of bad */
static const char *take(void *arg, const char *metric,
			const struct limit *limit)
{
	if (arg != &file)
		return "lost its argument";
	printf("%s %s %g", metric, limit->at_most ? "<=" : ">=", limit->value);
	if (limit->has_known)
		printf(" known %g", limit->known);
	printf(" #%s\n", limit->reason);
	return strcmp(metric, "bad") ? NULL : "bad indeed";
}

static void read_file(void *arg)
{
	FILE *stream = fmemopen((void *)file.text, file.length, "r");
	int result;

	(void)arg;
	result = limits_read(stream, "FILE", "mmap_latency", file.release, take,
			     &file);
	fclose(stream);
	exit(result ? 1 : 0);
}

static void read_bytes(const char *text, size_t length, unsigned long release)
{
	file.text = text;
	file.length = length;
	file.release = release;
	child_run(read_file, NULL);
}

static void read_text(const char *text)
{
	read_bytes(text, strlen(text), 6012);
}

static void good(const char *text, const char *taken)
{
	read_text(text);
	CHECK_STRING(child.out, taken);
	CHECK_STRING(child.err, "");
	CHECK_INT(child.status, 0);
}

static void good_line_of_each_kind(void)
{
	good("mmap_latency.a <= 5\n", "a <= 5 #\n");
	good("mmap_latency.a >= 0.5 # why\n", "a >= 0.5 #why\n");
	good(" \tmmap_latency.a\t<=\t1e3   #  why # not\n",
	     "a <= 1000 #why # not\n");
	good("mmap_latency.a <= 5 known 9 since 6.12 # 524e00b36e8c\n",
	     "a <= 5 known 9 #524e00b36e8c\n");
	good("mmap_latency.a >= 5 known 2 since 6.1 # report\n",
	     "a >= 5 known 2 #report\n");
	good("mmap_latency.a.b <= 5#why\n", "a.b <= 5 #why\n");
}

static void lines_without_a_limit(void)
{
	good("", "");
	good("\n\n \t\t\n# all of it\n   # more\n\r\n", "");
}

static void no_newline_at_the_end(void)
{
	good("# x\nmmap_latency.a <= 5", "a <= 5 #\n");
	good("mmap_latency.a <= 5 # why", "a <= 5 #why\n");
}

static void carriage_returns(void)
{
	good("# x\r\nmmap_latency.a <= 5\r\n\r\nmmap_latency.b <= 6 # why\r\n",
	     "a <= 5 #\nb <= 6 #why\n");
}

/* As they come, in order: what a duplicate means is the caller's to say */
static void duplicate_lines(void)
{
	good("mmap_latency.a <= 5\nmmap_latency.a <= 6\n",
	     "a <= 5 #\na <= 6 #\n");
}

static void known_holds_from_its_release(void)
{
	const char *line = "mmap_latency.a <= 5 known 9 since 6.12 # x\n";
	static const struct {
		unsigned long release;
		bool holds;
	} releases[] = {
		{ 6012, true }, { 6013, true }, { 7000, true },
		{ 6011, false }, { 5010, false }, { 0, false },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(releases); i++) {
		read_bytes(line, strlen(line), releases[i].release);
		CHECK_STRING(child.out, releases[i].holds ?
			     "a <= 5 known 9 #x\n" : "a <= 5 #x\n");
		CHECK_INT(child.status, 0);
	}
	/* no release at all is no release 0.0 or later */
	line = "mmap_latency.a <= 5 known 9 since 0.0 # x\n";
	read_bytes(line, strlen(line), 0);
	CHECK_STRING(child.out, "a <= 5 #x\n");
}

static void known_holds_before_a_release(void)
{
	const char *line = "mmap_latency.a <= 5 known 9 since 6.2 before 6.15 # x\n";
	static const struct {
		unsigned long release;
		bool holds;
	} releases[] = {
		{ 6001, false }, { 6002, true }, { 6014, true },
		{ 6015, false }, { 7000, false }, { 0, false },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(releases); i++) {
		read_bytes(line, strlen(line), releases[i].release);
		CHECK_STRING(child.out, releases[i].holds ?
			     "a <= 5 known 9 #x\n" : "a <= 5 #x\n");
		CHECK_INT(child.status, 0);
	}
}

/* @line is the third of a file; its message must come with that number */
static void bad(const char *line, const char *message)
{
	char text[1024], want[1024];

	snprintf(text, sizeof(text), PREFIX "%s\nmmap_latency.z <= 1\n", line);
	snprintf(want, sizeof(want), "FILE:3: %s\n", message);
	read_text(text);
	CHECK_STRING(child.err, want);
	CHECK_INT(child.status, 1);
	/* goes on: a user sees all errors at once */
	CHECK_HAS(child.out, "z <= 1 #\n");
}

static void bad_metrics(void)
{
	bad("mmap_latency <= 5", "want PROGRAM.METRIC: 'mmap_latency'");
	bad(".a <= 5", "want PROGRAM.METRIC: '.a'");
	bad("mmap_latency. <= 5", "want PROGRAM.METRIC: 'mmap_latency.'");
	bad(". <= 5", "want PROGRAM.METRIC: '.'");
	bad("<= 5", "want PROGRAM.METRIC: '<='");
	bad("mmap_latency.bad <= 5", "bad indeed");
}

static void bad_programs(void)
{
	bad("nonsense.a <= 5", "no test of this name: 'nonsense'");
	bad("mmap_latenc.a <= 5", "no test of this name: 'mmap_latenc'");
	bad("latency.a <= 5", "no test of this name: 'latency'");
	bad("mmap_latency2.a <= 5", "no test of this name: 'mmap_latency2'");
	bad("mmap.a <= 5", "no test of this name: 'mmap'");
	bad("MMAP_LATENCY.a <= 5", "no test of this name: 'MMAP_LATENCY'");
}

/* Another program's lines are read, too: one file serves all */
static void lines_of_other_programs(void)
{
	good("limitfile.a <= 5\nlimitfile.a >= 7\n", "");
	bad("limitfile.a < 5", "operator must be <= or >=: '<'");
}

static void bad_operators(void)
{
	bad("mmap_latency.a < 5", "operator must be <= or >=: '<'");
	bad("mmap_latency.a = 5", "operator must be <= or >=: '='");
	bad("mmap_latency.a == 5", "operator must be <= or >=: '=='");
	bad("mmap_latency.a =< 5", "operator must be <= or >=: '=<'");
	bad("mmap_latency.a <=5 5", "operator must be <= or >=: '<=5'");
}

static void bad_values(void)
{
	bad("mmap_latency.a", "want PROGRAM.METRIC OP VALUE: 'mmap_latency.a'");
	bad("mmap_latency.a # <= 5",
	    "want PROGRAM.METRIC OP VALUE: 'mmap_latency.a'");
	bad("mmap_latency.a <=",
	    "want PROGRAM.METRIC OP VALUE: 'mmap_latency.a'");
	bad("mmap_latency.a <= five", "not a number: 'five'");
	bad("mmap_latency.a <= nan", "not a number: 'nan'");
	bad("mmap_latency.a <= inf", "not a number: 'inf'");
	bad("mmap_latency.a <= 1e999", "not a number: '1e999'");
	bad("mmap_latency.a <= 0x10", "not a number: '0x10'");
	bad("mmap_latency.a <= 5ns", "not a number: '5ns'");
	bad("mmap_latency.a <= 5,5", "not a number: '5,5'");
}

#define WANT_KNOWN "want 'known VALUE since RELEASE [before RELEASE]' or nothing: "

static void bad_known(void)
{
	bad("mmap_latency.a <= 5 9", WANT_KNOWN "'9'");
	bad("mmap_latency.a <= 5 known", WANT_KNOWN "'known'");
	bad("mmap_latency.a <= 5 known 9 # x", WANT_KNOWN "'known'");
	bad("mmap_latency.a <= 5 known 9 since # x", WANT_KNOWN "'known'");
	bad("mmap_latency.a <= 5 since 6.1 # x", WANT_KNOWN "'since'");
	bad("mmap_latency.a <= 5 known 9 from 6.1 # x", WANT_KNOWN "'known'");
	bad("mmap_latency.a <= 5 knows 9 since 6.1 # x", WANT_KNOWN "'knows'");
	bad("mmap_latency.a <= 5 known 9 since 6.1 x # x", WANT_KNOWN "'known'");
	bad("mmap_latency.a <= 5 known 9 since 6.1 until 6.2 # x",
	    WANT_KNOWN "'known'");
	bad("mmap_latency.a <= 5 known 9 since 6.1 before # x",
	    WANT_KNOWN "'known'");
	bad("mmap_latency.a <= 5 known 9 since 6.1 before 6.2 x # x",
	    "too many words: 'x'");
	bad("mmap_latency.a <= 5 known 9 since 6.1 before 6.1 # x",
	    "must be later than the release it begins with: '6.1'");
	bad("mmap_latency.a <= 5 known 9 since 6.1 before six # x",
	    "not a kernel release: 'six'");
	bad("mmap_latency.a <= 5 known nine since 6.1 # x",
	    "not a number: 'nine'");
	bad("mmap_latency.a <= 5 known 9 since six # x",
	    "not a kernel release: 'six'");
	bad("mmap_latency.a <= 5 known 9 since 6 # x",
	    "not a kernel release: '6'");
}

static void known_inside_the_limit(void)
{
	bad("mmap_latency.a <= 5 known 4 since 6.1 # x",
	    "known value must lie outside the limit: '4'");
	bad("mmap_latency.a <= 5 known 5 since 6.1 # x",
	    "known value must lie outside the limit: '5'");
	bad("mmap_latency.a >= 5 known 6 since 6.1 # x",
	    "known value must lie outside the limit: '6'");
	bad("mmap_latency.a >= 5 known 5 since 6.1 # x",
	    "known value must lie outside the limit: '5'");
}

#define WANT_REASON "known value needs a reason: # commit or report: "

static void known_without_a_reason(void)
{
	bad("mmap_latency.a <= 5 known 9 since 6.1", WANT_REASON "'9'");
	bad("mmap_latency.a <= 5 known 9 since 6.1 #", WANT_REASON "'9'");
	bad("mmap_latency.a <= 5 known 9 since 6.1 # \t ", WANT_REASON "'9'");
}

static void a_release_with_a_tail_that_is_none(void)
{
	bad("mmap_latency.a <= 5 known 9 since 6.1x # x",
	    "not a kernel release: '6.1x'");
}

static void nul_bytes(void)
{
	static const char text[] =
		"mmap_latency.a <= 5\nmmap_latency.b <= 6 # a\0b\nmmap_latency.c\0 <= 5\n\0";

	read_bytes(text, sizeof(text) - 1, 6012);
	CHECK_INT(child.status, 1);
	CHECK_STRING(child.out, "a <= 5 #\n");
	CHECK_HAS(child.err, "FILE:2: holds a NUL byte");
	CHECK_HAS(child.err, "FILE:3: holds a NUL byte");
	CHECK_HAS(child.err, "FILE:4: holds a NUL byte");
	CHECK_LACKS(child.err, "FILE:1:");
}

static void binary_text(void)
{
	bad("\x01\xff\x1b[31m.\x80 <= 5",
	    "no test of this name: '\x01\xff\x1b[31m'");
}

static void very_long_lines(void)
{
	static char text[300000];
	char want[128];

	/* a reason of any length is cut short */
	memset(text, 'x', sizeof(text) - 1);
	memcpy(text, "mmap_latency.a <= 5 #", 21);
	memcpy(text + sizeof(text) - 30, "\nmmap_latency.b <= 6\n", 22);
	read_text(text);
	CHECK_INT(child.status, 0);
	CHECK_INT(strlen(child.out),
		  8 + LIMIT_REASON_SIZE - 1 + 1 + strlen("b <= 6 #\n"));
	CHECK_HAS(child.out, "\nb <= 6 #\n");

	/* of a word of any length the message shows the start */
	memset(text, 'x', sizeof(text) - 1);
	memcpy(text + 200, ".a <= 5\n", 8);
	read_text(text);
	CHECK_INT(child.status, 1);
	snprintf(want, sizeof(want), "FILE:1: want PROGRAM.METRIC: '%.60s'\n",
		 text);
	CHECK_HAS(child.err, want);
}

static void names_at_the_border_of_their_room(void)
{
	char line[256], name[128];

	memset(name, 'x', sizeof(name));
	name[METRIC_NAME_SIZE - 1] = '\0';
	snprintf(line, sizeof(line), "mmap_latency.%s <= 5\n", name);
	read_text(line);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, name);
	snprintf(line, sizeof(line), "mmap_latency.x%s <= 5\n", name);
	read_text(line);
	CHECK_INT(child.status, 1);
	CHECK_HAS(child.err, "want PROGRAM.METRIC");

	name[LIMITS_PROGRAM_SIZE - 1] = '\0';
	snprintf(line, sizeof(line), "%s.a <= 5\n", name);
	read_text(line);
	CHECK_HAS(child.err, "no test of this name");
	snprintf(line, sizeof(line), "x%s.a <= 5\n", name);
	read_text(line);
	CHECK_HAS(child.err, "want PROGRAM.METRIC");
}

static void read_directory(void *arg)
{
	FILE *stream = fopen("/", "re");

	(void)arg;
	exit(limits_read(stream, "FILE", "mmap_latency", 6012, take, &file) ?
	     1 : 0);
}

static void what_cannot_be_read(void)
{
	child_run(read_directory, NULL);
	CHECK_INT(child.status, 1);
	CHECK_HAS(child.err, "FILE: can't be read");
}

int main(void)
{
	RUN(good_line_of_each_kind);
	RUN(lines_without_a_limit);
	RUN(no_newline_at_the_end);
	RUN(carriage_returns);
	RUN(duplicate_lines);
	RUN(known_holds_from_its_release);
	RUN(known_holds_before_a_release);
	RUN(bad_metrics);
	RUN(bad_programs);
	RUN(lines_of_other_programs);
	RUN(bad_operators);
	RUN(bad_values);
	RUN(bad_known);
	RUN(known_inside_the_limit);
	RUN(known_without_a_reason);
	RUN(a_release_with_a_tail_that_is_none);
	RUN(nul_bytes);
	RUN(binary_text);
	RUN(very_long_lines);
	RUN(names_at_the_border_of_their_room);
	RUN(what_cannot_be_read);
	return unit_end();
}
