//! Test helpers: load the lab's scenarios by name and run them.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::{self, Problem, Scenario};
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::{SEGMENT_KINDS, SegmentKind, Tables};

/// Names of the lab's scenarios.
pub fn scenario_names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .expect("content/scenarios exists")
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| path.file_stem().expect("a file has a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/scenarios")
}

/// The JSON of one of the lab's scenarios, unchecked.
pub fn scenario_json(name: &str) -> Value {
    let path = folder().join(format!("{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    scenario::parse(&text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}

/// One of the lab's scenarios with a different seed, checked.
pub fn with_seed(name: &str, seed: u64) -> Scenario {
    let mut value = scenario_json(name);
    value["seed"] = json!(seed);
    checked(value)
}

/// Checks a scenario; panics if it has problems.
pub fn checked(value: Value) -> Scenario {
    scenario::from_value(value).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// The problems of an invalid scenario; panics if it is valid.
pub fn problems(value: Value) -> Vec<Problem> {
    scenario::from_value(value).expect_err("the scenario should be rejected")
}

/// Runs a scenario to its end.
pub fn run(scenario: &Scenario) -> (Summary, Tables) {
    let mut simulation = Simulation::new(scenario);
    assert!(simulation.step(u64::MAX), "the run did not finish");
    simulation.audit().unwrap_or_else(|error| panic!("{}: {error}", scenario.name));
    (simulation.summary(), simulation.take_rows())
}

/// Mean of values, one per seed or transfer.
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

/// Mean of values, one per seed, and half the width of its 95 % confidence interval by Student's t.
pub fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let student = match values.len() {
        4 => 3.182,
        20 => 2.093,
        count => panic!("no Student's t quantile for {count} seeds; 4 and 20 are known"),
    };
    let count = values.len() as f64;
    let mean = mean(values.iter().copied());
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, student * (squares / (count - 1.0) / count).sqrt())
}

/// One event of a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentEvent {
    pub time_s: f64,
    pub kind: &'static str,
    pub seq: u32,
}

/// The events of one flow.
pub fn events(tables: &Tables, flow: u16) -> Vec<SegmentEvent> {
    let segments = &tables.segments;
    (0..segments.len())
        .filter(|&row| segments.flow[row] == flow)
        .map(|row| SegmentEvent {
            time_s: segments.time_s[row],
            kind: SEGMENT_KINDS[usize::from(segments.kind[row])],
            seq: segments.seq[row],
        })
        .collect()
}

/// Name of a segment event's kind.
pub fn kind(kind: SegmentKind) -> &'static str {
    SEGMENT_KINDS[kind as usize]
}

/// A small dumbbell with one flow for tests of single parts: 1 Mbit/s, 20 ms, a buffer of 10 packets.
pub fn dumbbell(sender: Value, receiver: Value) -> Value {
    json!({
        "version": 1, "name": "dumbbell", "duration_s": 600, "seed": 1,
        "links": [
            { "name": "access", "from": "a", "to": "left", "rate_bps": 10_000_000, "delay_ms": 1,
              "queue": { "kind": "drop_tail_packets", "limit_packets": 1_000 } },
            { "name": "bottleneck", "from": "left", "to": "b", "rate_bps": 1_000_000, "delay_ms": 20,
              "queue": { "kind": "drop_tail_packets", "limit_packets": 10 } },
        ],
        "flows": [{ "name": "flow", "from": "a", "to": "b", "traffic": { "kind": "transfer", "bytes": 300_000 },
                    "sender": sender, "receiver": receiver }],
    })
}
