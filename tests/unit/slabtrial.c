// SPDX-License-Identifier: GPL-2.0
#include "child.h"
#include "slabtrial.h"
#include "unit.h"

/* The unit is given ways and windows that only note what is asked of them */
static char asked[512];
static int fails_at, calls;
static enum lockwatch_way current;
/* what is done a second in each way */
static double speed[NR_LOCKWATCH_WAYS] = { 1000, 900, 500, 100 };

static bool note(char what)
{
	size_t length = strlen(asked);

	if (length + 1 < sizeof(asked)) {
		asked[length] = what;
		asked[length + 1] = '\0';
	}
	return ++calls != fails_at;
}

static bool made_up_start(struct lockwatch *watch, enum lockwatch_way way)
{
	(void)watch;
	current = way;
	return note("ocsp"[way]);
}

static bool made_up_stop(struct lockwatch *watch, double *contended)
{
	(void)watch;
	*contended = current == LOCKWATCH_COUNTED ? 7 : -1;
	return note('/');
}

static bool made_up_add(struct slabwindow *window, const struct slabcache *cache,
			const struct slabwork *work)
{
	static int drift;

	(void)cache;
	(void)work;
	window->done += speed[current] + drift++ % 3;
	window->seconds += 1;
	return note('.');
}

#define lockwatch_start made_up_start
#define lockwatch_stop made_up_stop
#define slabwindow_add made_up_add
#include "../../lib/slabtrial.c"

static const enum lockwatch_way three[] = {
	LOCKWATCH_OFF, LOCKWATCH_COUNTED, LOCKWATCH_SAMPLED
};

static struct slabtrial trial;

static bool try_three(void)
{
	asked[0] = '\0';
	calls = 0;
	return slabtrial_run(&trial, three, 3, NULL, NULL);
}

static void there_and_back(void)
{
	unsigned int i;

	CHECK(try_three());
	/* a way that comes twice in a row stays on */
	CHECK_STRING(asked, "o./c./s../c./o../c./s../c./o../c./s../c./o../c./s../c./o../c./s./");
	CHECK_STRING(trial.windows[1].title, "counted");
	CHECK_DOUBLE(trial.windows[0].contended, -1);
	CHECK_DOUBLE(trial.windows[1].contended, 9 * 7);
	CHECK_DOUBLE(trial.windows[1].seconds, SLABTRIAL_ROUNDS);
	for (i = 0; i < SLABTRIAL_ROUNDS; i++)
		CHECK(trial.rates[1][i] >= 900 && trial.rates[1][i] <= 902);
}

/* Nothing stays on, whatever fails */
static void what_goes_wrong(void)
{
	unsigned int starts, stops;
	const char *at;

	for (fails_at = 1; fails_at < 40; fails_at++) {
		CHECK(!try_three());
		for (starts = 0, stops = 0, at = asked; *at; at++) {
			starts += *at == 'o' || *at == 'c' || *at == 's';
			stops += *at == '/';
		}
		at--;
		/* one that could not be started is not stopped */
		starts -= *at != '/' && *at != '.';
		CHECK_INT(stops, starts);
	}
	fails_at = 0;
}

static void print_it(void *arg)
{
	(void)arg;
	if (try_three())
		slabtrial_recommend(&trial, "tracing");
}

static void recommendations(void)
{
	child_run(print_it, NULL);
	CHECK_HAS(child.out, "# tracing: counted: 90 % of the throughput (90");
	CHECK_HAS(child.out, "# tracing: sampled: 50 % of");
	CHECK_HAS(child.out, "# tracing: recommended: counted, which disturbs least; ");
	speed[LOCKWATCH_SAMPLED] = 901;
	child_run(print_it, NULL);
	CHECK_HAS(child.out, "# tracing: recommended: counted, which does least for each event: these windows tell no difference");
	speed[LOCKWATCH_SAMPLED] = 2000;
	child_run(print_it, NULL);
	CHECK_HAS(child.out, "# tracing: recommended: sampled, which");
}

int main(void)
{
	RUN(there_and_back);
	RUN(what_goes_wrong);
	RUN(recommendations);
	return unit_end();
}
