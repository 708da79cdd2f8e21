// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <linux/types.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef __GLIBC_PREREQ
#if __GLIBC_PREREQ(2, 35)
#include <sys/rseq.h>
#endif
#endif

#include "compiler.h"
#include "require.h"
#include "rseqs.h"

#ifndef AT_RSEQ_FEATURE_SIZE
#define AT_RSEQ_FEATURE_SIZE 27
#endif

/* The kernel compares it with that of the registration, and asks no more */
#ifdef RSEQ_SIG
#define SIGNATURE RSEQ_SIG
#else
#define SIGNATURE 0x53053053
#endif

#define OLD_SIZE 32
#define UNREGISTER 1

/* As struct rseq of the newest kernel, and room for those to come */
struct area {
	__u32 cpu_id_start;
	__u32 cpu_id;
	__u64 rseq_cs;
	__u32 flags;
	__u32 node_id;
	__u32 mm_cid;
	__u32 rest[57];
} __aligned(256);

static __thread struct area area;

/*
 * A critical section that no thread is ever in. When the kernel interrupts a
 * thread for another one and finds it outside the section that the area names,
 * it takes the name out.
 */
static const __u32 abort_word[2] = { SIGNATURE, 0 };

static struct {
	__u32 version;
	__u32 flags;
	__u64 start;
	__u64 length;
	__u64 abort;
} nowhere __aligned(32);

/* How many bytes of the area the kernel fills; 0 before 6.3 */
static unsigned long feature_size(void)
{
	return getauxval(AT_RSEQ_FEATURE_SIZE);
}

void rseqs_require(void)
{
	if (feature_size() < offsetof(struct area, mm_cid) + sizeof(__u32))
		require_unmet("no concurrency IDs: since 6.3, with CONFIG_SCHED_MM_CID");
}

static int call(void *at, unsigned long size, int flags)
{
	return syscall(SYS_rseq, at, size, flags, SIGNATURE) ? -errno : 0;
}

/* Takes back what the C library registered; its size has to be told */
static int unregister_library(void)
{
#ifdef RSEQ_SIG
	void *library = (char *)__builtin_thread_pointer() + __rseq_offset;
	int error;

	if (!__rseq_size)
		return 0;
	error = call(library, OLD_SIZE, UNREGISTER);
	if (error == -EINVAL && feature_size() > OLD_SIZE)
		error = call(library, feature_size(), UNREGISTER);
	return error;
#else
	return 0;
#endif
}

int rseqs_register(void)
{
	unsigned long size = feature_size();
	static __thread bool registered;
	int error;

	/* of who forked, if a child asks */
	if (registered)
		return 0;
	nowhere.start = (uintptr_t)&nowhere;
	nowhere.length = 1;
	/* the word before it must be the signature */
	nowhere.abort = (uintptr_t)&abort_word[1];
	error = unregister_library();
	if (!error)
		error = call(&area, size < OLD_SIZE ? OLD_SIZE : size, 0);
	registered = !error;
	return error;
}

unsigned int rseqs_cid(void)
{
	return __atomic_load_n(&area.mm_cid, __ATOMIC_RELAXED);
}

void rseqs_arm(void)
{
	__atomic_store_n(&area.rseq_cs, (uintptr_t)&nowhere, __ATOMIC_SEQ_CST);
}

bool rseqs_armed(void)
{
	return __atomic_load_n(&area.rseq_cs, __ATOMIC_SEQ_CST);
}

void rseqs_disarm(void)
{
	__atomic_store_n(&area.rseq_cs, 0, __ATOMIC_SEQ_CST);
}
