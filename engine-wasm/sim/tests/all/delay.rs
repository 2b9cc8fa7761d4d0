//! Tests delay-based presets alone on a path: 10 Mbit/s, 50 ms each way, 100 packets of 1500 bytes in the buffer, as
//! Cardwell emulated it. It holds 84 packets without a queue.

use serde_json::{Value, json};
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::Tables;

use crate::support::{checked, run, value};

fn alone(sender: &Value, receiver: &str) -> (Summary, Tables) {
    let mut value = value("cardwell-dummynet");
    value["flows"][0]["sender"] = sender.clone();
    value["flows"][0]["receiver"] = json!({ "kind": receiver });
    run(&checked(value))
}

/// Smallest and largest window after the first 20 s, the one that held at that moment included: a row is a change.
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
        let (summary, tables) = alone(&sender, "bsd_reno");
        // Cardwell measured 9.59 Mbit/s with NewReno as with FACK recovery; 9.65 is the most that fits.
        assert!((goodput_mbps(&summary) / 9.59 - 1.0).abs() < 0.01, "{}", goodput_mbps(&summary));
        assert_eq!(summary.flows[0].retransmitted_segments, 0);
        // The window holds 1 to 3 packets above the 84 of the path. The ACK of every second segment adds up to three: one
        // that waits at the receiver, one of each pair that base_rtt has seen queue behind the other, and the halves rounded.
        let (low, high) = range(&tables);
        assert!(low >= 84.0 && high <= 92.0, "{low} to {high}");
    }
}

#[test]
fn vegas_cam_loses_nothing() {
    let (summary, tables) = alone(&json!({ "preset": "vegas-cam" }), "every_packet");
    assert_eq!(summary.flows[0].retransmitted_segments, 0);
    let (low, high) = range(&tables);
    assert!(low >= 84.0 && high <= 87.5, "{low} to {high}");
}

#[test]
fn vegas_reno_fills_the_buffer_again_and_again() {
    let (_, tables) = alone(&json!({ "preset": "vegas-reno" }), "every_packet");
    let (low, high) = range(&tables);
    assert!(low < 150.0 && high > 180.0, "{low} to {high}");
}

#[test]
fn dual_turns_back_at_a_quarter_of_the_way_to_the_largest_rtt() {
    let (_, tables) = alone(&json!({ "preset": "dual" }), "every_packet");
    // From 101.6 ms to 220 ms, with 100 packets of 1.2 ms queued: 131.6 ms, that is 25 packets above the path's 84. An
    // eighth of the window is taken off one or two rounds after that.
    let (low, high) = range(&tables);
    assert!((95.0..100.0).contains(&low) && (109.0..114.0).contains(&high), "{low} to {high}");
}

#[test]
fn card_and_tri_s_stay_near_the_knee() {
    // Neither has losses after slow start, and the window keeps within some segments (CARD: an eighth) of the path's 84.
    for (preset, within) in [("card", 12.0), ("tri-s", 6.0)] {
        let (_, tables) = alone(&json!({ "preset": preset }), "every_packet");
        let (low, high) = range(&tables);
        assert!(low >= 84.0 - within && high <= 84.0 + within, "{preset}: {low} to {high}");
    }
}
