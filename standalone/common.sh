# SPDX-License-Identifier: GPL-2.0
# What the shell programs outside lib/ and selftests/ share.
# shellcheck shell=bash

here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/..
root=$(readlink -f "$root")
me=${here#"$root"/}/${0##*/}

die() {
	echo "$me: $*" >&2
	exit 1
}

warn() {
	echo "$me: $*" >&2
}

# Progress is for people: nothing goes into the logs of a machine.
say() {
	[ ! -t 2 ] || echo "$me: $*" >&2
}

# The folder that outlives the work tree; made on first use.
cache_dir() {
	local base=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}

	[ -n "$base" ] || die "neither HOME nor XDG_CACHE_HOME is set: set one, it holds the cache"
	mkdir -p "$base/perf_regress${1:+/$1}" ||
		die "cannot make the cache folder $base/perf_regress:" \
			"set XDG_CACHE_HOME to another"
	echo "$base/perf_regress${1:+/$1}"
}

# All that is built goes below build/, so that removing it removes everything.
build_dir() {	# folder in it
	local dir=$root/build/$1

	if ! mkdir -p "$dir" || [ ! -w "$dir" ]; then
		die "cannot write to $dir: remove $root/build (another user's?)" \
			"or run in a copy of the project of your own"
	fi
	echo "$dir"
}

# Hold a lock until this program ends or closes the descriptor.
lock() {	# file; sets lock_fd
	exec {lock_fd}>"$1" || die "cannot write $1"
	flock -n "$lock_fd" && return
	say "waiting for another run to finish its part ($1)"
	flock "$lock_fd" || die "cannot lock $1"
}

# The parts of a kernel tree that make up kselftest; the last line is for checkpatch.
# shellcheck disable=SC2034  # core and stage use it
core_members=(
	tools/testing/selftests/{Makefile,lib.mk,kselftest.h,kselftest_harness.h}
	tools/testing/selftests/{run_kselftest.sh,kselftest}
	scripts/subarch.include
	scripts/{checkpatch.pl,spelling.txt,const_structs.checkpatch}
)
