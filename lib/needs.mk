# SPDX-License-Identifier: GPL-2.0
# Which programs can be built here. Included before lib.mk.
#
# What a program consists of follows from its includes: "x.h" brings in lib/x.h
# and lib/x.c, and so on from there. An external header brings in its library.
# A program whose library is absent is left out of TEST_GEN_PROGS, with one line
# that tells what to install; the other programs build.

# header:library:Debian package:Fedora package
PERF_LIBRARIES := \
	numa.h:numa:libnuma-dev:numactl-devel \
	numaif.h:numa:libnuma-dev:numactl-devel \
	cap-ng.h:cap-ng:libcap-ng-dev:libcap-ng-devel \
	libmnl/libmnl.h:mnl:libmnl-dev:libmnl-devel \
	infiniband/verbs.h:ibverbs:libibverbs-dev:rdma-core-devel

PERF_SOURCES ?= $(wildcard selftests/*.c)
PERF_UNITS := $(wildcard lib/*.c lib/*.h)

# FILE:HEADER for each include line of ours
PERF_INCLUDES := $(shell grep -HoE '^[[:punct:]][ \t]*include[ \t]*[<"][^>"]+' \
		   $(PERF_SOURCES) $(PERF_UNITS) /dev/null | sed -E 's/:.*[<"]/:/')

# $(1): files; gives the headers they include
perf_headers = $(sort $(foreach f,$(1),$(patsubst $(f):%,%,$(filter $(f):%,$(PERF_INCLUDES)))))
# $(1): files; gives them and the units of lib/ they include
perf_step = $(sort $(1) $(filter $(PERF_UNITS),$(foreach h,$(call perf_headers,$(1)), \
		lib/$(h) $(h:%.h=lib/%.c))))
# $(1): files; gives them and all they stand on in lib/
perf_closure = $(if $(filter-out $(1),$(call perf_step,$(1))), \
		 $(call perf_closure,$(call perf_step,$(1))),$(1))
# $(1): files; gives the entries of PERF_LIBRARIES that they need
perf_needs = $(foreach l,$(PERF_LIBRARIES),$(if $(filter $(call perf_word,1,$(l)), \
		$(call perf_headers,$(call perf_closure,$(1)))),$(l)))
perf_word = $(word $(1),$(subst :, ,$(2)))

# $(1): a header, $(2): libraries; gives y when a program with them links
perf_links = $(shell echo 'int main(void) { return 0; }' | \
	$(CC) $(CFLAGS) $(USERCFLAGS) $(LDFLAGS) $(USERLDFLAGS) -include $(1) -x c - \
		$(2) -o /dev/null >/dev/null 2>&1 && echo y)

# Which of the entries $(1) are absent. When not even a bare program links, the
# compiler is at fault, and building on is what tells why.
perf_absent = $(if $(call perf_unlinked,$(1)),$(if $(call perf_links,stdio.h), \
		$(call perf_unlinked,$(1))))
perf_unlinked = $(foreach l,$(1),$(if $(call perf_links,$(call perf_word,1,$(l)), \
		-l$(call perf_word,2,$(l))),,$(l)))

# $(1): a source, $(2): the absent entries it needs
perf_left_out = $(if $(PERF_QUIET),,$(foreach l,$(2),$(warning $(notdir $(1:%.c=%)) is \
		left out: no lib$(call perf_word,2,$(l)) ($(call perf_word,1,$(l))); \
		install $(call perf_word,3,$(l)) on Debian, $(call perf_word,4,$(l)) on Fedora)))

# One make of the whole runs this Makefile several times: the run without a goal
# does the building, so that one tells.
ifneq ($(MAKELEVEL),0)
PERF_QUIET := $(MAKECMDGOALS)
endif

ifeq ($(MAKECMDGOALS),clean)
TEST_GEN_PROGS := $(PERF_SOURCES:%.c=%)
else
# lib.mk expands this once, after it has chosen CC.
TEST_GEN_PROGS = $(eval PERF_ABSENT := $(call perf_absent,$(call perf_needs,$(PERF_SOURCES)))) \
	$(foreach s,$(PERF_SOURCES),$(call perf_build,$(s),$(filter $(PERF_ABSENT), \
		$(call perf_needs,$(s)))))
# $(1): a source, $(2): the absent entries it needs; gives the program to build
perf_build = $(if $(2),$(call perf_left_out,$(1),$(2)),$(1:%.c=%))
endif
