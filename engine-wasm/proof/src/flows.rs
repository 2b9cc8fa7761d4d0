//! Random flows and datagram sources over a network.

use serde_json::{Map, Value, json};
use vegaslab_sim::datagram::DatagramSource;
use vegaslab_sim::scenario::Flow;
use vegaslab_sim::schema::limits;
use vegaslab_sim::schema::shape::Described as _;
use vegaslab_sim::schema::typed::Typed;
use vegaslab_sim::traffic::Traffic;

use crate::draw::Draw;
use crate::network::Network;
use crate::senders::give_sender;

/// Fields of a flow that depend on the rest of the scenario.
const DRAWN_SEPARATELY: [&str; 13] = [
    "name",
    "copies",
    "from",
    "to",
    "route",
    "route_back",
    "start_s",
    "start_jitter_s",
    "smss_bytes",
    "rwnd_bytes",
    "traffic",
    "turns_with",
    "sender",
];

/// Random traffic for segments of this size. Traffic with more segments than the schema allows becomes a small
/// transfer.
pub fn traffic(draw: &mut Draw, smss: u64) -> Value {
    let drawn = draw.part("traffic");
    let complete = Draw::with_defaults("traffic", &drawn);
    let traffic = Traffic::from_value(&complete).expect("a part drawn from its shape is valid traffic");
    match traffic.bytes() {
        Some(bytes) if bytes.div_ceil(smss) > limits::SEGMENTS => {
            json!({ "kind": "transfer", "bytes": smss * (1 + draw.below(1_000) as u64) })
        }
        _ => drawn,
    }
}

/// A random flow between two nodes of a network.
pub fn flow(draw: &mut Draw, name: &str, network: &Network, presets: &[Value], duration_s: f64) -> Value {
    let (from, to) = network.ends(draw);
    let mut flow = draw.fields(Flow::FIELDS, &DRAWN_SEPARATELY);
    let smss = match draw.chance(draw.extreme_probability) {
        true => *draw.one_of(&[1, 2, 65_495]),
        false => draw.log_between(20.0, 9_000.0) as u64,
    };
    let widest = if draw.chance(draw.extreme_probability) { 1e6 } else { 300.0 };
    let rwnd = smss * draw.log_between(1.0, widest) as u64 + draw.below(smss as usize) as u64;
    let start_s = draw.uniform() * duration_s * 0.1;
    let set = |flow: &mut Map<String, Value>, field: &str, value: Value| flow.insert(field.into(), value);
    for (field, from, to) in [("route", &from, &to), ("route_back", &to, &from)] {
        if draw.chance(0.3)
            && let Some(route) = network.route_between(draw, from, to)
        {
            set(&mut flow, field, json!(route));
        }
    }
    if draw.chance(0.3) {
        set(&mut flow, "start_jitter_s", json!(draw.uniform() * duration_s * 0.1));
    }
    set(&mut flow, "name", json!(name));
    set(&mut flow, "from", json!(from));
    set(&mut flow, "to", json!(to));
    set(&mut flow, "start_s", json!(start_s));
    set(&mut flow, "smss_bytes", json!(smss));
    set(&mut flow, "rwnd_bytes", json!(rwnd.min(limits::BUFFER_BYTES)));
    set(&mut flow, "traffic", traffic(draw, smss));
    let mut flow = Value::Object(flow);
    give_sender(draw, &mut flow, presets);
    flow
}

/// Random flows. Some have copies, some take turns.
pub fn flows(draw: &mut Draw, prefix: &str, network: &Network, presets: &[Value], duration_s: f64) -> Vec<Value> {
    let count = if draw.chance(0.1) { 0 } else { 1 + draw.below(4) };
    let mut flows: Vec<Value> =
        (1..=count).map(|n| flow(draw, &format!("{prefix}flow {n}"), network, presets, duration_s)).collect();
    let in_turns = count >= 2 && draw.chance(0.2);
    if in_turns {
        for (this, other) in [(0, 1), (1, 0)] {
            flows[this]["turns_with"] = flows[other]["name"].clone();
            if draw.chance(0.7) {
                flows[this]["traffic"] = json!({ "kind": "repeated", "bytes": 1 + draw.below(30_000), "count": draw.below(6),
                                                 "pause_s": draw.uniform() * 2.0 });
            }
        }
    }
    for flow in flows.iter_mut().skip(if in_turns { 2 } else { 0 }) {
        if draw.chance(0.2) {
            flow["copies"] = json!(1 + draw.below(3));
        }
        // If the topology has numbered pairs of hosts, copy n sends between the nth pair.
        let pairs = (1..=3)
            .take_while(|n| network.nodes.contains(&format!("s{n}")) && network.nodes.contains(&format!("r{n}")));
        let pairs = pairs.count();
        if pairs > 0 && draw.chance(0.5) {
            flow["copies"] = json!(pairs);
            (flow["from"], flow["to"]) = (json!("s{n}"), json!("r{n}"));
            (flow["route"], flow["route_back"]) = (json!([]), json!([]));
        }
    }
    flows
}

/// A random datagram source.
pub fn datagrams(draw: &mut Draw, name: &str, network: &Network, duration_s: f64) -> Value {
    let (from, to) = network.ends(draw);
    let mut source = draw.fields(DatagramSource::FIELDS, &["name", "from", "to", "start_s", "stop_s"]);
    let start_s = draw.uniform() * duration_s * 0.5;
    let ends = json!({ "name": name, "from": from, "to": to, "start_s": start_s });
    source.extend(ends.as_object().cloned().unwrap_or_default());
    if draw.chance(0.3) {
        source.insert("stop_s".into(), json!(start_s + 0.01 + draw.uniform() * duration_s));
    }
    Value::Object(source)
}
