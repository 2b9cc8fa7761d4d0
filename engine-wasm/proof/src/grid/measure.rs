//! One run of the grid: its scenario, and its results after a warm-up.

use serde_json::{Value, json};
use vegaslab_sim::Simulation;
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::{Flow, Scenario, VERSION};
use vegaslab_sim::tcp::avoidance::Avoidance;
use vegaslab_sim::trace::summary::Summary;

use super::paths::Path;
use crate::run::checked;

/// Each seed draws its RTT between this share of the path's RTT and all of it, so that no result depends on exact
/// numbers.
const SHORTEST_RTT: f64 = 0.95;

/// The second flow of a pair starts within this many RTTs.
const START_RTTS: f64 = 5.0;

/// The results of a run after its warm-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// Length of the measurement, s.
    pub seconds: f64,
    /// New segments sent by each flow, relative to the link's capacity. Segments count when they are sent, so this may
    /// be off by a full window.
    pub utilization: Vec<f64>,
    /// Utilization of all flows together, in each half of the measurement.
    pub halves: [f64; 2],
    /// Timeouts in each half.
    pub timeouts: [u64; 2],
    /// Retransmitted segments.
    pub retransmitted: u64,
    /// Packets dropped by full buffers or at random.
    pub drops: u64,
}

/// Counters at one time of a run.
struct Counts {
    at_s: f64,
    new_segments: Vec<u64>,
    timeouts: u64,
    retransmitted: u64,
    drops: u64,
}

impl Counts {
    /// Reads the counters of a run that has just passed `at_s`, or that ended earlier because every sender gave up.
    fn of(summary: &Summary, at_s: f64) -> Self {
        let new = summary.flows.iter().map(|flow| flow.segments_sent - flow.retransmitted_segments);
        Self {
            at_s: summary.ended_at_s.max(at_s),
            new_segments: new.collect(),
            timeouts: summary.flows.iter().map(|flow| flow.coarse_timeouts).sum(),
            retransmitted: summary.flows.iter().map(|flow| flow.retransmitted_segments).sum(),
            drops: summary.links.iter().map(|link| link.drops).sum(),
        }
    }
}

/// Durations of warm-up and measurement on a path, s.
pub fn durations(path: &Path) -> (f64, f64) {
    // The largest likely window; random losses limit it (Mathis et al. 1997).
    let by_loss = if path.loss > 0.0 { 2.0 * (8.0 / (3.0 * path.loss)).sqrt() } else { f64::INFINITY };
    let window = path.holds().min(f64::from(path.rwnd())).min(by_loss);
    let rtt_s = f64::midpoint(path.base_rtt_s(), path.full_rtt_s());
    // With delayed ACKs a window grows from 1 to W in 2 W rounds, and from W / 2 to W in W. Ten seconds allow for first
    // timeouts.
    let warm_up_s = 10.0 + 2.0 * window * rtt_s;
    (warm_up_s, (300.0 * rtt_s).max(3.0 * window * rtt_s).max(20.0))
}

/// The scenario of these presets on a path.
///
/// # Errors
/// The scenario is invalid.
pub fn scenario(path: &Path, presets: &[&str], receiver: &Value, seed: u64) -> Result<Scenario, String> {
    checked(&scenario_json(path, presets, receiver, seed)?)
}

/// The JSON of the scenario of these presets on a path.
///
/// # Errors
/// The scenario is invalid.
pub fn scenario_json(path: &Path, presets: &[&str], receiver: &Value, seed: u64) -> Result<Value, String> {
    let mut value = template(path, presets, receiver, seed);
    let scenario = checked(&value)?;
    for (n, flow) in scenario.flows.iter().enumerate() {
        adapt_to_sender(&mut value, n, flow, path, presets.len());
    }
    Ok(value)
}

/// The JSON before [`adapt_to_sender`] completes it. `presets` and `receiver` are inserted unchecked.
pub fn template(path: &Path, presets: &[&str], receiver: &Value, seed: u64) -> Value {
    let mut stream = Stream::new(seed, "grid");
    let scale = SHORTEST_RTT + (1.0 - SHORTEST_RTT) * stream.uniform();
    let (warm_up_s, measured_s) = durations(path);
    let queue = json!({ "kind": "drop_tail_packets", "limit_packets": path.buffer_packets() });
    let flow = |(n, preset): (usize, &&str)| {
        let start_s = if n == 0 { 0.0 } else { stream.uniform() * START_RTTS * path.base_rtt_s() };
        json!({
            "name": format!("flow {}", n + 1), "from": "left", "to": "right", "start_s": start_s,
            "smss_bytes": path.smss_bytes, "rwnd_bytes": u64::from(path.rwnd()) * u64::from(path.smss_bytes),
            "traffic": { "kind": "bulk" }, "receiver": receiver, "sender": { "preset": preset },
        })
    };
    let flows: Vec<Value> = presets.iter().enumerate().map(flow).collect();
    json!({
        "version": VERSION, "name": "grid", "seed": seed, "duration_s": warm_up_s + measured_s,
        "record": { "max_rows": 0 }, "links": [path.link(&queue, scale)], "flows": flows,
    })
}

/// Sets the window of a sender with a window set by hand, and gives a sender that needs marks a queue that marks.
fn adapt_to_sender(value: &mut Value, n: usize, flow: &Flow, path: &Path, flows: usize) {
    let flows = flows as f64;
    match &flow.sender.avoidance {
        Avoidance::ByHand(_) => {
            // Fills the pipe and half of the buffer.
            let window = (path.pipe() + path.buffer_packets() as f64 / 2.0) / flows;
            let moves = json!([{ "at_s": 0, "cwnd": (window as u64).max(1) }]);
            value["flows"][n]["sender"]["avoidance"] = json!({ "kind": "by_hand", "moves": moves });
        }
        Avoidance::RemPrice(rem) => {
            // Low, Peterson & Wang chose an alpha of 2 for 6 packets per ms and 10 ms, where one flow gets a price of
            // 3.3 ms and 27 % of packets are marked. The same price on another path needs another alpha. As in their
            // setup, the price is updated ten times per RTT and the buffer never fills. Retransmissions can't be
            // marked, so REM drops them, and a small buffer would disable the algorithm.
            let alpha = 10.0 / 3.0 * path.packets_per_s() / 1e3 / (path.base_rtt_s() * 1e3);
            let mut part = json!(Avoidance::RemPrice(rem.clone()));
            part["alpha"] = json!(alpha / flows);
            value["flows"][n]["sender"]["avoidance"] = part;
            let period_us = (path.base_rtt_s() * 1e6 / 10.0).clamp(1.0, 1e6) as u64;
            value["links"][0]["queue"] = json!({
                "kind": "rem", "limit_packets": 10_000, "mean_packet_bytes": path.packet_bytes(),
                "phi": rem.phi, "period_us": period_us,
            });
        }
        _ => {}
    }
}

/// Runs a scenario of this path and measures it after the warm-up.
pub fn run(path: &Path, scenario: &Scenario) -> Measurement {
    let mut simulation = Simulation::new(scenario);
    let (warm_up_s, measured_s) = durations(path);
    let mut counts = |until_s: f64| {
        let mut steps = 0_u32;
        // A millisecond of packets, but at least one event: with few packets, the next event may be a distant timeout.
        let events = (path.packets_per_s() / 1e3).max(1.0) as u64;
        while simulation.now_s() < until_s && !simulation.step(events) {
            steps += 1;
            if steps.is_multiple_of(4_096) {
                simulation.take_rows();
            }
        }
        simulation.take_rows();
        Counts::of(&simulation.summary(), until_s)
    };
    let before = counts(warm_up_s);
    let middle = counts(warm_up_s + measured_s / 2.0);
    let after = counts(warm_up_s + measured_s);
    let by_flow = |from: &Counts, to: &Counts| -> Vec<f64> {
        let capacity = path.packets_per_s() * (to.at_s - from.at_s);
        let new = to.new_segments.iter().zip(&from.new_segments).map(|(to, from)| (to - from) as f64);
        // A half has no length if the simulation jumps over it to a late timeout.
        new.map(|segments| if capacity > 0.0 { segments / capacity } else { 0.0 }).collect()
    };
    let half = |from: &Counts, to: &Counts| by_flow(from, to).iter().sum();
    Measurement {
        seconds: after.at_s - before.at_s,
        utilization: by_flow(&before, &after),
        halves: [half(&before, &middle), half(&middle, &after)],
        timeouts: [middle.timeouts - before.timeouts, after.timeouts - middle.timeouts],
        retransmitted: after.retransmitted - before.retransmitted,
        drops: after.drops - before.drops,
    }
}

impl Measurement {
    /// Utilization of all flows together.
    pub fn total(&self) -> f64 {
        self.utilization.iter().sum()
    }

    /// Share of the slowest flow relative to an equal share: 1 if all flows get the same.
    pub fn smallest_share(&self) -> f64 {
        let least = self.utilization.iter().copied().fold(f64::INFINITY, f64::min);
        if self.total() > 0.0 { least * self.utilization.len() as f64 / self.total() } else { 0.0 }
    }
}

/// Writes the runs of a cell as a line of JSON, to judge them again later.
pub fn line(runs: &[Measurement]) -> String {
    let numbers = |run: &Measurement| {
        json!([run.seconds, run.utilization, run.halves, run.timeouts, run.retransmitted, run.drops])
    };
    Value::Array(runs.iter().map(numbers).collect()).to_string()
}

/// Reads a line of [`line`]; `None` if it has another form.
pub fn from_line(line: &str) -> Option<Vec<Measurement>> {
    type Numbers = (f64, Vec<f64>, [f64; 2], [u64; 2], u64, u64);
    let runs: Vec<Numbers> = serde_json::from_str(line).ok()?;
    let measurement = |(seconds, utilization, halves, timeouts, retransmitted, drops)| Measurement {
        seconds,
        utilization,
        halves,
        timeouts,
        retransmitted,
        drops,
    };
    Some(runs.into_iter().map(measurement).collect())
}
