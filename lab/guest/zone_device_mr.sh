#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Device-dax memory and an RDMA device, before the test starts: one dax device on each of the
# pmem regions and two adjacent ones on the soft-reserved region, soft-RoCE on lo. What a kernel
# cannot do is left undone: the test says SKIP for what it lacks.

modules="nd_e820 nd_pmem dax_pmem device_dax dax_hmem crc32_generic crc32c_generic ib_uverbs
	rdma_rxe"
bus=/sys/bus/dax
size=4096

# Turn a pmem namespace into device-dax, its page structures in memory (map=mem).
pmem_to_dax() {	# namespace, size of its pages
	local region dax seed

	region=/sys/bus/nd/devices/region${1#namespace}
	region=${region%.*}
	echo "$1" > /sys/bus/nd/drivers/nd_pmem/unbind || return
	seed=$(cat "$region/dax_seed")
	dax=/sys/bus/nd/devices/$seed
	echo "$2" > "$dax/align" || return
	# Fixed, as all else in a guest.
	echo "00000000-0000-4000-8000-00000000000${seed##*.}" > "$dax/uuid" || return
	echo ram > "$dax/mode" || return
	echo "$1" > "$dax/namespace" || return
	echo "$seed" > /sys/bus/nd/drivers/dax_pmem/bind
}

# Two dax devices side by side, each with a pgmap of its own. (pmem devices cannot be adjacent:
# their page structures or a header lie between them.)
split_soft_reserved() {	# first device of the region
	local region size second

	region=$(readlink -f "$bus/devices/$1")
	region=$(dirname "$region")/dax_region
	second=${1%.*}.1
	[ ! -e "$bus/devices/$1/driver" ] || echo "$1" > "$bus/devices/$1/driver/unbind"
	size=$(($(cat "$region/size") / 2))
	echo $size > "$bus/devices/$1/size" || return
	echo 1 > "$region/create" || return
	echo $size > "$bus/devices/$second/size" || return
	for dax in "$1" "$second"; do
		# Newer kernels keep soft-reserved memory for kmem unless told by name.
		echo "$dax" > $bus/drivers/device_dax/new_id 2>/dev/null
		[ -e "$bus/devices/$dax/driver" ] || echo "$dax" > $bus/drivers/device_dax/bind
	done
}

for module in $modules; do
	modprobe -q "$module"
done
for namespace in /sys/bus/nd/devices/namespace*; do
	[ -e "$namespace" ] || continue
	# The first one has small pages, the others huge ones.
	pmem_to_dax "${namespace##*/}" $size || echo "lab: $namespace: no dax device"
	size=2097152
done
for dax in "$bus"/devices/dax*; do
	case $(readlink -f "$dax") in
	*hmem*) split_soft_reserved "${dax##*/}" && break ;;
	esac
done
rdma link add rxe0 type rxe netdev lo
echo "lab: $(echo /dev/dax*) $(echo /sys/class/infiniband/*)"
