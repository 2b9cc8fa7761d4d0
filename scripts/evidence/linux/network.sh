# Defines `one_run`, which builds the network, runs the transfers, prints the results, and removes the network. Sourced by init.sh.
#
#   s1 --\                                       /-- d1
#         L ====== bottleneck, both ways ====== R
#   s2 --/                                       \-- d2
#
# L queues and drops at the bottleneck. R sends ACKs back at the same rate and delays them by the whole round trip: for a
# transfer it makes no difference in which direction the delay is, and one delay costs the emulator half the work of two.
# Hosts have no qdisc, so that TCP small queues have no effect.

# Use the full path, because Debian's busybox would run its own applet `ip`.
ip=/bin/ip

one_run() {
  id=$1 control=$2 sack=$3 rate=$4 delay_ms=$5 limit=$6 loss=$7 quickack=$8 rwnd=$9
  shift 9
  from_ms=$1 to_ms=$2 flows=$3 stagger_ms=$4

  {
    echo "netns add L"
    echo "netns add R"
    for i in $(seq "$flows"); do
      echo "netns add s$i"
      echo "netns add d$i"
    done
  } | $ip -batch -
  {
    echo "link add name l netns L type veth peer name r netns R"
    for i in $(seq "$flows"); do
      echo "link add name eth netns s$i type veth peer name s$i netns L"
      echo "link add name eth netns d$i type veth peer name d$i netns R"
    done
  } | $ip -batch -
  router L l 10.0.0.1/24 s 1 10.2.0.0/16 10.0.0.2
  router R r 10.0.0.2/24 d 2 10.1.0.0/16 10.0.0.1
  for i in $(seq "$flows"); do
    host "s$i" "10.1.$i"
    host "d$i" "10.2.$i"
  done

  $ip netns exec L tc qdisc add dev l root netem rate "${rate}bit" -14 limit "$limit" ${loss:+loss "$loss%"}
  $ip netns exec R tc qdisc add dev r root netem delay "$((2 * delay_ms))ms" rate "${rate}bit" -14 limit 1000000
  for i in $(seq "$flows"); do
    $ip netns exec "d$i" stream receive 5000 &
    echo $! >> /run/receivers
  done
  echo "@ {\"run\":\"$id\"}"
  for i in $(seq "$flows"); do
    $ip netns exec "s$i" stream send "s$i" "10.2.$i.2" 5000 "$control" "$from_ms" "$to_ms" $(((i - 1) * stagger_ms)) &
    senders="$senders $!"
  done
  sleep $((from_ms / 1000))
  queue_counters before
  # shellcheck disable=SC2086
  wait $senders
  queue_counters after

  # shellcheck disable=SC2046
  kill $(cat /run/receivers)
  wait
  rm /run/receivers
  senders=
  for namespace in /run/netns/*; do $ip netns del "${namespace##*/}"; done
}

# Prints how much the bottleneck's queue has sent and dropped so far; random losses count as drops.
queue_counters() {
  echo "@ {\"queue\":\"$1\",\"counters\":$($ip netns exec L tc -s -j qdisc show dev l | tr -d '\n')}"
}

# Usage: router NAMESPACE PORT ADDRESS HOSTS NETWORK FAR_NETWORK FAR_ROUTER
router() {
  {
    echo "address add $3 dev $2"
    echo "link set dev $2 up"
    for i in $(seq "$flows"); do
      echo "address add 10.$5.$i.1/24 dev $4$i"
      echo "link set dev $4$i up"
    done
    echo "route add $6 via $7"
  } | $ip -n "$1" -batch -
  $ip netns exec "$1" sysctl -q -w net.ipv4.ip_forward=1
}

# host NAMESPACE NETWORK. With gso_max_segs 1 every packet is one segment, as in our engine.
host() {
  $ip -n "$1" -batch - << END
address add $2.2/24 dev eth
link set dev eth gso_max_segs 1 up
route add default via $2.1 quickack $quickack
END
  $ip netns exec "$1" sysctl -q -w net.ipv4.tcp_no_metrics_save=1 net.ipv4.tcp_sack="$sack" \
    net.ipv4.tcp_ecn=0 net.ipv4.tcp_rmem="$rwnd $rwnd $rwnd" net.ipv4.tcp_wmem="33554432 33554432 33554432"
}
