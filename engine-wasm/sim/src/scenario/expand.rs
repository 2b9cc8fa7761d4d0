//! Presets and differences: a sender may name a preset and give only what differs from it.

use serde_json::{Map, Value};

use super::{Problem, presets};

/// Writes the parts of each flow's preset under the parts that the flow gives itself.
pub fn apply_presets(scenario: &mut Value) -> Vec<Problem> {
    let mut problems = Vec::new();
    let flows = scenario.get_mut("flows").and_then(Value::as_array_mut);
    for (index, flow) in flows.into_iter().flatten().enumerate() {
        let Some(sender) = flow.get_mut("sender").filter(|sender| sender.is_object()) else { continue };
        let Some(name) = sender.get("preset").and_then(Value::as_str) else { continue };
        match presets::find(name) {
            Some(preset) => {
                let differences = std::mem::replace(sender, preset.sender);
                overlay(sender, differences);
            }
            None => {
                let names = presets::all().into_iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
                let problem = format!("no preset is called {name:?}");
                problems.push(Problem::new(format!("flows.{index}.sender.preset"), problem, format!("one of {names}")));
            }
        }
    }
    problems
}

/// Writes `top` over `base`: objects field by field, but a part of another kind replaces the part as a whole.
fn overlay(base: &mut Value, top: Value) {
    match (base, top) {
        (Value::Object(base), Value::Object(top)) if !other_kind(base, &top) => {
            for (name, value) in top {
                overlay(base.entry(name).or_insert(Value::Null), value);
            }
        }
        (base, top) => *base = top,
    }
}

fn other_kind(base: &Map<String, Value>, top: &Map<String, Value>) -> bool {
    top.get("kind").is_some_and(|kind| base.get("kind") != Some(kind))
}

/// Sets one value of a scenario, as in `flows.0.sender.avoidance.alpha=2`. Entries of a list are found by number or by
/// their name; the value is JSON, or else text.
///
/// # Errors
/// The assignment has no `=`, or a list has no such entry.
pub fn set(scenario: &mut Value, assignment: &str) -> Result<(), Problem> {
    let Some((path, text)) = assignment.split_once('=') else {
        return Err(Problem::new(assignment, "no value is given", "path=value"));
    };
    let mut place = scenario;
    for step in path.split('.') {
        if let Value::Array(items) = place {
            let named = items.iter().position(|item| item.get("name").and_then(Value::as_str) == Some(step));
            let count = items.len();
            place = match named.or_else(|| step.parse().ok()).and_then(|index: usize| items.get_mut(index)) {
                Some(item) => item,
                None => {
                    let allowed = format!("a name in the list, or a number below {count}");
                    return Err(Problem::new(path, format!("the list has no entry {step:?}"), allowed));
                }
            };
        } else {
            if !place.is_object() {
                *place = Value::Object(Map::new());
            }
            place = &mut place[step];
        }
    }
    *place = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
    Ok(())
}
