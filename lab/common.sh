# SPDX-License-Identifier: GPL-2.0
# What the lab's scripts share, beside standalone/common.sh.
# shellcheck shell=bash

. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../standalone/common.sh"

# What the lab needs on a machine, beside what building the collection needs.
# shellcheck disable=SC2034  # boot and run use it
packages=(qemu-system-x86 cpio kmod xz-utils iproute2 ibverbs-providers)

profiles_known="exact smp probe"

known_profile() {	# profile
	[[ " $profiles_known " == *" $1 "* ]] ||
		die "there is no profile $1, only ${profiles_known// / and }"
}

# A full disk is told before it is full, in words that help.
room() {	# folder, MB, for what
	local free

	free=$(df --output=avail -BM "$1" | tail -1 | tr -dc 0-9)
	[ "$free" -ge "$2" ] ||
		die "$3 needs $2 MB in $1, where $free MB are free:" \
			"free some, or set XDG_CACHE_HOME to another folder"
}
