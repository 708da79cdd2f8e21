# SPDX-License-Identifier: GPL-2.0
# Builds the programs of the folder DIR with the units of lib/ that they need.
# Set DIR, OUTPUT, KSELFTEST (the folder with kselftest.h) and SANITIZE (flags, may be empty).

PERF_SOURCES := $(wildcard selftests/*.c $(DIR)/*.c)
include lib/needs.mk
TEST_GEN_PROGS := $(patsubst %.c,$(OUTPUT)/%,$(wildcard $(DIR)/*.c))
LOCAL_HDRS := $(wildcard lib/*.h $(DIR)/*.h)

CFLAGS += -std=gnu11 -O2 -g -Wall -Wextra -Werror -pthread -D_GNU_SOURCE= $(SANITIZE)
CFLAGS += -Ilib -isystem $(KSELFTEST)

all: $(TEST_GEN_PROGS)
include lib/libperf.mk

# From an archive: a program that includes the source of a unit, to reach what is static in it
# or to replace what it calls, must get the other units, and not this one again.
LIBPERF := $(OUTPUT)/libperf.a
LDLIBS := $(sort $(foreach l,$(call perf_needs,$(PERF_UNITS)),-l$(call perf_word,2,$(l))))

$(LIBPERF): $(PERF_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(TEST_GEN_PROGS): $(OUTPUT)/%: %.c $(LOCAL_HDRS) $(LIBPERF)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $< $(LIBPERF) $(LDLIBS) -o $@
