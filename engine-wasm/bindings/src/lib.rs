//! The engine for the browser: what crosses the wasm border, and nothing else. Text goes in and out as JSON; trace
//! columns go out as typed arrays of their own, never as views of wasm memory.
//!
//! Wrong input comes back as problems. A panic would be a defect of the engine: here it is a trap, and the worker gives up this
//! instance. What it says natively is left out of the module (`xtask/src/panics.rs`).

use js_sys::{Array, Float64Array, Object, Reflect, Uint8Array, Uint16Array, Uint32Array};
use serde_json::Value;
use vegaslab_json as json;
use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::{self, Problem, typed::Typed};
use vegaslab_sim::trace::parts::{Part, parted};
use vegaslab_sim::trace::tables::{Column, Tables};
use wasm_bindgen::prelude::*;

/// Version of the engine.
#[wasm_bindgen]
#[must_use]
pub fn engine_version() -> String {
    vegaslab_sim::ENGINE_VERSION.to_owned()
}

/// Checks scenario text. Returns JSON `{scenario, problems}`: the scenario with presets and defaults written out, or
/// `null` and what is wrong.
#[wasm_bindgen]
pub fn check(text: &str) -> String {
    let (scenario, problems) = match scenario::read(text) {
        Ok(scenario) => (scenario.to_value(), Vec::new()),
        Err(problems) => (Value::Null, problems),
    };
    [r#"{"scenario":"#, &json::text(&scenario), r#","problems":"#, &json::text(&problems), "}"].concat()
}

fn refuse(problems: &[Problem]) -> JsError {
    JsError::new(&json::text(problems))
}

/// One run of a scenario.
#[wasm_bindgen]
pub struct Run {
    simulation: Simulation,
}

#[wasm_bindgen]
impl Run {
    /// Sets up a run.
    ///
    /// # Errors
    /// The scenario is wrong; the message is a JSON list of problems.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario_json: &str) -> Result<Run, JsError> {
        let scenario = scenario::read(scenario_json).map_err(|problems| refuse(&problems))?;
        Ok(Self { simulation: Simulation::new(&scenario) })
    }

    /// Handles at most `max_events` events; returns whether the run is finished.
    pub fn step(&mut self, max_events: u32) -> bool {
        self.simulation.step(u64::from(max_events))
    }

    /// How much of the longest duration has been simulated, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.simulation.progress()
    }

    /// The trace rows since the last call, parted: a list of `{table, key, length, columns}`, where the key is the index of the flow or
    /// of the directed link, the length is in rows, and the columns are typed arrays by their names.
    ///
    /// # Errors
    /// A property cannot be set, which would be a defect.
    pub fn take_chunk(&mut self) -> Result<Array, JsValue> {
        chunk(&self.simulation.take_rows())
    }

    /// Forgets the trace rows since the last call, where only the figures are wanted.
    pub fn forget_rows(&mut self) {
        self.simulation.take_rows();
    }

    /// Figures of the run so far, as JSON.
    #[must_use]
    pub fn summary(&self) -> String {
        json::text(&self.simulation.summary())
    }
}

fn chunk(tables: &Tables) -> Result<Array, JsValue> {
    let chunk = Array::new();
    for parted in parted(tables) {
        let mut columns_of = Vec::with_capacity(parted.parts.len());
        for Part { key, rows } in &parted.parts {
            let (part, columns) = (Object::new(), Object::new());
            Reflect::set(&part, &"table".into(), &parted.table.into())?;
            Reflect::set(&part, &"key".into(), &(*key).into())?;
            Reflect::set(&part, &"length".into(), &(rows.len() as f64).into())?;
            Reflect::set(&part, &"columns".into(), &columns)?;
            chunk.push(&part);
            columns_of.push(columns);
        }
        let mut outcome = Ok(true);
        parted.columns(&mut |part, column, rows| {
            let array: JsValue = match rows {
                Column::F64(rows) => Float64Array::from(rows).into(),
                Column::U32(rows) => Uint32Array::from(rows).into(),
                Column::U16(rows) => Uint16Array::from(rows).into(),
                Column::U8(rows) => Uint8Array::from(rows).into(),
            };
            if outcome.is_ok() {
                outcome = Reflect::set(&columns_of[part], &column.into(), &array);
            }
        });
        outcome?;
    }
    Ok(chunk)
}
