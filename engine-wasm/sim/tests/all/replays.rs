//! Tests that windows of the lab's runs, simulated again from checkpoints, equal a full recording.

use proof::replays::check_windows;
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::{Budget, Excerpt, History, Simulation};

use crate::support::{checked, scenario_json};

fn without_rows(name: &str) -> Scenario {
    let mut scenario = checked(scenario_json(name));
    scenario.record.max_rows = 0;
    scenario
}

#[test]
fn windows_of_figure_1_have_every_row() {
    let scenario = without_rows("ahn-fig1-rr");
    let mut history = History::with_distance(&scenario, Budget::default(), 1_000);
    while !history.step(777) {}
    assert!(history.checkpoints().0 > 10);
    let windows = [(0.0, 30.0), (0.0, 0.7), (1.2, 1.76), (3.0, 3.001), (13.0, 20.0)];
    check_windows(&scenario, &history, &windows, 0.0, &mut Stream::new(1, "windows")).unwrap();
}

#[test]
fn a_run_that_is_used_up_for_a_window_has_the_rows_of_a_copy() {
    let scenario = checked(scenario_json("ahn-fig1-rr"));
    let mut history = History::with_distance(&scenario, Budget::default(), 1_000);
    while !history.step(777) {}
    for (from_s, to_s) in [(0.0, 0.7), (1.2, 1.76), (13.0, 40.0)] {
        let mut replay = history.window(from_s, to_s, true);
        while !replay.step(500) {}
        let expected = format!("{:?}", replay.take_rows());
        assert!(expected.len() > 1_000);
        // From its start, and from the middle, where it has rows that nobody took.
        for events in [0, 2_000] {
            let mut run = Simulation::new(&scenario);
            run.keep_intervals(1 << 20);
            run.step(events);
            if run.now_s() >= from_s && events > 0 {
                continue;
            }
            let mut excerpt = Excerpt::of(&mut run, from_s, to_s, true);
            while !excerpt.step(&mut run, 500) {}
            assert_eq!(format!("{:?}", run.take_rows()), expected, "{from_s} s, after {events} events");
        }
    }
}

#[test]
fn windows_of_a_long_run_have_every_row() {
    let scenario = without_rows("ahn-table1-5ts");
    let mut history = History::new(&scenario, Budget { checkpoints: 500_000, ..Budget::default() });
    while !history.step(100_000) {}
    let (count, bytes) = history.checkpoints();
    assert!(count > 5 && bytes <= 500_000, "{count} checkpoints take {bytes} bytes");
    for window in [(99.5, 101.0), (1_313.7, 1_316.0), (2_890.0, 2_890.5)] {
        // A full recording may follow only so many packets; none is on a link for 10 s.
        check_windows(&scenario, &history, &[window], window.0 - 10.0, &mut Stream::new(2, "windows")).unwrap();
    }
}
