//! The theory for the browser: a separate module that the worker loads after it has sent the first rows of a run.

use vegaslab_json as json;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::schema::typed::Typed;
use vegaslab_theory::predict::predict as prediction;
use wasm_bindgen::prelude::*;

/// Predicts a scenario, given as JSON with presets and defaults written out, as the engine's `check` returns it.
/// Returns the same report as `vegaslab predict --json`. It lists the flows that the theory doesn't cover, with the
/// reason.
///
/// # Errors
/// The text isn't a complete scenario as the engine writes it.
#[wasm_bindgen]
pub fn predict(scenario_json: &str) -> Result<String, JsError> {
    let value = json::read(scenario_json)?;
    let scenario = Scenario::from_value(&value).ok_or_else(|| JsError::new("the scenario is not written out"))?;
    Ok(json::text(&prediction(&scenario)))
}
