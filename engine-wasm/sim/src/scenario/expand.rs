//! Expands a scenario's shorthands: a topology becomes links, which entries of the link list can override, and a flow
//! with `copies` becomes that many flows. [`senders`](super::senders) expands presets.

use super::flow::Flow;
use super::root::Scenario;
use super::topology;
use crate::message::quoted;
use crate::messages;
use crate::names::Names;
use crate::schema::{limits, problem::Problem, suggest, typed::Typed};
use serde_json::{Map, Value, json};

/// Maps entries of the expanded scenario back to the given scenario, so that problems refer to the latter.
#[derive(Debug, Default)]
pub struct Origins {
    /// Per link: its index in the given list, or `None` for a link that only the topology has.
    links: Option<Vec<Option<usize>>>,
    /// Per flow: its index in the given list.
    flows: Option<Vec<usize>>,
}

impl Origins {
    /// Rewrites the paths of problems to those of the given scenario. A problem that several copies of a flow share is
    /// reported once, for the first copy.
    pub fn restore(&self, problems: Vec<Problem>) -> Vec<Problem> {
        let mut first_paths = Map::new();
        let first = |problem: &Problem| {
            let path = self.path(&problem.path);
            let first = first_paths.entry(path).or_insert_with(|| Value::from(problem.path.as_str()));
            first.as_str() == Some(problem.path.as_str())
        };
        let mut problems = problems;
        problems.retain(first);
        problems.into_iter().map(|problem| Problem { path: self.path(&problem.path), ..problem }).collect()
    }

    fn path(&self, path: &str) -> String {
        let mut steps: Vec<&str> = path.split('.').collect();
        let Some(place) = steps.get(1).and_then(|step| step.parse::<usize>().ok()) else { return path.to_owned() };
        let origin = match steps[0] {
            "links" => self.links.as_ref().and_then(|links| links.get(place).copied()),
            "flows" => self.flows.as_ref().and_then(|flows| flows.get(place).copied().map(Some)),
            _ => None,
        };
        match origin {
            None => path.to_owned(),
            Some(None) => "topology".to_owned(),
            Some(Some(place)) => {
                let place = place.to_string();
                steps[1] = &place;
                steps.join(".")
            }
        }
    }
}

/// Merges `top` into `base`: objects field by field, but a part of another kind replaces the whole part.
pub fn overlay(base: &mut Value, top: Value) {
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

/// Puts the topology's links before the scenario's own. An entry with the name of a topology link overrides that link's
/// fields. A topology with an error stays for validation to report; the link list becomes empty, because its entries
/// may only override links of the topology.
pub fn apply_topology(scenario: &mut Value) -> Origins {
    let mut origins = Origins::default();
    let Some(scenario) = scenario.as_object_mut() else { return origins };
    let Some(blueprint) = scenario.get_mut("topology").filter(|blueprint| !blueprint.is_null()) else { return origins };
    let built = topology::links(blueprint);
    if built.is_some() {
        *blueprint = Value::Null;
    }
    let Value::Array(list) = scenario.entry("links").or_insert(Value::Array(Vec::new())) else { return origins };
    let given = std::mem::take(list);
    let Some(built) = built else { return origins };
    let mut places = Names::default();
    for (link, place) in built.iter().zip(0..) {
        places.add(&link.name, place);
    }
    list.extend(built.iter().map(Typed::to_value));
    let mut from = vec![None; list.len()];
    for (index, entry) in given.into_iter().enumerate() {
        let named = entry.get("name").and_then(Value::as_str).and_then(|name| places.number(name));
        // Only the first entry overrides, so that validation still finds duplicate names.
        match named.map(|place| place as usize).filter(|place| from[*place].is_none()) {
            Some(place) => {
                overlay(&mut list[place], entry);
                from[place] = Some(index);
            }
            None => {
                list.push(entry);
                from.push(Some(index));
            }
        }
    }
    origins.links = Some(from);
    origins
}

/// Replaces each flow with the number of copies that it asks for. Returns the flows as they were, except that those
/// without copies are numbered too.
///
/// # Errors The copies add up to more than [`limits::FLOWS`] flows.
pub fn expand_copies(scenario: &mut Scenario, origins: &mut Origins) -> Result<Vec<Flow>, Problem> {
    let mut total = 0;
    for (index, flow) in scenario.flows.iter().enumerate() {
        total += flow.copies as usize;
        if total > limits::FLOWS {
            let (problem, allowed) = (messages::too_many_flows(total), messages::at_most_flows(limits::FLOWS));
            return Err(Problem::new(format!("flows.{index}.copies"), problem, allowed));
        }
    }
    let mut entries = std::mem::take(&mut scenario.flows);
    let mut from = Vec::with_capacity(total);
    for (index, entry) in entries.iter_mut().enumerate() {
        for number in 1..=entry.copies {
            scenario.flows.push(copy(entry, number));
            from.push(index);
        }
        if entry.copies == 1 {
            *entry = copy(entry, 1);
        }
    }
    origins.flows = Some(from);
    Ok(entries)
}

/// One of the copies of a flow; the first has the number 1.
pub fn copy(flow: &Flow, number: u32) -> Flow {
    let numbered = |text: &String| with_number(text, &number.to_string());
    let mut name = numbered(&flow.name);
    if flow.copies > 1 && name == flow.name {
        name = format!("{name} {number}");
    }
    Flow {
        name,
        copies: 1,
        from: numbered(&flow.from),
        to: numbered(&flow.to),
        route: flow.route.iter().map(numbered).collect(),
        route_back: flow.route_back.iter().map(numbered).collect(),
        ..flow.clone()
    }
}

/// The text with the number in place of each `{n}`. A search for a single character needs far less code than for a text.
#[inline(never)]
fn with_number(text: &str, number: &str) -> String {
    let mut pieces = text.split('{');
    let mut numbered = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (instead, rest) = piece.strip_prefix("n}").map_or(("{", piece), |rest| (number, rest));
        numbered.extend([instead, rest]);
    }
    numbered
}

/// Sets one value of a scenario, as in `flows.0.sender.avoidance.alpha=2`. A step into a list is an index or a name,
/// and `*` means every entry. The value is JSON; anything that isn't JSON is text.
///
/// # Errors
/// The assignment has no `=`, or a list has no such entry.
pub fn set(scenario: &mut Value, assignment: &str) -> Result<(), Problem> {
    let Some((path, given)) = assignment.split_once('=') else {
        return Err(Problem::new(assignment, messages::no_value_given(), messages::path_and_value()));
    };
    add_override_entries(scenario, path);
    let value = vegaslab_json::read(given).unwrap_or_else(|_| Value::String(given.to_owned()));
    assign(scenario, path, Some(path), &value)
}

/// Sets a value at the rest of a path. Problems name the whole path.
#[inline(never)]
pub fn assign(place: &mut Value, path: &str, rest: Option<&str>, value: &Value) -> Result<(), Problem> {
    let Some(rest) = rest else {
        *place = value.clone();
        return Ok(());
    };
    let (step, rest) = rest.split_once('.').map_or((rest, None), |(step, rest)| (step, Some(rest)));
    match place {
        Value::Array(items) if step == "*" && !items.is_empty() => {
            items.iter_mut().try_for_each(|item| assign(item, path, rest, value))
        }
        Value::Array(_) if step == "*" => {
            Err(Problem::new(path, messages::list_is_empty(), messages::list_with_entries()))
        }
        Value::Array(items) => match entry(items, step) {
            Some(index) => assign(&mut items[index], path, rest, value),
            None => Err(no_entry(items, path, step)),
        },
        _ if step == "*" => Err(Problem::new(path, messages::star_without_list(), messages::star_for_entry())),
        _ => {
            if !place.is_object() {
                *place = Value::Object(Map::new());
            }
            assign(&mut place[step], path, rest, value)
        }
    }
}

/// Index of the list entry with this number or name. A number stays what it is, even if an entry has it as its name.
fn entry(items: &[Value], step: &str) -> Option<usize> {
    let numbered = step.parse().ok().filter(|index| *index < items.len());
    numbered.or_else(|| items.iter().position(|item| item.get("name").and_then(Value::as_str) == Some(step)))
}

fn no_entry(items: &[Value], path: &str, step: &str) -> Problem {
    let names: Vec<_> = items.iter().filter_map(|item| item.get("name").and_then(Value::as_str)).collect();
    let problem = suggest::with_suggestion(messages::no_such_entry(&quoted(step)), step, &names);
    Problem::new(path, problem, messages::entry_of_list(items.len()))
}

/// Adds an entry to the link list for each topology link that the path names; the entry will hold the changed fields.
fn add_override_entries(scenario: &mut Value, path: &str) {
    let Some(step) = path.strip_prefix("links.").and_then(|rest| rest.split('.').next()) else { return };
    let Some(built) = scenario.get("topology").and_then(topology::links) else { return };
    let Some(list) =
        scenario.as_object_mut().and_then(|all| all.entry("links").or_insert(Value::Array(Vec::new())).as_array_mut())
    else {
        return;
    };
    for link in built.iter().filter(|link| step == "*" || link.name == step) {
        if !list.iter().any(|entry| entry.get("name").and_then(Value::as_str) == Some(&link.name)) {
            list.push(json!({ "name": link.name }));
        }
    }
}
