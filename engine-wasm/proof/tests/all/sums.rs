//! Tests that the intervals of random runs sum up every row.

use proof::run::checked;
use proof::scenarios::random;
use proof::sums::check_intervals;
use vegaslab_sim::kernel::random::Stream;

#[test]
fn intervals_of_random_runs_have_every_row() {
    for seed in 0..u64::from(proof::cases(800)) {
        let value = random(seed);
        let scenario = checked(&value).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let mut stream = Stream::new(seed, "intervals");
        let max_rows = 1 + stream.below([1, 100, 10_000][seed as usize % 3]);
        let most_bytes = [1, 2_000, 50_000, 16 << 20][stream.below(4) as usize];
        check_intervals(&scenario, 20_000, max_rows, most_bytes, &mut stream)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}
