//! A problem of a scenario: its path, a description and the allowed values.

use serde::Serialize;

use crate::message::Message;

/// Characters of a problem's path.
const LONGEST_PATH: usize = 160;

/// A problem in a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Problem {
    /// Path to the field, e.g. `flows.0.sender.avoidance.alpha`; empty for the whole scenario.
    pub path: String,
    /// The problem in English.
    pub problem: String,
    /// The allowed values, in English.
    pub allowed: String,
    /// `problem` with its code and values.
    pub problem_message: Box<Message>,
    /// `allowed` with its code and values.
    pub allowed_message: Box<Message>,
}

impl Problem {
    /// Creates a problem at a path.
    pub fn new(path: impl Into<String>, problem: Message, allowed: Message) -> Self {
        Self::at(path.into(), problem, allowed)
    }

    #[inline(never)]
    fn at(mut path: String, problem: Message, allowed: Message) -> Self {
        // Only the name of an unknown field can make a path longer.
        if let Some((end, _)) = path.char_indices().nth(LONGEST_PATH) {
            path.truncate(end);
            path.push('…');
        }
        let (problem_text, allowed_text) = (problem.text.clone(), allowed.text.clone());
        Self {
            path,
            problem: problem_text,
            allowed: allowed_text,
            problem_message: Box::new(problem),
            allowed_message: Box::new(allowed),
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path.is_empty() { "scenario" } else { &self.path };
        // A suggestion already ends with a question mark.
        let stop = if self.problem.ends_with('?') { "" } else { ";" };
        write!(f, "{path}: {}{stop} allowed: {}", self.problem, self.allowed)
    }
}
