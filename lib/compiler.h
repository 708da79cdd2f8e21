/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_COMPILER_H
#define PERF_REGRESS_COMPILER_H

/* The kernel's names of these. kselftest.h has some, on some trees. */

#define PERF_ATTRIBUTE(list) __attribute__(list)

#ifndef __noreturn
#define __noreturn PERF_ATTRIBUTE((__noreturn__))
#endif

#ifndef __printf
#define __printf(text, first) PERF_ATTRIBUTE((__format__(printf, text, first)))
#endif

#ifndef __aligned
#define __aligned(bytes) PERF_ATTRIBUTE((__aligned__(bytes)))
#endif

#ifndef __packed
#define __packed PERF_ATTRIBUTE((__packed__))
#endif

#ifndef ARRAY_SIZE
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#endif

#endif
