//! Runs of a sweep: one scenario with changes, and the few results of each run that the sweep's table has.
//!
//! A sweep may have millions of runs of less than a millisecond. So the scenario's text is parsed once, and a run's
//! results don't pass through JSON text.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::Value;
use vegaslab_sim::scenario::{self, Problem, expand};
use vegaslab_sim::schema::typed::Typed as _;
use vegaslab_sim::trace::summary::Summary;

use crate::errors::{detached, scenario_error};
use crate::knowledge::text;
use crate::simulation::Simulation;

/// A scenario of which runs with changes are made.
#[pyclass(frozen, module = "vegaslab._engine")]
pub struct Base(Value);

#[pymethods]
impl Base {
    #[new]
    fn new(py: Python<'_>, scenario: &str) -> PyResult<Self> {
        scenario::parse(scenario).map(Self).map_err(|problems| scenario_error(py, &problems))
    }

    /// The scenario with values set at paths, one after the other. The values are JSON text. A `kind` sets the whole
    /// part, with its defaults, unless the part is of that kind already.
    fn text(&self, py: Python<'_>, changes: Vec<(String, String)>) -> PyResult<String> {
        let value = detached(py, || changed(self.0.clone(), &changes))?;
        text(&value.map_err(|problems| scenario_error(py, &problems))?)
    }

    /// A run of the scenario that `text` makes.
    fn simulation(&self, py: Python<'_>, changes: Vec<(String, String)>) -> PyResult<Simulation> {
        let scenario = detached(py, || changed(self.0.clone(), &changes).and_then(scenario::from_value))?;
        Simulation::of(py, &scenario.map_err(|problems| scenario_error(py, &problems))?)
    }
}

fn changed(mut value: Value, changes: &[(String, String)]) -> Result<Value, Vec<Problem>> {
    let mut problems = Vec::new();
    for (path, new) in changes {
        let assignment = format!("{path}={new}");
        let result = match path.strip_suffix(".kind") {
            // Presets and defaults decide of which kind the part is, so write them out first.
            Some(_) if !problems.is_empty() => return Err(problems),
            Some(part) => {
                let whole = scenario::from_value(value.clone())?.to_value();
                let mut assigned = whole.clone();
                expand::set(&mut assigned, &assignment).map_err(|problem| vec![problem])?;
                if assigned == whole {
                    continue;
                }
                expand::set(&mut value, &format!(r#"{part}={{"kind":{new}}}"#))
            }
            None => expand::set(&mut value, &assignment),
        };
        problems.extend(result.err());
    }
    if problems.is_empty() { Ok(value) } else { Err(problems) }
}

/// Results to read in summaries. A path is that of a number in the summary, with a flow by its place and a link by its
/// name: `flows.0.segments_sent`, `flows.0.time_to_bytes_s.1048576`, `links.R1>R2.drops`. `flows.*.segments_sent` is a
/// list of all flows' numbers.
#[pyclass(frozen, module = "vegaslab._engine")]
pub struct Figures(Vec<Figure>);

struct Figure {
    of: Of,
    field: String,
    /// Entry of a field that is a map.
    entry: Option<String>,
}

enum Of {
    Flow(usize),
    Flows,
    Link(String),
}

#[pymethods]
impl Figures {
    #[new]
    fn new(paths: Vec<String>) -> PyResult<Self> {
        let figure = |path: &String| {
            parsed(path)
                .ok_or_else(|| PyValueError::new_err(format!("{path:?} isn't the path of a number in a summary")))
        };
        paths.iter().map(figure).collect::<PyResult<_>>().map(Self)
    }
}

fn parsed(path: &str) -> Option<Figure> {
    let (group, rest) = path.split_once('.')?;
    if group == "links" {
        let (name, field) = rest.rsplit_once('.')?;
        return Some(Figure { of: Of::Link(name.to_owned()), field: field.to_owned(), entry: None });
    }
    let (place, field) = rest.split_once('.').filter(|_| group == "flows")?;
    let of = if place == "*" { Of::Flows } else { Of::Flow(place.parse().ok()?) };
    let (field, entry) = field.split_once('.').map_or((field, None), |(field, entry)| (field, Some(entry.to_owned())));
    Some(Figure { of, field: field.to_owned(), entry })
}

impl Figures {
    /// The numbers of each figure; a number that the run doesn't have is None.
    pub fn of(&self, summary: &Summary) -> PyResult<Vec<Vec<Option<f64>>>> {
        let (mut flows, mut links) = (BTreeMap::new(), BTreeMap::new());
        let mut flow = |figure: &Figure, place| number(figure, &mut flows, &summary.flows, place);
        let mut numbers = |figure: &Figure| match &figure.of {
            Of::Flow(place) => Ok(vec![flow(figure, *place)?]),
            Of::Flows => (0..summary.flows.len()).map(|place| flow(figure, place)).collect(),
            Of::Link(name) => {
                let place = summary.links.iter().position(|link| link.name == *name).unwrap_or(usize::MAX);
                Ok(vec![number(figure, &mut links, &summary.links, place)?])
            }
        };
        self.0.iter().map(&mut numbers).collect()
    }
}

/// A number of the flow or link at a place, each of which is converted once.
fn number<T: Serialize>(
    figure: &Figure,
    converted: &mut BTreeMap<usize, Value>,
    all: &[T],
    place: usize,
) -> PyResult<Option<f64>> {
    let Some(one) = all.get(place) else { return Ok(None) };
    let convert = || serde_json::to_value(one).map_err(|error| PyValueError::new_err(error.to_string()));
    let fields = match converted.entry(place) {
        std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
        std::collections::btree_map::Entry::Vacant(entry) => entry.insert(convert()?),
    };
    let field = fields.get(&figure.field).ok_or_else(|| PyKeyError::new_err(figure.field.clone()))?;
    Ok(figure.entry.as_ref().map_or(Some(field), |entry| field.get(entry)).and_then(Value::as_f64))
}
