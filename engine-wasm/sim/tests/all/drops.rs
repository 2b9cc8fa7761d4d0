//! Tests scripted drops: chosen packets dropped at chosen links.

use serde_json::{Value, json};
use vegaslab_sim::trace::summary::Summary;

use crate::support::{SegmentEvent, checked, dumbbell, events, run};

/// A transfer over a path that drops only the scripted packets.
fn transfer(preset: &str, drops: Value) -> (Summary, Vec<SegmentEvent>) {
    let mut value = dumbbell(json!({ "preset": preset }), json!({ "kind": "every_packet" }));
    value["links"][1]["queue"] = json!({ "kind": "unlimited" });
    value["flows"][0]["rwnd_bytes"] = json!(512 * 16);
    value["drops"] = drops;
    let (summary, tables) = run(&checked(value));
    (summary, events(&tables, 0))
}

fn of_kind<'a>(events: &'a [SegmentEvent], kind: &str) -> Vec<&'a SegmentEvent> {
    events.iter().filter(|event| event.kind == kind).collect()
}

#[test]
fn a_single_loss_causes_one_fast_retransmit() {
    let (summary, events) = transfer("reno", json!([{ "link": "left>b", "flow": "flow", "segment": 20 }]));
    let drops = of_kind(&events, "drop_error");
    assert_eq!((drops.len(), drops[0].seq), (1, 20));
    let flow = &summary.flows[0];
    assert_eq!((flow.fast_retransmits, flow.retransmitted_segments, flow.coarse_timeouts), (1, 1, 0));
    assert_eq!(of_kind(&events, "retransmit_fast")[0].seq, 20);
    assert!(flow.completed_at_s.is_some());
    assert_eq!(summary.links.iter().map(|link| link.drops).sum::<u64>(), 1);
    // Without the drop there is nothing to repair.
    assert_eq!(transfer("reno", json!([])).0.flows[0].retransmitted_segments, 0);
}

#[test]
fn a_lost_retransmission_causes_a_timeout() {
    let drop =
        |transmission: u32| json!({ "link": "left>b", "flow": "flow", "segment": 20, "transmission": transmission });
    let (summary, events) = transfer("reno", json!([drop(1), drop(2)]));
    assert_eq!(of_kind(&events, "drop_error").iter().map(|event| event.seq).collect::<Vec<_>>(), [20, 20]);
    let flow = &summary.flows[0];
    assert_eq!((flow.fast_retransmits, flow.coarse_timeouts), (1, 1));
    assert!(flow.completed_at_s.is_some());
}

#[test]
fn packets_and_acks_are_counted_at_the_link_of_the_drop() {
    // The 30th data packet is segment 29. The 30th ACK expects segment 30, and the 31st covers for it.
    let (summary, events) = transfer("reno", json!([{ "link": "a>left", "flow": "flow", "packet": 30 }]));
    assert_eq!(of_kind(&events, "drop_error")[0].seq, 29);
    assert_eq!(summary.flows[0].fast_retransmits, 1);
    let (summary, events) = transfer("reno", json!([{ "link": "b>left", "flow": "flow", "ack": 30 }]));
    assert_eq!(of_kind(&events, "ack_drop_error").iter().map(|event| event.seq).collect::<Vec<_>>(), [30]);
    assert_eq!(summary.flows[0].retransmitted_segments, 0);
    // No data packet crosses the reverse link, so nothing is dropped.
    let (summary, _) = transfer("reno", json!([{ "link": "b>left", "flow": "flow", "packet": 1 }]));
    assert_eq!(summary.links.iter().map(|link| link.drops).sum::<u64>(), 0);
}

#[test]
fn several_losses_in_one_recovery_are_one_fast_retransmit_episode() {
    let counts = |preset: &str, segments: &[u32]| {
        let drop = |segment: &u32| json!({ "link": "left>b", "flow": "flow", "segment": segment });
        let flow = &transfer(preset, segments.iter().map(drop).collect()).0.flows[0];
        (flow.fast_retransmits, flow.fast_retransmit_episodes, flow.coarse_timeouts)
    };
    // Two losses of one window: NewReno repairs the second one on the partial ACK, SACK on the blocks. The advertised
    // window allows no new segment, so SACK also sends a rescue retransmission (RFC 6675, section 4, NextSeg rule 4).
    assert_eq!(counts("newreno", &[100, 103]), (2, 1, 0));
    assert_eq!(counts("sack", &[100, 103]), (3, 1, 0));
    // Losses in windows far apart.
    assert_eq!(counts("newreno", &[100, 300]), (2, 2, 0));
    assert_eq!(counts("reno", &[100, 300, 500]), (3, 3, 0));
    // Tahoe has no fast recovery; each of its fast retransmits begins an episode.
    assert_eq!(counts("tahoe", &[100, 300]), (2, 2, 0));
    assert_eq!(counts("newreno", &[]), (0, 0, 0));
}
