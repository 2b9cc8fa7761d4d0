//! A fourth module for the browser: the writer of captures and qlog, which the page loads at the first export. It runs the
//! scenario itself, so that no rows are copied between modules, and keeps only those that the format needs.
//!
//! Invalid input gives an error. A panic is a defect, or there's no more memory: it ends in a trap, and the worker isn't
//! used again.

use std::io::{self, Write};

use js_sys::{Function, Uint8Array};
use vegaslab_export::{Format, Origin, Recording, Written};
use vegaslab_json as json;
use vegaslab_sim::scenario;
use wasm_bindgen::prelude::*;

/// Version of the engine.
#[wasm_bindgen]
#[must_use]
pub fn engine_version() -> String {
    vegaslab_sim::ENGINE_VERSION.to_owned()
}

/// A run that becomes a file.
#[wasm_bindgen]
pub struct Export {
    recording: Recording,
}

#[wasm_bindgen]
impl Export {
    /// Sets up a run for a format: `pcapng` or `qlog`. `whole` says whether a capture keeps whole packets or only their
    /// headers; by default, that depends on its size.
    ///
    /// # Errors
    /// There is no such format, or the scenario has problems; the message is their JSON list.
    #[wasm_bindgen(constructor)]
    pub fn new(format: &str, scenario: &str, whole: Option<bool>) -> Result<Self, JsError> {
        let format = Format::named(format, whole).ok_or_else(|| JsError::new("there is no such format"))?;
        let scenario = scenario::read(scenario).map_err(|problems| JsError::new(&json::text(&problems)))?;
        Ok(Self { recording: Recording::new(scenario, format) })
    }

    /// Handles at most `max_events` events; returns whether the run is finished.
    pub fn step(&mut self, max_events: u32) -> bool {
        self.recording.step(u64::from(max_events))
    }

    /// Share of the maximum duration that has been simulated, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.recording.progress()
    }

    /// The digest of the run so far.
    #[must_use]
    pub fn digest(&self) -> String {
        self.recording.digest()
    }

    /// Calls `write` with each piece of the file, once the run is finished. `link` and `changes` say how to get the run
    /// again. Returns JSON `{packets, headers_only}`, for captures.
    ///
    /// # Errors
    /// `write` has thrown something.
    pub fn write(self, link: &str, changes: &str, write: Function) -> Result<String, JsValue> {
        let mut sink = Sink { write, thrown: JsValue::UNDEFINED };
        let outcome = self.recording.finish().write(Origin { link, changes }, &mut sink);
        let Written { packets, headers_only } = outcome.map_err(|_| sink.thrown)?;
        Ok(format!(r#"{{"packets":{packets},"headers_only":{headers_only}}}"#))
    }
}

/// Passes copies of the pieces to a function.
struct Sink {
    write: Function,
    thrown: JsValue,
}

impl Write for Sink {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        match self.write.call1(&JsValue::NULL, &Uint8Array::from(piece)) {
            Ok(_) => Ok(piece.len()),
            Err(thrown) => {
                self.thrown = thrown;
                Err(io::ErrorKind::Other.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
