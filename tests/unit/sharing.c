// SPDX-License-Identifier: GPL-2.0
#include "crew.h"
#include "placement.h"
#include "require.h"
#include "unit.h"

/* The unit is given crews that only note what is asked of them */
static char asked[4096];
static unsigned int threads_asked, runs, cpus = 3;
/* what goes wrong: starting the crew of that own_mm, or the go numbered so */
static int start_fails = -1;
static unsigned int go_fails, goes;
/* the crew of that own_mm gets no CPU */
static int idle = -1;

static void note(const char *what)
{
	if (strlen(asked) + strlen(what) < sizeof(asked))
		strcat(asked, what);
}

static bool made_up_start(struct crew *crew, unsigned int threads, bool own_mm,
			  void (*work)(void))
{
	crew->work = work;
	crew->threads = own_mm;
	threads_asked = threads;
	note(own_mm ? "A" : "S");
	if (start_fails != own_mm)
		return true;
	require_unmet("no crew");
	return false;
}

static bool made_up_go(struct crew *crew)
{
	note(crew->threads ? "a" : "s");
	return ++goes != go_fails;
}

static bool made_up_halt(struct crew *crew)
{
	(void)crew;
	note(".");
	return true;
}

/* Ten turns a measurement, as many as runs tell */
static unsigned long made_up_turns(const struct crew *crew)
{
	return idle == (int)crew->threads ? 7 : runs * 10;
}

static void made_up_end(struct crew *crew)
{
	note(crew->threads ? "]" : ")");
}

static unsigned int made_up_count(void)
{
	return cpus;
}

#define crew_start made_up_start
#define crew_go made_up_go
#define crew_halt made_up_halt
#define crew_end made_up_end
#define crew_turns made_up_turns
#define placement_count made_up_count
#include "../../lib/sharing.c"

static struct samples samples;
static struct options options = { .mode = MODE_QUICK };

static void work(void)
{
}

/* 10 a run beside another process, 30 beside threads */
static unsigned long long run(unsigned long times)
{
	size_t length = strlen(asked);

	runs++;
	return times * (asked[length - 1] == 'a' ? 10 : 30);
}

static bool sample(void)
{
	static const struct metric metrics[NR_SHARING_METRICS] = {
		COST("apart", ""), COST("shared", ""), COST_RATIO("ratio", ""),
	};

	memset(&samples, 0, sizeof(samples));
	samples.metrics = metrics;
	asked[0] = '\0';
	goes = 0;
	runs = 0;
	return sharing_sample(&options, &samples, run, work);
}

static void apart_and_shared_side_by_side(void)
{
	unsigned int rounds = samples_rounds(&options), metric;
	size_t length;

	CHECK(sample());
	for (metric = 0; metric < NR_SHARING_METRICS; metric++)
		CHECK_INT(samples.count[metric], rounds);
	CHECK_DOUBLE(samples.value[SHARING_APART][0], 10);
	CHECK_DOUBLE(samples.value[SHARING_SHARED][rounds - 1], 30);
	CHECK_DOUBLE(samples.value[SHARING_RATIO][0], 3);
	/* the crew of its own mm is started first, while there are no threads */
	CHECK(!strncmp(asked, "AS", 2));
	/* at work only while something is measured; there and back each round */
	length = strlen(asked);
	CHECK_STRING(asked + length - 10, "a.s.s.a.)]");
	CHECK_INT(require_flush("unexpected"), 0);
}

static void threads_leave_the_first_cpu(void)
{
	CHECK(sample());
	CHECK_INT(threads_asked, 2);
	cpus = 100;
	CHECK(sample());
	CHECK_INT(threads_asked, SHARING_MOST_THREADS);
	options.threads = 9;
	CHECK(sample());
	CHECK_INT(threads_asked, 9);
	options.threads = 0;
	cpus = 3;
}

static void a_crew_that_does_not_start(void)
{
	start_fails = true;
	CHECK(!sample());
	CHECK_STRING(asked, "A");
	CHECK_INT(require_flush("expected"), 1);
	start_fails = false;
	CHECK(!sample());
	CHECK_STRING(asked, "AS]");
	CHECK_INT(require_flush("expected"), 1);
	start_fails = -1;
}

static void a_crew_that_is_lost(void)
{
	go_fails = 40;
	CHECK(!sample());
	CHECK_INT(goes, 40);
	CHECK_INT(require_flush("expected"), 1);
	CHECK(strstr(asked, ")]"));
	/* in calibration, too */
	go_fails = 1;
	CHECK(!sample());
	CHECK_INT(goes, 1);
	CHECK_INT(require_flush("expected"), 1);
	go_fails = 0;
	CHECK(sample());
}

static void a_crew_that_does_not_work(void)
{
	for (idle = false; idle <= true; idle++) {
		CHECK(!sample());
		CHECK_INT(require_flush("expected"), 1);
	}
	idle = -1;
	CHECK(sample());
}

int main(void)
{
	RUN(apart_and_shared_side_by_side);
	RUN(threads_leave_the_first_cpu);
	RUN(a_crew_that_does_not_start);
	RUN(a_crew_that_is_lost);
	RUN(a_crew_that_does_not_work);
	return unit_end();
}
