# SPDX-License-Identifier: GPL-2.0
# Targets of the lab.

define LAB_HELP
make lab                 run the tests on stock kernels in QEMU; one table comes out
    KERNELS="NAME ..."   only these: names of the file lab/kernels; 7.3+, 7.3+known-bad and
                         7.3+known-good, which are built first; or a path of a bzImage of
    MODULES=DIR          yours, with its modules in DIR
    PROFILES="NAME ..."  only exact, smp or probe; TESTS and ARGS as above
make lab-exact-check     boot each kernel twice, see that counted figures are the same
lab/explain 5.10 6.1 mmap_latency.pair_insn
                         which functions of the kernel make a metric differ
lab/boot 6.12 smp        a shell in such a guest
endef

export KERNELS MODULES PROFILES

lab:
	@lab/run -k "$$KERNELS" -p "$$PROFILES" -t "$$TESTS" -a "$$ARGS"

lab-exact-check:
	@lab/exact-check -k "$$KERNELS" -t "$$TESTS" -a "$$ARGS"

.PHONY: lab lab-exact-check
