//! Tests the plausibility grid: runs its cheap paths again, and judges the stored results of the whole grid. After a
//! change of the engine, run the whole grid again:
//!
//! ```text
//! cargo run --profile soak -p vegaslab-proof --bin grid -- --explained ../content/evidence/grid-explained.json \
//!     --json ../content/evidence/grid.json
//! ```

use proof::grid::cells;
use proof::grid::explained::{self, Breach, Explanation};
use proof::grid::file::{self, StoredCell, Verdict};
use proof::grid::scenarios;

const STORED: &str = include_str!("../../../../content/evidence/grid.json");
const EXPLAINED: &str = include_str!("../../../../content/evidence/grid-explained.json");
const SCENARIOS: &str = include_str!("../../../../content/evidence/grid-scenarios.json");

fn stored_cells() -> Vec<StoredCell> {
    file::read(STORED).expect("the results should be of this grid")
}

fn explanations() -> Vec<Explanation> {
    explained::read(EXPLAINED).expect("the explanations should be readable")
}

fn describe(stored: &StoredCell) -> String {
    let cell = &stored.cell;
    format!("{}, {}, {}, {}", cell.preset, cell.path.name, cell.receiver.name, cell.company.name())
}

#[test]
fn every_cell_obeys_the_rules_or_is_explained() {
    let explanations = explanations();
    let mut out = Vec::new();
    for stored in stored_cells() {
        let verdict = Verdict::of(&stored.cell, &stored.broken, &explanations);
        assert_eq!(
            verdict,
            stored.verdict,
            "{}: the explanations have changed since the grid was run; run it again",
            describe(&stored)
        );
        if verdict == Verdict::Out {
            out.push(format!("{}: {:?}", describe(&stored), stored.broken));
        }
    }
    assert!(out.is_empty(), "cells that break a rule without an explanation:\n{}", out.join("\n"));
}

#[test]
fn every_explanation_still_matches_its_cells() {
    let breaches: Vec<Breach> = stored_cells()
        .iter()
        .flat_map(|stored| stored.broken.iter().map(|&rule| Breach { cell: stored.cell.clone(), rule }))
        .collect();
    let unmatched: Vec<String> = explanations()
        .iter()
        .map(|explanation| (explanation, explanation.unmatched(&breaches)))
        .filter(|(_, names)| !names.is_empty())
        .map(|(explanation, names)| format!("{:.60}... no longer explains {}", explanation.reason, names.join("; ")))
        .collect();
    assert!(unmatched.is_empty(), "remove from grid-explained.json:\n{}", unmatched.join("\n"));
}

#[test]
fn stored_results_match_this_engine() {
    let column = file::COLUMNS.iter().position(|name| *name == "utilization_of_seed_1").expect("a column");
    let quick = cells::all(true);
    let runs = cells::run(&quick, 1, 1, |_| {}).expect("every scenario is valid");
    let stored: Vec<StoredCell> = stored_cells().into_iter().filter(|stored| stored.cell.path.quick).collect();
    assert_eq!(stored.len(), quick.len());
    let differs = |(stored, runs): (&StoredCell, &Vec<proof::grid::measure::Measurement>)| {
        let now = file::thousandths(runs[0].total());
        (now != stored.thousandths[column])
            .then(|| format!("{}: {now} thousandths now, {} stored", describe(stored), stored.thousandths[column]))
    };
    let stale: Vec<String> = stored.iter().zip(&runs).filter_map(differs).collect();
    assert!(stale.is_empty(), "{} results are stale; run the grid again:\n{}", stale.len(), stale.join("\n"));
}

#[test]
fn the_scenario_file_matches_the_cells() {
    let file = serde_json::from_str(SCENARIOS).expect("JSON");
    let differs = |cell: &cells::Cell| scenarios::find(&file, cell) != scenarios::of(cell).expect("a valid scenario");
    let stale: Vec<_> = cells::all(false).into_iter().filter(differs).map(|cell| format!("{cell:?}")).collect();
    assert!(
        stale.is_empty(),
        "{} cells run another scenario; write the file again: grid --scenarios ../content/evidence/grid-scenarios.json\n{:?}",
        stale.len(),
        stale.first()
    );
}
