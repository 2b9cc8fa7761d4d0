//! Writes runs as files for other programs.

use std::io::{self, Write};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;
use vegaslab_export::{Format, Origin, Recorded};
use vegaslab_sim::trace::tables::Tables;

use crate::errors::detached;
use crate::knowledge::read;

/// The run that has these rows, as its file needs it.
pub fn recorded(py: Python<'_>, format: Format, scenario: &str, summary: &str, rows: &Tables) -> PyResult<Recorded> {
    let scenario = read(py, scenario)?;
    let summary: Value = serde_json::from_str(summary).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let bytes = |flow: &Value| list(&flow["transfers"]).iter().map(|transfer| transfer["bytes"].as_u64()).collect();
    let transfers = list(&summary["flows"]).iter().map(bytes).collect();
    let version = summary["engine_version"].as_str().unwrap_or_default().to_owned();
    detached(py, || Recorded::new(format, scenario, version, transfers, rows))
}

/// Calls a function with each piece of a file. The GIL is released in between, and Ctrl-C stops it.
pub fn write(py: Python<'_>, run: &Recorded, link: &str, write: Py<PyAny>) -> PyResult<()> {
    detached(py, || run.write(Origin { link, changes: "" }, Sink(write)))??;
    Ok(())
}

struct Sink(Py<PyAny>);

impl Write for Sink {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        Python::attach(|py| {
            py.check_signals()?;
            self.0.call1(py, (PyBytes::new(py, piece),))?;
            Ok::<_, PyErr>(())
        })?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
