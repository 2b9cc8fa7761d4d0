//! Checks any bytes as the text of a scenario: the engine must reject them with reasons or run them.

use vegaslab_sim::scenario;

use crate::run::{Extent, check_writing, run_audited};

/// The outcome for these bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They aren't a scenario.
    Rejected,
    /// They are a scenario, and it ran.
    Ran,
}

/// Maximum work of a run: events times the objects checked after each step.
const WORK: u64 = 100_000;

/// Reads bytes as the text of a scenario and runs it for a while.
///
/// # Panics
/// A check fails; the fuzzer looks for such panics.
pub fn check_bytes(bytes: &[u8]) -> Verdict {
    let scenario = match scenario::read(&String::from_utf8_lossy(bytes)) {
        Ok(scenario) => scenario,
        Err(problems) => {
            assert!(!problems.is_empty(), "rejected without a problem");
            assert!(problems.iter().all(|problem| !problem.problem.is_empty() && !problem.allowed.is_empty()));
            return Verdict::Rejected;
        }
    };
    check_writing(&scenario).unwrap_or_else(|error| panic!("{error}"));
    let size = (scenario.links.len() + scenario.flows.len() + scenario.datagrams.len()) as u64;
    let step = if size < 50 { 1 } else { size };
    run_audited(&scenario, Extent { events: (WORK * step / size).min(2_000), step })
        .unwrap_or_else(|error| panic!("{error}"));
    Verdict::Ran
}
