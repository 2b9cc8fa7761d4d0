//! One run of the grid: its scenario, and its results after a warm-up.

use serde_json::{Value, json};
use vegaslab_sim::Simulation;
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::{Flow, Scenario, VERSION};
use vegaslab_sim::tcp::avoidance::Avoidance;
use vegaslab_sim::trace::summary::Summary;

use super::paths::Path;
use crate::run::checked;

/// Each seed takes its RTT from this share of the path's up to all of it, so that no result hangs on a coincidence of numbers.
const SHORTEST_RTT: f64 = 0.95;

/// The second flow of a pair starts within this many RTTs.
const START_RTTS: f64 = 5.0;

/// Measurements after the warm-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Length of the measurement, s.
    pub seconds: f64,
    /// Segments sent for the first time over what the link could carry, by flow. They count as soon as they leave, so a full
    /// window may be missing or in excess.
    pub utilization: Vec<f64>,
    /// The same for all flows, in each half of the measurement.
    pub halves: [f64; 2],
    /// Timeouts in each half.
    pub timeouts: [u64; 2],
    /// Segments retransmitted.
    pub retransmitted: u64,
    /// Packets dropped, at a buffer or at random.
    pub drops: u64,
}

/// Counters at one moment of a run.
struct Counts {
    at_s: f64,
    new_segments: Vec<u64>,
    timeouts: u64,
    retransmitted: u64,
    drops: u64,
}

impl Counts {
    /// At this time; a run in which every sender has given up ends before it.
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
    // The largest window that is likely: random losses keep it below (Mathis et al. 1997).
    let by_loss = if path.loss > 0.0 { 2.0 * (8.0 / (3.0 * path.loss)).sqrt() } else { f64::INFINITY };
    let window = path.holds().min(f64::from(path.rwnd())).min(by_loss);
    let rtt_s = f64::midpoint(path.base_rtt_s(), path.full_rtt_s());
    // With delayed ACKs a window grows from 1 to W in 2 W rounds, and from W / 2 in W. Ten seconds are for first timeouts.
    let warm_up_s = 10.0 + 2.0 * window * rtt_s;
    (warm_up_s, (300.0 * rtt_s).max(3.0 * window * rtt_s).max(20.0))
}

/// The scenario of these presets on a path.
///
/// # Errors
/// It is refused.
pub fn scenario(path: &Path, presets: &[&str], receiver: &Value, seed: u64) -> Result<Scenario, String> {
    checked(&value(path, presets, receiver, seed)?)
}

/// The same as JSON, as the engine reads it.
///
/// # Errors
/// It is refused.
pub fn value(path: &Path, presets: &[&str], receiver: &Value, seed: u64) -> Result<Value, String> {
    let mut value = template(path, presets, receiver, seed);
    let plain = checked(&value)?;
    for (n, flow) in plain.flows.iter().enumerate() {
        give_what_it_needs(&mut value, n, flow, path, presets.len());
    }
    Ok(value)
}

/// The same before a sender gets what its preset doesn't say. `presets` and `receiver` are written as they are.
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

/// A window that somebody sets must be set, and a sender that reads marks needs a queue that marks.
fn give_what_it_needs(value: &mut Value, n: usize, flow: &Flow, path: &Path, flows: usize) {
    let flows = flows as f64;
    match &flow.sender.avoidance {
        Avoidance::ByHand(_) => {
            // As somebody would who knows the path: the pipe full, the buffer half full.
            let window = (path.pipe() + path.buffer_packets() as f64 / 2.0) / flows;
            let moves = json!([{ "at_s": 0, "cwnd": (window as u64).max(1) }]);
            value["flows"][n]["sender"]["avoidance"] = json!({ "kind": "by_hand", "moves": moves });
        }
        Avoidance::RemPrice(rem) => {
            // Low, Peterson & Wang's alpha of 2 is for 6 packets per ms and 10 ms, where it makes a price of 3.3 ms for one flow
            // and 27 % of marks. Elsewhere the same price needs another alpha. As in their set-up the price moves ten times per
            // RTT, and the buffer never fills: retransmissions cannot be marked, so REM drops them, and small buffers would
            // leave nothing of the algorithm.
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
pub fn run(path: &Path, scenario: &Scenario) -> Measured {
    let mut simulation = Simulation::new(scenario);
    let (warm_up_s, measured_s) = durations(path);
    let mut counts = |until_s: f64| {
        let mut steps = 0_u32;
        // A millisecond of packets; one event where they are few, for the next may be a timeout far away.
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
        let most = path.packets_per_s() * (to.at_s - from.at_s);
        let new = to.new_segments.iter().zip(&from.new_segments).map(|(to, from)| (to - from) as f64);
        // A timeout that ends after the run leaves a half of no length.
        new.map(|segments| if most > 0.0 { segments / most } else { 0.0 }).collect()
    };
    let half = |from: &Counts, to: &Counts| by_flow(from, to).iter().sum();
    Measured {
        seconds: after.at_s - before.at_s,
        utilization: by_flow(&before, &after),
        halves: [half(&before, &middle), half(&middle, &after)],
        timeouts: [middle.timeouts - before.timeouts, after.timeouts - middle.timeouts],
        retransmitted: after.retransmitted - before.retransmitted,
        drops: after.drops - before.drops,
    }
}

impl Measured {
    /// Utilization of all flows together.
    pub fn total(&self) -> f64 {
        self.utilization.iter().sum()
    }

    /// Share of the slowest flow, 1 if all have the same.
    pub fn smallest_share(&self) -> f64 {
        let least = self.utilization.iter().copied().fold(f64::INFINITY, f64::min);
        if self.total() > 0.0 { least * self.utilization.len() as f64 / self.total() } else { 0.0 }
    }
}

/// Runs of a cell as a line of JSON, so that rules can be applied to them again.
pub fn line(runs: &[Measured]) -> String {
    let one =
        |run: &Measured| json!([run.seconds, run.utilization, run.halves, run.timeouts, run.retransmitted, run.drops]);
    Value::Array(runs.iter().map(one).collect()).to_string()
}

/// Reads such a line; `None` if it is none.
pub fn from_line(line: &str) -> Option<Vec<Measured>> {
    type Numbers = (f64, Vec<f64>, [f64; 2], [u64; 2], u64, u64);
    let runs: Vec<Numbers> = serde_json::from_str(line).ok()?;
    let one = |(seconds, utilization, halves, timeouts, retransmitted, drops)| Measured {
        seconds,
        utilization,
        halves,
        timeouts,
        retransmitted,
        drops,
    };
    Some(runs.into_iter().map(one).collect())
}
