//! Compares a queue's means, with and without the packet in transmission, with the trace.

use serde_json::json;
use vegaslab_sim::trace::tables::Queues;

use crate::support::{checked, dumbbell, run};

/// Mean packets held and mean packets waiting at a link over the whole run, from the rows of the trace.
fn means(rows: &Queues, link: u16, end_s: f64) -> (f64, f64) {
    let (mut held, mut waiting, mut since_s, mut packets) = (0.0, 0.0, 0.0, 0_u32);
    let of_link = (0..rows.len()).filter(|&row| rows.link[row] == link);
    for (time_s, next) in of_link.map(|row| (rows.time_s[row], rows.packets[row])).chain([(end_s, 0)]) {
        held += (time_s - since_s) * f64::from(packets);
        waiting += (time_s - since_s) * f64::from(packets.saturating_sub(1));
        (since_s, packets) = (time_s, next);
    }
    (held / end_s, waiting / end_s)
}

#[test]
fn the_summary_gives_mean_queues_with_and_without_the_packet_in_transmission() {
    let mut value = dumbbell(json!({ "preset": "reno" }), json!({ "kind": "bsd_reno" }));
    // Lower the rate during the run, so that the packet in transmission takes longer than scheduled.
    value["timeline"] =
        json!([{ "at_s": 1, "change": { "kind": "set_link", "link": "bottleneck", "rate_bps": 300_000 } }]);
    let (summary, tables) = run(&checked(value));
    let mut queued = 0;
    for (index, link) in (0..).zip(&summary.links) {
        let (held, waiting) = means(&tables.queues, index, summary.ended_at_s);
        assert!((link.mean_queue_packets - held).abs() < 1e-6, "{link:?}: {held}");
        assert!((link.mean_waiting_packets - waiting).abs() < 1e-6, "{link:?}: {waiting}");
        queued += usize::from(waiting > 1.0);
    }
    assert_eq!(queued, 1, "only the bottleneck has a queue: {:?}", summary.links);
}

#[test]
fn no_packet_waits_at_a_link_that_is_idle_whenever_one_arrives() {
    let mut value = dumbbell(json!({ "preset": "reno" }), json!({ "kind": "every_packet" }));
    value["flows"][0]["rwnd_bytes"] = json!(512);
    let (summary, _) = run(&checked(value));
    let bottleneck = &summary.links[2];
    assert_eq!((bottleneck.name.as_str(), bottleneck.mean_waiting_packets), ("left>b", 0.0));
    assert_eq!(bottleneck.mean_queue_packets, bottleneck.utilization);
    assert!(bottleneck.utilization > 0.05, "{bottleneck:?}");
}
