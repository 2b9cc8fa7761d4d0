//! The plausibility grid. The cheap paths are run again; of the whole grid the stored results are judged. When the engine
//! has changed, run it again:
//!
//! ```text
//! cargo run --profile soak -p vegaslab-proof --bin grid -- --explained ../content/evidence/grid-explained.json \
//!     --json ../content/evidence/grid.json
//! ```

use proof::grid::cells;
use proof::grid::explained::{self, Breach, Explanation};
use proof::grid::file::{self, Stored, Verdict};
use proof::grid::scenarios;

const STORED: &str = include_str!("../../../../content/evidence/grid.json");
const EXPLAINED: &str = include_str!("../../../../content/evidence/grid-explained.json");
const SCENARIOS: &str = include_str!("../../../../content/evidence/grid-scenarios.json");

fn stored() -> Vec<Stored> {
    file::read(STORED).expect("the results are of this grid")
}

fn explanations() -> Vec<Explanation> {
    explained::read(EXPLAINED).expect("the explanations can be read")
}

fn place(stored: &Stored) -> String {
    let cell = &stored.cell;
    format!("{}, {}, {}, {}", cell.preset, cell.path.name, cell.receiver.name, cell.company.name())
}

#[test]
fn every_cell_obeys_the_rules_or_is_explained() {
    let explanations = explanations();
    let mut out = Vec::new();
    for stored in stored() {
        let verdict = Verdict::of(&stored.cell, &stored.broken, &explanations);
        assert_eq!(verdict, stored.verdict, "{}: the explanations have changed; run the grid again", place(&stored));
        if verdict == Verdict::Out {
            out.push(format!("{}: {:?}", place(&stored), stored.broken));
        }
    }
    assert!(out.is_empty(), "cells that break a rule, and nothing explains it:\n{}", out.join("\n"));
}

#[test]
fn every_explanation_still_has_its_case() {
    let breaches: Vec<Breach> = stored()
        .iter()
        .flat_map(|stored| stored.broken.iter().map(|&rule| Breach { cell: stored.cell.clone(), rule }))
        .collect();
    let gone: Vec<String> = explanations()
        .iter()
        .map(|explanation| (explanation, explanation.unmatched(&breaches)))
        .filter(|(_, gone)| !gone.is_empty())
        .map(|(explanation, gone)| format!("{:.60}... no longer explains {}", explanation.reason, gone.join("; ")))
        .collect();
    assert!(gone.is_empty(), "take out what is gone:\n{}", gone.join("\n"));
}

#[test]
fn the_stored_results_are_those_of_this_engine() {
    let column = file::COLUMNS.iter().position(|name| *name == "utilization_of_seed_1").expect("a column");
    let quick = cells::all(true);
    let runs = cells::run(&quick, 1, 1, |_| {}).expect("every scenario is valid");
    let stored: Vec<Stored> = stored().into_iter().filter(|stored| stored.cell.path.quick).collect();
    assert_eq!(stored.len(), quick.len());
    let differs = |(stored, runs): (&Stored, &Vec<proof::grid::measure::Measured>)| {
        let now = file::thousandths(runs[0].total());
        (now != stored.thousandths[column])
            .then(|| format!("{}: {now} thousandths, stored are {}", place(stored), stored.thousandths[column]))
    };
    let stale: Vec<String> = stored.iter().zip(&runs).filter_map(differs).collect();
    assert!(stale.is_empty(), "{} results are stale; run the grid again:\n{}", stale.len(), stale.join("\n"));
}

#[test]
fn a_cells_scenario_in_the_file_is_what_the_grid_runs() {
    let file = serde_json::from_str(SCENARIOS).expect("JSON");
    let differs = |cell: &cells::Cell| scenarios::find(&file, cell) != scenarios::of(cell).expect("a valid scenario");
    let stale: Vec<_> = cells::all(false).into_iter().filter(differs).map(|cell| format!("{cell:?}")).collect();
    assert!(
        stale.is_empty(),
        "{} cells run something else; write the file again: grid --scenarios ../content/evidence/grid-scenarios.json\n{:?}",
        stale.len(),
        stale.first()
    );
}
