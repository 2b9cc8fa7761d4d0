//! `content/evidence/grid-scenarios.json`: the scenario of every cell with seed 1, for the page that opens a cell's
//! run.
//!
//! `templates[path][company]` is a scenario with the placeholders `"$preset"` and `"$receiver"`; `receivers` has the
//! receivers. `exceptions[preset][path][company]` replaces the template if a sender needs more than its preset. The
//! scenarios don't limit the trace, so that the page can draw it; the runs are the same. `warm_up_s` is the time before
//! each path's measurement.

use serde_json::{Map, Value, json};
use vegaslab_sim::scenario::presets;

use super::cells::{self, COMPANY, Cell, Company};
use super::measure;
use super::paths::{PATHS, Path};

const PRESET: &str = "$preset";
const RECEIVER: &str = "$receiver";

fn without_record(mut scenario: Value) -> Value {
    if let Some(object) = scenario.as_object_mut() {
        object.remove("record");
    }
    scenario
}

fn template(path: &Path, company: Company) -> Value {
    without_record(measure::template(path, &company.presets(PRESET), &json!(RECEIVER), 1))
}

/// A table of values by path name and company name, without empty entries.
fn table(mut entry: impl FnMut(&Path, Company) -> Result<Option<Value>, String>) -> Result<Map<String, Value>, String> {
    let mut table = Map::new();
    for path in &PATHS {
        let mut row = Map::new();
        for company in COMPANY {
            if let Some(value) = entry(path, company)? {
                row.insert(company.name().to_owned(), value);
            }
        }
        if !row.is_empty() {
            table.insert(path.name.to_owned(), row.into());
        }
    }
    Ok(table)
}

/// Fills a preset and a receiver into a template.
fn fill_in(template: &Value, preset: &str, receiver: &Value) -> Value {
    match template {
        Value::String(text) if text == PRESET => json!(preset),
        Value::String(text) if text == RECEIVER => receiver.clone(),
        Value::Array(list) => list.iter().map(|value| fill_in(value, preset, receiver)).collect(),
        Value::Object(object) => {
            let entries = object.iter().map(|(key, value)| (key.clone(), fill_in(value, preset, receiver)));
            Value::Object(entries.collect())
        }
        other => other.clone(),
    }
}

/// The text of the file.
///
/// # Errors
/// A scenario is invalid.
pub fn text() -> Result<String, String> {
    let receivers = cells::receivers();
    let any = receivers.first().ok_or("the registry has no receiver")?;
    let mut exceptions = Map::new();
    for preset in presets::all() {
        let own = table(|path, company| {
            let scenario = measure::scenario_json(path, &company.presets(&preset.name), &any.part, 1)?;
            let scenario = without_record(scenario);
            if scenario == fill_in(&template(path, company), &preset.name, &any.part) {
                return Ok(None);
            }
            Ok(Some(with_receiver_placeholder(scenario)))
        })?;
        if !own.is_empty() {
            exceptions.insert(preset.name.clone(), own.into());
        }
    }
    let receivers: Map<String, Value> = receivers.into_iter().map(|receiver| (receiver.name, receiver.part)).collect();
    let warm_up_s: Map<String, Value> =
        PATHS.iter().map(|path| (path.name.to_owned(), json!(measure::durations(path).0))).collect();
    let mut text = String::from("{\n");
    text += &format!("  \"warm_up_s\": {},\n", Value::Object(warm_up_s));
    text += &format!("  \"receivers\": {},\n", Value::Object(receivers));
    // One line per path, so that diffs are readable.
    let lines = |table: &Map<String, Value>, indent: &str| -> String {
        let lines: Vec<String> = table.iter().map(|(name, row)| format!("{indent}{}: {row}", json!(name))).collect();
        lines.join(",\n")
    };
    let templates = table(|path, company| Ok(Some(template(path, company))))?;
    text += &format!("  \"templates\": {{\n{}\n  }},\n", lines(&templates, "    "));
    let own: Vec<String> = exceptions
        .iter()
        .filter_map(|(preset, table)| Some((preset, table.as_object()?)))
        .map(|(preset, table)| format!("    {}: {{\n{}\n    }}", json!(preset), lines(table, "      ")))
        .collect();
    Ok(text + &format!("  \"exceptions\": {{\n{}\n  }}\n}}\n", own.join(",\n")))
}

/// Replaces the receivers by the placeholder.
fn with_receiver_placeholder(mut scenario: Value) -> Value {
    for flow in scenario["flows"].as_array_mut().into_iter().flatten() {
        flow["receiver"] = json!(RECEIVER);
    }
    scenario
}

/// The scenario of a cell, from the file's templates and exceptions.
pub fn find(file: &Value, cell: &Cell) -> Value {
    let (path, company) = (cell.path.name, cell.company.name());
    let template = match &file["exceptions"][cell.preset][path][company] {
        Value::Null => &file["templates"][path][company],
        own => own,
    };
    fill_in(template, cell.preset, &file["receivers"][&cell.receiver.name])
}

/// The scenario that the grid runs in this cell with seed 1, without the limit on its trace.
///
/// # Errors
/// The scenario is invalid.
pub fn of(cell: &Cell) -> Result<Value, String> {
    Ok(without_record(cell.first_scenario()?))
}
