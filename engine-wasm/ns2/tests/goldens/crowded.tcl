# One flow (one), written by Vegas Lab for ns-2.35.
# Run it with: ns FILE [SEED [TRACE]]. It prints one line of JSON. The file TRACE gets ns-2's trace of all
# packets that leave and reach the senders' hosts.
#
# Queues count the packets that wait, without the one in transmission.
# Differs: ns-2's Vegas can stand still for good: after a timeout, a skipped cut sets its cwnd to 0.
# Differs: ns-2's cwnd also grows while the receiver's window or the application limits the sender.
# Differs: ns-2's NewReno sends at most two segments for a duplicate ACK.
# Differs: ns-2's NewReno keeps its inflation apart from cwnd.
# Differs: In ns-2 half of two or three segments is one; here a loss leaves at least two.

set seed [expr {$argc > 0 ? [lindex $argv 0] : 7}]
set from_s 2
set to_s 8
set report_flows {}
set report_links {}

...

# Nodes
set node(0) [$ns node]    ;# R1
set node(1) [$ns node]    ;# R2
set node(2) [$ns node]    ;# R3
set node(3) [$ns node]    ;# sender
set node(4) [$ns node]    ;# receiver
set node(5) [$ns node]    ;# s1
set node(6) [$ns node]    ;# r1
set node(7) [$ns node]    ;# s2
set node(8) [$ns node]    ;# r2

# Links
set link(0) [one_way 0 "R1>R2" 0 1 2000000 0.01 DropTail 50]
watch_queue 0 $link(0)
set link(1) [one_way 1 "R2>R1" 1 0 2000000 0.01 DropTail 50]
watch_queue 1 $link(1)
set link(2) [one_way 2 "R2>R3" 1 2 2000000 0.01 DropTail 50]
watch_queue 2 $link(2)
set link(3) [one_way 3 "R3>R2" 2 1 2000000 0.01 DropTail 50]
watch_queue 3 $link(3)
set link(4) [one_way 4 "sender>R1" 3 0 100000000 0.001 DropTail 100000000]
watch_queue 4 $link(4)
set link(5) [one_way 5 "R1>sender" 0 3 100000000 0.001 DropTail 100000000]
watch_queue 5 $link(5)
set link(6) [one_way 6 "R3>receiver" 2 4 100000000 0.001 DropTail 100000000]
watch_queue 6 $link(6)
set link(7) [one_way 7 "receiver>R3" 4 2 100000000 0.001 DropTail 100000000]
watch_queue 7 $link(7)
set link(8) [one_way 8 "s1>R1" 5 0 100000000 0.001 DropTail 100000000]
watch_queue 8 $link(8)
set link(9) [one_way 9 "R1>s1" 0 5 100000000 0.001 DropTail 100000000]
watch_queue 9 $link(9)
set link(10) [one_way 10 "R2>r1" 1 6 100000000 0.001 DropTail 100000000]
watch_queue 10 $link(10)
set link(11) [one_way 11 "r1>R2" 6 1 100000000 0.001 DropTail 100000000]
watch_queue 11 $link(11)
set link(12) [one_way 12 "s2>R2" 7 1 100000000 0.001 DropTail 100000000]
watch_queue 12 $link(12)
set link(13) [one_way 13 "R2>s2" 1 7 100000000 0.001 DropTail 100000000]
watch_queue 13 $link(13)
set link(14) [one_way 14 "R3>r2" 2 8 100000000 0.001 DropTail 100000000]
watch_queue 14 $link(14)
set link(15) [one_way 15 "r2>R3" 8 2 100000000 0.001 DropTail 100000000]
watch_queue 15 $link(15)

# Flow long
report_flow 0 "long" 960
set settings(0) {connection 0 3 4 Agent/TCP/Vegas {window_ 100 windowInit_ 1 cwnd_ 1 ssthresh_ 100 singledup_ 0 overhead_ 0 ecn_ 0 packetSize_ 1000 maxcwnd_ 136 tcpTick_ 0.01 minrto_ 0.2 maxrto_ 60 rtxcur_init_ 3 bugFix_ true precisionReduce_ false v_gamma_ 1 v_alpha_ 1 v_beta_ 3 numdupacks_ 3} Agent/TCPSink {packetSize_ 40}}
set ftp(0) [new Application/FTP]
$ftp(0) attach-agent [eval $settings(0)]
$ns at [expr {0 + [jitter 0.1]}] "$ftp(0) start"

# Flow again
report_flow 1 "again" 960
set settings(1) {connection 1 5 6 Agent/TCP/Newreno {window_ 100 windowInit_ 1 cwnd_ 1 ssthresh_ 1000000 singledup_ 0 overhead_ 0 ecn_ 0 packetSize_ 960 tcpip_base_hdr_size_ 40 tcpTick_ 0.01 minrto_ 0.2 maxrto_ 60 rtxcur_init_ 3 newreno_changes1_ 1 exit_recovery_fix_ 1 partial_window_deflation_ 1 bugFix_ 1 lessCareful_ 0 bugFix_ack_ 0 bugFix_ts_ 0 numdupacks_ 3 precisionReduce_ false} Agent/TCPSink {packetSize_ 40}}
$ns at 0 "repeat 1 3 {expr 100} {expr 0.5}"

# Flow back
report_flow 2 "back" 960
set settings(2) {connection 2 8 7 Agent/TCP/Reno {window_ 100 windowInit_ 1 cwnd_ 1 ssthresh_ 1000000 singledup_ 0 overhead_ 0 ecn_ 0 packetSize_ 960 tcpip_base_hdr_size_ 40 maxcwnd_ 136 tcpTick_ 0.01 minrto_ 0.2 maxrto_ 60 rtxcur_init_ 3 bugFix_ true numdupacks_ 3 precisionReduce_ false} Agent/TCPSink {packetSize_ 40}}
set ftp(2) [new Application/FTP]
$ftp(2) attach-agent [eval $settings(2)]
$ns at 1 "$ftp(2) start"

# The links of the senders' hosts
watch_host $link(4) $link(5)
watch_host $link(8) $link(9)
watch_host $link(15) $link(14)

# Datagrams load
set udp(0) [new Agent/UDP]
set null(0) [new Agent/Null]
$ns attach-agent $node(7) $udp(0)
$ns attach-agent $node(8) $null(0)
$ns connect $udp(0) $null(0)
set source(0) [new Application/Traffic/CBR]
$source(0) set packetSize_ 528
$source(0) set rate_ 211200
$source(0) set random_ 0
$source(0) attach-agent $udp(0)
$ns at 1 "$source(0) start"
$ns at 9 "$source(0) stop"

# Timeline
$ns at 5 "[$link(0) link] set bandwidth_ 1000000"
$ns at 5 "[$link(1) link] set bandwidth_ 1000000"

$ns at $from_s begin_window
$ns at $to_s report
$ns run
