//! The engine for the browser: the functions that JavaScript calls. Values are passed as JSON text; trace columns are
//! copied into typed arrays, never passed as views of wasm memory.
//!
//! Invalid input returns problems. A panic is a defect of the engine: it ends in a trap, and the worker discards the
//! instance. `xtask/src/panics.rs` removes panic messages from the module.

#[cfg(target_arch = "wasm32")]
mod heap;

use js_sys::{Float64Array, Object, Reflect, Uint8Array, Uint16Array, Uint32Array};
use serde_json::Value;
use vegaslab_json as json;
use vegaslab_sim::scenario::{self, Change, Problem, Reading, Refusal};
use vegaslab_sim::schema::typed::Typed;
use vegaslab_sim::trace::tables::{Column, Tables};
use vegaslab_sim::{Excerpt, Simulation};
use wasm_bindgen::prelude::*;

/// Version of the engine.
#[wasm_bindgen]
#[must_use]
pub fn engine_version() -> String {
    vegaslab_sim::ENGINE_VERSION.to_owned()
}

/// Checks scenario text. Returns JSON `{scenario, problems}`: the scenario with presets and defaults written out, or
/// `null` and its problems.
#[wasm_bindgen]
pub fn check(text: &str) -> String {
    match scenario::read(text) {
        Ok(scenario) => verdict(&scenario.to_value(), &[], &Value::Null),
        Err(problems) => verdict(&Value::Null, &problems, &Value::Null),
    }
}

/// Reads scenario text once, for its run and for the page.
#[wasm_bindgen]
pub fn open(text: &str) -> Opened {
    let refusal = |problems| Refusal { problems, changed: Value::Null };
    Opened { outcome: scenario::open(text).map_err(refusal) }
}

/// A scenario that was read, or its problems.
#[wasm_bindgen]
pub struct Opened {
    outcome: Result<Reading, Refusal>,
}

#[wasm_bindgen]
impl Opened {
    /// The scenario with a link's changes, given as a JSON list of pairs: a path and its value. A scenario with problems
    /// stays as it is. Text that JSON can't contain, such as half of a surrogate pair, is a problem of the changes.
    ///
    /// # Errors
    /// The list isn't of this form.
    pub fn changed(self, changes: &str) -> Result<Opened, JsError> {
        let refused = |problems| Err(Refusal { problems, changed: Value::Null });
        let outcome = match (self.outcome, scenario::parse(changes)) {
            (Ok(mut reading), Ok(list)) => {
                let list: Option<Vec<Change>> = list.as_array().and_then(|list| list.iter().map(pair).collect());
                let list = list.ok_or_else(|| JsError::new("the changes are not a list of paths and values"))?;
                reading.changed(&list)
            }
            (Ok(_), Err(problems)) => refused(problems),
            (refusal, _) => refusal,
        };
        Ok(Opened { outcome })
    }

    /// JSON `{scenario, problems}`: the scenario with presets and defaults written out, in which the copies of a flow are
    /// one entry; or `null`, its problems, and as `changed` what the changes made of it.
    pub fn verdict(&mut self) -> String {
        match &mut self.outcome {
            Ok(reading) => verdict(&reading.to_value(), &[], &Value::Null),
            Err(Refusal { problems, changed }) => verdict(&Value::Null, problems, changed),
        }
    }

    /// Sets up its run, which sums up thinned rows if `intervals` says so. There is none if the scenario has problems.
    #[must_use]
    pub fn run(&self, intervals: bool) -> Option<Run> {
        let Reading { scenario, .. } = self.outcome.as_ref().ok()?;
        let mut simulation = Simulation::new(scenario);
        if intervals {
            simulation.keep_intervals(INTERVALS_BYTES);
        }
        Some(Run { simulation, excerpt: None })
    }
}

fn pair(change: &Value) -> Option<Change> {
    match change.as_array()?.as_slice() {
        [path, value] => Some((path.as_str()?.to_owned(), value.clone())),
        _ => None,
    }
}

fn verdict(scenario: &Value, problems: &[Problem], changed: &Value) -> String {
    let changed = if changed.is_null() { String::new() } else { [r#","changed":"#, &json::text(changed)].concat() };
    [r#"{"scenario":"#, &json::text(scenario), r#","problems":"#, &json::text(problems), &changed, "}"].concat()
}

fn refuse(problems: &[Problem]) -> JsError {
    JsError::new(&json::text(problems))
}

/// Memory for the intervals of a run, bytes.
const INTERVALS_BYTES: usize = 16 << 20;

/// One run of a scenario.
#[wasm_bindgen]
pub struct Run {
    simulation: Simulation,
    excerpt: Option<Excerpt>,
}

#[wasm_bindgen]
impl Run {
    /// Sets up a run.
    ///
    /// # Errors
    /// The scenario has problems; the message is their JSON list.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario_json: &str) -> Result<Run, JsError> {
        let scenario = scenario::read(scenario_json).map_err(|problems| refuse(&problems))?;
        Ok(Self { simulation: Simulation::new(&scenario), excerpt: None })
    }

    /// Handles at most `max_events` events; returns whether the run is finished, or the rows of its excerpt are complete.
    pub fn step(&mut self, max_events: u32) -> bool {
        let Self { simulation, excerpt } = self;
        match excerpt {
            None => simulation.step(max_events.into()),
            Some(excerpt) => excerpt.step(simulation, max_events.into()),
        }
    }

    /// Uses the run up for every row of `from_s <= time_s < to_s`, and with `hops` those of packets on links too. It has to
    /// be before `from_s`, or at its start.
    pub fn excerpt(&mut self, from_s: f64, to_s: f64, hops: bool) {
        self.excerpt = Some(Excerpt::of(&mut self.simulation, from_s, to_s, hops));
    }

    /// Share of the maximum duration that has been simulated, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.simulation.progress()
    }

    /// Takes the trace rows since the last call: an object of tables, each an object of typed arrays.
    ///
    /// # Errors
    /// A property cannot be set, which would be a defect.
    pub fn take_chunk(&mut self) -> Result<JsValue, JsValue> {
        chunk(&self.simulation.take_rows())
    }

    /// Takes the intervals that have changed since the last call: an object with the width of an interval in seconds, and
    /// per table an array of numbers (`ChangedIntervals` in `sim/src/trace/intervals.rs`). Undefined if none has.
    ///
    /// # Errors
    /// A property cannot be set, which would be a defect.
    pub fn take_intervals(&mut self) -> Result<JsValue, JsValue> {
        let changed = self.simulation.take_intervals();
        if changed.tables.iter().all(|(_, numbers)| numbers.is_empty()) {
            return Ok(JsValue::UNDEFINED);
        }
        let object = Object::new();
        Reflect::set(&object, &"width_s".into(), &changed.width_s.into())?;
        for (table, numbers) in &changed.tables {
            Reflect::set(&object, &(*table).into(), &Float64Array::from(&numbers[..]))?;
        }
        Ok(object.into())
    }

    /// Discards the trace rows since the last call, for callers that only need the summary.
    pub fn forget_rows(&mut self) {
        self.simulation.take_rows();
    }

    /// Summary of the run so far, as JSON.
    #[must_use]
    pub fn summary(&self) -> String {
        json::text(&self.simulation.summary())
    }
}

fn chunk(tables: &Tables) -> Result<JsValue, JsValue> {
    let chunk = Object::new();
    let mut outcome = Ok(());
    tables.columns(|table, column, elements| {
        let put = || -> Result<(), JsValue> {
            let mut columns = Reflect::get(&chunk, &table.into())?;
            if columns.is_undefined() {
                columns = Object::new().into();
                Reflect::set(&chunk, &table.into(), &columns)?;
            }
            let array: JsValue = match elements {
                Column::F64(slice) => Float64Array::from(slice).into(),
                Column::U32(slice) => Uint32Array::from(slice).into(),
                Column::U16(slice) => Uint16Array::from(slice).into(),
                Column::U8(slice) => Uint8Array::from(slice).into(),
            };
            Reflect::set(&columns, &column.into(), &array)?;
            Ok(())
        };
        if outcome.is_ok() {
            outcome = put();
        }
    });
    outcome.map(|()| chunk.into())
}
