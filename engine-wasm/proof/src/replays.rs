//! Checks that windows which a run's history simulates again have the rows of a full recording, to the last bit, and that
//! the restored runs end with the same results.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};
use vegaslab_sim::kernel::from_seconds;
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::{HopWindow, Scenario};
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::{Column, HopEvent, Tables};
use vegaslab_sim::{Budget, History, Replay, Simulation};

/// Rows of each table: the bits of their columns, the time first.
type Rows = BTreeMap<&'static str, Vec<Vec<u64>>>;

/// A part of a run, s.
pub type Window = (f64, f64);

/// Adds the rows that `keeps`, given their table and time.
fn add(rows: &mut Rows, tables: &Tables, keeps: impl Fn(&str, u64) -> bool) {
    let mut columns: BTreeMap<&str, Vec<Vec<u64>>> = BTreeMap::new();
    tables.columns(|table, _, column| {
        let bits: Vec<u64> = match column {
            Column::F64(values) => values.iter().map(|value| value.to_bits()).collect(),
            Column::U32(values) => values.iter().map(|&value| value.into()).collect(),
            Column::U16(values) => values.iter().map(|&value| value.into()).collect(),
            Column::U8(values) => values.iter().map(|&value| value.into()).collect(),
        };
        columns.entry(table).or_default().push(bits);
    });
    for (table, columns) in columns {
        let kept = (0..columns[0].len()).filter(|&row| keeps(table, time(columns[0][row])));
        let of_table = rows.entry(table).or_default();
        of_table.extend(kept.map(|row| columns.iter().map(|column| column[row]).collect::<Vec<_>>()));
    }
}

/// Time of a row in nanoseconds, given the bits of its first column.
fn time(bits: u64) -> u64 {
    from_seconds(f64::from_bits(bits))
}

/// The rows of a window in a full recording. `hops` begin with the packets that were on links when it begins, link by link.
#[derive(Debug)]
struct Expected {
    from: u64,
    to: u64,
    rows: Rows,
    links: BTreeMap<u64, VecDeque<Vec<u64>>>,
    carried: Option<Vec<Vec<u64>>>,
}

impl Expected {
    fn new((from_s, to_s): Window) -> Self {
        let (from, to) = (from_seconds(from_s), from_seconds(to_s));
        Self { from, to, rows: Rows::new(), links: BTreeMap::new(), carried: None }
    }

    fn process(&mut self, rows: &Rows) {
        for row in rows.get("hops").into_iter().flatten() {
            if time(row[0]) >= self.from {
                self.carried.get_or_insert_with(|| self.links.values().flatten().cloned().collect());
            }
            let (link, event) = (self.links.entry(row[1]).or_default(), row[3]);
            if event == HopEvent::Offered as u64 {
                link.push_back(row.clone());
            } else if event == HopEvent::Dropped as u64 {
                link.pop_back();
            } else {
                link.pop_front();
            }
        }
        for (&table, rows) in rows {
            let inside = rows.iter().filter(|row| (self.from..self.to).contains(&time(row[0])));
            self.rows.entry(table).or_default().extend(inside.cloned());
        }
    }

    fn finish(mut self) -> Rows {
        let carried = self.carried.unwrap_or_else(|| self.links.into_values().flatten().collect());
        if self.from < self.to {
            self.rows.entry("hops").or_default().splice(0..0, carried);
        }
        self.rows
    }
}

/// Sorts queue rows by link. In a full recording, the departures of two links are in the order in which the links noticed
/// them.
fn by_link(mut rows: Rows) -> Rows {
    rows.entry("queues").or_default().sort_by_key(|row| row[1]);
    rows
}

/// Runs a scenario to its end and returns the rows of these windows, each with its hops, and the results.
fn record(scenario: &Scenario, windows: &[Window], hops_from_s: f64) -> (Vec<Rows>, Summary) {
    let mut scenario = scenario.clone();
    let hops_to_s = windows.iter().fold(0.0_f64, |latest, window| latest.max(window.1));
    scenario.record.max_rows = u64::MAX;
    scenario.record.hops = HopWindow { from_s: hops_from_s, to_s: hops_to_s };
    let mut simulation = Simulation::new(&scenario);
    let mut expected: Vec<Expected> = windows.iter().map(|&window| Expected::new(window)).collect();
    loop {
        let finished = simulation.step(100_000);
        let mut rows = Rows::new();
        let is_inside = |at| expected.iter().any(|window| (window.from..window.to).contains(&at));
        add(&mut rows, &simulation.take_rows(), |table, at| table == "hops" || is_inside(at));
        expected.iter_mut().for_each(|window| window.process(&rows));
        if finished {
            let summary = simulation.summary();
            assert_eq!(summary.hops_stopped_at_s, None, "too many hops for this check");
            return (expected.into_iter().map(Expected::finish).collect(), summary);
        }
    }
}

/// All results but the number of rows, which depends on what is recorded.
fn results(summary: &Summary) -> Value {
    let mut value = json!(summary);
    for field in ["rows_recorded", "rows_thinned", "hops_stopped_at_s"] {
        value.as_object_mut().expect("a summary is an object").remove(field);
    }
    value
}

/// Simulates a window in steps of random sizes.
fn simulate(mut replay: Replay, stream: &mut Stream) -> (Rows, Replay) {
    let mut rows = Rows::new();
    loop {
        let finished = replay.step(1 + step(stream));
        add(&mut rows, &replay.take_rows(), |_, _| true);
        if finished {
            return (rows, replay);
        }
    }
}

/// A random number of events: few, or many.
fn step(stream: &mut Stream) -> u64 {
    let most = [3, 50, 100_000][stream.below(3) as usize];
    stream.below(most)
}

fn compare(found: Rows, expected: &Rows, window: Window) -> Result<(), String> {
    for (table, found) in by_link(found) {
        let expected = &expected[table];
        if found == *expected {
            continue;
        }
        let place = found.iter().zip(expected).position(|(found, expected)| found != expected);
        let row = place.unwrap_or(found.len().min(expected.len()));
        let [found_row, expected_row] = [found.get(row), expected.get(row)];
        let counts = format!("{} rows instead of {}", found.len(), expected.len());
        return Err(format!(
            "{window:?}: {table} has {counts}; row {row} is {found_row:?} instead of {expected_row:?}"
        ));
    }
    Ok(())
}

/// Checks windows of a run that keeps no rows itself. `hops_from_s` is when a full recording must begin to follow packets, so
/// that it knows all that are on links when windows begin.
///
/// # Errors
/// A window, or what a restored run ends with, differs from a full recording.
pub fn check_windows(
    scenario: &Scenario,
    history: &History,
    windows: &[Window],
    hops_from_s: f64,
    stream: &mut Stream,
) -> Result<(), String> {
    let (expected, summary) = record(scenario, windows, hops_from_s);
    for (&window, expected) in windows.iter().zip(expected) {
        let (from_s, to_s) = window;
        let (rows, _) = simulate(history.window(from_s, to_s, true), stream);
        compare(rows, &by_link(expected), window)?;
        let mut rest = history.window(from_s, f64::MAX, false);
        while !rest.step(1 + step(stream)) {
            rest.take_rows();
        }
        let (found, expected) = (results(&rest.simulation().summary()), results(&summary));
        if found != expected {
            return Err(format!("restored before {from_s} s, the run ends with {found} instead of {expected}"));
        }
    }
    Ok(())
}

/// Checks random windows of a scenario's first `events` events, in a run of which a random part is done, and in the finished
/// one.
///
/// # Errors
/// Like [`check_windows`].
pub fn check_random_windows(scenario: &Scenario, events: u64, stream: &mut Stream) -> Result<(), String> {
    let mut scenario = scenario.clone();
    scenario.record.max_rows = 0;
    let mut plain = Simulation::new(&scenario);
    if !plain.step(events) {
        // A run that ends here, so that its last departures are recorded.
        scenario.duration_s = plain.now_s();
    }
    let end_s = plain.now_s();
    let distance = 1 + stream.below(events / 4);
    let checkpoints = 100_000 + stream.below(10_000_000) as usize;
    let mut history = History::with_distance(&scenario, Budget { checkpoints, intervals: 0 }, distance);
    let part = stream.below(events);
    let mut done = 0;
    while done < part && !history.step(1 + done % 7) {
        done += 1 + done % 7;
    }
    let now_s = history.simulation().now_s();
    check_unfinished(&scenario, &history, now_s, stream)?;
    while !history.step(1 + step(stream)) {}
    let mut windows = vec![(0.0, end_s + 1.0)];
    for _ in 0..4 {
        let from_s = stream.uniform() * end_s;
        let length_s = stream.uniform() * end_s * [1.0, 0.1, 0.001][stream.below(3) as usize];
        windows.push((from_s, from_s + length_s));
    }
    // Windows that begin and end with events.
    let mut steps = Simulation::new(&scenario);
    steps.step(stream.below(events));
    let from_s = steps.now_s();
    steps.step(stream.below(1_000));
    windows.push((from_s, steps.now_s()));
    check_windows(&scenario, &history, &windows, 0.0, stream)
}

/// Checks windows that begin when several events happen, of a run with a checkpoint after each of its first `events` events.
/// Returns how many such times there are.
///
/// # Errors
/// Like [`check_windows`].
pub fn check_windows_at_ties(scenario: &Scenario, events: u64, stream: &mut Stream) -> Result<usize, String> {
    let mut scenario = scenario.clone();
    scenario.record.max_rows = 0;
    let mut plain = Simulation::new(&scenario);
    let (mut ties, mut before_s) = (Vec::new(), 0.0);
    for _ in 0..events {
        if plain.step(1) {
            break;
        }
        if plain.now_s() == before_s {
            ties.push(before_s);
        }
        before_s = plain.now_s();
    }
    ties.dedup();
    if !plain.is_finished() {
        scenario.duration_s = before_s;
    }
    let mut history = History::with_distance(&scenario, Budget { checkpoints: usize::MAX, intervals: 0 }, 1);
    while !history.step(events) {}
    let windows: Vec<Window> = ties.iter().map(|&from_s| (from_s, from_s + 1.0)).collect();
    let some: Vec<Window> =
        (0..3.min(windows.len())).map(|_| windows[stream.below(windows.len() as u64) as usize]).collect();
    check_windows(&scenario, &history, &some, 0.0, stream)?;
    Ok(windows.len())
}

/// Checks that a window of an unfinished run ends with its present, and that it has the rows up to there.
fn check_unfinished(scenario: &Scenario, history: &History, now_s: f64, stream: &mut Stream) -> Result<(), String> {
    let window = (stream.uniform() * now_s, now_s);
    let replay = history.window(window.0, 2.0 * now_s + 1.0, true);
    if !history.simulation().is_finished() && replay.window_s().1 != now_s {
        return Err(format!("at {now_s} s, a window goes until {} s", replay.window_s().1));
    }
    let replay = history.window(window.0, window.1, true);
    let (expected, _) = record(scenario, &[window], 0.0);
    compare(simulate(replay, stream).0, &by_link(expected[0].clone()), window)
}
