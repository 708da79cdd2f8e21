// SPDX-License-Identifier: GPL-2.0
/* Limits of a whole run: the file, the options, and what is wrong with them */
#include <fcntl.h>
#include <sys/stat.h>

#include "env.h"
#include "madeup.h"

/* One line on stderr, no result, exit with 1 */
static void refused(const char *named)
{
	CHECK_HAS(child.err, named);
	CHECK_INT(strcspn(child.err, "\n") + 1, strlen(child.err));
	CHECK_LACKS(child.out, "ok ");
	CHECK_LACKS(child.out, "1..");
	CHECK_INT(child.status, 1);
}

static void bad_file(const char *limits, const char *named)
{
	made_up.limits = limits;
	made_up_run("");
	CHECK_HAS(child.err, "/proc/self/fd/");
	refused(named);
}

static void bad_lines(void)
{
	bad_file("# x\nmadeup.nonsense <= 5\n", ":2: ");
	bad_file("madeup.nonsense <= 5\n", "no metric of this name");
	bad_file("madeup.cost <= 5\n", "no metric of this name");
	bad_file("madeup.low_ns <= 5\n", "no metric of this name");
	bad_file("madeup.LOW <= 5\n", "no metric of this name");
	bad_file("nonsense.low <= 5\n", "no test of this name");
	bad_file("madeup.low <= five\n", ":1: ");
}

static void wrong_directions(void)
{
	bad_file("\nmadeup.low >= 5\n", ":2: lower is better");
	bad_file("\nmadeup.high <= 5\n", ":2: higher is better");
	bad_file("madeup.cost_insn >= 5\n", ":1: lower is better");
}

static void two_lines_of_a_metric(void)
{
	bad_file("madeup.low <= 5\nmadeup.low <= 5\n", ":2: ");
	bad_file("madeup.low <= 5\n\nmadeup.low <= 6\n", "has a limit already");
	bad_file("madeup.cost_ns <= 5\nmadeup.cost_ns <= 5\n", ":2: ");
	bad_file("madeup.cost_insn <= 5\nmadeup.cost_insn <= 5\n", ":2: ");
}

static void all_errors_at_once(void)
{
	made_up.limits = "madeup.a <= 1\nmadeup.low >= 1\nx.y <= 1\nmadeup.low <= 1\n";
	made_up_run("");
	CHECK_HAS(child.err, ":1: ");
	CHECK_HAS(child.err, ":2: ");
	CHECK_HAS(child.err, ":3: ");
	CHECK_LACKS(child.err, ":4: ");
	CHECK_INT(child.status, 1);
}

static void errors_count_though_nothing_is_judged(void)
{
	made_up.limits = "madeup.low <= five\n";
	made_up_run("|--report-only");
	refused(":1: ");
}

static void limits_of_either_clock(void)
{
	made_up.limits = "madeup.cost_ns <= 5\nmadeup.cost_insn <= 5\nmadeup.low <= 10\n";
	made_up_run("|--quick");
	CHECK_STRING(child.err, "");
	CHECK_HAS(child.out, "\nok 1 pair\n");
}

/* The probe judges them, so they change nothing here; only their names count */
static void limits_of_what_the_probe_counts(void)
{
	made_up.limits = "madeup.cost.insn <= 0\nmadeup.low <= 10\n";
	made_up_run("|--quick");
	CHECK_STRING(child.err, "");
	CHECK_HAS(child.out, "\nok 1 pair\n");
	bad_file("madeup.cost.nonsense <= 5\n", "no metric of this name");
	bad_file("madeup.low.insn <= 5\n", "no metric of this name");
	made_up.limits = "madeup.low <= 10\n";
	made_up_run("|--limit|cost.insn=5");
	refused("--limit cost.insn: the lab's probe");
}

static void files_that_cannot_be_read(void)
{
	made_up_run("|--limits|/nonexistent/limits");
	refused("madeup: --limits /nonexistent/limits: No such file or directory");
	made_up_run("|--limits|/");
	refused("/: ");
	made_up_run("|--limits|");
	refused("madeup: --limits");
	made_up_run("|--limits|/etc/passwd/x");
	refused("/etc/passwd/x: Not a directory");
}

static void no_file(void *arg)
{
	char name[] = "madeup", *argv[] = { name, NULL };

	(void)arg;
	test_main(&made_up_test, 1, argv);
}

static void no_file_beside_the_program(void)
{
	child_run(no_file, NULL);
	refused("no file 'limits'");
	CHECK_HAS(child.err, "--limits");
}

/* Without permission; root is above such */
static void not_allowed(void *arg)
{
	char name[] = "madeup", option[] = "--limits",
	     *argv[] = { name, option, arg, NULL };

	if (setgid(65534) || setuid(65534))
		exit(9);
	test_main(&made_up_test, 3, argv);
}

static void a_file_without_permission(void)
{
	char path[] = "/tmp/unit-gates-XXXXXX";
	int fd = mkstemp(path);

	CHECK(fd >= 0);
	fchmod(fd, 0);
	child_run(not_allowed, path);
	refused("Permission denied");
	close(fd);
	unlink(path);
}

static void limits_given_as_options(void)
{
	made_up_run("|--limit|low=4");
	CHECK_HAS(child.out, "\nnot ok 1 pair\n");
	CHECK_HAS(child.out, " limit=4\n");
	CHECK_HAS(child.out, "# low: outside its limit, twice in a row: given by --limit\n");
	made_up_run("|--limit=madeup.low=4");
	CHECK_HAS(child.out, "\nnot ok 1 pair\n");
	/* that of another test of the collection is not for this one */
	made_up_run("|--limit=mmap_latency.low=4");
	CHECK_HAS(child.out, "\nok 1 pair\n");
	made_up_run("|--limit=made.low=4");
	CHECK_INT(child.status, 1);
	CHECK_HAS(child.err, "--limit made.low: ");
	/* the direction is that of the metric */
	made_up_run("|--limit|high=201");
	CHECK_HAS(child.out, "\nnot ok 1 pair\n");
	made_up_run("|--limit|high=200");
	CHECK_HAS(child.out, "\nok 1 pair\n");
	/* the last one counts */
	made_up_run("|--limit|low=4|--limit|low=5");
	CHECK_HAS(child.out, "\nok 1 pair\n");
	/* and what is known of the file's limit says nothing of this one */
	made_up.low = "K";
	made_up_run("|--limit|low=10");
	CHECK_HAS(child.out, "\nnot ok 1 pair\n");
}

static void an_option_loosens_too(void)
{
	made_up.low = "O";
	made_up_run("|--limit|low=30");
	CHECK_HAS(child.out, "\nok 1 pair\n");
	CHECK_INT(child.status, 0);
}

static void bad_options(void)
{
	made_up_run("|--limit|low");
	refused("'low'");
	made_up_run("|--limit|low=");
	refused("'low='");
	made_up_run("|--limit|=5");
	refused("--limit");
	made_up_run("|--limit|");
	refused("--limit");
	made_up_run("|--limit|low=five");
	refused("'low=five'");
	made_up_run("|--limit|low=nan");
	refused("'low=nan'");
	made_up_run("|--limit|low<=5");
	refused("low<");
	made_up_run("|--limit|low=5=6");
	refused("'low=5=6'");
	made_up_run("|--limit|nonsense=5");
	refused("nonsense: the test has no metric of this name");
	made_up_run("|--limit|others.low=5");
	refused("others.low: the test has no metric of this name");
	made_up_run("|--limit|other.low=5");
	refused("other.low: the test has no metric of this name");
	made_up_run("|--limit|cost=5");
	refused("cost: the test has no metric of this name");
}

static void limits_of_the_other_clock_as_options(void)
{
	made_up_run("|--limit|cost_insn=5");
	refused("--limit cost_insn: ");
}

static void times_of_a_slow_machine(void)
{
	setenv("KSFT_MACHINE_SLOW", "yes", 1);
	made_up.limits = "madeup.low <= 10\nmadeup.cost_ns <= 5\n";
	made_up_run("");
	/* the counter holds; the time, which is outside, isn't judged */
	CHECK_HAS(child.out, "\nok 1 pair\n");
	CHECK_HAS(child.out, "\nok 2 only # SKIP\n");
	CHECK_HAS(child.out, " trust=KSFT_MACHINE_SLOW=yes");
	made_up_run("|--limit|cost_ns=5");
	CHECK_HAS(child.out, "\nnot ok 2 only\n");
	unsetenv("KSFT_MACHINE_SLOW");
}

static void times_of_any_other_machine(void)
{
	made_up.limits = "madeup.low <= 10\nmadeup.cost_ns <= 5\n";
	made_up_run("");
	CHECK_HAS(child.out, "\nnot ok 2 only\n");
	CHECK_HAS(child.out, "# perf: cost_ns value=42 ");
	made_up.limits = "madeup.low <= 10\nmadeup.cost_ns <= 42\n";
	made_up_run("");
	CHECK_HAS(child.out, "\nok 2 only\n");
	/* where time is measured the limit on instructions says nothing */
	made_up.limits = "madeup.low <= 10\nmadeup.cost_insn <= 5\n";
	made_up_run("");
	CHECK_HAS(child.out, "\nok 2 only # SKIP\n");
}

int main(void)
{
	RUN(bad_lines);
	RUN(wrong_directions);
	RUN(two_lines_of_a_metric);
	RUN(all_errors_at_once);
	RUN(errors_count_though_nothing_is_judged);
	RUN(limits_of_either_clock);
	RUN(limits_of_what_the_probe_counts);
	RUN(files_that_cannot_be_read);
	RUN(no_file_beside_the_program);
	if (geteuid())
		SKIP(a_file_without_permission, "needs root to become another");
	else
		RUN(a_file_without_permission);
	RUN(limits_given_as_options);
	RUN(an_option_loosens_too);
	RUN(bad_options);
	clock_init();
	if (clock_unit() == CLOCK_NS && !env_distrust()) {
		RUN(limits_of_the_other_clock_as_options);
		RUN(times_of_a_slow_machine);
		RUN(times_of_any_other_machine);
	} else {
		SKIP(times_of_any_other_machine, "this machine's times say nothing");
	}
	return unit_end();
}
