//! Runs of scenarios, and their traces.

use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use vegaslab_export::Format;
use vegaslab_sim::Excerpt;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::tables::Tables;

use crate::column::Column;
use crate::errors::detached;
use crate::export;
use crate::knowledge::{read, text};
use crate::memory::{Rows, spare};
use crate::packed::{Packed, unpacked};
use crate::steps::{Step, steps};
use crate::sweep::Figures;

/// Events between two looks at signals: some hundredths of a second.
const EVENTS_PER_STEP: u64 = 1 << 18;

/// One run of a scenario. The GIL is released while it goes on.
#[pyclass(frozen, module = "vegaslab._engine")]
pub struct Simulation {
    simulation: Mutex<vegaslab_sim::Simulation>,
}

impl Simulation {
    /// A run of a scenario.
    pub fn of(py: Python<'_>, scenario: &Scenario) -> PyResult<Self> {
        let simulation = detached(py, || vegaslab_sim::Simulation::with_memory(scenario, spare()))?;
        Ok(Self { simulation: Mutex::new(simulation) })
    }

    /// Access to the simulation. Waiting for another thread would block the GIL, which that thread may need.
    fn lock(&self) -> PyResult<MutexGuard<'_, vegaslab_sim::Simulation>> {
        self.simulation
            .try_lock()
            .map_err(|_| PyRuntimeError::new_err("this run is in use by another thread, or failed"))
    }
}

#[pymethods]
impl Simulation {
    /// With `whole`, every row is recorded: for a run that is taken piece by piece, `record.max_rows` doesn't limit the
    /// memory. A scenario that records nothing still records nothing.
    #[new]
    #[pyo3(signature = (scenario, whole = false))]
    fn new(py: Python<'_>, scenario: &str, whole: bool) -> PyResult<Self> {
        let mut scenario = read(py, scenario)?;
        if whole && scenario.record.max_rows > 0 {
            scenario.record.max_rows = u64::MAX;
        }
        Self::of(py, &scenario)
    }

    /// Handles at most this many events; returns whether the run is finished.
    fn step(&self, py: Python<'_>, max_events: u64) -> PyResult<bool> {
        let mut simulation = self.lock()?;
        let simulation = &mut *simulation;
        let mut left = max_events;
        loop {
            let events = left.min(EVENTS_PER_STEP);
            let finished = detached(py, || simulation.step(events))?;
            py.check_signals()?;
            left -= events;
            if finished || left == 0 {
                return Ok(finished);
            }
        }
    }

    /// Takes the rows since the last call.
    fn take_rows(&self) -> PyResult<Trace> {
        let mut simulation = self.lock()?;
        // A finished run has no more rows.
        let memory = if simulation.progress() < 1.0 { spare() } else { Tables::default() };
        Ok(Trace { rows: Arc::new(Rows::new(simulation.exchange_rows(memory))) })
    }

    /// Goes through the run up to `to_s`, and takes every row of `from_s <= time_s < to_s`; with `hops`, also those of
    /// packets on links. Call it before the first step. Later steps record nothing, but the digest goes on.
    fn excerpt(&self, py: Python<'_>, from_s: f64, to_s: f64, hops: bool) -> PyResult<Trace> {
        let mut simulation = self.lock()?;
        let simulation = &mut *simulation;
        let mut excerpt = Excerpt::of(simulation, from_s, to_s, hops);
        while !detached(py, || excerpt.step(simulation, EVENTS_PER_STEP))? {
            py.check_signals()?;
        }
        let rows = simulation.take_rows();
        // An empty excerpt ends the recording.
        Excerpt::of(simulation, to_s, to_s, false);
        Ok(Trace { rows: Arc::new(Rows::new(rows)) })
    }

    /// Summary of the run so far, as JSON text.
    fn summary(&self) -> PyResult<String> {
        text(&self.lock()?.summary())
    }

    /// The digest of the run so far, and results from its summary.
    fn figures(&self, figures: &Figures) -> PyResult<(String, Vec<Vec<Option<f64>>>)> {
        let summary = self.lock()?.summary();
        Ok((summary.digest.clone(), figures.of(&summary)?))
    }

    /// Share of the maximum duration that has been simulated, 0 to 1.
    fn progress(&self) -> PyResult<f64> {
        Ok(self.lock()?.progress())
    }
}

/// Rows of a run.
#[pyclass(frozen, module = "vegaslab._engine")]
pub struct Trace {
    rows: Arc<Rows>,
}

#[pymethods]
impl Trace {
    /// Rows that were pickled: by table, the bytes of its columns. Tables that are left out have no rows.
    #[new]
    fn new(py: Python<'_>, tables: Packed) -> PyResult<Self> {
        Ok(Self { rows: Arc::new(Rows::new(unpacked(py, &tables)?)) })
    }

    /// Sums up a column per step of time: of the flow or link at this index, and in `segments` of this kind of event.
    /// Returns the steps that have rows: number, number of rows, first, least, greatest and last value.
    fn steps(
        &self,
        py: Python<'_>,
        table: &str,
        column: &str,
        place: u16,
        kind: Option<u8>,
        step_ns: f64,
    ) -> PyResult<Vec<Step>> {
        let found = detached(py, || steps(&self.rows, table, column, place, kind, step_ns))?;
        found.ok_or_else(|| PyKeyError::new_err(format!("{table}.{column}")))
    }

    /// Writes the run that has these rows as a file, `pcapng` or `qlog`: calls `write` with each piece. `summary` is its
    /// JSON text, and `whole` says whether a capture keeps whole packets.
    #[pyo3(signature = (format, scenario, summary, link, write, whole = None))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of a Python method")]
    fn export(
        &self,
        py: Python<'_>,
        format: &str,
        scenario: &str,
        summary: &str,
        link: &str,
        write: Py<PyAny>,
        whole: Option<bool>,
    ) -> PyResult<()> {
        let format = Format::named(format, whole).ok_or_else(|| PyValueError::new_err(format.to_owned()))?;
        export::write(py, &export::recorded(py, format, scenario, summary, &self.rows)?, link, write)
    }

    /// The columns of a table.
    fn columns(&self, table: &str) -> PyResult<Vec<Column>> {
        let columns = Column::all(&self.rows, table);
        if columns.is_empty() { Err(PyKeyError::new_err(table.to_owned())) } else { Ok(columns) }
    }
}
