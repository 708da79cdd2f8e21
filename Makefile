# SPDX-License-Identifier: GPL-2.0
# Kernel performance regressions, one program in selftests/ each.

ifneq ($(wildcard ../lib.mk),)

CFLAGS += -std=gnu11 -O2 -Wall -Wextra -pthread -D_GNU_SOURCE=
# kselftest.h of older trees warns with -Wextra: it is not ours to judge.
CFLAGS += -iquote lib -isystem .. $(KHDR_INCLUDES)

TEST_FILES := limits
LOCAL_HDRS := $(wildcard lib/*.h)

# lib.mk sets it only when this is the outermost make.
OUTPUT ?= $(CURDIR)

include lib/needs.mk
include ../lib.mk
include lib/libperf.mk

else
# Not in a kernel tree: make one of Debian's kernel source and run there.
include standalone/standalone.mk
endif
