//! A second module for the browser, with functions that the first run doesn't need: the theory, which the worker loads
//! after it has sent the first rows of a run, and changes by path, which Python needs under Pyodide.

use serde_json::Value;
use vegaslab_json as json;
use vegaslab_sim::scenario::{self, Problem, Scenario, expand};
use vegaslab_sim::schema::typed::Typed;
use vegaslab_theory::predict::predict as prediction;
use wasm_bindgen::prelude::*;

/// Predicts a scenario, given as JSON with presets and defaults written out, as the engine's `check` and `open` return
/// it.
/// Returns the same report as `vegaslab predict --json`. It lists the flows that the theory doesn't cover, with the
/// reason.
///
/// # Errors
/// The text isn't a complete scenario as the engine writes it.
#[wasm_bindgen]
pub fn predict(scenario_json: &str) -> Result<String, JsError> {
    let value = json::read(scenario_json)?;
    let not_written_out = || JsError::new("the scenario is not written out");
    let mut scenario = Scenario::from_value(&value).ok_or_else(not_written_out)?;
    expand::expand_copies(&mut scenario, &mut expand::Origins::default()).map_err(|_| not_written_out())?;
    Ok(json::text(&prediction(&scenario)))
}

/// Sets values of scenario text, as the command line's `--set` does. The changes are a JSON list of assignments, as in
/// `["flows.0.sender.avoidance.alpha=2"]`. Returns JSON `{scenario, problems}`: the changed scenario, which isn't
/// checked yet, or `null` and the problems.
///
/// # Errors
/// The changes aren't a JSON list of texts.
#[wasm_bindgen]
pub fn assign(text: &str, changes: &str) -> Result<String, JsError> {
    let changes = json::read(changes)?;
    let no_list = || JsError::new("the changes are not a list of texts");
    let changes = changes.as_array().ok_or_else(no_list)?.iter().map(|one| one.as_str().ok_or_else(no_list));
    let changes = changes.collect::<Result<Vec<_>, _>>()?;
    let (scenario, problems) = match assigned(text, &changes) {
        Ok(scenario) => (scenario, Vec::new()),
        Err(problems) => (Value::Null, problems),
    };
    Ok([r#"{"scenario":"#, &json::text(&scenario), r#","problems":"#, &json::text(&problems), "}"].concat())
}

fn assigned(text: &str, changes: &[&str]) -> Result<Value, Vec<Problem>> {
    let mut value = scenario::parse(text)?;
    let problems: Vec<Problem> = changes.iter().filter_map(|change| expand::set(&mut value, change).err()).collect();
    if problems.is_empty() { Ok(value) } else { Err(problems) }
}
