//! Raises the package's exceptions.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::prelude::*;
use pyo3::types::PyList;
use vegaslab_sim::scenario::Problem;

/// An exception of the module `vegaslab.errors`.
fn exception<'py>(py: Python<'py>, name: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let class = py.import("vegaslab.errors").and_then(|module| module.getattr(name));
    match class.and_then(|class| class.call1(arguments)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// `ScenarioError` with these problems.
pub fn scenario_error(py: Python<'_>, problems: &[Problem]) -> PyErr {
    let problems = problems.iter().map(|problem| (&*problem.path, &*problem.problem, &*problem.allowed));
    match PyList::new(py, problems.collect::<Vec<_>>()) {
        Ok(problems) => exception(py, "ScenarioError", (problems,)),
        Err(error) => error,
    }
}

/// `CaptureError` with the problem of a file.
pub fn capture_error(py: Python<'_>, problem: &vegaslab_capture::Problem) -> PyErr {
    let code = serde_json::to_value(problem).ok().and_then(|value| value.get("code")?.as_str().map(str::to_owned));
    exception(py, "CaptureError", (problem.to_string(), code.unwrap_or_default()))
}

/// Runs a function of the engine without the GIL. A panic becomes an `EngineError`.
pub fn detached<T: Send>(py: Python<'_>, function: impl FnOnce() -> T + Send) -> PyResult<T> {
    let outcome = py.detach(|| catch_unwind(AssertUnwindSafe(function)).map_err(|panic| text_of(&*panic)));
    outcome.map_err(|text| exception(py, "EngineError", (text,)))
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("the engine panicked").to_owned()
}

/// Panics like a defective engine, so that tests can see what becomes of it.
#[pyfunction]
pub fn defect(py: Python<'_>, message: String) -> PyResult<()> {
    detached(py, || panic!("{message}"))
}
