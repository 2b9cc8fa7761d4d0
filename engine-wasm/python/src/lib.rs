//! The engine for Python: the functions and classes of the module `vegaslab._engine`, on which the Python package
//! builds. Scenarios, summaries and reports are passed as JSON text; trace columns are lent to Python without a copy.
//!
//! Invalid input raises `ScenarioError`, and a file that's no capture `CaptureError`. A panic is a defect of the engine; it raises `EngineError`.

mod arrow;
mod capture;
mod column;
mod content;
mod errors;
mod export;
mod knowledge;
mod memory;
mod packed;
mod simulation;
mod steps;
mod sweep;

use pyo3::prelude::*;

/// The engine of Vegas Lab. Use the package `vegaslab`, which is built on it.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::arrow::arrow_stream;
    #[pymodule_export]
    use crate::capture::{Capture, CaptureReader, CaptureView, capture_tables};
    #[pymodule_export]
    use crate::column::Column;
    #[pymodule_export]
    use crate::content::{archived_text, command, findings, paper_texts, scenario_names, scenario_text};
    #[pymodule_export]
    use crate::errors::defect;
    #[pymodule_export]
    use crate::knowledge::{assign, catalogue, changed, check, engine_version, predict, reproduce, tables};
    #[pymodule_export]
    use crate::simulation::{Simulation, Trace};
    #[pymodule_export]
    use crate::sweep::{Base, Figures};
}
