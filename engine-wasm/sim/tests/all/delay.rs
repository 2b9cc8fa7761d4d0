//! Tests each delay-based preset alone on the path that Cardwell emulated: 10 Mbit/s, 50 ms each way, a buffer of 100
//! packets of 1500 bytes. The path holds 84 packets without a queue.

use serde_json::{Value, json};
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::Tables;

use crate::support::{checked, run, scenario_json};

fn run_alone(sender: &Value, receiver: &str) -> (Summary, Tables) {
    let mut value = scenario_json("cardwell-dummynet");
    value["flows"][0]["sender"] = sender.clone();
    value["flows"][0]["receiver"] = json!({ "kind": receiver });
    run(&checked(value))
}

/// Smallest and largest window after the first 20 s. Each row is a change, so the last row before that time counts too.
fn range(tables: &Tables) -> (f64, f64) {
    let windows = &tables.windows;
    let first = windows.time_s.partition_point(|&time_s| time_s <= 20.0) - 1;
    windows.cwnd[first..].iter().fold((f64::MAX, f64::MIN), |(low, high), &cwnd| (low.min(cwnd), high.max(cwnd)))
}

fn goodput_mbps(summary: &Summary) -> f64 {
    summary.flows[0].goodput_bytes_per_s * 8e-6
}

#[test]
fn linux_vegas_fills_the_path_and_loses_nothing_with_either_recovery_and_either_diff() {
    let fack = json!({ "sack": true, "detection": { "kind": "forward_ack" }, "recovery": { "kind": "fack" } });
    let current = json!({ "slow_start": { "diff": "divide_by_base", "exit_ssthresh": "window" },
                          "avoidance": { "diff": "divide_by_base" } });
    for differences in [json!({}), fack, current] {
        let mut sender = differences;
        sender["preset"] = json!("linux-vegas");
        let (summary, tables) = run_alone(&sender, "bsd_reno");
        // Cardwell measured 9.59 Mbit/s both with NewReno and with FACK recovery; at most 9.65 fit.
        assert!((goodput_mbps(&summary) / 9.59 - 1.0).abs() < 0.01, "{}", goodput_mbps(&summary));
        assert_eq!(summary.flows[0].retransmitted_segments, 0);
        // Vegas keeps 1 to 3 packets more than the path's 84. An ACK for every second segment adds up to three more:
        // one waits at the receiver, one of each pair was queued behind the other when base_rtt was measured, and
        // halves are rounded.
        let (low, high) = range(&tables);
        assert!(low >= 84.0 && high <= 92.0, "{low} to {high}");
    }
}

#[test]
fn vegas_cam_loses_nothing() {
    let (summary, tables) = run_alone(&json!({ "preset": "vegas-cam" }), "every_packet");
    assert_eq!(summary.flows[0].retransmitted_segments, 0);
    let (low, high) = range(&tables);
    assert!(low >= 84.0 && high <= 87.5, "{low} to {high}");
}

#[test]
fn vegas_reno_fills_the_buffer_repeatedly() {
    let (_, tables) = run_alone(&json!({ "preset": "vegas-reno" }), "every_packet");
    let (low, high) = range(&tables);
    assert!(low < 150.0 && high > 180.0, "{low} to {high}");
}

#[test]
fn dual_backs_off_a_quarter_of_the_way_to_the_largest_rtt() {
    let (_, tables) = run_alone(&json!({ "preset": "dual" }), "every_packet");
    // The RTT ranges from 101.6 ms to 220 ms, with 100 packets of 1.2 ms queued. DUAL backs off at 131.6 ms, with 25
    // packets more than the path's 84, and cuts an eighth of the window one or two rounds later.
    let (low, high) = range(&tables);
    assert!((95.0..100.0).contains(&low) && (109.0..114.0).contains(&high), "{low} to {high}");
}

#[test]
fn card_and_tri_s_stay_near_the_knee() {
    // Neither loses packets after slow start. The window stays within a few segments (CARD: an eighth) of the path's
    // 84.
    for (preset, within) in [("card", 12.0), ("tri-s", 6.0)] {
        let (_, tables) = run_alone(&json!({ "preset": preset }), "every_packet");
        let (low, high) = range(&tables);
        assert!(low >= 84.0 - within && high <= 84.0 + within, "{preset}: {low} to {high}");
    }
}
