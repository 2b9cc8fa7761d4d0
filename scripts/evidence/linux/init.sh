#!/bin/sh
# The init program of the virtual machine: runs every line of /runs, then powers off.
# Console lines that start with "@" are results, which vm.mjs reads.
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t tmpfs run /run
for module in $(cat /modules.txt); do insmod "/modules/$module"; done
ip link set lo up
# All namespaces share one queue between interfaces, and a burst must not overflow it.
echo 1000000 > /proc/sys/net/core/netdev_max_backlog

. /network.sh

echo "@ {\"kernel\":\"$(uname -r)\"}"
while read -r line; do
  # shellcheck disable=SC2086
  one_run $line
done < /runs
echo '@ {"done":true}'
poweroff -f
