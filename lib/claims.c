// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "claims.h"
#include "clock.h"
#include "compiler.h"
#include "placement.h"
#include "require.h"
#include "rseqs.h"
#include "subprocess.h"

/* More than a watch takes; a kernel that spins for a free ID never ends it */
#define PATIENCE_SECONDS 20

#define NS_PER_MS 1000000L
/* Until all threads run with the IDs that so many have */
#define SETTLE_MS 50
/* IDs get compact on ticks and switches, in a few 100 ms on 6.12 */
#define COMPACTION_MS 3000ULL

/* Loads of the table entry in a window, for others to come in between */
#define LOOKS 200
/* More than a window takes that isn't broken off */
#define PATIENCE_LOOKS 20000
/* Windows of a thread that others may still ask about */
#define REMEMBERED 128
/* A thread that sleeps does so after so many windows */
#define TURN 200

/* Two stay when the others have ended */
#define LEFT_OVER 2

/* A claim: who made it, and in which of its windows */
#define CLAIM(thread, window) ((uint64_t)((thread) + 1) << 48 | (window))
#define CLAIM_THREAD(claim) ((unsigned int)((claim) >> 48) - 1)
#define CLAIM_WINDOW(claim) ((claim) & ((1ULL << 48) - 1))

static struct {
	uint64_t claim;
} __aligned(128) entries[PLACEMENT_MAX_CPUS];

static struct claimant {
	/* the window it is in, or will be in next */
	uint64_t window;
	/* the windows that it went through without a break */
	uint64_t whole[REMEMBERED];
	struct claims seen;
	pthread_t thread;
} __aligned(128) claimants[CLAIMS_MOST_THREADS];

/* What the process tells who waits for it */
struct report {
	struct claims claims;
	int error;
	bool done;
};

enum { STARTING, SETTLING, WATCHING, LEAVING, COMPACTING };

static unsigned int phase, ready, bound;
static int failure;
static bool forging;

static unsigned int now_in(void)
{
	return __atomic_load_n(&phase, __ATOMIC_ACQUIRE);
}

/*
 * Whether the claim that replaced one's own was made by a thread that ran then:
 * one that was switched out between reading its ID and claiming it tells
 * nothing. It knows when its window has ended, which is soon if it runs.
 */
static bool was_running(uint64_t claim)
{
	struct claimant *other = &claimants[CLAIM_THREAD(claim)];
	uint64_t window = CLAIM_WINDOW(claim);
	unsigned int i;

	for (i = 0; i < PATIENCE_LOOKS; i++)
		if (__atomic_load_n(&other->window, __ATOMIC_ACQUIRE) > window)
			break;
	return __atomic_load_n(&other->whole[window % REMEMBERED],
			       __ATOMIC_RELAXED) == window;
}

static void look(unsigned int own)
{
	struct claimant *me = &claimants[own];
	uint64_t window = me->window, claim, found;
	unsigned int cid, i;
	bool whole;

	rseqs_arm();
	cid = rseqs_cid();
	claim = CLAIM(own, window);
	found = claim;
	if (cid < PLACEMENT_MAX_CPUS) {
		uint64_t *entry = &entries[forging ? 0 : cid].claim;

		__atomic_exchange_n(entry, claim, __ATOMIC_SEQ_CST);
		for (i = 0; i < LOOKS && found == claim; i++)
			found = __atomic_load_n(entry, __ATOMIC_SEQ_CST);
	}
	whole = rseqs_armed();
	if (whole)
		__atomic_store_n(&me->whole[window % REMEMBERED], window,
				 __ATOMIC_RELAXED);
	__atomic_store_n(&me->window, window + 1, __ATOMIC_RELEASE);
	rseqs_disarm();
	if (!whole) {
		me->seen.switched++;
		return;
	}
	me->seen.windows++;
	me->seen.beyond += cid >= bound && now_in() == WATCHING;
	me->seen.duplicates += found != claim && was_running(found);
}

static void nap(unsigned long ns)
{
	const struct timespec time = {
		.tv_sec = ns / (1000 * NS_PER_MS),
		.tv_nsec = ns % (1000 * NS_PER_MS),
	};

	nanosleep(&time, NULL);
}

static void wait_until(unsigned int last)
{
	while (now_in() < last)
		nap(NS_PER_MS);
}

/* Those left over: whether few IDs are enough for few threads at last */
static bool gets_compact(void)
{
	unsigned long long start = clock_now();

	while (clock_since(start) < COMPACTION_MS * NS_PER_MS) {
		if (rseqs_cid() < LEFT_OVER + 1)
			return true;
		nap(NS_PER_MS);
	}
	return false;
}

static void *claim(void *arg)
{
	struct claimant *me = arg;
	unsigned int own = me - claimants, turns;
	int error = rseqs_register();

	/* so that each CPU has one at work; the others go where they like */
	if (own % 2 && !error)
		error = placement_pin(placement_cpu(own / 2));
	if (error)
		__atomic_store_n(&failure, -error, __ATOMIC_RELAXED);
	__atomic_add_fetch(&ready, 1, __ATOMIC_RELEASE);
	wait_until(SETTLING);
	/* number 0 is for windows that never were */
	me->window = 1;
	for (turns = 1; now_in() < LEAVING; turns++) {
		look(own);
		if (!(own % 2) && !(turns % TURN))
			nap(NS_PER_MS / 10);
	}
	if (own >= LEFT_OVER)
		return NULL;
	wait_until(COMPACTING);
	me->seen.not_compacted = !gets_compact();
	return NULL;
}

static void enter(unsigned int next)
{
	__atomic_store_n(&phase, next, __ATOMIC_RELEASE);
}

static void add_up(unsigned int threads, struct claims *sum)
{
	unsigned int i;

	for (i = 0; i < threads; i++) {
		const struct claims *seen = &claimants[i].seen;

		sum->windows += seen->windows;
		sum->switched += seen->switched;
		sum->duplicates += seen->duplicates;
		sum->beyond += seen->beyond;
		sum->not_compacted += seen->not_compacted;
	}
}

static int watch(unsigned int threads, unsigned int ms)
{
	const struct sched_param normal = { .sched_priority = 0 };
	unsigned int i;
	int error;

	/* real-time threads would not give way to one another */
	if (sched_setscheduler(0, SCHED_OTHER, &normal))
		return errno;
	error = -placement_spread(placement_count());
	for (i = 0; i < threads && !error; i++)
		error = pthread_create(&claimants[i].thread, NULL, claim,
				       &claimants[i]);
	while (!error && __atomic_load_n(&ready, __ATOMIC_ACQUIRE) < threads)
		nap(NS_PER_MS);
	if (error || failure)
		return error ? error : failure;
	enter(SETTLING);
	nap(SETTLE_MS * NS_PER_MS);
	enter(WATCHING);
	nap(ms * NS_PER_MS);
	enter(LEAVING);
	for (i = LEFT_OVER; i < threads; i++)
		pthread_join(claimants[i].thread, NULL);
	enter(COMPACTING);
	for (i = 0; i < LEFT_OVER; i++)
		pthread_join(claimants[i].thread, NULL);
	return 0;
}

/* IDs of so many threads: as many as can run at a time, and the slack of 7.x */
static unsigned int bound_of(unsigned int threads)
{
	unsigned int most = placement_count();

	if (threads < most)
		most = threads;
	return most + most / 4;
}

static bool follow(pid_t pid, struct report *report)
{
	bool ended = subprocess_wait(pid, PATIENCE_SECONDS, NULL);

	if (!ended) {
		subprocess_kill(pid);
		report->claims.hung = true;
		return true;
	}
	if (report->done && !report->error)
		return true;
	require_unmet("no threads to watch the IDs of: %s",
		      report->done ? strerror(report->error) : "killed");
	return false;
}

void claims_require(void)
{
	require_cpus(2, "threads that run at a time");
	if (clock_unit() == CLOCK_INSN)
		require_unmet("the clock counts instructions: CPUs take turns");
	rseqs_require();
}

bool claims_watch(unsigned int threads, unsigned int ms, bool forged,
		  struct claims *claims)
{
	struct report *report;
	bool watched;
	pid_t pid;

	report = mmap(NULL, sizeof(*report), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (report == MAP_FAILED) {
		require_unmet("no memory for IDs: %s", strerror(errno));
		return false;
	}
	/* with its main thread */
	bound = bound_of(threads + 1);
	forging = forged;
	pid = subprocess_fork();
	if (!pid) {
		report->error = watch(threads, ms);
		add_up(threads, &report->claims);
		report->done = true;
		_exit(0);
	}
	watched = pid > 0 && follow(pid, report);
	*claims = report->claims;
	munmap(report, sizeof(*report));
	return watched;
}
