#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# A file of tmpfs, exported by the kernel's NFS server and mounted from it, over RDMA where a
# soft-RoCE device can be had and "nfs=rdma" is on the kernel's command line, else over TCP. No
# program of nfs-utils is needed: what these ask the kernel for is written to /proc here. A
# kernel that does not count what its slab caches do has no use for it.

nfsd=/proc/fs/nfsd
forever=2147483647

# A soft-RoCE device on a veth pair: on lo there is none for the server to listen at. By the host's
# ip: the shell takes that of busybox, which knows little of veth, when it is called by name.
rdma_device() {
	ip=/usr/sbin/ip
	[ -x $ip ] || ip=/usr/bin/ip
	modprobe -q rdma_rxe
	modprobe -q rpcrdma
	modprobe -q veth
	$ip link add nfs0 type veth peer name nfs1 &&
		$ip address add 10.9.0.1/24 dev nfs0 &&
		$ip link set nfs0 up && $ip link set nfs1 up &&
		rdma link add rxe_nfs type rxe netdev nfs0
}

over_tcp() {
	transport=tcp
	address=127.0.0.1
	more=
}

serve() {
	modprobe -q nfsd
	mount -t nfsd nfsd $nfsd || return
	# Opens wait for the grace period: the shortest that there is.
	echo 10 > $nfsd/nfsv4gracetime
	echo 10 > $nfsd/nfsv4leasetime
	echo "-3 +4" > $nfsd/versions 2>/dev/null
	echo "tcp 2049" > $nfsd/portlist || return
	if [ $transport = rdma ] && ! echo "rdma 20049" > $nfsd/portlist; then
		echo "lab: no NFS over RDMA here: over TCP"
		over_tcp
	fi
	echo 8 > $nfsd/threads || return
	echo "nfsd 127.0.0.1 $forever lab" > /proc/net/rpc/auth.unix.ip/channel
	echo "nfsd 10.9.0.1 $forever lab" > /proc/net/rpc/auth.unix.ip/channel
	# 0x2412: insecure ports, async, no subtree check, known by its fsid
	echo "lab /export $forever 9234 65534 65534 0" > /proc/net/rpc/nfsd.export/channel
	printf 'lab 1 \\x00000000 %s /export\n' $forever > /proc/net/rpc/nfsd.fh/channel
}

[ -e /sys/kernel/slab/kmalloc-64/alloc_fastpath ] || exit 0
mkdir -p /export /nfs
mount -t tmpfs -o size=80m export /export
dd if=/dev/zero of=/export/file bs=1M count=64 2>/dev/null
over_tcp
if grep -qw nfs=rdma /proc/cmdline && rdma_device; then
	transport=rdma
	address=10.9.0.1
	more=,port=20049
fi
serve && sleep 11
modprobe -q nfsv4
options="vers=4.1,addr=$address,clientaddr=$address,sec=sys,soft,timeo=100,proto=$transport$more"
mount -t nfs4 -o "$options" $address:/ /nfs
echo "lab: $(grep ' /nfs ' /proc/mounts)"
