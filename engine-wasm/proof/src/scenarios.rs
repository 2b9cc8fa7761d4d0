//! Random scenarios from a seed.

use serde_json::{Value, json};
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::shape::Described as _;
use vegaslab_sim::scenario::{Scenario, VERSION, limits};

use crate::draw::Draw;
use crate::flows::{datagrams, flows};
use crate::network::Network;
use crate::script::{drops, timeline};
use crate::senders::own_presets;

/// What a scenario says that is not drawn from its shape alone.
const OTHERS: [&str; 12] = [
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

/// The random scenario of this seed, as its text would give it: with presets, topologies and copies in short. It is always
/// valid.
pub fn random(seed: u64) -> Value {
    scenario(&mut Draw::new(Stream::new(seed, "random scenario")), "")
}

/// A scenario whose nodes, links, flows and sources have names that begin with `prefix`: two of them with different ones
/// can be laid beside each other.
pub fn scenario(draw: &mut Draw, prefix: &str) -> Value {
    let duration_s = draw.log_between(2.0, 200.0);
    let network = Network::random(draw, prefix);
    let presets = own_presets(draw, prefix);
    let flows = flows(draw, prefix, &network, &presets, duration_s);
    let least = usize::from(flows.is_empty());
    let sources: Vec<Value> = (1..=least.max(draw.below(5).saturating_sub(2)))
        .map(|n| datagrams(draw, &format!("{prefix}source {n}"), &network, duration_s))
        .collect();
    let (drops, timeline) = (drops(draw, &network, &flows), timeline(draw, &network, &flows, duration_s));
    let mut scenario = draw.fields(Scenario::FIELDS, &OTHERS);
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
