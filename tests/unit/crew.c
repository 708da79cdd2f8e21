// SPDX-License-Identifier: GPL-2.0
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "placement.h"
#include "require.h"
#include "unit.h"

/* Subtracted from the clock: who waits until a time of it waits shorter */
static time_t hurry;

static int made_up_gettime(clockid_t id, struct timespec *now)
{
	int result = clock_gettime(id, now);

	now->tv_sec -= hurry;
	return result;
}

#define clock_gettime made_up_gettime
#include "../../lib/crew.c"
#undef clock_gettime

/* What the workers leave, in whichever mm they are */
static struct {
	unsigned long work;
	unsigned long on_cpu[CPU_SETSIZE];
	unsigned long not_normal;
	pid_t worker;
} *notes;

static unsigned long own_work;
static struct crew crew;

static void work(void)
{
	__atomic_add_fetch(&notes->on_cpu[sched_getcpu()], 1, __ATOMIC_RELAXED);
	if (sched_getscheduler(0) != SCHED_OTHER)
		notes->not_normal++;
	notes->worker = getpid();
	__atomic_add_fetch(&own_work, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&notes->work, 1, __ATOMIC_RELAXED);
}

static unsigned long done(void)
{
	return __atomic_load_n(&notes->work, __ATOMIC_RELAXED);
}

/* Whether work goes on: waits for some, for two seconds at most */
static bool works(void)
{
	unsigned long before = done();
	int i;

	for (i = 0; i < 2000 && done() == before; i++)
		usleep(1000);
	return done() != before;
}

static bool rests(void)
{
	unsigned long before = done();

	usleep(20000);
	return done() == before;
}

static void nothing_is_noted(void)
{
	CHECK_INT(require_flush("unexpected"), 0);
}

static void work_and_rest(bool own_mm)
{
	unsigned int i;

	CHECK(crew_start(&crew, 2, own_mm, work));
	CHECK(rests());
	for (i = 0; i < 3; i++) {
		CHECK(crew_go(&crew));
		CHECK(works());
		CHECK(crew_halt(&crew));
		CHECK(rests());
	}
	crew_end(&crew);
	nothing_is_noted();
}

static void threads_of_this_mm(void)
{
	memset(notes, 0, sizeof(*notes));
	own_work = 0;
	work_and_rest(false);
	CHECK_INT(notes->worker, getpid());
	CHECK_INT(own_work, done());
	CHECK_INT(notes->not_normal, 0);
}

static void threads_of_an_mm_of_their_own(void)
{
	memset(notes, 0, sizeof(*notes));
	own_work = 0;
	work_and_rest(true);
	CHECK(notes->worker && notes->worker != getpid());
	CHECK_INT(own_work, 0);
	/* and their process is gone */
	CHECK(kill(notes->worker, 0));
}

static void a_crew_can_end_without_work(void)
{
	CHECK(crew_start(&crew, 3, false, work));
	crew_end(&crew);
	CHECK(crew_start(&crew, 3, true, work));
	crew_end(&crew);
	nothing_is_noted();
}

static void the_first_cpu_is_left_alone(void)
{
	memset(notes, 0, sizeof(*notes));
	CHECK(crew_start(&crew, 3, false, work));
	CHECK(crew_go(&crew));
	CHECK(works());
	CHECK(crew_halt(&crew));
	crew_end(&crew);
	CHECK_INT(notes->on_cpu[placement_cpu(0)], 0);
}

/* Real-time threads on all CPUs would shut out everybody else */
static void workers_of_a_real_time_thread(void)
{
	const struct sched_param real = { .sched_priority = 1 };
	const struct sched_param normal = { .sched_priority = 0 };

	memset(notes, 0, sizeof(*notes));
	CHECK_INT(sched_setscheduler(0, SCHED_FIFO, &real), 0);
	CHECK(crew_start(&crew, 2, false, work));
	CHECK(crew_go(&crew));
	CHECK(works());
	CHECK(crew_halt(&crew));
	crew_end(&crew);
	sched_setscheduler(0, SCHED_OTHER, &normal);
	CHECK_INT(notes->not_normal, 0);
}

static void too_many_threads(void)
{
	CHECK(!crew_start(&crew, CREW_MOST_THREADS + 1, false, work));
	CHECK_INT(require_flush("expected"), 1);
}

static unsigned int threads_now(void)
{
	FILE *file = fopen("/proc/self/status", "re");
	unsigned int count = 0;
	char line[256];

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "Threads: %u", &count) == 1)
			break;
	if (file)
		fclose(file);
	return count;
}

static void no_thread_is_left(void)
{
	unsigned int before = threads_now();

	CHECK(crew_start(&crew, 5, false, work));
	CHECK_INT(threads_now(), before + 5);
	crew_end(&crew);
	CHECK_INT(threads_now(), before);
}

static void a_crew_that_is_gone_is_noticed(void)
{
	CHECK(crew_start(&crew, 2, true, work));
	kill(crew.child, SIGKILL);
	waitpid(crew.child, NULL, 0);
	hurry = 9;
	CHECK(!crew_go(&crew));
	hurry = 0;
	crew.child = 0;
	drop(&crew);
}

/* Ends while its crew works */
static void die_at_work(void *arg)
{
	(void)arg;
	if (!crew_start(&crew, 2, true, work) || !crew_go(&crew))
		exit(1);
	printf("%d", crew.child);
	fflush(stdout);
	kill(getpid(), SIGKILL);
}

static void a_crew_dies_with_its_owner(void)
{
	child_run(die_at_work, NULL);
	CHECK_INT(child.status, 128 + SIGKILL);
	CHECK(atoi(child.out) > 1);
	usleep(100000);
	CHECK(rests());
}

int main(void)
{
	notes = mmap(NULL, sizeof(*notes), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (notes == MAP_FAILED) {
		perror("mmap");
		return 1;
	}
	placement_init();
	RUN(threads_of_this_mm);
	RUN(threads_of_an_mm_of_their_own);
	RUN(a_crew_can_end_without_work);
	if (placement_count() > 1)
		RUN(the_first_cpu_is_left_alone);
	else
		SKIP(the_first_cpu_is_left_alone, "one CPU is allowed");
	if (geteuid())
		SKIP(workers_of_a_real_time_thread, "needs root");
	else
		RUN(workers_of_a_real_time_thread);
	RUN(too_many_threads);
	RUN(no_thread_is_left);
	RUN(a_crew_that_is_gone_is_noticed);
	RUN(a_crew_dies_with_its_owner);
	return unit_end();
}
