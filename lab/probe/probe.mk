# SPDX-License-Identifier: GPL-2.0
# Builds the probe in OUTPUT: the plugin of QEMU, what it needs in a guest, and the judge.

PLUGIN := $(wildcard lab/probe/*.c)
JUDGE := $(wildcard lab/judge/*.c) $(patsubst %,lib/%.c,limitfile metric parse stats verdict)
TESTS := $(notdir $(patsubst %.c,%,$(wildcard selftests/*.c)))
HEADERS := $(wildcard lab/probe/*.h lab/judge/*.h lib/*.h) lab/probe/probe.mk
CFLAGS += -std=gnu11 -O2 -Wall -Wextra -D_GNU_SOURCE=

all: $(OUTPUT)/probe.so $(OUTPUT)/symbols $(OUTPUT)/judge

$(OUTPUT)/probe.so: $(PLUGIN) $(HEADERS)
	$(CC) $(CFLAGS) -fPIC -shared -fvisibility=hidden -o $@ $(PLUGIN)

# Static: a guest has only the libraries that tests need.
$(OUTPUT)/symbols: lab/guest/symbols.c lab/probe/probe.mk
	$(CC) $(CFLAGS) -static -o $@ $<

# The names of tests are in it, see lib/limitfile.c.
$(OUTPUT)/judge: $(JUDGE) $(HEADERS) $(wildcard selftests/*.c)
	$(CC) $(CFLAGS) '-DPERF_TESTS="$(TESTS)"' -Ilib -Ilab/judge -o $@ $(JUDGE)

.PHONY: all
