# The dumbbell of `npm run bench` for ns-2: `ns dumbbell.tcl FLOWS DURATION_S` prints one line of JSON. It is the same as
# engine-wasm/cli/src/bench/dumbbell.rs, except that the retransmission timer of ns-2 counts in ticks of 10 ms.
#
# Nothing is traced or monitored; the metrics are the agents' own counters. packet_hops: each segment sent crossed the link
# of its host; each ACK received crossed three links, and its segment two more. Packets in flight at the end, at most 350,
# count for their first link only.

lassign $argv flows duration

# Only the headers that are used, so that packets are smaller and faster to allocate.
remove-all-packet-headers
add-packet-header IP TCP Flags

Agent/TCP set packetSize_ 960         ;# ns-2 adds 40 bytes of headers: 1000 on the wire
Agent/TCP set window_ 1000            ;# segments; never the limit here
Agent/TCP set windowInit_ 1
Agent/TCP set syn_ false              ;# data from the first packet on
Agent/TCP set delay_growth_ false
Agent/TCP set singledup_ 0            ;# no limited transmit
Agent/TCP set minrto_ 1               ;# RFC 6298
Agent/TCPSink set packetSize_ 40      ;# an ACK for every packet

set ns [new Simulator]
set left [$ns node]
set right [$ns node]
$ns duplex-link $left $right 100Mb 8ms DropTail
$ns queue-limit $left $right 100
$ns queue-limit $right $left 100
for {set n 0} {$n < $flows} {incr n} {
    set s [$ns node]
    set r [$ns node]
    foreach {host router} [list $s $left $r $right] {
        $ns duplex-link $host $router 1000Mb 1ms DropTail
        $ns queue-limit $host $router 1000
        $ns queue-limit $router $host 1000
    }
    set tcp($n) [new Agent/TCP/Newreno]
    set sink [new Agent/TCPSink]
    $ns attach-agent $s $tcp($n)
    $ns attach-agent $r $sink
    $ns connect $tcp($n) $sink
    set ftp [new Application/FTP]
    $ftp attach-agent $tcp($n)
    $ns at [expr 0.1 * $n / $flows] "$ftp start"
}

proc report {} {
    global flows duration tcp
    set sent 0
    set answered 0
    set acked 0
    for {set n 0} {$n < $flows} {incr n} {
        incr sent [$tcp($n) set ndatapack_]
        incr answered [$tcp($n) set nackpack_]
        incr acked [expr {[$tcp($n) set ack_] + 1}]
    }
    set packet_hops [expr {$sent + 5 * $answered}]
    set goodput_bps [expr {$acked * 960 * 8.0 / $duration}]
    puts "{\"packet_hops\": $packet_hops, \"goodput_bps\": $goodput_bps}"
}
$ns at $duration "report; exit 0"
$ns run
