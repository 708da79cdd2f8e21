# SPDX-License-Identifier: GPL-2.0
# What the stages of `make check` share. A stage prints "ok - WHAT", "not ok - WHAT" or
# "ok - WHAT # SKIP WHY" for each of its checks, and "# ..." lines before a failure.
# shellcheck shell=bash

. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../standalone/common.sh"

stage=${0##*/}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Run a command or function, under set -e, and tell whether it worked.
check() {	# what, command...
	local what=$1 rc
	shift

	# Not in an if: bash ignores set -e in all that runs in a condition.
	set +e
	(set -e; "$@") > "$scratch/check.log" 2>&1 < /dev/null
	rc=$?
	set -e
	if [ "$rc" -eq 0 ]; then
		echo "ok - $stage: $what"
	else
		tail -60 "$scratch/check.log" | sed 's/^/# /'
		echo "not ok - $stage: $what"
	fi
}

skip() {	# what, why
	echo "ok - $stage: $1 # SKIP $2"
}

# For use in checks: say what was expected where a plain test would fail in silence.
expect() {	# what, command...
	local what=$1
	shift
	"$@" && return
	echo "expected $what ($*)"
	return 1
}

# What belongs to the project: tracked, or new and not ignored.
project_files() {
	git -C "$root" -c safe.directory="$root" ls-files -co --exclude-standard |
		while read -r file; do
			[ ! -f "$root/$file" ] || echo "$file"
		done
}

# The kernel trees that the collection must work in, and where Debian has them.
declare -A tree_suite=([6.1]=bookworm [6.12]=trixie [7.3]=trixie-backports)

# Prints the folder with the kselftest core of such a tree.
tree_core() {	# version
	local deb

	deb=$("$root/lab/deb" "${tree_suite[$1]}" "linux-source-$1") || return
	"$root/standalone/core" "$deb"
}

# Build and run the programs of a folder of tests/, which print TAP.
run_programs() {	# folder, name of the flavour, flags of the compiler...
	local core output source name rc plan got
	local folder=$1 flavour=$2
	shift 2

	if ! core=$(tree_core 7.3); then
		skip "$flavour" "linux-source-7.3 can't be had, see above"
		return
	fi
	output=$(build_dir "$folder/$flavour")
	check "build $flavour" make -s -C "$root" -k -j2 -f tests/programs.mk DIR="tests/$folder" \
		OUTPUT="$output" SANITIZE="$*" KSELFTEST="$core/tools/testing/selftests"

	for source in "$root/tests/$folder"/*.c; do
		name=$(basename "$source" .c)
		rc=0
		"$output/tests/$folder/$name" > "$scratch/tap" 2> "$scratch/err" || rc=$?
		sed 's/^/# /' "$scratch/err"
		sed -nE -e "s/^((not )?ok) [0-9]+ (- )?/\1 - $stage: $flavour $name: /p" \
			-e '/^#/p' "$scratch/tap"
		# It has not told all when it failed without a failed result, or before its plan
		# was done.
		plan=$(sed -nE 's/^1\.\.([0-9]+).*/\1/p' "$scratch/tap")
		got=$(grep -cE '^(not )?ok ' "$scratch/tap" || true)
		[ "$rc" -eq 0 ] || grep -q '^not ok ' "$scratch/tap" || got=0
		if [ "$got" -eq 0 ] || [ "$got" != "$plan" ]; then
			echo "not ok - $stage: $flavour $name: ended early (exit code $rc)"
		fi
	done
}
