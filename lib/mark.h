/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_MARK_H
#define PERF_REGRESS_MARK_H

/*
 * Marks: where in a program something is measured, for the lab's probe, which
 * counts what QEMU executes there. A mark is an instruction that does nothing
 * and carries a number. The probe sees it when it translates the code around
 * it; on a processor, or in a guest without the probe, it costs nothing that
 * could be measured. On architectures without such an instruction it is left
 * out.
 */

/* The numbers; lab/probe/marks.c reads them */
#define MARK_BIT_0	0	/* a bit of the words before a command */
#define MARK_BIT_1	1
#define MARK_BEGIN	2	/* words: name */
#define MARK_CONTINUE	3	/* words: name */
#define MARK_END	4	/* words: name, a zero byte, operations (8 bytes) */
#define MARK_JOIN	5
#define MARK_LEAVE	6	/* words: operations (8 bytes) */
#define MARK_SET	7
#define MARK_CLOCK_ON	8
#define MARK_CLOCK_OFF	9

/* With a barrier: what is measured must not be moved across it */
#if defined(__x86_64__)
/* 0f 1f 80 and four bytes: a no-op with an address, which isn't accessed */
#define MARK(number) \
	({ asm volatile("nopl %c0(%%rax)" : : "i" (0x5ca10000 + (number)) : "memory"); })
#elif defined(__aarch64__)
/* What is written to the zero register is lost */
#define MARK(number) \
	({ asm volatile("movz xzr, %0, lsl #48" : : "i" (0x5c00 + (number)) : "memory"); })
#else
#define MARK(number) ({ (void)(number); asm volatile("" : : : "memory"); })
#endif

/*
 * mark_begin - a window of the operation @name begins
 * @name: of a metric, without what metric_name() appends
 *
 * measure_round() does this and mark_end(); few others need to.
 *
 * Where a window reads the clock by clock_now() and clock_since(), what lies
 * between these two belongs to it, as it does to the metric; else all of it.
 */
void mark_begin(const char *name);

/*
 * mark_continue - as mark_begin(), but goes on with the last window of @name
 * rather than begin another one; for what adds up to one sample
 */
void mark_continue(const char *name);

/*
 * mark_end - the window of @name ends
 * @operations: how many were done since mark_begin(), by all threads
 */
void mark_end(const char *name, unsigned long operations);

/*
 * mark_join, mark_leave - a thread, pinned to a CPU, works in the open window
 * @operations: how many it has done since its mark_join()
 *
 * For operations that threads or processes do side by side: each joins when it
 * begins to work and leaves before the window ends. So the probe knows which
 * CPU did how many operations, and can tell cache lines that CPUs share in
 * each operation from those that they share now and then. Under -icount CPUs
 * take turns of millions of instructions: in a window that is too short for
 * each of them to have done 1000 operations nothing can be told, which is an
 * error. Where no window is open nothing happens.
 */
static inline void mark_join(void)
{
	MARK(MARK_JOIN);
}

void mark_leave(unsigned long operations);

/* mark_set - a new set of samples begins: windows until here are obsolete */
static inline void mark_set(void)
{
	MARK(MARK_SET);
}

#endif
