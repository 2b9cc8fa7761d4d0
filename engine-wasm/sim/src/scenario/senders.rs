//! Expands presets: a sender can name a built-in preset, or one of the scenario's own, and give only the fields that
//! differ.

use serde_json::{Map, Value};
use vegaslab_json::text;

use super::expand::overlay;
use super::flow::Sender;
use super::presets;
use crate::message::{Message, quoted, shortened};
use crate::messages;
use crate::schema::conform::conform;
use crate::schema::shape::object;
use crate::schema::suggest::unknown;
use crate::schema::{limits, problem::Problem};

/// Fills in the fields that each sender takes from its preset: first in the scenario's own presets, then in its flows.
/// A preset can only be based on an earlier one, which rules out cycles.
pub fn apply_presets(scenario: &mut Value) -> Vec<Problem> {
    let mut problems = Vec::new();
    // Store an invalid sender as null, so that validation reports its problems only once.
    let mut own = Map::new();
    for list in ["presets", "flows"] {
        let entries = scenario.get_mut(list).and_then(Value::as_array_mut);
        for (index, entry) in entries.into_iter().flatten().enumerate() {
            let mut report = |field: &str, problem: Message, allowed: Message| {
                problems.push(Problem::new(format!("{list}.{index}.{field}"), problem, allowed));
            };
            if let Some((problem, allowed)) = entry.get_mut("sender").and_then(|sender| apply_preset(sender, &own)) {
                report("sender.preset", problem, allowed);
            }
            // Validation rejects presets beyond the limit.
            if list == "presets" && index < limits::PRESETS {
                let name = entry.get("name").and_then(Value::as_str).unwrap_or_default();
                let mut sender = entry.get("sender").cloned().unwrap_or_default();
                let mut sender_problems = Vec::new();
                conform(&object::<Sender>(), &mut sender, &mut String::new(), &mut sender_problems);
                if find(name, &own).is_some() {
                    report("name", messages::preset_exists(&quoted(name)), messages::own_name());
                } else {
                    own.insert(name.to_owned(), if sender_problems.is_empty() { sender } else { Value::Null });
                }
            }
        }
    }
    problems
}

/// The sender of a built-in preset or of one of the scenario's own.
fn find<'a>(name: &str, own: &'a Map<String, Value>) -> Option<&'a Value> {
    presets::senders().get(name).or_else(|| own.get(name))
}

/// Fills in the fields that a sender takes from its preset. If there is no such preset, replaces the sender with a
/// valid one, so that no further problems follow, and returns the problem and the allowed names.
#[inline(never)]
fn apply_preset(sender: &mut Value, own: &Map<String, Value>) -> Option<(Message, Message)> {
    let preset = sender.get("preset").filter(|preset| !preset.is_null())?;
    let name = preset.as_str().unwrap_or_default();
    let found = find(name, own);
    if let Some(base) = found.filter(|base| !base.is_null()) {
        let differences = std::mem::replace(sender, base.clone());
        overlay(sender, differences);
        return None;
    }
    let mut problem = None;
    if found.is_none() {
        // Merge both maps to list all names in order.
        let mut known = presets::senders().clone();
        known.extend(own.clone());
        let mut names: Vec<&str> = Vec::new();
        known.keys().for_each(|name| names.push(name));
        let (found, allowed, _) = unknown(messages::no_such_preset(&shortened(&text(preset))), name, &names);
        problem = Some((found, allowed));
    }
    *sender = presets::senders().get("reno").cloned().unwrap_or_default();
    problem
}
