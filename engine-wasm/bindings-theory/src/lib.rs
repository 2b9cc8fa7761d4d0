//! The theory for the browser: a module of its own, which the worker loads once the first rows of a run are on their way.

use vegaslab_json as json;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::schema::typed::Typed;
use vegaslab_theory::predict::predict as prediction;
use wasm_bindgen::prelude::*;

/// Predicts a scenario that the engine has written out. Returns the JSON report that `vegaslab predict --json` prints.
/// The report lists flows that the theory doesn't cover, with the reason.
///
/// # Errors
/// The text wasn't written by the engine.
#[wasm_bindgen]
pub fn predict(scenario_json: &str) -> Result<String, JsError> {
    let value = json::read(scenario_json)?;
    let scenario = Scenario::from_value(&value).ok_or_else(|| JsError::new("the scenario is not written out"))?;
    Ok(json::text(&prediction(&scenario)))
}
