# Only the headers that are used, so that packets are smaller and faster to allocate.
remove-all-packet-headers
add-packet-header IP TCP Flags UDP RTP

# ns-2's generator is linear, so consecutive seeds give correlated draws. Spread them.
ns-random [expr {$seed * 1103515245 % 2147483647}]
set ns [new Simulator]
set trace_name [lindex $argv 1]
if {$trace_name eq ""} {
    set trace_name [file join [expr {[info exists env(TMPDIR)] ? $env(TMPDIR) : "/tmp"}] vegaslab-ns2-[pid].tr]
}
set trace [open $trace_name w]

# Current defaults of ns-2 that differ from Vegas Lab's rules. Each sender sets the others.
Agent/TCP set syn_ false                 ;# data from the first packet on
Agent/TCP set delay_growth_ false
Agent/TCP set slow_start_restart_ false
Agent/TCP set SetCWRonRetransmit_ false
Agent/TCP set windowInitOption_ 1
Agent/TCPSink set SYN_immediate_ack_ false
Agent/UDP set packetSize_ 65535          ;# datagrams leave as the source writes them

# Creates one direction of a link. `number` is its index in the report.
proc one_way {number name a b rate_bps delay_s queue limit} {
    global ns node report_links
    $ns simplex-link $node($a) $node($b) $rate_bps ${delay_s}s $queue
    $ns queue-limit $node($a) $node($b) $limit
    set link [$ns link $node($a) $node($b)]
    lappend report_links [list $number $name $rate_bps $link]
    return $link
}

# Counts the packets that wait at a link and those that it drops.
proc watch_queue {number link} {
    global queue_of waiting_of
    set queue_of($number) [new QueueMonitor]
    set waiting_of($number) [new Integrator]
    $queue_of($number) set-pkts-integrator $waiting_of($number)
    $link attach-monitors [new SnoopQueue/In] [new SnoopQueue/Out] [new SnoopQueue/Drop] $queue_of($number)
}

# Adds losses to a link: before its buffer (entry), or after transmission (exit). They need their own counter, because the
# queue's would count them as packets that waited.
proc lossy {number link model placement} {
    global ns lost_of
    set lost_of($number) [new QueueMonitor]
    set counter [new SnoopQueue/Drop]
    $counter set-monitor $lost_of($number)
    $counter target [$ns set nullAgent_]
    $model drop-target $counter
    if {$placement eq "entry"} {
        $link add-to-head $model
    } else {
        $model target [[$link link] target]
        [$link link] target $model
    }
}

# Traces the packets that leave and reach a sender's host, in a file that is read at the end of the run.
proc watch_host {out back} {
    global ns trace
    set sends [$ns create-trace Enque $trace [$out src] [$out dst]]
    $out add-to-head $sends
    set arrivals [$ns create-trace Recv $trace [$back src] [$back dst]]
    $arrivals target [[$back set ttl_] target]
    [$back set ttl_] target $arrivals
}

# Counts retransmissions, acknowledged segments and RTTs of all flows within the window, from the trace.
proc read_trace {} {
    global argv trace trace_name from_s to_s flow_of reads_sack retransmissions segments rtts rtt_sum
    close $trace
    foreach address [array names flow_of] { set high($address) -1; set acked($address) -1 }
    set file [open $trace_name]
    while {[gets $file line] >= 0} {
        lassign $line event now a b type size flags fid src dst seq
        set within [expr {$now >= $from_s && $now < $to_s}]
        if {$event eq "+"} {
            if {![info exists high($src)]} continue
            if {$seq > $high($src)} {
                set high($src) $seq
                set sent_at($src,$seq) $now
            } else {
                set sent_at($src,$seq) -1
                if {$within} { incr retransmissions($flow_of($src)) }
            }
            continue
        }
        if {![info exists acked($dst)] || $seq <= $acked($dst)} continue
        # Karn's rule: ignore the RTT of a retransmitted segment. With SACK, also ignore an ACK that covers a retransmitted
        # segment, because a block reported the later ones earlier.
        set clear [expr {$sent_at($dst,$seq) >= 0}]
        set sent $sent_at($dst,$seq)
        for {set n [expr {$acked($dst) + 1}]} {$n <= $seq} {incr n} {
            if {$reads_sack($dst) && $sent_at($dst,$n) < 0} { set clear 0 }
            unset sent_at($dst,$n)
        }
        if {$within} {
            set flow $flow_of($dst)
            incr segments($flow) [expr {$seq - $acked($dst)}]
            if {$clear} {
                incr rtts($flow)
                set rtt_sum($flow) [expr {$rtt_sum($flow) + $now - $sent}]
            }
        }
        set acked($dst) $seq
    }
    close $file
    if {[lindex $argv 1] eq ""} { file delete $trace_name }
}

# Creates a connection of a flow. `settings` are the sender's.
proc connection {flow from to sender settings receiver receiver_settings} {
    global ns node flow_of reads_sack agents
    set tcp [new $sender]
    set sink [new $receiver]
    foreach {name value} $settings { $tcp set $name $value }
    foreach {name value} $receiver_settings { $sink set $name $value }
    $ns attach-agent $node($from) $tcp
    $ns attach-agent $node($to) $sink
    $ns connect $tcp $sink
    set address "[$node($from) id].[$tcp port]"
    set flow_of($address) $flow
    set reads_sack($address) [string match *Sack1* $receiver]
    lappend agents($flow) $tcp
    return $tcp
}

proc report_flow {flow name payload} {
    global report_flows agents retransmissions segments rtts rtt_sum
    lappend report_flows [list $flow $name $payload]
    set agents($flow) {}
    foreach counter {retransmissions segments rtts rtt_sum} { set ${counter}($flow) 0 }
}

# Returns totals of all flows and links up to now.
proc totals {} {
    global ns report_flows agents report_links queue_of waiting_of lost_of
    set sums {}
    foreach row $report_flows {
        set flow [lindex $row 0]
        lassign {0 0} timeouts cuts
        foreach tcp $agents($flow) {
            set expired [$tcp set nrexmit_]
            incr timeouts $expired
            # Vegas doesn't count cuts after duplicate ACKs.
            incr cuts [expr {[$tcp set ncwndcuts_] - $expired - [$tcp set necnresponses_]}]
        }
        dict set sums timeouts $flow $timeouts
        dict set sums cuts $flow $cuts
    }
    foreach row $report_links {
        set link [lindex $row 0]
        $waiting_of($link) newpoint [$ns now] [$waiting_of($link) set lasty_]
        dict set sums waiting $link [$waiting_of($link) set sum_]
        dict set sums sent $link [$queue_of($link) set bdepartures_]
        set lost [expr {[info exists lost_of($link)] ? [$lost_of($link) set pdrops_] : 0}]
        dict set sums drops $link [$queue_of($link) set pdrops_]
        dict set sums lost $link $lost
    }
    return $sums
}

proc begin_window {} {
    global before
    set before [totals]
}

proc report {} {
    global ns seed from_s to_s before report_flows report_links retransmissions segments rtts rtt_sum
    set after [totals]
    read_trace
    set length [expr {$to_s - $from_s}]
    foreach row $report_flows {
        lassign $row flow name payload
        foreach sum {timeouts cuts} { set $sum [expr {[dict get $after $sum $flow] - [dict get $before $sum $flow]}] }
        set rate [expr {$segments($flow) * $payload * 8.0 / $length}]
        set rtt [expr {$rtts($flow) > 0 ? 1e3 * $rtt_sum($flow) / $rtts($flow) : "null"}]
        lappend flows "{\"name\": \"$name\", \"throughput_bps\": $rate, \"rtt_ms\": $rtt,\
            \"timeouts\": $timeouts, \"retransmissions\": $retransmissions($flow), \"fast_retransmits\": $cuts}"
    }
    foreach row $report_links {
        lassign $row link name rate_bps
        foreach sum {waiting sent drops lost} { set $sum [expr {[dict get $after $sum $link] - [dict get $before $sum $link]}] }
        lappend links "{\"name\": \"$name\", \"waiting_packets\": [expr {$waiting / $length}],\
            \"utilization\": [expr {$sent * 8.0 / $rate_bps / $length}], \"drops\": $drops, \"lost\": $lost}"
    }
    puts "{\"simulator\": \"ns-2\", \"seed\": $seed, \"window_s\": \[$from_s, $to_s\],\
        \"flows\": \[[join $flows {, }]\], \"links\": \[[join $links {, }]\]}"
    exit 0
}

# Returns a random start delay below `max_s` seconds.
proc jitter {max_s} {
    global defaultRNG
    $defaultRNG uniform 0 $max_s
}

# Starts connections of a flow one after another: `count` of them, or without limit if it is -1. `size` and `pause` are
# scripts that return a number of segments and a number of seconds.
proc repeat {flow count size pause} {
    global settings
    if {$count == 0} return
    set tcp [eval $settings($flow)]
    $tcp proc done {} "again $flow [expr {$count - 1}] {$size} {$pause}"
    $tcp advanceby [uplevel #0 $size]
}

proc again {flow count size pause} {
    global ns
    $ns at [expr {[$ns now] + [uplevel #0 $pause]}] [list repeat $flow $count $size $pause]
}

# Returns the segments of a web page: its size has a Pareto distribution, cut off at the maximum.
proc web_segments {size most_bytes smss_bytes} {
    set bytes [$size value]
    if {$bytes > $most_bytes} { set bytes $most_bytes }
    expr {max(1, int(ceil($bytes / $smss_bytes)))}
}
