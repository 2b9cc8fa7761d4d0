//! Random senders, and random presets that a scenario defines for them.

use serde_json::{Value, json};
use vegaslab_sim::scenario::{Sender, presets, senders};
use vegaslab_sim::schema::shape::{Described as _, Shape};

use crate::draw::Draw;

/// A random sender: a preset with differences, or all its parts. `own` has the scenario's presets that it can name.
fn sender(draw: &mut Draw, own: &[Value]) -> Value {
    let mut sender = if draw.chance(0.8) {
        let preset = match own {
            [_, ..] if draw.chance(0.5) => draw.one_of(own)["name"].clone(),
            _ => json!(draw.one_of(presets::all()).name),
        };
        let probability = draw.field_probability;
        // The preset gives the parts that the schema requires, so here they are optional differences.
        let differences: Vec<_> = Sender::FIELDS.iter().filter(|_| draw.chance(probability)).cloned().collect();
        let mut sender = draw.fields(&differences, &["preset"]);
        sender.insert("preset".into(), preset);
        sender
    } else {
        draw.fields(Sender::FIELDS, &["preset"])
    };
    if draw.chance(0.3) {
        sender.insert("sack".into(), json!(true));
    }
    let mut sender = Value::Object(sender);
    if needs_sack(&sender, own) {
        sender["sack"] = json!(true);
    }
    sender
}

/// Gives a flow a random sender.
pub fn give_sender(draw: &mut Draw, flow: &mut Value, own: &[Value]) {
    let sender = sender(draw, own);
    if needs_sack(&sender, own) && flow["sack_blocks"] == 0 {
        flow["sack_blocks"] = json!(1);
    }
    flow["sender"] = sender;
}

/// Returns true if a part of a sender, or of its preset, relies on SACK blocks.
fn needs_sack(sender: &Value, own: &[Value]) -> bool {
    let mut scenario = json!({ "presets": own, "flows": [{ "sender": sender }] });
    senders::apply_presets(&mut scenario);
    let complete = &scenario["flows"][0]["sender"];
    Sender::FIELDS.iter().any(|field| match field.shape {
        Shape::Part { set } => {
            let member = set.members.iter().find(|member| complete[field.name]["kind"] == member.kind);
            member.is_some_and(|member| member.needs_sack)
        }
        _ => false,
    })
}

/// Random presets that a scenario defines, usually an empty list. A preset can be based on an earlier one.
pub fn own_presets(draw: &mut Draw, prefix: &str) -> Vec<Value> {
    let count = if draw.chance(0.7) { 0 } else { 1 + draw.below(3) };
    let mut own = Vec::new();
    for n in 1..=count {
        own.push(json!({ "name": format!("{prefix}preset {n}"), "sender": sender(draw, &own) }));
    }
    own
}
