/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_CREW_H
#define PERF_REGRESS_CREW_H

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <sys/types.h>

#define CREW_MOST_THREADS 1024

/* What the threads of a crew and its owner share */
struct crew_shared {
	sem_t go;
	sem_t ready;
	sem_t resting;
	unsigned int numbered;
	/* how often they have done their work, all together */
	unsigned long turns;
	bool halt;
	bool dismissed;
};

/*
 * Threads that load the kernel while something else is measured: in the mm of
 * this process, or, as a control that takes the same CPUs and does the same
 * work, in an mm of their own.
 */
struct crew {
	struct crew_shared *shared;
	void (*work)(void);
	unsigned int threads;
	/* child process that holds threads with an mm of their own, or 0 */
	pid_t child;
	pthread_t thread[CREW_MOST_THREADS];
};

/*
 * crew_start - make the threads; they rest until crew_go()
 * @threads: 1..CREW_MOST_THREADS; pinned to placement_cpu(1) and on, going
 *	     round without placement_cpu(0), and SCHED_OTHER
 * @own_mm: give them an mm of their own; then this process must have no other
 *	    threads
 * @work: what they do over and over; pins nothing, prints nothing
 *
 * Return: false after noting why by require_unmet(); nothing is left then.
 */
bool crew_start(struct crew *crew, unsigned int threads, bool own_mm,
		void (*work)(void));

/* crew_go - let them work; returns when all do. False: one is gone */
bool crew_go(struct crew *crew);

/* crew_halt - let them rest; returns when all do. False: one is gone */
bool crew_halt(struct crew *crew);

/* crew_turns - how often they had done their work when last they rested */
unsigned long crew_turns(const struct crew *crew);

/* crew_end - end them; they must be resting */
void crew_end(struct crew *crew);

#endif
