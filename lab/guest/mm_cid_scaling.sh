#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Real vhost workers: virtqueues that the test drives through /dev/vhost-vsock.

modprobe -q vhost_vsock
echo "lab: $(ls /dev/vhost-vsock)"
