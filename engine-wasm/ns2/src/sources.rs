//! Writes flows with their traffic, and datagram sources.

use vegaslab_sim::datagram::{Datagram, DatagramSource};
use vegaslab_sim::net::topology::Topology;
use vegaslab_sim::scenario::{Flow, Scenario};
use vegaslab_sim::traffic::Traffic;

use crate::senders;
use crate::{Script, plain, routes};

/// Writes all flows.
pub fn write_flows(scenario: &Scenario, script: &mut Script) {
    let topology = Topology::new(&scenario.links);
    let mut hosts = Vec::new();
    for (number, flow) in scenario.flows.iter().enumerate() {
        let path = format!("flows.{}", flow.name);
        routes::check(&topology, &flow.from, &flow.route, &flow.to, &format!("{path}.route"), script);
        routes::check(&topology, &flow.to, &flow.route_back, &flow.from, &format!("{path}.route_back"), script);
        if flow.turns_with.is_some() {
            script.refuse(format!("{path}.turns_with"), "flows that take turns are not written for ns-2", "null");
        }
        let (sender, receiver) = (senders::sender(flow, script), senders::receiver(flow, script));
        let (from, to) = (script.node(&flow.from), script.node(&flow.to));
        script.line(format!("\n# Flow {}", plain(&flow.name)));
        script.line(format!("report_flow {number} \"{}\" {}", plain(&flow.name), flow.smss_bytes));
        script.line(format!(
            "set settings({number}) {{connection {number} {from} {to} {} {} {} {}}}",
            sender.class,
            sender.list(),
            receiver.class,
            receiver.list()
        ));
        traffic(number, flow, &path, script);
        hosts.extend(first_links(&topology, flow));
    }
    script.line("\n# The links of the senders' hosts");
    hosts.sort_unstable();
    hosts.dedup();
    for (out, back) in hosts {
        script.line(format!("watch_host $link({out}) $link({back})"));
    }
}

/// The link on which a flow's data leave its host, and the link on which its ACKs return.
fn first_links(topology: &Topology<'_>, flow: &Flow) -> Option<(u32, u32)> {
    let out = topology.path_of_flow(&flow.from, &flow.route, &flow.to)?;
    let back = topology.path_of_flow(&flow.to, &flow.route_back, &flow.from)?;
    Some((*out.first()?, *back.last()?))
}

/// Returns a start time as a Tcl expression.
fn start(start_s: f64, jitter_s: f64) -> String {
    if jitter_s > 0.0 { format!("[expr {{{start_s} + [jitter {jitter_s}]}}]") } else { start_s.to_string() }
}

fn traffic(number: usize, flow: &Flow, path: &str, script: &mut Script) {
    let at = start(flow.start_s, flow.start_jitter_s);
    let segments = |bytes: u64| bytes.div_ceil(u64::from(flow.smss_bytes));
    let whole = |bytes: u64, script: &mut Script| {
        if !bytes.is_multiple_of(u64::from(flow.smss_bytes)) {
            script.note("In ns-2 the last segment of a transfer is a full one.");
        }
    };
    let idle = |script: &mut Script| {
        if flow.sender.idle_restart {
            let field = format!("{path}.sender.idle_restart");
            script.refuse(field, "ns-2's agents keep their window when the application pauses", "false");
        }
    };
    match &flow.traffic {
        Traffic::Bulk(_) => {
            script.line(format!("set ftp({number}) [new Application/FTP]"));
            script.line(format!("$ftp({number}) attach-agent [eval $settings({number})]"));
            script.line(format!("$ns at {at} \"$ftp({number}) start\""));
        }
        Traffic::Transfer(transfer) => {
            whole(transfer.bytes, script);
            script.line(format!("set tcp({number}) [eval $settings({number})]"));
            script.line(format!("$ns at {at} \"$tcp({number}) advanceby {}\"", segments(transfer.bytes)));
        }
        Traffic::Repeated(repeated) => {
            whole(repeated.bytes, script);
            let count = if repeated.count == 0 { -1 } else { i64::try_from(repeated.count).unwrap_or(i64::MAX) };
            let pause_s = repeated.pause_s.max(1e-6);
            script.line(format!(
                "$ns at {at} \"repeat {number} {count} {{expr {}}} {{expr {pause_s}}}\"",
                segments(repeated.bytes)
            ));
        }
        Traffic::Web(web) => {
            script.note("In ns-2 the last segment of a transfer is a full one.");
            script.line(format!("set size({number}) [new RandomVariable/Pareto]"));
            script
                .line(format!("$size({number}) set avg_ {}\n$size({number}) set shape_ {}", web.mean_bytes, web.shape));
            script.line(format!("set think({number}) [new RandomVariable/Exponential]"));
            script.line(format!("$think({number}) set avg_ {}", web.mean_think_s));
            script.line(format!(
                "$ns at [expr {{{at} + [$think({number}) value]}}] \
                 {{repeat {number} -1 {{web_segments $size({number}) {} {}}} {{$think({number}) value}}}}",
                web.max_bytes, flow.smss_bytes
            ));
        }
        Traffic::Telnet(_) => {
            idle(script);
            script.line(format!("set app({number}) [new Application/Telnet]"));
            script.line(format!("$app({number}) set interval_ 0    ;# tcplib"));
            script.line(format!("$app({number}) attach-agent [eval $settings({number})]"));
            script.line(format!("$ns at {at} \"$app({number}) start\""));
        }
        // ns-2 has no FTP of tcplib, and its trace doesn't number the segments of exponential writes.
        _ => {
            let allowed = "bulk, transfer, repeated, web, telnet";
            script.refuse(format!("{path}.traffic.kind"), "it is not written for ns-2", allowed);
        }
    }
}

fn on_off(app: &str, packet_bytes: u32, (rate_bps, on_s, off_s): (f64, f64, f64), script: &mut Script) {
    for (name, value) in [
        ("packetSize_", packet_bytes.to_string()),
        ("rate_", rate_bps.to_string()),
        ("burst_time_", on_s.to_string()),
        ("idle_time_", off_s.to_string()),
    ] {
        script.line(format!("{app} set {name} {value}"));
    }
}

/// Writes all datagram sources.
pub fn write_datagrams(scenario: &Scenario, script: &mut Script) {
    let topology = Topology::new(&scenario.links);
    for (number, source) in scenario.datagrams.iter().enumerate() {
        let path = format!("datagrams.{}", source.name);
        routes::check(&topology, &source.from, &[], &source.to, &format!("{path}.to"), script);
        let (from, to) = (script.node(&source.from), script.node(&source.to));
        script.line(format!("\n# Datagrams {}", plain(&source.name)));
        for line in [
            format!("set udp({number}) [new Agent/UDP]"),
            format!("set null({number}) [new Agent/Null]"),
            format!("$ns attach-agent $node({from}) $udp({number})"),
            format!("$ns attach-agent $node({to}) $null({number})"),
            format!("$ns connect $udp({number}) $null({number})"),
        ] {
            script.line(line);
        }
        datagrams(number, source, &path, script);
        let app = format!("$source({number})");
        script.line(format!("{app} attach-agent $udp({number})"));
        script.line(format!("$ns at {} \"{app} start\"", source.start_s));
        if let Some(stop_s) = source.stop_s {
            script.line(format!("$ns at {stop_s} \"{app} stop\""));
        }
    }
}

fn datagrams(number: usize, source: &DatagramSource, path: &str, script: &mut Script) {
    let app = format!("$source({number})");
    // ns-2's packet sizes and rates include headers. Scale the rate, so that packets leave at the same times.
    let wire = |rate_bps: u64, payload: u32| {
        let bytes = payload + source.header_bytes;
        (bytes, rate_bps as f64 * f64::from(bytes) / f64::from(payload))
    };
    match &source.traffic {
        Datagram::ConstantRate(rate) => {
            if rate.jitter != 0.0 && rate.jitter != 1.0 {
                script.refuse(format!("{path}.traffic.jitter"), "ns-2 knows no or full jitter", "0, 1");
            }
            let (bytes, rate_bps) = wire(rate.rate_bps, rate.packet_bytes);
            script.line(format!("set source({number}) [new Application/Traffic/CBR]"));
            for (name, value) in [("packetSize_", f64::from(bytes)), ("rate_", rate_bps), ("random_", rate.jitter)] {
                script.line(format!("{app} set {name} {value}"));
            }
        }
        Datagram::ExponentialOnOff(rule) => {
            let (bytes, rate_bps) = wire(rule.rate_bps, rule.packet_bytes);
            script.line(format!("set source({number}) [new Application/Traffic/Exponential]"));
            on_off(&app, bytes, (rate_bps, rule.mean_on_s, rule.mean_off_s), script);
        }
        Datagram::ParetoOnOff(rule) => {
            let (bytes, rate_bps) = wire(rule.rate_bps, rule.packet_bytes);
            script.line(format!("set source({number}) [new Application/Traffic/Pareto]"));
            on_off(&app, bytes, (rate_bps, rule.mean_on_s, rule.mean_off_s), script);
            script.line(format!("{app} set shape_ {}", rule.shape));
        }
        // ns-2 has no source of fragmented blocks.
        _ => {
            let allowed = "constant_rate, exponential_on_off, pareto_on_off";
            script.refuse(format!("{path}.traffic.kind"), "it is not written for ns-2", allowed);
        }
    }
}
