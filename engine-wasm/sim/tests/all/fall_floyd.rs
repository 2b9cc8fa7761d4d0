//! The classic test of loss recovery, Fall & Floyd 1996: one to four losses in one window of Tahoe, Reno, NewReno and
//! SACK. Each sender has its own path, and the losses are scripted.

use serde_json::{Value, json};
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::summary::{FlowSummary, Summary};
use vegaslab_sim::trace::tables::{FLOW_STATES, SEGMENT_KINDS, Tables};

use crate::support::{checked, run, scenario_json};

const TAHOE: usize = 0;
const RENO: usize = 1;
const NEWRENO: usize = 2;
const SACK: usize = 3;

/// Round trip of a segment and its ACK without queues, s: 1000 and 40 bytes over 8 and 0.8 Mbit/s, 100 ms each way.
const RTT: f64 = 0.211_44;

/// Transmission time of a segment at the bottleneck, s.
const SEGMENT: f64 = 0.01;

/// Summary and trace of a run.
struct Run(Summary, Tables);

impl Run {
    fn of(scenario: &Scenario) -> Self {
        let (summary, tables) = run(scenario);
        Self(summary, tables)
    }

    fn flow(&self, flow: usize) -> &FlowSummary {
        &self.0.flows[flow]
    }

    /// Times of a flow's retransmissions, s.
    fn retransmitted_at(&self, flow: usize) -> Vec<f64> {
        let rows = &self.1.segments;
        let of_flow = (0..rows.len()).filter(|&row| usize::from(rows.flow[row]) == flow);
        let retransmitted = of_flow.filter(|&row| SEGMENT_KINDS[usize::from(rows.kind[row])].starts_with("retransmit"));
        retransmitted.map(|row| rows.time_s[row]).collect()
    }

    /// The congestion windows of a flow, in order.
    fn cwnd(&self, flow: usize) -> Vec<f64> {
        let rows = &self.1.windows;
        (0..rows.len()).filter(|&row| usize::from(rows.flow[row]) == flow).map(|row| rows.cwnd[row]).collect()
    }

    /// The values of ssthresh, in order and without repetitions.
    fn thresholds(&self, flow: usize) -> Vec<f64> {
        let rows = &self.1.windows;
        let of_flow = (0..rows.len()).filter(|&row| usize::from(rows.flow[row]) == flow);
        let mut values: Vec<f64> = of_flow.map(|row| rows.ssthresh[row]).filter(|value| value.is_finite()).collect();
        values.dedup();
        values
    }

    /// Total time of a flow in fast recovery, s.
    fn recovering(&self, flow: usize) -> f64 {
        let rows = &self.1.states;
        let of_flow: Vec<usize> = (0..rows.len()).filter(|&row| usize::from(rows.flow[row]) == flow).collect();
        let spans = of_flow.windows(2).filter(|pair| FLOW_STATES[usize::from(rows.state[pair[0]])] == "recovery");
        spans.map(|pair| rows.time_s[pair[1]] - rows.time_s[pair[0]]).sum()
    }
}

/// Runs of the scenario as in ns-2, and with unchanged presets, such as BSD's Tahoe and Reno with 500 ms ticks.
fn both_variants(drops: u32) -> [Run; 2] {
    let scenario = scenario_json(&format!("fall-floyd-{drops}"));
    let mut plain = scenario.clone();
    for flow in plain["flows"].as_array_mut().expect("flows") {
        let preset: Value = flow["sender"]["preset"].clone();
        flow["sender"] = json!({ "preset": preset });
    }
    [Run::of(&checked(scenario)), Run::of(&checked(plain))]
}

#[test]
fn only_the_scripted_packets_are_lost() {
    for drops in 1..=4 {
        for run in both_variants(drops) {
            let lost: u64 = run.0.links.iter().map(|link| link.drops).sum();
            assert_eq!(lost, 4 * u64::from(drops));
        }
    }
}

#[test]
fn tahoe_returns_to_slow_start_once() {
    for drops in 1..=4 {
        for run in both_variants(drops) {
            let flow = run.flow(TAHOE);
            assert_eq!((flow.fast_retransmits, flow.coarse_timeouts), (1, 0), "{drops} drops");
            let cwnd = run.cwnd(TAHOE);
            let restarts = cwnd.windows(2).filter(|pair| pair[1] == 1.0 && pair[0] > 1.0).count();
            assert_eq!(restarts, 1, "{drops} drops: {cwnd:?}");
            assert!(run.recovering(TAHOE) == 0.0);
        }
    }
}

#[test]
fn reno_recovers_from_one_drop_halves_twice_for_two_and_times_out_for_more() {
    for (drops, fast_retransmits, timeouts) in [(1, 1, 0), (2, 2, 0), (3, 2, 1), (4, 2, 1)] {
        for run in both_variants(drops) {
            let flow = run.flow(RENO);
            assert_eq!((flow.fast_retransmits, flow.coarse_timeouts), (fast_retransmits, timeouts), "{drops} drops");
            let halved = run.thresholds(RENO);
            assert_eq!(halved.len() as u64, fast_retransmits + timeouts, "{drops} drops: {halved:?}");
            assert_eq!(halved[0], 7.0, "{drops} drops: half of 15");
        }
    }
}

#[test]
fn newreno_repairs_one_hole_per_round_trip_without_a_timeout() {
    for drops in 1..=4 {
        for run in both_variants(drops) {
            let flow = run.flow(NEWRENO);
            assert_eq!((flow.fast_retransmits, flow.coarse_timeouts), (u64::from(drops), 0));
            assert_eq!(run.thresholds(NEWRENO).len(), 1, "{drops} drops: the window is cut once");
            for pair in run.retransmitted_at(NEWRENO).windows(2) {
                let gap = pair[1] - pair[0];
                // One round trip, plus at most a full buffer of 8 packets ahead of the retransmission.
                assert!((RTT - 1e-9..RTT + 8.0 * SEGMENT).contains(&gap), "{drops} drops: {gap} s");
            }
        }
    }
}

#[test]
fn sack_repairs_all_holes_in_about_one_round_trip() {
    for drops in 1..=4 {
        for run in both_variants(drops) {
            let flow = run.flow(SACK);
            assert_eq!((flow.retransmitted_segments, flow.coarse_timeouts), (u64::from(drops), 0));
            assert_eq!(run.thresholds(SACK).len(), 1, "{drops} drops: the window is cut once");
            let retransmitted = run.retransmitted_at(SACK);
            let span = retransmitted[retransmitted.len() - 1] - retransmitted[0];
            // Segment 28 is the last of the window. Three segments sent during recovery reveal its loss, and the first
            // of these must wait until half of the window of 15 has left the network.
            let longest_span = RTT + (8.0 + 3.0) * SEGMENT;
            assert!(span < longest_span, "{drops} drops: {span} s between the first and the last repair");
            // The ACK of the last repair ends recovery. It arrives a round trip plus at most a full buffer later.
            let longest_recovery = longest_span + RTT + 8.0 * SEGMENT;
            assert!(run.recovering(SACK) < longest_recovery, "{drops} drops: {} s", run.recovering(SACK));
            if drops > 2 {
                assert!(run.recovering(SACK) < run.recovering(NEWRENO), "{drops} drops");
            }
        }
    }
}

#[test]
fn with_three_or_more_drops_goodput_rises_from_reno_to_tahoe_newreno_and_sack() {
    for drops in 3..=4 {
        for run in both_variants(drops) {
            let goodput: Vec<f64> =
                [RENO, TAHOE, NEWRENO, SACK].iter().map(|&flow| run.flow(flow).goodput_bytes_per_s).collect();
            assert!(goodput.is_sorted(), "{drops} drops: {goodput:?}");
        }
    }
}
