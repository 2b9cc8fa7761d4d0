//! The theory for the browser: a module of its own, which the worker loads once the first rows of a run are on their way.

use vegaslab_json as json;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::schema::typed::Typed;
use vegaslab_theory::predict::predict as prediction;
use wasm_bindgen::prelude::*;

/// What the theory says of a scenario that the engine has written out, as JSON: the report that `vegaslab predict --json` prints.
/// Flows that it says nothing of are part of it, with the reason.
///
/// # Errors
/// The engine has not written this.
#[wasm_bindgen]
pub fn predict(scenario_json: &str) -> Result<String, JsError> {
    let value = json::read(scenario_json)?;
    let scenario = Scenario::from_value(&value).ok_or_else(|| JsError::new("the scenario is not written out"))?;
    Ok(json::text(&prediction(&scenario)))
}
