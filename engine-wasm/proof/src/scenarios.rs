//! Random scenarios from a seed.

use serde_json::{Value, json};
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::{Scenario, VERSION, presets};
use vegaslab_sim::schema::limits;
use vegaslab_sim::schema::shape::Described as _;

use crate::draw::Draw;
use crate::flows::{datagrams, flows};
use crate::grid::cells::receivers;
use crate::grid::measure::durations;
use crate::grid::paths::{Buffer, Path};
use crate::network::Network;
use crate::script::{drops, timeline};
use crate::senders::own_presets;

/// Fields of a scenario that aren't drawn from their shapes alone.
const DRAWN_SEPARATELY: [&str; 12] = [
    "version",
    "name",
    "seed",
    "duration_s",
    "record",
    "topology",
    "links",
    "presets",
    "flows",
    "datagrams",
    "drops",
    "timeline",
];

/// The random scenario of this seed, in the form of its text: presets, topologies and copies aren't expanded. It is
/// always valid.
pub fn random(seed: u64) -> Value {
    scenario(&mut Draw::new(Stream::new(seed, "random scenario")), "")
}

/// A random scenario whose nodes, links, flows and sources have names that begin with `prefix`. Two scenarios with
/// different prefixes can be combined into one.
pub fn scenario(draw: &mut Draw, prefix: &str) -> Value {
    let duration_s = draw.log_between(2.0, 200.0);
    let network = Network::random(draw, prefix);
    let presets = own_presets(draw, prefix);
    let flows = flows(draw, prefix, &network, &presets, duration_s);
    let min_sources = usize::from(flows.is_empty());
    let sources: Vec<Value> = (1..=min_sources.max(draw.below(5).saturating_sub(2)))
        .map(|n| datagrams(draw, &format!("{prefix}source {n}"), &network, duration_s))
        .collect();
    let (drops, timeline) = (drops(draw, &network, &flows), timeline(draw, &network, &flows, duration_s));
    let mut scenario = draw.fields(Scenario::FIELDS, &DRAWN_SEPARATELY);
    let rest = json!({
        "version": VERSION, "name": "random", "seed": draw.below(limits::SEED as usize), "duration_s": duration_s,
        "record": { "max_rows": draw.one_of(&[0, 50, 1_000, 2_000_000]) },
        "topology": network.topology, "links": network.links, "presets": presets, "flows": flows, "datagrams": sources,
        "drops": drops, "timeline": timeline,
    });
    scenario.extend(rest.as_object().cloned().unwrap_or_default());
    if draw.chance(0.4) {
        let from_s = if draw.chance(0.5) { 0.0 } else { draw.uniform() * duration_s };
        scenario["record"]["hops"] = json!({ "from_s": from_s, "to_s": from_s + draw.uniform() * duration_s });
    }
    Value::Object(scenario)
}

/// A lone bulk flow of a preset over one to three links without random loss, for the rule of [`crate::share`].
pub fn lone(seed: u64) -> Value {
    let mut draw = Draw::new(Stream::new(seed, "lone flow"));
    let rate_bps = draw.log_between(5e4, 1e8) as u64;
    let smss_bytes = draw.log_between(100.0, 1_460.0) as u32;
    let packets_per_s = rate_bps as f64 / (8.0 * f64::from(smss_bytes + 40));
    // The pipe holds from a fraction of a packet to several dozen.
    let rtt_ms = (draw.log_between(0.3, 60.0) * 1e3 / packets_per_s).clamp(0.1, 2_000.0);
    let buffer = draw.log_between(5.0, 150.0) as u64;
    let mut path = Path {
        name: "lone",
        rate_bps,
        rtt_ms,
        buffer: Buffer::Packets(buffer),
        loss: 0.0,
        smss_bytes,
        rwnd_segments: None,
        quick: false,
        max_seeds: 1,
    };
    if draw.chance(0.3) {
        path.rwnd_segments = Some(draw.log_between(4.0, 100.0) as u32);
    }
    let links = 1 + draw.below(3);
    let slowest = draw.below(links);
    let link = |n: usize| {
        let rate_bps = if n == slowest { rate_bps } else { draw.log_between(2.0 * rate_bps as f64, 1e9).ceil() as u64 };
        let limit_packets = if n == slowest { buffer } else { 2 * buffer + draw.below(50) as u64 };
        let queue = json!({ "kind": "drop_tail_packets", "limit_packets": limit_packets });
        let unlimited = json!({ "kind": "unlimited" });
        json!({ "name": format!("link {n}"), "from": format!("R{n}"), "to": format!("R{}", n + 1), "rate_bps": rate_bps,
                "delay_ms": rtt_ms / 2.0 / links as f64, "queue": queue, "back": { "queue": unlimited } })
    };
    let links: Vec<Value> = (0..links).map(link).collect();
    let (warm_up_s, measured_s) = durations(&path);
    let mut sender = json!({ "preset": draw.one_of(presets::all()).name });
    if draw.chance(0.3) {
        sender["initial_cwnd"] = json!(draw.log_between(1.0, 64.0) as u64);
        sender["limited_transmit"] = json!(draw.chance(0.5));
    }
    let rwnd_bytes = u64::from(path.rwnd()) * u64::from(smss_bytes);
    // The rule applies to receivers that send duplicate ACKs at once.
    let receivers: Vec<_> = receivers().into_iter().filter(|receiver| receiver.part["kind"] != "tahoe_style").collect();
    json!({
        "version": VERSION, "name": "lone", "seed": draw.below(limits::SEED as usize),
        // Twice the time, because the additional links make RTTs longer than the path's.
        "duration_s": 2.0 * (warm_up_s + measured_s), "record": { "max_rows": 0 }, "links": links,
        "flows": [{
            "name": "flow", "from": "R0", "to": format!("R{}", links.len()), "smss_bytes": smss_bytes, "rwnd_bytes": rwnd_bytes,
            "traffic": { "kind": "bulk" }, "sender": sender, "receiver": draw.one_of(&receivers).part,
        }],
    })
}
