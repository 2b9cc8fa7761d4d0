//! Tests invariants on random scenarios. The crate `vegaslab-proof` has the generator and the invariants. A failure
//! prints its seed. `cargo run -p vegaslab-proof --bin scenario SEED` prints its scenario; add it to `regressions.txt`
//! below a line that describes the bug.

use proof::run::{Extent, Outcome, checked, prove};
use proof::scenarios::random;
use proptest::prelude::*;
use serde_json::Value;
use vegaslab_sim::scenario;

/// Checks after every event, but only of the first 2,000: they cover most of what happens in a run.
const EXTENT: Extent = Extent { events: 2_000, step: 1 };

fn prove_seed(seed: u64, extent: Extent) -> Result<Outcome, String> {
    let value = random(seed);
    checked(&value)
        .and_then(|scenario| prove(&scenario, extent))
        .map_err(|error| format!("seed {seed}: {error}\n{value}"))
}

/// Scenarios that once broke an invariant, each with the line that describes the bug. They are kept as text, because
/// the scenario of a seed changes with the generator and the registries.
fn regressions() -> impl Iterator<Item = (&'static str, Value)> {
    let mut lines = include_str!("../regressions.txt").lines();
    std::iter::from_fn(move || {
        let bug = lines.next()?;
        let text = lines.next().expect("each description is followed by its scenario");
        Some((bug, scenario::parse(text).unwrap_or_else(|problems| panic!("{bug}: {problems:?}"))))
    })
}

#[test]
fn regressions_stay_fixed() {
    assert!(regressions().count() > 0);
    for (bug, value) in regressions() {
        let scenario = checked(&value).unwrap_or_else(|error| panic!("{bug}: {error}"));
        for step in [1, 97] {
            prove(&scenario, Extent { events: 20_000, step }).unwrap_or_else(|error| panic!("{bug}: {error}"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: proof::cases(2_000),
        // A smaller seed isn't a simpler scenario, and failures are kept in `regressions.txt`.
        max_shrink_iters: 0,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_scenarios_pass_the_audit_and_reproduce_their_digest(seed in 0..1_u64 << 48) {
        println!("seed {seed}"); // shown only on failure, so that a panic reports its seed too
        prove_seed(seed, EXTENT).map_err(TestCaseError::fail)?;
    }
}
