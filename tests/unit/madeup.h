/* SPDX-License-Identifier: GPL-2.0 */
/* A test of two points with made-up samples, run as a child. */
#ifndef PERF_REGRESS_MADEUP_H
#define PERF_REGRESS_MADEUP_H

#include <math.h>
#include <signal.h>

#include "child.h"
#include "privilege.h"
#include "require.h"
#include "test.h"
#include "unit.h"

#define MADE_UP_LIMITS \
	"madeup.low <= 10 known 20 since 2.6 # low is known\n" \
	"madeup.high >= 100 known 50 since 2.6 # high is known\n" \
	"madeup.only <= 10\n"
#define MADE_UP_ROUNDS 31
#define MADE_UP_MOST_ARGS 16

/*
 * What each metric gives, a letter for a set, the last one again and again:
 * Inside, Known and Outside by the limits above, aCross the limit, Between
 * known and outside; Single and Few samples, Nan, - for none at all; Dies then.
 */
static struct {
	const char *low, *high, *only, *limits;
	/* what the points want that isn't there; or NULL */
	const char *wanted;
	/* how long a set takes at least, in microseconds */
	unsigned int nap;
} made_up;

static inline char made_up_letter(const char *letters, unsigned int set)
{
	size_t length = strlen(letters);

	return letters[set < length ? set : length - 1];
}

static inline bool made_up_samples(struct samples *samples, unsigned int index,
				   char letter, double inside, double known,
				   double outside)
{
	unsigned int i, rounds = MADE_UP_ROUNDS;
	double value = inside, step = 0;

	switch (letter) {
	case '-':
		require_unmet("made-up reason");
		return false;
	case 'K':
		value = known;
		break;
	case 'O':
		value = outside;
		break;
	case 'C':
		step = (known - inside) / 8;
		break;
	case 'B':
		value = known;
		step = (outside - known) / 8;
		break;
	case 'D':
		kill(getpid(), SIGKILL);
		break;
	case 'S':
		rounds = 1;
		break;
	case 'F':
		rounds = 7;
		break;
	}
	/* the interval is from 8 steps below to 8 above: ranks 8 and 24 */
	for (i = 0; i < rounds; i++)
		samples_add(samples, index, letter == 'N' && i % 2 ? NAN :
			    value + step * (i * 7 % 31 - 15.0));
	return true;
}

static inline bool made_up_pair(const struct options *options,
				struct samples *samples)
{
	static unsigned int set;
	char low = made_up_letter(made_up.low, set);
	char high = made_up_letter(made_up.high, set);

	(void)options;
	set++;
	usleep(made_up.nap);
	return made_up_samples(samples, 0, low, 5, 15, 30) &&
	       made_up_samples(samples, 1, high, 200, 75, 10);
}

static inline bool made_up_only(const struct options *options,
				struct samples *samples)
{
	static unsigned int set;
	char letter = made_up_letter(made_up.only, set++);

	(void)options;
	/* a time of this machine, which moves no verdict */
	samples_add(samples, 1, 42);
	return made_up_samples(samples, 0, letter, 5, 15, 30);
}

static inline void made_up_require(const struct options *options)
{
	(void)options;
	if (made_up.wanted) {
		require_unmet("no %s", made_up.wanted);
		require_unmet("no second %s", made_up.wanted);
	}
}

/* Counters hold on any machine, whatever its clock counts */
static const struct metric made_up_pair_metrics[] = {
	{ "low", "lower is better", METRIC_COUNTER, "locks", false },
	{ "high", "higher is better", METRIC_COUNTER, "pages", true },
};

static const struct metric made_up_only_metrics[] = {
	{ "only", "lower is better", METRIC_COUNTER, "locks", false },
	COST("cost", "what something costs"),
};

static const struct point made_up_points[] = {
	{
		.name = "pair", .what = "two at a time",
		.metrics = made_up_pair_metrics, .nr_metrics = 2,
		.require = made_up_require, .sample = made_up_pair,
	}, {
		.name = "only", .what = "one of them",
		.metrics = made_up_only_metrics, .nr_metrics = 2,
		.require = made_up_require, .sample = made_up_only,
	},
};

static const int made_up_capabilities[] = { PRIVILEGE_END };

static const struct test made_up_test = {
	.name = "madeup", .summary = "Made up.",
	.points = made_up_points, .nr_points = 2,
	.capabilities = made_up_capabilities,
};

static inline void made_up_main(void *arguments)
{
	char *argv[MADE_UP_MOST_ARGS + 1] = { NULL }, *rest = arguments;
	int argc = 0;

	while (rest && argc < MADE_UP_MOST_ARGS)
		argv[argc++] = strsep(&rest, "|");
	test_main(&made_up_test, argc, argv);
}

/*
 * Runs the test by made_up.limits, or those above; @arguments, each after a
 * '|', may say otherwise. NULL letters are samples inside.
 */
static inline void made_up_run(const char *arguments)
{
	const char *limits = made_up.limits ? made_up.limits : MADE_UP_LIMITS;
	char text[1024];
	int fd = memfd_create("limits", MFD_CLOEXEC);

	if (fd < 0 || write(fd, limits, strlen(limits)) < 0) {
		perror("limits");
		exit(1);
	}
	if (!made_up.low)
		made_up.low = "I";
	if (!made_up.high)
		made_up.high = "I";
	if (!made_up.only)
		made_up.only = "I";
	/* none of these looks for a verdict for longer than it must */
	snprintf(text, sizeof(text),
		 "madeup|--seconds|1|--limits|/proc/self/fd/%d%s", fd, arguments);
	child_run(made_up_main, text);
	close(fd);
	memset(&made_up, 0, sizeof(made_up));
}

#endif
