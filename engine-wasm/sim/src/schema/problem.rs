//! A problem of a scenario: its path, the fault and the allowed values.

use serde::Serialize;

use crate::message::Message;

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
    /// `problem` with its code and its values.
    pub problem_message: Message,
    /// `allowed` with its code and its values.
    pub allowed_message: Message,
}

impl Problem {
    /// A problem at a path.
    pub fn new(path: impl Into<String>, problem: Message, allowed: Message) -> Self {
        let texts = (problem.text.clone(), allowed.text.clone());
        Self {
            path: path.into(),
            problem: texts.0,
            allowed: texts.1,
            problem_message: problem,
            allowed_message: allowed,
        }
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
