# SPDX-License-Identifier: GPL-2.0
# What make does outside a kernel tree.

define HELP
make run_tests           build the tests and run them on this kernel
    TESTS="NAME ..."     only these tests
    ARGS="ARGUMENT ..."  arguments for them, such as --full or --help
    KSRC=DIR             take kselftest from this kernel tree, not from Debian's linux-source
make install DIR=DIR     build the tests and install them, with their runner, in DIR
make check               run the project's own tests
make check-fresh         run README's two commands in a fresh Debian (DEBIAN=12 or 13)
make bench               see what measuring adds to what is measured
make clean               remove build/ (fetched kernel sources stay in the cache folder)

endef

export TESTS ARGS KSRC DEBIAN

help:
	$(info $(HELP)$(LAB_HELP))
	@:

run_tests:
	@standalone/run

install:
	$(if $(DIR),,$(error install: set DIR to the folder to install in))
	@standalone/build '$(DIR)'

check:
	@tests/run

check-fresh:
	@tests/fresh-root

bench:
	@tests/run bench

clean:
	rm -rf build

.PHONY: help run_tests install check check-fresh bench clean

-include lab/lab.mk
