//! Writes links, their buffers and their losses.

use vegaslab_sim::net::drops::{ScriptedDrop, ScriptedEffect};
use vegaslab_sim::net::loss::{Loss, Placement};
use vegaslab_sim::net::queue::red::QueueMeasure;
use vegaslab_sim::net::queue::{Queue, QueueSignal};
use vegaslab_sim::net::topology::{Directed, Topology};
use vegaslab_sim::scenario::Scenario;

use crate::{Script, plain};

/// The largest buffer that ns-2 can count.
const MAX_PACKETS: u64 = 1_000_000_000;

/// Gives the paths of a directed link's fields in the scenario.
struct LinkPath {
    path: String,
    /// True for the reverse direction of a link that has separate fields for it, in `back`.
    back: bool,
}

impl LinkPath {
    fn field(&self, field: &str) -> String {
        let back = if self.back { "back." } else { "" };
        format!("{}.{back}{field}", self.path)
    }
}

/// Writes all links.
pub fn write(scenario: &Scenario, script: &mut Script) {
    let topology = Topology::new(&scenario.links);
    for directed in &topology.directed {
        script.node(directed.from);
        script.node(directed.to);
    }
    script.line("\n# Links");
    let mut number = 0;
    for link in &scenario.links {
        for back in [false, true].into_iter().take(1 + usize::from(link.both_ways)) {
            let path = LinkPath { path: format!("links.{}", link.name), back: back && link.back.is_some() };
            one_way(scenario, number, &topology.directed[number], &path, script);
            number += 1;
        }
    }
}

/// Writes one direction of a link.
fn one_way(scenario: &Scenario, number: usize, link: &Directed<'_>, path: &LinkPath, script: &mut Script) {
    if link.clock_us != 0 {
        script.refuse(path.field("clock_us"), "ns-2 has no software clock that releases packets", "0");
    }
    let queue = queue(scenario, link, path, script);
    let (from, to) = (script.node(link.from), script.node(link.to));
    script.line(format!(
        "set link({number}) [one_way {number} \"{}\" {from} {to} {} {} {} {}]",
        plain(&link.name()),
        link.rate_bps,
        link.delay_ms / 1e3,
        queue.kind,
        queue.limit
    ));
    for (name, value) in queue.settings {
        script.line(format!("[$link({number}) queue] set {name} {value}"));
    }
    script.line(format!("watch_queue {number} $link({number})"));
    loss(number, link.loss, path, script);
    drops(scenario, number, link, script);
}

struct Buffer {
    kind: &'static str,
    limit: u64,
    settings: Vec<(&'static str, String)>,
}

fn queue(scenario: &Scenario, link: &Directed<'_>, path: &LinkPath, script: &mut Script) -> Buffer {
    let drop_tail = |limit: u64| Buffer { kind: "DropTail", limit: limit.min(MAX_PACKETS), settings: Vec::new() };
    match link.queue {
        Queue::Unlimited(_) => drop_tail(MAX_PACKETS),
        Queue::DropTailPackets(queue) => {
            if queue.limit_packets < 2 {
                let problem = "ns-2's DropTail accepts no packet at all with a limit of 1";
                script.refuse(path.field("queue.limit_packets"), problem, "at least 2");
            }
            drop_tail(queue.limit_packets)
        }
        Queue::DropTailBytes(queue) => match packet_size(scenario, link) {
            Some(bytes) if queue.limit_bytes >= 2 * u64::from(bytes) => drop_tail(queue.limit_bytes / u64::from(bytes)),
            Some(_) => {
                let problem = "ns-2's DropTail needs room for two packets";
                script.refuse(path.field("queue.limit_bytes"), problem, "at least two packets");
                drop_tail(2)
            }
            None => {
                let problem =
                    "packets of several sizes cross the link, and ns-2 leaves the one in transmission out of its bytes";
                script.refuse(path.field("queue"), problem, "drop_tail_packets, or packets of one size");
                drop_tail(2)
            }
        },
        Queue::Red(red) => {
            if red.measure == QueueMeasure::Bytes {
                script.refuse(path.field("queue.measure"), "only packets are written for ns-2", "packets");
            }
            if red.max_p <= 0.0 {
                script.refuse(path.field("queue.max_p"), "ns-2 takes its inverse", "more than 0");
            }
            let automatic = |value: String, auto: &str| if red.automatic { auto.to_owned() } else { value };
            let settings = vec![
                ("thresh_", automatic(red.min_threshold.to_string(), "0")),
                ("maxthresh_", automatic(red.max_threshold.to_string(), "0")),
                ("q_weight_", automatic(red.weight.to_string(), "-1")),
                ("linterm_", (1.0 / red.max_p).to_string()),
                ("gentle_", red.gentle.to_string()),
                ("wait_", red.wait.to_string()),
                ("bytes_", "false".into()),
                ("queue_in_bytes_", "false".into()),
                ("mean_pktsize_", red.mean_packet_bytes.to_string()),
                ("setbit_", (red.on_signal == QueueSignal::Mark).to_string()),
                ("use_mark_p_", "true".into()),
                ("mark_p_", red.mark_p.to_string()),
            ];
            // The limit of ns-2's RED doesn't include the packet in transmission.
            Buffer { kind: "RED", limit: red.limit_packets.saturating_sub(1).clamp(1, MAX_PACKETS), settings }
        }
        // ns-2's REM prices the rate and a target queue, not the backlog.
        _ => {
            let problem = "ns-2 has no such queue";
            script.refuse(path.field("queue.kind"), problem, "drop_tail_packets, drop_tail_bytes, red, unlimited");
            drop_tail(2)
        }
    }
}

/// Returns a function that says whether packets between two nodes cross the link.
fn crosses(scenario: &Scenario, link: &Directed<'_>) -> impl Fn(&str, &str) -> bool {
    let topology = Topology::new(&scenario.links);
    move |from, to| {
        let route = topology.route(from, to).unwrap_or_default();
        route.iter().any(|&one| topology.directed[one as usize].name() == link.name())
    }
}

/// The size of every packet that may cross the link, if there is only one.
fn packet_size(scenario: &Scenario, link: &Directed<'_>) -> Option<u32> {
    let crosses = crosses(scenario, link);
    let mut sizes = Vec::new();
    for flow in &scenario.flows {
        sizes.extend(crosses(&flow.from, &flow.to).then_some(flow.smss_bytes + flow.wire_header_bytes()));
        sizes.extend(crosses(&flow.to, &flow.from).then_some(flow.wire_header_bytes()));
    }
    // Assume that datagrams differ in size from segments; they usually do.
    let datagrams = scenario.datagrams.iter().any(|source| crosses(&source.from, &source.to));
    sizes.sort_unstable();
    sizes.dedup();
    match sizes[..] {
        [size] if !datagrams => Some(size),
        _ => None,
    }
}

fn loss(number: usize, loss: &Loss, path: &LinkPath, script: &mut Script) {
    let placement = |placement: Placement| match placement {
        Placement::Entry => "entry",
        Placement::Exit => "exit",
    };
    match loss {
        Loss::NoLoss(_) => {}
        Loss::Bernoulli(loss) => {
            script.line(format!("set loss({number}) [new ErrorModel]"));
            script.line(format!("$loss({number}) unit pkt"));
            script.line(format!("$loss({number}) set rate_ {}", loss.rate));
            script.line(format!("lossy {number} $link({number}) $loss({number}) {}", placement(loss.placement)));
        }
        Loss::Periodic(loss) => {
            script.line(format!("set loss({number}) [new ErrorModel/Periodic]"));
            script.line(format!("$loss({number}) unit pkt"));
            for (name, packets) in
                [("period_", loss.period_packets), ("offset_", loss.first_packet), ("burstlen_", loss.burst_packets)]
            {
                script.line(format!("$loss({number}) set {name} {packets}"));
            }
            script.line(format!("lossy {number} $link({number}) $loss({number}) {}", placement(loss.placement)));
        }
        _ => {
            script.refuse(path.field("loss.kind"), "it is not written for ns-2", "none, bernoulli, periodic");
        }
    }
}

/// Writes the scripted drops of a link. ns-2 counts the packets that reach a link, whatever they are.
fn drops(scenario: &Scenario, number: usize, link: &Directed<'_>, script: &mut Script) {
    let name = link.name();
    let dropped: Vec<(usize, &ScriptedDrop)> =
        scenario.drops.iter().enumerate().filter(|(_, drop)| drop.link == name).collect();
    if dropped.is_empty() {
        return;
    }
    let crosses = crosses(scenario, link);
    let data = scenario.flows.iter().filter(|flow| crosses(&flow.from, &flow.to)).count();
    let acks = scenario.flows.iter().filter(|flow| crosses(&flow.to, &flow.from)).count();
    let datagrams = scenario.datagrams.iter().filter(|source| crosses(&source.from, &source.to)).count();
    let mut counts = Vec::new();
    for (index, drop) in dropped {
        let field = |field: &str| format!("drops.{index}.{field}");
        if data + acks + datagrams > 1 {
            let problem = "ns-2 counts all packets of a link, and others than the flow's cross this one";
            script.refuse(field("link"), problem, "a link that only these packets cross");
        }
        if !matches!(link.loss, Loss::NoLoss(_)) {
            script.refuse(field("link"), "this link also loses other packets", "a link with loss none");
        }
        if drop.effect != ScriptedEffect::Drop {
            script.refuse(field("effect"), "ns-2 can only drop a chosen packet", "drop");
        }
        match drop.packet.or(drop.ack) {
            // ns-2 counts from 0.
            Some(nth) => counts.push(nth - 1),
            None => script.refuse(field("segment"), "ns-2 cannot name the segment that a link drops", "packet, ack"),
        }
    }
    counts.sort_unstable();
    counts.dedup();
    let list: Vec<String> = counts.iter().map(u64::to_string).collect();
    script.line(format!("set loss({number}) [new ErrorModel/List]"));
    script.line(format!("$loss({number}) unit pkt"));
    script.line(format!("$loss({number}) droplist {{{}}}", list.join(" ")));
    script.line(format!("lossy {number} $link({number}) $loss({number}) entry"));
}
