//! What the engine, the theory and the papers know: JSON text in, JSON text out.

use std::num::NonZeroUsize;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::json;
use vegaslab_cli::{Failure, Library};
use vegaslab_papers::plan::Plan;
use vegaslab_sim::catalogue as sim_catalogue;
use vegaslab_sim::scenario::{self, Change, Problem, Scenario, expand};
use vegaslab_sim::schema::typed::Typed as _;
use vegaslab_sim::trace::tables::{
    DECISION_VERDICTS, FLOW_STATES, HOP_EVENTS, PACKET_KINDS, SAMPLED_TABLES, SEGMENT_KINDS, SEND_LIMITS, Tables,
};

use crate::content::LIBRARY;
use crate::errors::{detached, scenario_error};

/// JSON text of a value.
pub fn text(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Reads scenario text.
pub fn read(py: Python<'_>, scenario: &str) -> PyResult<Scenario> {
    detached(py, || scenario::read(scenario))?.map_err(|problems| scenario_error(py, &problems))
}

/// Version of the engine.
#[pyfunction]
pub fn engine_version() -> &'static str {
    vegaslab_sim::ENGINE_VERSION
}

/// The scenario with presets and defaults written out.
#[pyfunction]
pub fn check(py: Python<'_>, scenario: &str) -> PyResult<String> {
    text(&read(py, scenario)?.to_value())
}

/// The scenario with values set at paths. The values are JSON text.
#[pyfunction]
pub fn assign(py: Python<'_>, scenario: &str, changes: Vec<(String, String)>) -> PyResult<String> {
    let mut value = scenario::parse(scenario).map_err(|problems| scenario_error(py, &problems))?;
    let assign = |(path, new): &(String, String)| expand::set(&mut value, &format!("{path}={new}")).err();
    let problems: Vec<Problem> = changes.iter().filter_map(assign).collect();
    if problems.is_empty() { text(&value) } else { Err(scenario_error(py, &problems)) }
}

/// The scenario with a link's changes, a JSON list of paths and values, and with presets and defaults written out.
#[pyfunction]
pub fn changed(py: Python<'_>, scenario: &str, changes: &str) -> PyResult<String> {
    let refuse = |problems: Vec<_>| scenario_error(py, &problems);
    let changes = scenario::parse(changes).map_err(refuse)?;
    let changes: Vec<Change> =
        serde_json::from_value(changes).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let made = scenario::open(scenario)
        .and_then(|mut reading| reading.changed(&changes).map_err(|refusal| refusal.problems))
        .map_err(refuse)?;
    text(&made.scenario.to_value())
}

/// All presets, parts and fields of scenarios.
#[pyfunction]
pub fn catalogue() -> PyResult<String> {
    text(&sim_catalogue::catalogue())
}

/// The names that the codes of a column stand for.
fn codes(table: &str, column: &str) -> &'static [&'static str] {
    match (table, column) {
        ("segments", "kind") => SEGMENT_KINDS,
        ("states", "state") => FLOW_STATES,
        ("limits", "limit") => SEND_LIMITS,
        ("decisions", "verdict") => DECISION_VERDICTS,
        ("hops", "event") => HOP_EVENTS,
        ("hops", "kind") => PACKET_KINDS,
        ("gaps", "table") => SAMPLED_TABLES,
        _ => &[],
    }
}

/// The tables of a trace, with the unit, the description and the codes of each column.
#[pyfunction]
pub fn tables() -> PyResult<String> {
    let tables = Tables::describe().into_iter().map(|(table, doc, columns)| {
        let columns = columns.iter().map(|column| {
            let codes = codes(table, column.name);
            json!({ "name": column.name, "element": column.element, "unit": column.unit, "doc": column.doc, "codes": codes })
        });
        json!({ "name": table, "doc": doc, "columns": columns.collect::<Vec<_>>() })
    });
    text(&tables.collect::<Vec<_>>())
}

/// What the papers' theory predicts for a scenario.
#[pyfunction]
pub fn predict(py: Python<'_>, scenario: &str) -> PyResult<String> {
    let scenario = read(py, scenario)?;
    text(&detached(py, || vegaslab_theory::predict::predict(&scenario))?)
}

/// Measures the papers' numbers, `jobs` runs at a time, and compares them. Ctrl-C stops it after the runs in progress.
#[pyfunction]
#[pyo3(signature = (selection = None, jobs = None))]
pub fn reproduce(py: Python<'_>, selection: Option<String>, jobs: Option<NonZeroUsize>) -> PyResult<String> {
    let papers = LIBRARY.papers().map_err(|failure| PyValueError::new_err(words(failure)))?;
    let text_of = |name: &str| Library::scenario_text(&LIBRARY, name.as_ref()).map_err(words);
    let plan = Plan::new(&papers, selection.as_deref(), &text_of).map_err(PyValueError::new_err)?;
    let jobs = jobs.or(std::thread::available_parallelism().ok()).map_or(1, usize::from);
    let findings = detached(py, || plan.carry_out(jobs, |_| Python::attach(|py| py.check_signals())))??;
    text(&findings)
}

fn words(failure: Failure) -> String {
    failure.to_string()
}
