//! The scenario: one JSON value that describes a whole run.
//!
//! [`read`] turns text into a checked [`Scenario`]; the stages are [`senders`] and [`expand`] (presets, topologies and
//! copies), [`conform`](crate::schema::conform) (every field against its shape, and defaults) and [`mod@check`]
//! (consistency between fields).

mod changes;
pub mod check;
pub mod expand;
mod flow;
mod link;
pub mod presets;
mod recording;
mod root;
pub mod senders;
pub mod topology;

use serde_json::{Map, Value};
use vegaslab_json::ParseError;

use crate::messages;
use crate::schema::conform::conform;
use crate::schema::limits;
pub use crate::schema::problem::Problem;
use crate::schema::shape::{object, text};
use crate::schema::typed::Typed;
pub use changes::Change;
pub use flow::{EcnMode, Flow, InitialSsthresh, OwnPreset, RestartWindow, Sender};
pub use link::{Link, WayBack};
pub use recording::{HopWindow, Recording};
pub use root::{Scenario, VERSION};

/// A scenario may name its JSON Schema in this field, for editors. It means nothing to the engine.
const SCHEMA_FIELD: &str = "$schema";

/// A scenario that was read and checked.
#[derive(Debug)]
pub struct Reading {
    /// Every flow is an entry.
    pub scenario: Scenario,
    /// The flows with one entry for all copies, so that a scenario with hundreds of flows stays small.
    entries: Vec<Flow>,
}

impl Reading {
    /// The scenario with presets, defaults and links written out, in which the copies of a flow are one entry.
    #[inline(never)]
    pub fn to_value(&mut self) -> Value {
        std::mem::swap(&mut self.scenario.flows, &mut self.entries);
        let value = self.scenario.to_value();
        std::mem::swap(&mut self.scenario.flows, &mut self.entries);
        value
    }

    /// Applies a link's changes.
    ///
    /// # Errors
    /// Every problem of the changes, else every problem of the changed scenario.
    pub fn changed(&mut self, changes: &[Change]) -> Result<Self, Refusal> {
        let mut value = self.to_value();
        changes::apply(&mut value, changes).map_err(|problems| Refusal { problems, changed: Value::Null })?;
        reading(value.clone()).map_err(|problems| Refusal { problems, changed: value })
    }
}

/// Why a scenario isn't run.
#[derive(Debug)]
pub struct Refusal {
    /// At least one.
    pub problems: Vec<Problem>,
    /// The scenario with a link's changes, if they could be applied.
    pub changed: Value,
}

/// Reads scenario text.
///
/// # Errors
/// Every problem, each with its path and the allowed values.
pub fn read(text: &str) -> Result<Scenario, Vec<Problem>> {
    open(text).map(|reading| reading.scenario)
}

/// Reads scenario text, for callers that also write it.
///
/// # Errors
/// Every problem.
pub fn open(text: &str) -> Result<Reading, Vec<Problem>> {
    reading(parse(text)?)
}

/// Parses scenario text without checking its fields.
///
/// # Errors
/// The text is too long or is not JSON.
pub fn parse(text: &str) -> Result<Value, Vec<Problem>> {
    if text.len() > limits::TEXT_BYTES {
        let problem = messages::text_too_long(text.len());
        return Err(vec![Problem::new("", problem, messages::at_most_bytes(limits::TEXT_BYTES))]);
    }
    vegaslab_json::read_unique(text).map_err(|ParseError { what, line, column }| {
        let near = around(text, line, column);
        let problem =
            if near.is_empty() { messages::empty_text() } else { messages::not_json(what, line, column, &near) };
        vec![Problem::new("", problem, messages::one_json_object())]
    })
}

/// The text around a mistake, with line breaks and indents shortened to a blank.
fn around(text: &str, line: usize, column: usize) -> String {
    const BEFORE: usize = 25;
    const AFTER: usize = 15;
    let line_start = text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    let mut at = line_start + column;
    while !text.is_char_boundary(at) {
        at += 1;
    }
    let (before, after) = text.split_at(at);
    let from = before.char_indices().nth_back(BEFORE - 1).map_or(0, |(index, _)| index);
    let to = after.char_indices().nth(AFTER).map_or(after.len(), |(index, _)| index);
    [&before[from..], &after[..to]].concat().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Expands and checks a scenario value.
///
/// # Errors
/// Every problem.
pub fn from_value(value: Value) -> Result<Scenario, Vec<Problem>> {
    reading(value).map(|reading| reading.scenario)
}

/// Takes the schema's address out of a scenario. `Map::remove` would be a hundredth of the browser's download.
fn take_schema(fields: &mut Map<String, Value>) -> Option<Value> {
    fields.contains_key(SCHEMA_FIELD).then_some(())?;
    let mut taken = None;
    for (name, value) in std::mem::take(fields) {
        if name == SCHEMA_FIELD {
            taken = Some(value);
        } else {
            fields.insert(name, value);
        }
    }
    taken
}

#[inline(never)]
fn reading(mut value: Value) -> Result<Reading, Vec<Problem>> {
    let mut problems = Vec::new();
    if let Some(mut address) = value.as_object_mut().and_then(take_schema) {
        let shape = text(limits::ADDRESS_LENGTH);
        conform(&shape, &mut address, &mut SCHEMA_FIELD.to_owned(), &mut problems);
    }
    problems.extend(senders::apply_presets(&mut value));
    let mut origins = expand::apply_topology(&mut value);
    conform(&object::<Scenario>(), &mut value, &mut String::new(), &mut problems);
    if !problems.is_empty() {
        return Err(origins.restore(problems));
    }
    // A conforming value is always readable, because the macros generate shapes and types from the same lines.
    let mut scenario = Scenario::from_value(&value)
        .ok_or_else(|| vec![Problem::new("", messages::not_a_scenario(), messages::as_the_schema_describes())])?;
    let entries = expand::expand_copies(&mut scenario, &mut origins).map_err(|problem| vec![problem])?;
    let problems = check::check(&scenario, &entries);
    if problems.is_empty() { Ok(Reading { scenario, entries }) } else { Err(origins.restore(problems)) }
}
