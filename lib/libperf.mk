# SPDX-License-Identifier: GPL-2.0
# How the programs are linked with their units of lib/. Included after lib.mk,
# whose own rule links a program with all its prerequisites.

# lib/limitfile.c tells by this which prefixes of metrics there are.
CFLAGS += '-DPERF_TESTS="$(notdir $(PERF_SOURCES:%.c=%))"'

PERF_OUT_DIRS := $(OUTPUT)/lib $(OUTPUT)/selftests

define PERF_PROGRAM
$(1): $(patsubst %.c,$(OUTPUT)/%.o,$(filter lib/%.c,$(call perf_closure,$(2))))
$(1): LDLIBS += $(sort $(foreach l,$(call perf_needs,$(2)),-l$(call perf_word,2,$(l))))
endef
$(foreach p,$(TEST_GEN_PROGS),$(eval $(call PERF_PROGRAM,$(p),$(p:$(OUTPUT)/%=%.c))))

$(TEST_GEN_PROGS): | $(PERF_OUT_DIRS)

PERF_OBJECTS := $(patsubst %.c,$(OUTPUT)/%.o,$(filter %.c,$(PERF_UNITS)))

$(PERF_OBJECTS): $(OUTPUT)/%.o: %.c $(LOCAL_HDRS) | $(PERF_OUT_DIRS)
	$(call msg,CC,,$@)
	$(Q)$(CC) $(CFLAGS) $(CPPFLAGS) -c $< -o $@

# A new test is one more that the limits may name.
$(OUTPUT)/lib/limitfile.o: $(PERF_SOURCES)

EXTRA_CLEAN += $(PERF_OBJECTS)

ifneq ($(realpath $(OUTPUT)),$(realpath .))
$(PERF_OUT_DIRS):
	$(Q)mkdir -p $@

# A program looks for its limits beside itself and one directory up.
all: $(OUTPUT)/limits
$(OUTPUT)/limits: limits | $(PERF_OUT_DIRS)
	$(Q)cp $< $@

# Directories go only when empty: OUTPUT may be one that holds other things.
clean: clean_output
clean_output:
	$(Q)rm -f $(TEST_GEN_PROGS) $(PERF_OBJECTS) $(OUTPUT)/limits
	$(Q)for d in $(PERF_OUT_DIRS); do [ ! -d $$d ] || rmdir $$d; done
.PHONY: clean_output
endif
