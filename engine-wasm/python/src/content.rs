//! The lab's scenarios and papers, which are part of the library, and the command line, which uses them too.

use std::ffi::OsString;

use pyo3::prelude::*;
use vegaslab_cli::bench::heap::CountingAllocator;
use vegaslab_cli::{Files, Library, run_command};

use crate::errors::detached;

mod files {
    use super::Files;

    include!(concat!(env!("OUT_DIR"), "/content.rs"));
}

/// `vegaslab bench` reports the memory that it counts.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The library of scenarios and papers.
pub const LIBRARY: Library = Library::Embedded { scenarios: files::SCENARIOS, papers: files::PAPERS };

fn text_in(files: Files, name: &str) -> Option<&'static str> {
    files.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Names of the lab's scenarios.
#[pyfunction]
pub fn scenario_names() -> Vec<&'static str> {
    files::SCENARIOS.iter().map(|(name, _)| *name).collect()
}

/// The text of a named scenario, or None.
#[pyfunction]
pub fn scenario_text(name: &str) -> Option<&'static str> {
    text_in(files::SCENARIOS, name)
}

/// The text of an earlier version of a scenario, by the mark in a link, or None.
#[pyfunction]
pub fn archived_text(mark: &str) -> Option<&'static str> {
    text_in(files::ARCHIVE, mark)
}

/// The files of the papers: JSON texts.
#[pyfunction]
pub fn paper_texts() -> Vec<&'static str> {
    files::PAPERS.iter().map(|(_, text)| *text).collect()
}

/// The lab's own measurements of the papers' numbers, as JSON text.
#[pyfunction]
pub fn findings() -> &'static str {
    files::FINDINGS
}

/// Runs a command of `vegaslab`; returns its exit code.
#[pyfunction]
pub fn command(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    detached(py, || run_command(&LIBRARY, &arguments))
}
