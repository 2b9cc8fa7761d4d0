//! A link's changes to a scenario. A change is a path and a plain value. A changed `kind` or `preset` sets the whole part
//! or sender to its defaults, and `flows.2=flows.0` adds a copy of a flow. Paths lead into the scenario with every flow
//! in its list, although the copies of a flow stay one entry as long as no change leads to one of them alone.

use super::expand::{assign, copy};
use super::flow::Flow;
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
        values += count(scenario, path);
        if values > MOST_VALUES {
            let problem = messages::too_many_values();
            return Err(vec![Problem::new(path, problem, messages::at_most_values(MOST_VALUES))]);
        }
        problems.extend(change(scenario, path, value).err());
        if problems.len() == MOST_PROBLEMS {
            break;
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Values that a change sets, at most; lists inside lists count as the longer one.
fn count(scenario: &Value, path: &str) -> usize {
    let mut steps = path.split('.');
    let list = steps.next().and_then(|first| scenario.get(first)).and_then(Value::as_array);
    let stars = path.split('.').filter(|step| *step == "*").count();
    let entries = list.map_or(1, |list| list.iter().map(copies).sum());
    (0..stars).fold(1_usize, |values, _| values.saturating_mul(entries.max(1)))
}

fn change(scenario: &mut Value, path: &str, value: &Value) -> Result<(), Problem> {
    let (parent, key) = path.rsplit_once('.').unwrap_or(("", path));
    if parent == "flows"
        && let Some(copied) = copied_flow(scenario, value)
    {
        return put_flow(scenario, path, key, copied);
    }
    let part = !parent.is_empty() && matches!(key, "kind" | "preset");
    let (place, value) = match part {
        true => (parent, Value::Object(Map::from_iter([(key.to_owned(), value.clone())]))),
        false => (path, value.clone()),
    };
    let place = entry_path(scenario, place);
    assign(scenario, path, Some(&place), &value)
}

/// The path with the number of a flow's own entry in place of its name or its number among all flows. Flows that share
/// an entry get entries of their own if the path doesn't lead to all of them.
#[inline(never)]
fn entry_path(scenario: &mut Value, path: &str) -> String {
    let Some((step, rest)) = path.strip_prefix("flows.").map(|rest| rest.split_once('.').unwrap_or((rest, ""))) else {
        return path.to_owned();
    };
    let Some(flows) = scenario.get_mut("flows").and_then(Value::as_array_mut) else { return path.to_owned() };
    if step == "*" {
        let field = rest.split('.').next().unwrap_or_default();
        if field.is_empty() || NUMBERED.contains(&field) {
            write_out(flows);
        }
        return path.to_owned();
    }
    let found = match step.parse() {
        Ok(number) => entry_at(flows, number),
        Err(_) => entry_named(flows, step),
    };
    match found {
        Some(place) if rest.is_empty() => format!("flows.{place}"),
        Some(place) => format!("flows.{place}.{rest}"),
        None => {
            // The problem names the number of flows.
            write_out(flows);
            path.to_owned()
        }
    }
}

/// The flow that a value names, as in `flows.2=flows.0`.
fn copied_flow(scenario: &mut Value, value: &Value) -> Option<Value> {
    let number = value.as_str()?.strip_prefix("flows.")?.parse().ok()?;
    let flows = scenario.get_mut("flows")?.as_array_mut()?;
    entry_at(flows, number).map(|place| flows[place].clone())
}

/// Replaces a flow, or adds one to the end of the list.
fn put_flow(scenario: &mut Value, path: &str, step: &str, flow: Value) -> Result<(), Problem> {
    if let Some(flows) = scenario.get_mut("flows").and_then(Value::as_array_mut)
        && step.parse() == Ok(flows.iter().map(copies).sum::<usize>())
    {
        flows.push(flow);
        return Ok(());
    }
    let place = entry_path(scenario, path);
    assign(scenario, path, Some(&place), &flow)
}

fn copies(entry: &Value) -> usize {
    let copies = entry.get("copies").and_then(Value::as_u64).unwrap_or(1);
    usize::try_from(copies).unwrap_or(limits::FLOWS).min(limits::FLOWS)
}

/// Index of the entry of a flow, given by its number among all flows. Gives it an entry of its own.
#[inline(never)]
fn entry_at(flows: &mut Vec<Value>, number: usize) -> Option<usize> {
    let mut before = 0;
    for place in 0..flows.len() {
        let copies = copies(&flows[place]);
        if number < before + copies {
            separate(flows, place);
            return Some(place + number - before);
        }
        before += copies;
    }
    None
}

/// Like [`entry_at`], for a flow given by its name.
fn entry_named(flows: &mut Vec<Value>, name: &str) -> Option<usize> {
    let is_named = |entry: &Value| entry.get("name").and_then(Value::as_str) == Some(name);
    for place in 0..flows.len() {
        if copies(&flows[place]) == 1 {
            if is_named(&flows[place]) {
                return Some(place);
            }
        } else if let Some(within) = separated(&flows[place]).iter().position(is_named) {
            separate(flows, place);
            return Some(place + within);
        }
    }
    None
}

/// Gives each copy of the flow at a place an entry of its own.
#[inline(never)]
fn separate(flows: &mut Vec<Value>, place: usize) {
    if copies(&flows[place]) > 1 {
        let mut after = flows.split_off(place);
        flows.append(&mut separated(&after[0]));
        after.remove(0);
        flows.append(&mut after);
    }
}

#[inline(never)]
fn separated(entry: &Value) -> Vec<Value> {
    match Flow::from_value(entry) {
        Some(flow) => (1..=flow.copies).map(|number| copy(&flow, number).to_value()).collect(),
        // An earlier change made the entry invalid, which is reported when the scenario is read.
        None => vec![entry.clone()],
    }
}

fn write_out(flows: &mut Vec<Value>) {
    for place in (0..flows.len()).rev() {
        separate(flows, place);
    }
}
