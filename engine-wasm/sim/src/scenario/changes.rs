//! A link's changes to a scenario. A change is a path and a plain value. A changed `kind` or `preset` sets the whole part
//! or sender to its defaults, and `flows.2=flows.0` adds a copy of a flow. Paths lead into the scenario with every flow
//! in its list, although the copies of a flow stay one entry as long as no change leads to one of them alone.

use super::expand::{assign, copy};
use super::flow::Flow;
use crate::message::shortened;
use crate::messages;
use crate::schema::{limits, problem::Problem, typed::Typed as _};
use serde_json::{Map, Value};

/// A path, and the value to set there.
pub type Change = (String, Value);

/// Most values that changes set, with `*` standing for as many as there are entries.
const MOST_VALUES: usize = 20_000;

/// Problems are collected up to this number, because each may search all names of a list for a similar one.
const MOST_PROBLEMS: usize = 20;

/// Fields in which the copies of a flow differ.
const NUMBERED: &[&str] = &["name", "copies", "from", "to", "route", "route_back"];

/// Applies changes to a scenario whose presets, defaults and links are written out.
///
/// # Errors
/// A path leads to an entry that its list doesn't have, or the changes set too many values.
pub fn apply(scenario: &mut Value, changes: &[Change]) -> Result<(), Vec<Problem>> {
    let mut values = 0;
    let mut problems = Vec::new();
    for (path, value) in changes {
        values += if path.contains('*') { count(flows(scenario)) } else { 1 };
        let outcome = match values > MOST_VALUES {
            true => Err(Problem::new(path, messages::too_many_values(), messages::at_most_values(MOST_VALUES))),
            false => change(scenario, path, value),
        };
        if let Err(problem) = outcome {
            problems.push(Problem { path: shortened(path), ..problem });
            if problems.len() == MOST_PROBLEMS || values > MOST_VALUES {
                break;
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn change(scenario: &mut Value, path: &str, value: &Value) -> Result<(), Problem> {
    let (parent, key) = path.rsplit_once('.').unwrap_or(("", path));
    let mut place = path;
    let mut value = value.clone();
    let mut none = Vec::new();
    let flows = flows(scenario).unwrap_or(&mut none);
    if parent == "flows" {
        if let Some(copied) = copied_flow(flows, &value) {
            // A number after the last flow adds one.
            if key.parse() == Ok(count(Some(flows))) {
                flows.push(copied);
                return Ok(());
            }
            value = copied;
        }
    } else if matches!(key, "kind" | "preset") && !parent.is_empty() {
        place = parent;
        value = Value::Object(Map::from_iter([(key.to_owned(), value)]));
    }
    let own = own_path(flows, place);
    assign(scenario, path, Some(own.as_deref().unwrap_or(place)), &value)
}

/// The flows; `None` if an earlier change replaced their list.
fn flows(scenario: &mut Value) -> Option<&mut Vec<Value>> {
    scenario.get_mut("flows").and_then(Value::as_array_mut)
}

fn count(flows: Option<&mut Vec<Value>>) -> usize {
    flows.map_or(1, |flows| flows.iter().map(copies).sum())
}

/// The path with the number of a flow's own entry in place of its number among all flows. Flows that share an entry get
/// entries of their own if the path may not lead to all of them.
fn own_path(flows: &mut Vec<Value>, path: &str) -> Option<String> {
    let (step, rest) = path.strip_prefix("flows.").map(|rest| rest.split_once('.').unwrap_or((rest, "")))?;
    if let Ok(number) = step.parse()
        && let Some(place) = entry_at(flows, number)
    {
        return Some(if rest.is_empty() { format!("flows.{place}") } else { format!("flows.{place}.{rest}") });
    }
    let field = rest.split_once('.').map_or(rest, |(field, _)| field);
    let all = step == "*" && !field.is_empty() && !NUMBERED.contains(&field);
    let named = || flows.iter().any(|flow| copies(flow) == 1 && flow["name"] == step);
    if !all && !named() {
        for place in (0..flows.len()).rev() {
            separate(flows, place);
        }
    }
    None
}

/// The flow that a value names, as in `flows.2=flows.0`.
fn copied_flow(flows: &mut Vec<Value>, value: &Value) -> Option<Value> {
    let number = value.as_str()?.strip_prefix("flows.")?.parse().ok()?;
    entry_at(flows, number).map(|place| flows[place].clone())
}

fn copies(entry: &Value) -> usize {
    let copies = entry.get("copies").and_then(Value::as_u64).unwrap_or(1);
    // One more than allowed, so that a link can't ask for more work than it takes to refuse it.
    usize::try_from(copies).unwrap_or(usize::MAX).min(limits::FLOWS + 1)
}

/// Index of the entry of a flow, given by its number among all flows. Gives it an entry of its own.
#[inline(never)]
fn entry_at(flows: &mut Vec<Value>, number: usize) -> Option<usize> {
    let mut before = 0;
    for place in 0..flows.len() {
        let copies = copies(&flows[place]);
        if number < before + copies {
            return Some(if separate(flows, place) { place + number - before } else { place });
        }
        before += copies;
    }
    None
}

/// Gives each copy of the flow at a place an entry of its own. Returns false if the entry stays as it is: it has no copies,
/// or an earlier change made it invalid or the flows too many, which is reported when the scenario is read.
#[inline(never)]
fn separate(flows: &mut Vec<Value>, place: usize) -> bool {
    if copies(&flows[place]) < 2 || count(Some(flows)) > limits::FLOWS {
        return false;
    }
    let Some(flow) = Flow::from_value(&flows[place]) else { return false };
    let after = flows.split_off(place + 1);
    flows.truncate(place);
    for number in 1..=flow.copies {
        flows.push(copy(&flow, number).to_value());
    }
    flows.extend(after);
    true
}
