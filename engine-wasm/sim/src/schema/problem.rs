//! What is wrong, where, and what would be right.

use serde::Serialize;

/// Something wrong in a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Problem {
    /// Where, e.g. `flows.0.sender.avoidance.alpha`; empty for the scenario as a whole.
    pub path: String,
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub allowed: String,
}

impl Problem {
    /// A problem at a path.
    pub fn new(path: impl Into<String>, problem: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { path: path.into(), problem: problem.into(), allowed: allowed.into() }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path.is_empty() { "scenario" } else { &self.path };
        // A suggestion ends with a question mark.
        let stop = if self.problem.ends_with('?') { "" } else { ";" };
        write!(f, "{path}: {}{stop} allowed: {}", self.problem, self.allowed)
    }
}
