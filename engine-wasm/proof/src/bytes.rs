//! Checks any bytes as the text of a scenario: the engine refuses them with reasons, or runs them.

use vegaslab_sim::scenario;

use crate::run::{Extent, audited, check_writing};

/// The outcome for these bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are no scenario.
    Refused,
    /// They are, and ran.
    Ran,
}

/// Most work of a run: events times the objects checked after each.
const WORK: u64 = 100_000;

/// Reads bytes as the text of a scenario and runs it for a while.
///
/// # Panics
/// Something does not hold: this is what the fuzzer looks for.
pub fn take(bytes: &[u8]) -> Verdict {
    let scenario = match scenario::read(&String::from_utf8_lossy(bytes)) {
        Ok(scenario) => scenario,
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a reason");
            assert!(problems.iter().all(|problem| !problem.problem.is_empty() && !problem.allowed.is_empty()));
            return Verdict::Refused;
        }
    };
    check_writing(&scenario).unwrap_or_else(|what| panic!("{what}"));
    let size = (scenario.links.len() + scenario.flows.len() + scenario.datagrams.len()) as u64;
    let step = if size < 50 { 1 } else { size };
    audited(&scenario, Extent { events: (WORK * step / size).min(2_000), step })
        .unwrap_or_else(|what| panic!("{what}"));
    Verdict::Ran
}
