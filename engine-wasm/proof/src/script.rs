//! Random scripts over a network: drops and the timeline.

use serde_json::{Map, Value, json};
use vegaslab_sim::net::drops::ScriptedDrop;
use vegaslab_sim::schema::shape::Described as _;

use crate::draw::Draw;
use crate::network::Network;

/// Name and ends of a flow in the written-out scenario, or of its first copy.
fn first_copy(flow: &Value) -> (String, String, String) {
    let text = |field: &str| flow[field].as_str().unwrap_or_default().replace("{n}", "1");
    let many = flow.get("copies").and_then(Value::as_u64).unwrap_or(1) > 1;
    (if many { format!("{} 1", text("name")) } else { text("name") }, text("from"), text("to"))
}

/// Random drops of packets of these flows.
pub fn drops(draw: &mut Draw, network: &Network, flows: &[Value]) -> Vec<Value> {
    let count = if flows.is_empty() || draw.chance(0.6) { 0 } else { 1 + draw.below(4) };
    let one = |draw: &mut Draw| {
        let counted = *draw.one_of(&["segment", "packet", "ack"]);
        // Any other field is drawn from its shape.
        let excluded = ["link", "flow", "segment", "packet", "ack", "transmission", "delay_ms"];
        let mut drop = draw.fields(ScriptedDrop::FIELDS, &excluded);
        drop.insert("link".into(), json!(network.directed_link(draw)));
        drop.insert("flow".into(), json!(first_copy(draw.one_of(flows)).0));
        drop.insert(counted.into(), json!(1 + draw.below(60)));
        if counted == "segment" {
            drop.insert("transmission".into(), json!(1 + draw.below(2)));
        }
        if drop.get("effect").is_some_and(|effect| effect == "delay" || effect == "copy") {
            drop.insert("delay_ms".into(), json!(draw.log_between(0.001, 500.0)));
        }
        Value::Object(drop)
    };
    (0..count).map(|_| one(draw)).collect()
}

/// Random changes to a network and its flows. Some happen at the same time.
pub fn timeline(draw: &mut Draw, network: &Network, flows: &[Value], duration_s: f64) -> Vec<Value> {
    let count = if draw.chance(0.6) { 0 } else { 1 + draw.below(6) };
    let times: Vec<f64> = (0..4).map(|_| draw.uniform() * duration_s * 0.5).collect();
    let changes = (0..count).filter_map(|_| {
        let change = change(draw, network, flows)?;
        Some(json!({ "at_s": draw.one_of(&times), "change": change }))
    });
    changes.collect()
}

/// A change of any kind, with its names filled in. `None` if it needs a flow and there is none.
fn change(draw: &mut Draw, network: &Network, flows: &[Value]) -> Option<Value> {
    let (mut change, names) = draw.part_and_names("change");
    for name in names {
        let value = match name {
            "link" if draw.chance(0.5) => json!(network.directed_link(draw)),
            "link" => json!(draw.one_of(&network.link_names)),
            "flow" if flows.is_empty() => return None,
            "flow" => {
                let (flow, from, to) = first_copy(draw.one_of(flows));
                reroute(draw, network, &mut change, &from, &to);
                json!(flow)
            }
            name => panic!("a change needs the name {name:?}; add a case for it here"),
        };
        change.insert(name.into(), value);
    }
    Some(Value::Object(change))
}

fn reroute(draw: &mut Draw, network: &Network, change: &mut Map<String, Value>, from: &str, to: &str) {
    for (field, from, to) in [("route", from, to), ("route_back", to, from)] {
        if draw.chance(0.6) {
            let route = network.route_between(draw, from, to).unwrap_or_default();
            change.insert(field.into(), json!(route));
        }
    }
}
