//! Tests that the intervals of the lab's thinned runs sum up every row.

use proof::sums::check_intervals;
use vegaslab_sim::kernel::random::Stream;

use crate::support::{checked, scenario_json};

#[test]
fn intervals_of_thinned_runs_have_every_row() {
    for (name, duration_s, max_rows) in [("ahn-fig1-rr", 30.0, 500), ("ahn-table1-5ts", 300.0, 20_000)] {
        let mut scenario = checked(scenario_json(name));
        scenario.duration_s = duration_s;
        for most_bytes in [100_000, 16 << 20] {
            check_intervals(&scenario, u64::MAX / 2, max_rows, most_bytes, &mut Stream::new(1, name)).unwrap();
        }
    }
}
