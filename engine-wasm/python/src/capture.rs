//! Captures of real networks: their numbers as JSON text, and the columns of their transfers.

use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::exceptions::{PyIndexError, PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::json;
use vegaslab_capture::columns::TABLES;
use vegaslab_capture::study::Tap;
use vegaslab_capture::{Reader, View};

use crate::column::Column;
use crate::errors::{capture_error, detached};
use crate::knowledge::text;

/// Reads a capture in pieces. The GIL is released meanwhile.
#[pyclass(frozen, module = "vegaslab._engine")]
pub struct CaptureReader {
    reader: Mutex<Option<Reader>>,
}

impl CaptureReader {
    /// Access to the reader. Waiting for another thread would block the GIL, which that thread may need.
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Reader>>> {
        self.reader.try_lock().map_err(|_| PyRuntimeError::new_err("this reader is in use by another thread"))
    }
}

fn ended() -> PyErr {
    PyRuntimeError::new_err("this reader has ended its file")
}

#[pymethods]
impl CaptureReader {
    #[new]
    fn new() -> Self {
        Self { reader: Mutex::new(Some(Reader::new())) }
    }

    /// Reads the next piece of the file.
    fn push(&self, py: Python<'_>, piece: &[u8]) -> PyResult<()> {
        let mut reader = self.lock()?;
        let reader = reader.as_mut().ok_or_else(ended)?;
        detached(py, || reader.push(piece))?.map_err(|problem| capture_error(py, &problem))
    }

    /// Ends the file.
    fn finish(&self, py: Python<'_>) -> PyResult<Capture> {
        let reader = self.lock()?.take().ok_or_else(ended)?;
        let capture = detached(py, || reader.finish())?.map_err(|problem| capture_error(py, &problem))?;
        Ok(Capture { capture })
    }
}

/// A capture that was read.
#[pyclass(frozen, module = "vegaslab._engine")]
pub struct Capture {
    capture: vegaslab_capture::Capture,
}

#[pymethods]
impl Capture {
    /// All numbers, as JSON text.
    fn summary(&self, py: Python<'_>) -> PyResult<String> {
        text(&detached(py, || self.capture.summary())?)
    }

    /// The data of a connection's direction, 0 or 1. What isn't chosen is taken from the capture.
    #[pyo3(signature = (connection, direction = None, tap = None))]
    fn view(
        &self,
        py: Python<'_>,
        connection: usize,
        direction: Option<u8>,
        tap: Option<&str>,
    ) -> PyResult<CaptureView> {
        let named = tap.map(|name| {
            Tap::named(name).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "tap must be \"sender\", \"between\" or \"receiver\" (you gave {})",
                    json!(name)
                ))
            })
        });
        let tap = named.transpose()?;
        let view = detached(py, || self.capture.view(connection, direction, tap))?;
        let view = view.ok_or_else(|| PyIndexError::new_err("there is no such connection"))?;
        Ok(CaptureView { view: Arc::new(view) })
    }
}

/// The data of one direction of a connection.
#[pyclass(frozen, module = "vegaslab._engine")]
pub struct CaptureView {
    view: Arc<View>,
}

#[pymethods]
impl CaptureView {
    /// The numbers, as JSON text.
    fn transfer(&self) -> PyResult<String> {
        text(&self.view.transfer)
    }

    /// The columns of a table.
    fn columns(&self, table: &str) -> PyResult<Vec<Column>> {
        let columns = Column::of_view(&self.view, table);
        if columns.is_empty() { Err(PyKeyError::new_err(table.to_owned())) } else { Ok(columns) }
    }
}

/// The tables of a captured transfer, with the unit, the description and the codes of each column, as JSON text.
#[pyfunction]
pub fn capture_tables() -> PyResult<String> {
    let tables = TABLES.iter().map(|(table, doc, columns)| {
        let columns = columns.iter().map(|column| {
            json!({ "name": column.name, "element": column.element, "unit": column.unit, "doc": column.doc, "codes": column.codes })
        });
        json!({ "name": table, "doc": doc, "columns": columns.collect::<Vec<_>>() })
    });
    text(&tables.collect::<Vec<_>>())
}
