// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "mark.h"
#include "placement.h"
#include "require.h"
#include "ring.h"
#include "rseqs.h"
#include "stats.h"
#include "subprocess.h"

/* Each thread calls sched_yield() so often in a block: few hold a timer tick */
#define BLOCK_ROUNDS 20
#define WARM_UP_ROUNDS 100
#define FEWEST_BLOCKS (2 * STATS_MIN_SAMPLES)
#define MOST_BLOCKS STATS_MAX_SAMPLES

/* Far more than the wait for a CPU that goes on: it holds the lock for nanoseconds */
#define MOST_SPINS 100000

/*
 * So often a run is tried that finds too few blocks with all rings at work. The
 * scheduler keeps 50 ms of each second for tasks that are not real-time.
 */
#define TRIES 100

/* Far more than a run takes: longer means that it never ends */
#define PATIENCE_SECONDS 20

/* One of the two threads of a ring; other CPUs don't write to its lines */
struct seat {
	sem_t wake;
	unsigned long rounds;
	/* of the first one: clock units of blocks during which all were at work */
	double blocks[MOST_BLOCKS];
	unsigned int nr_blocks;
	bool over;
} __aligned(128);

/* What the scheme of af7f588d8f73 has in each mm, each on a line of its own */
struct mm {
	int lock __aligned(128);
	unsigned long ids __aligned(128);
};

struct table {
	sem_t ready;
	sem_t done;
	unsigned int measuring;
	int error;
	/* of the two processes on each CPU, or of the two on all */
	struct mm mms[RING_MOST_CPUS][2];
	struct seat seats[RING_MOST_CPUS][2];
};

static struct table *table;
static const struct ring *ring;
static unsigned long blocks;

static unsigned long rounds_of(unsigned int cpu, unsigned int place)
{
	return __atomic_load_n(&table->seats[cpu][place].rounds,
			       __ATOMIC_RELAXED);
}

/*
 * Who holds the lock may have lost its CPU to a real-time task of somebody
 * else. Nothing hangs on the lock but its cost, so it isn't waited for long.
 */
static void change_ids(struct mm *mm, unsigned long ids)
{
	unsigned int i;

	for (i = 0; i < MOST_SPINS; i++)
		if (!__atomic_exchange_n(&mm->lock, 1, __ATOMIC_ACQUIRE))
			break;
	__atomic_store_n(&mm->ids, mm->ids ^ ids, __ATOMIC_RELAXED);
	__atomic_store_n(&mm->lock, 0, __ATOMIC_RELEASE);
}

/* The switch that follows puts an ID of one mm and takes one of the other */
static void emulate(unsigned int index)
{
	unsigned int cpu = index / 2, place = index % 2;
	struct mm *mms = table->mms[ring->shared ? 0 : cpu];

	change_ids(&mms[place], 1UL << cpu);
	change_ids(&mms[!place], 1UL << cpu);
}

static void play(struct seat *seat)
{
	if (ring->emulated)
		emulate(seat - &table->seats[0][0]);
	sched_yield();
	__atomic_store_n(&seat->rounds, seat->rounds + 1, __ATOMIC_RELAXED);
}

/*
 * Where CPUs share what they write, a block says what that costs only if all
 * of them wrote meanwhile: a virtual CPU may have been taken away. Where the
 * clock counts instructions one CPU runs at a time, and none waits for another.
 */
static bool all_played(const unsigned long *before)
{
	unsigned int cpu;

	if (clock_unit() == CLOCK_INSN)
		return true;
	for (cpu = 0; cpu < ring->cpus; cpu++)
		if (rounds_of(cpu, 0) - before[cpu] < BLOCK_ROUNDS / 2)
			return false;
	return true;
}

static void play_block(unsigned int own, struct seat *seat)
{
	unsigned long before[RING_MOST_CPUS], partner;
	unsigned long long start, took;
	unsigned int i;

	for (i = 0; i < ring->cpus; i++)
		before[i] = rounds_of(i, 0);
	partner = rounds_of(own, 1);
	start = clock_now();
	for (i = 0; i < BLOCK_ROUNDS; i++)
		play(seat);
	took = clock_since(start);
	/* a call that found nobody to switch to is no switch */
	if (rounds_of(own, 1) - partner < BLOCK_ROUNDS - 1)
		return;
	if (all_played(before) && seat->nr_blocks < MOST_BLOCKS)
		seat->blocks[seat->nr_blocks++] = took;
}

/*
 * The first thread of a ring measures. It goes on while others still do, but
 * where CPUs take turns: there one may get far longer turns than another, and
 * what it does beyond its share would be counted.
 */
static void lead(unsigned int own)
{
	struct seat *seat = &table->seats[own][0];
	unsigned long i;

	/* queued behind this thread, which gives way to it by its first call */
	sem_post(&table->seats[own][1].wake);
	for (i = 0; i < WARM_UP_ROUNDS; i++)
		play(seat);
	/* for the probe: what CPUs share, where there are several */
	if (ring->cpus > 1)
		mark_join();
	for (i = 0; i < blocks; i++)
		play_block(own, seat);
	if (ring->cpus > 1)
		mark_leave(2 * BLOCK_ROUNDS * blocks);
	__atomic_sub_fetch(&table->measuring, 1, __ATOMIC_RELAXED);
	while (clock_unit() == CLOCK_NS &&
	       __atomic_load_n(&table->measuring, __ATOMIC_RELAXED))
		play(seat);
	__atomic_store_n(&seat->over, true, __ATOMIC_RELAXED);
	sem_post(&table->done);
}

static void follow(unsigned int own)
{
	struct seat *seat = &table->seats[own][1];

	while (!__atomic_load_n(&table->seats[own][0].over, __ATOMIC_RELAXED))
		play(seat);
}

static void fail(int error)
{
	__atomic_store_n(&table->error, error, __ATOMIC_RELAXED);
}

static void *sit(void *arg)
{
	struct seat *seat = arg;
	unsigned int index = seat - &table->seats[0][0], cpu = index / 2;
	int error = -placement_pin(placement_cpu(cpu));

	/* without an area of its own the thread has the library's */
	rseqs_register();
	if (error)
		fail(error);
	sem_post(&table->ready);
	while (sem_wait(&seat->wake) && errno == EINTR)
		;
	if (index % 2)
		follow(cpu);
	else
		lead(cpu);
	return NULL;
}

static void *sleep_on(void *arg)
{
	rseqs_register();
	sem_post(&table->ready);
	for (;;)
		pause();
	return arg;
}

static unsigned int nr_processes(void)
{
	return ring->shared ? ring->processes : ring->processes * ring->cpus;
}

static bool is_in(unsigned int process, unsigned int cpu, unsigned int place)
{
	place %= ring->processes;
	return process == (ring->shared ? place : cpu * ring->processes + place);
}

static void __noreturn run_process(unsigned int process)
{
	struct seat *own = NULL;
	unsigned int cpu, place, i;
	pthread_t thread;
	int error = 0;

	for (cpu = 0; cpu < ring->cpus; cpu++) {
		for (place = 0; place < 2; place++) {
			struct seat *seat = &table->seats[cpu][place];

			if (!is_in(process, cpu, place))
				continue;
			/* its one thread, if there is no other: no thread more */
			if (!own)
				own = seat;
			else if (!error)
				error = pthread_create(&thread, NULL, sit, seat);
		}
	}
	for (i = 0; i < ring->sleepers && !error; i++)
		error = pthread_create(&thread, NULL, sleep_on, NULL);
	if (error) {
		fail(error);
		/* all that will be ready of this process */
		sem_post(&table->ready);
	} else {
		sit(own);
	}
	for (;;)
		pause();
}

static bool wait_for(sem_t *sem, unsigned int count)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE_SECONDS;
	while (count && !__atomic_load_n(&table->error, __ATOMIC_RELAXED)) {
		if (!sem_timedwait(sem, &until))
			count--;
		else if (errno != EINTR)
			return false;
	}
	return true;
}

static bool make_table(void)
{
	unsigned int cpu, place;

	table = mmap(NULL, sizeof(*table), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (table == MAP_FAILED) {
		require_unmet("no memory for switches: %s", strerror(errno));
		return false;
	}
	sem_init(&table->ready, 1, 0);
	sem_init(&table->done, 1, 0);
	table->measuring = ring->cpus;
	for (cpu = 0; cpu < ring->cpus; cpu++)
		for (place = 0; place < 2; place++)
			sem_init(&table->seats[cpu][place].wake, 1, 0);
	return true;
}

/*
 * Units of the clock for a round; 0: too few blocks were fit. The median of
 * them: the best would be one in which CPUs that share happened not to meet.
 */
static double mean_round(void)
{
	struct estimate estimate;
	double sum = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < ring->cpus; cpu++) {
		struct seat *seat = &table->seats[cpu][0];

		if (stats_estimate(seat->blocks, seat->nr_blocks, &estimate))
			return 0;
		sum += estimate.median;
	}
	return sum / ring->cpus / BLOCK_ROUNDS;
}

static bool play_all(void)
{
	unsigned int threads = 2 * ring->cpus + nr_processes() * ring->sleepers;
	unsigned int cpu;
	bool answered = wait_for(&table->ready, threads);

	if (answered && !table->error) {
		/*
		 * For the probe: it counts from here on, not what it took to
		 * make threads and bring them to their CPUs. Of one ring it
		 * counts the blocks.
		 */
		if (ring->cpus > 1)
			clock_now();
		for (cpu = 0; cpu < ring->cpus; cpu++)
			sem_post(&table->seats[cpu][0].wake);
		answered = wait_for(&table->done, ring->cpus);
	}
	if (table->error)
		require_unmet("no threads to switch between: %s",
			      strerror(table->error));
	else if (!answered)
		require_unmet("threads that switch didn't answer within %d s",
			      PATIENCE_SECONDS);
	return answered && !table->error;
}

static bool run_processes(void)
{
	pid_t pids[2 * RING_MOST_CPUS];
	unsigned int made = 0, i;
	bool played, ended = true;

	while (made < nr_processes()) {
		pids[made] = subprocess_fork();
		if (!pids[made])
			run_process(made);
		if (pids[made] < 0)
			break;
		made++;
	}
	played = made == nr_processes() && play_all();
	for (i = 0; i < made; i++)
		ended &= subprocess_kill(pids[i]);
	if (!ended)
		require_unmet("processes that switched can't be ended");
	return played && ended;
}

void ring_require(void)
{
	int policy = sched_getscheduler(0);

	if (policy != SCHED_RR && policy != SCHED_FIFO)
		require_unmet("not real-time, to switch as told: run as root, or see ulimit -r");
}

bool ring_run(const struct ring *run, unsigned long switches,
	      unsigned long long *took)
{
	double round = 0;
	unsigned int i;
	bool ran = true;

	ring = run;
	blocks = switches / (2 * BLOCK_ROUNDS * run->cpus);
	if (blocks < FEWEST_BLOCKS)
		blocks = FEWEST_BLOCKS;
	for (i = 0; i < TRIES && ran && !round; i++) {
		if (!make_table())
			return false;
		ran = run_processes();
		if (ran)
			round = mean_round();
		munmap(table, sizeof(*table));
	}
	if (ran && !round)
		require_unmet("too noisy: not all of %u CPUs at work at a time",
			      ring->cpus);
	*took = round * switches / 2;
	return round;
}
