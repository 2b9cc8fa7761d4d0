# One flow (one), written by Vegas Lab for ns-2.35.
# Run it with: ns FILE [SEED [TRACE]]. It prints one line of JSON. The file TRACE gets ns-2's trace of all
# packets that leave and reach the senders' hosts.
#
# Queues count the packets that wait, without the one in transmission.
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
set node(0) [$ns node]    ;# left
set node(1) [$ns node]    ;# right
set node(2) [$ns node]    ;# s1
set node(3) [$ns node]    ;# r1

# Links
set link(0) [one_way 0 "left>right" 0 1 2000000 0.02 DropTail 25]
watch_queue 0 $link(0)
set link(1) [one_way 1 "right>left" 1 0 2000000 0.02 DropTail 25]
watch_queue 1 $link(1)
set link(2) [one_way 2 "s1>left" 2 0 10000000 0 DropTail 100000000]
watch_queue 2 $link(2)
set link(3) [one_way 3 "left>s1" 0 2 10000000 0 DropTail 100000000]
watch_queue 3 $link(3)
set link(4) [one_way 4 "right>r1" 1 3 10000000 0 DropTail 100000000]
watch_queue 4 $link(4)
set link(5) [one_way 5 "r1>right" 3 1 10000000 0 DropTail 100000000]
watch_queue 5 $link(5)

# Flow flow
report_flow 0 "flow" 960
set settings(0) {connection 0 2 3 Agent/TCP/Newreno {window_ 100 windowInit_ 1 cwnd_ 1 ssthresh_ 1000000 singledup_ 0 overhead_ 0 ecn_ 0 packetSize_ 960 tcpip_base_hdr_size_ 40 tcpTick_ 0.01 minrto_ 0.2 maxrto_ 60 rtxcur_init_ 3 newreno_changes1_ 1 exit_recovery_fix_ 1 partial_window_deflation_ 1 bugFix_ 1 lessCareful_ 0 bugFix_ack_ 0 bugFix_ts_ 0 numdupacks_ 3 precisionReduce_ false} Agent/TCPSink {packetSize_ 40}}
set ftp(0) [new Application/FTP]
$ftp(0) attach-agent [eval $settings(0)]
$ns at 0 "$ftp(0) start"

# The links of the senders' hosts
watch_host $link(2) $link(3)

$ns at $from_s begin_window
$ns at $to_s report
$ns run
