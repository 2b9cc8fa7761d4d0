#!/bin/sh
# The first and only program of the virtual machine: runs every line of /runs, then powers off.
# Lines on the console that begin with "@" are results; vm.mjs reads them.
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t tmpfs run /run
for module in $(cat /modules.txt); do insmod "/modules/$module"; done
ip link set lo up
# Hosts, routers and receivers share one queue between interfaces; a burst must not overflow it.
echo 1000000 > /proc/sys/net/core/netdev_max_backlog

. /network.sh

echo "@ {\"kernel\":\"$(uname -r)\"}"
while read -r line; do
  # shellcheck disable=SC2086
  one_run $line
done < /runs
echo '@ {"done":true}'
poweroff -f
