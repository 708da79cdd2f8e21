#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Modules of the network devices that the test uses: the e1000 pair and veth. The test itself
# configures them, in a namespace of its own.

modprobe -q e1000
modprobe -q veth
echo "lab: $(echo /sys/class/net/*)"
