//! Means of a queue, with and without the packet in transmission, against the trace.

use serde_json::json;
use vegaslab_sim::trace::tables::Queues;

use crate::support::{checked, dumbbell, run};

/// Packets held and packets waiting at a link, averaged over the time until the end, from the rows of the trace.
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
fn the_mean_queue_is_told_with_and_without_the_packet_in_transmission() {
    let mut value = dumbbell(json!({ "preset": "reno" }), json!({ "kind": "bsd_reno" }));
    // Another rate on the way: a packet in transmission then takes longer than it would have.
    value["timeline"] =
        json!([{ "at_s": 1, "change": { "kind": "set_link", "link": "bottleneck", "rate_bps": 300_000 } }]);
    let (summary, tables) = run(&checked(value));
    let mut queued = 0;
    for (link, figures) in (0..).zip(&summary.links) {
        let (held, waiting) = means(&tables.queues, link, summary.ended_at_s);
        assert!((figures.mean_queue_packets - held).abs() < 1e-6, "{figures:?}: {held}");
        assert!((figures.mean_waiting_packets - waiting).abs() < 1e-6, "{figures:?}: {waiting}");
        queued += usize::from(waiting > 1.0);
    }
    assert_eq!(queued, 1, "the bottleneck has a queue: {:?}", summary.links);
}

#[test]
fn a_link_that_is_never_found_busy_keeps_nobody_waiting() {
    let mut value = dumbbell(json!({ "preset": "reno" }), json!({ "kind": "every_packet" }));
    value["flows"][0]["rwnd_bytes"] = json!(512);
    let (summary, _) = run(&checked(value));
    let bottleneck = &summary.links[2];
    assert_eq!((bottleneck.name.as_str(), bottleneck.mean_waiting_packets), ("left>b", 0.0));
    assert_eq!(bottleneck.mean_queue_packets, bottleneck.utilization);
    assert!(bottleneck.utilization > 0.05, "{bottleneck:?}");
}
