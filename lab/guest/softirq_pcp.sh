#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# The pair of e1000 cards, up and with an MTU whose frames take a page for each 4 KB. The veth
# devices are made by the test itself, in a namespace of its own.

modprobe -q e1000
modprobe -q veth
for device in eth0 eth1; do
	ip link set "$device" mtu 9000 up
done
echo "lab: $(echo /sys/class/net/*)"
