//! Low, Peterson & Wang 2000, section 6: five flows over a link of 48 Mbit/s (6 packets/ms) whose buffer never
//! overflows. Packets are 1000 bytes including headers. `content/papers/low-2000.json` measures the tables; these tests
//! measure results for which it has no row.

use serde_json::{Value, json};
use vegaslab_sim::Simulation;
use vegaslab_sim::trace::tables::SegmentKind;

use crate::support::{checked, mean, scenario_json};

/// Each flow's metrics between two times.
#[derive(Debug)]
struct FlowMetrics {
    /// Packets that arrived, KB/s: a packet is 1 KB.
    rates: Vec<f64>,
    /// The last base_rtt, ms; NaN without a sample.
    base_rtts: Vec<f64>,
}

/// A scenario with a change to every flow's sender.
fn with_senders_changed(name: &str, change: impl Fn(&mut Value)) -> Value {
    let mut value = scenario_json(name);
    value["record"] = json!({ "max_rows": 20_000_000 });
    for flow in value["flows"].as_array_mut().expect("flows") {
        change(&mut flow["sender"]);
    }
    value
}

/// Runs a scenario and measures it in each interval, s.
fn measure(scenario: Value, windows: &[(f64, f64)]) -> Vec<FlowMetrics> {
    let scenario = checked(scenario);
    let flows = scenario.flows.len();
    let mut measured: Vec<FlowMetrics> =
        windows.iter().map(|_| FlowMetrics { rates: vec![0.0; flows], base_rtts: vec![f64::NAN; flows] }).collect();
    let mut simulation = Simulation::new(&scenario);
    let mut finished = false;
    while !finished {
        finished = simulation.step(100_000);
        let tables = simulation.take_rows();
        for (measured, &(from_s, to_s)) in measured.iter_mut().zip(windows) {
            let within = |time_s: f64| time_s >= from_s && time_s < to_s;
            let rows = &tables.segments;
            let arrived = |row: &usize| within(rows.time_s[*row]) && rows.kind[*row] == SegmentKind::DataArrived as u8;
            for row in (0..rows.len()).filter(arrived) {
                measured.rates[usize::from(rows.flow[row])] += 1.0 / (to_s - from_s);
            }
            let rows = &tables.rtts;
            for row in (0..rows.len()).filter(|&row| within(rows.time_s[row])) {
                measured.base_rtts[usize::from(rows.flow[row])] = rows.base_rtt_ms[row];
            }
        }
    }
    simulation.audit().expect("the audit passes");
    let summary = simulation.summary();
    assert_eq!(summary.rows_thinned, 0);
    assert_eq!(summary.links.iter().map(|link| link.drops).sum::<u64>(), 0);
    measured
}

#[test]
fn with_a_rounded_diff_flows_freeze_at_unequal_rates() {
    // A rounded diff leaves any backlog within half a packet of alpha = beta unchanged, so the paper's equal rates need
    // an unrounded diff. How unequal the rates are depends on the flows' start times, which come from the seed.
    let unequal = |rounding: &str| {
        let ratio = |seed: u64| {
            let mut value =
                with_senders_changed("low-one-link", |sender| sender["avoidance"] = json!({ "rounding": rounding }));
            value["seed"] = json!(seed);
            value["duration_s"] = json!(20);
            let rates = measure(value, &[(10.0, 20.0)]).remove(0).rates;
            let (least, most) = rates.iter().fold((f64::MAX, 0.0_f64), |(a, b), &rate| (a.min(rate), b.max(rate)));
            most / least
        };
        mean((1..=4).map(ratio))
    };
    let (real, rounded) = (unequal("real"), unequal("nearest"));
    assert!(real < 1.05 && rounded > 1.15, "real {real}, rounded {rounded}");
}

#[test]
fn figure_5a_flows_with_a_known_propagation_delay_get_equal_rates() {
    let known = with_senders_changed("low-late-comers", |sender| sender["base_rtt"] = json!("told"));
    let windows = [15.0, 35.0, 55.0, 75.0, 95.0].map(|from_s| (from_s, from_s + 5.0));
    for (run, active) in measure(known, &windows).iter().zip(1..) {
        let equal = 6000.0 / active as f64;
        assert!(run.rates[..active].iter().all(|rate| (rate / equal - 1.0).abs() < 0.04), "{:?}", run.rates);
        // 10 ms of propagation and 0.184 ms to transmit the packet.
        assert!(run.base_rtts[..active].iter().all(|base| (base - 10.184).abs() < 1e-3), "{:?}", run.base_rtts);
    }
}
