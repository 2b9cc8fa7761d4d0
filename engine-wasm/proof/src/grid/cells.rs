//! The cells of the grid and their runs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use vegaslab_sim::scenario::presets;
use vegaslab_sim::schema::shape::Shape;
use vegaslab_sim::schema::typed::Typed as _;
use vegaslab_sim::tcp::receiver::Receiver;

use super::kinds::Kind;
use super::measure::{self, Measurement};
use super::paths::{PATHS, Path};
use super::rules::{self, CellResult};
use crate::draw::Draw;

/// The flows on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// One flow.
    Alone,
    /// Two flows of the preset.
    Twins,
    /// A flow of the preset and one of Reno.
    WithReno,
}

/// All kinds of company.
pub const COMPANY: [Company; 3] = [Company::Alone, Company::Twins, Company::WithReno];

impl Company {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alone => "alone",
            Self::Twins => "twins",
            Self::WithReno => "with reno",
        }
    }

    /// The presets of the flows in a cell of this preset.
    pub fn presets(self, preset: &'static str) -> Vec<&'static str> {
        match self {
            Self::Alone => vec![preset],
            Self::Twins => vec![preset, preset],
            Self::WithReno => vec![preset, "reno"],
        }
    }
}

/// A receiver of the grid.
#[derive(Clone, Debug)]
pub struct GridReceiver {
    /// Its name in files: the kind, and any choice that differs from the default.
    pub name: String,
    /// The part.
    pub part: Value,
}

/// Every receiver of the registry whose ACKs say what was received, and every choice of its fields.
pub fn receivers() -> Vec<GridReceiver> {
    let mut all = Vec::new();
    for member in Receiver::PART_SET.members {
        let part = json!({ "kind": member.kind });
        let complete = Draw::with_defaults("receiver", &part);
        if Receiver::from_value(&complete).is_some_and(|receiver| receiver.makes_up()) {
            continue;
        }
        all.push(GridReceiver { name: member.kind.to_owned(), part });
        for field in member.fields {
            let Shape::Choice { choices } = &field.shape else { continue };
            let default = field.default.map(|default| default.value());
            let others = choices.iter().filter(|choice| default.as_ref() != Some(&json!(choice.value)));
            all.extend(others.map(|choice| GridReceiver {
                name: format!("{} {}", member.kind, choice.value),
                part: json!({ "kind": member.kind, field.name: choice.value }),
            }));
        }
    }
    all
}

/// One cell.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Preset of the sender.
    pub preset: &'static str,
    /// Receiver of all flows.
    pub receiver: GridReceiver,
    /// The path.
    pub path: &'static Path,
    /// The flows on the path.
    pub company: Company,
}

/// Every cell, or those on quick paths only.
pub fn all(quick_only: bool) -> Vec<Cell> {
    let paths = || PATHS.iter().filter(move |path| path.quick || !quick_only);
    let mut cells = Vec::new();
    for preset in presets::all() {
        for receiver in receivers() {
            for path in paths() {
                let cell = |company| Cell { preset: &preset.name, receiver: receiver.clone(), path, company };
                cells.extend(COMPANY.map(cell));
            }
        }
    }
    cells
}

impl Cell {
    /// The kinds of the cell's flows.
    ///
    /// # Errors
    /// The scenario is invalid.
    pub fn kinds(&self) -> Result<Vec<Kind>, String> {
        let scenario = measure::scenario(self.path, &self.company.presets(self.preset), &self.receiver.part, 1)?;
        Ok(scenario.flows.iter().map(|flow| Kind::of(flow, self.path)).collect())
    }

    /// The cell's scenario with seed 1, as JSON.
    ///
    /// # Errors
    /// The scenario is invalid.
    pub fn first_scenario(&self) -> Result<Value, String> {
        measure::scenario_json(self.path, &self.company.presets(self.preset), &self.receiver.part, 1)
    }

    /// Runs the cell with seeds from 1 on.
    ///
    /// # Errors
    /// The scenario is invalid.
    pub fn runs(&self, seeds: u64) -> Result<Vec<Measurement>, String> {
        let run = |seed| {
            let presets = self.company.presets(self.preset);
            let scenario = measure::scenario(self.path, &presets, &self.receiver.part, seed)?;
            Ok(measure::run(self.path, &scenario))
        };
        (1..=seeds.min(self.path.max_seeds)).map(run).collect()
    }

    /// Judges the cell by its runs.
    ///
    /// # Errors
    /// The scenario is invalid.
    pub fn judge(&self, runs: &[Measurement]) -> Result<CellResult, String> {
        Ok(rules::judge(&self.kinds()?, self.path, runs))
    }
}

/// Runs cells on several threads; the results keep the cells' order. `progress` gets the index of each finished cell.
///
/// # Errors
/// A scenario is invalid.
///
/// # Panics
/// A thread panics.
pub fn run(
    cells: &[Cell],
    seeds: u64,
    threads: usize,
    progress: impl Fn(usize) + Sync,
) -> Result<Vec<Vec<Measurement>>, String> {
    let next = AtomicUsize::new(0);
    let runs = Mutex::new(vec![None; cells.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(cell) = cells.get(n) else { return };
                    let result = cell.runs(seeds);
                    runs.lock().expect("no thread panics while it holds the lock")[n] = Some(result);
                    progress(n);
                }
            });
        }
    });
    let runs = runs.into_inner().expect("no thread panics while it holds the lock");
    runs.into_iter().map(|runs| runs.expect("every cell was run")).collect()
}
