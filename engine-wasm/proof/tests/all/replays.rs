//! Tests that windows of random runs, simulated again from checkpoints, equal a full recording.

use proof::replays::{check_random_windows, check_windows_at_ties};
use proof::run::checked;
use proof::scenarios::random;
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::{Budget, History};

const EVENTS: u64 = 20_000;

#[test]
fn windows_of_random_runs_have_every_row() {
    for seed in 0..u64::from(proof::cases(400)) {
        let value = random(seed);
        let scenario = checked(&value).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let mut stream = Stream::new(seed, "windows");
        check_random_windows(&scenario, EVENTS, &mut stream).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

#[test]
fn windows_that_begin_amid_events_of_one_time_have_every_row() {
    let mut ties = 0;
    for seed in 0..u64::from(proof::cases(400)) {
        let scenario = checked(&random(seed)).expect("a valid scenario");
        let mut stream = Stream::new(seed, "ties");
        let found = check_windows_at_ties(&scenario, 400, &mut stream);
        ties += found.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
    assert!(ties > 100, "{ties}");
}

#[test]
fn checkpoints_stay_within_their_bytes_and_do_not_depend_on_steps() {
    for seed in 0..40 {
        let scenario = checked(&random(seed)).expect("a valid scenario");
        let history = |checkpoints| History::with_distance(&scenario, Budget { checkpoints, intervals: 0 }, 64);
        let start = history(0).checkpoints().1;
        for most_bytes in [0, 3 * start, 40 * start] {
            let mut whole = history(most_bytes);
            whole.step(EVENTS);
            let (count, bytes) = whole.checkpoints();
            assert!(count == 1 || bytes <= most_bytes, "seed {seed}: {count} checkpoints take {bytes} of {most_bytes}");
            let mut cut = history(most_bytes);
            for events in (1..200).cycle() {
                if cut.step(events) || cut.events() >= EVENTS - 200 {
                    break;
                }
            }
            cut.step(EVENTS - cut.events());
            assert_eq!(cut.checkpoints(), whole.checkpoints(), "seed {seed}");
        }
    }
}
