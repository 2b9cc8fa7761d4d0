//! Tests queues that mark: a sender with ECN slows down without losing packets; a sender without ECN loses some.

use serde_json::{Value, json};

use crate::support::{checked, dumbbell, events, run};

/// Marks and drops of a bulk flow in 60 s at a bottleneck of 1 Mbit/s with this queue.
fn bulk(queue: &Value, ecn: &str) -> (usize, u64) {
    let mut value = dumbbell(json!({ "preset": "reno", "ecn": ecn }), json!({ "kind": "every_packet" }));
    value["links"][1]["queue"] = queue.clone();
    value["flows"][0]["traffic"] = json!({ "kind": "bulk" });
    value["duration_s"] = json!(60);
    let (summary, tables) = run(&checked(value));
    let marks = events(&tables, 0).iter().filter(|event| event.kind == "marked").count();
    (marks, summary.links.iter().map(|link| link.drops).sum())
}

#[test]
fn marks_replace_losses() {
    // Both buffers hold the advertised window of 80 segments. 1 Mbit/s is 0.226 packets of 552 bytes per ms.
    let rem = json!({ "kind": "rem", "mean_packet_bytes": 552, "gamma": 0.001 });
    let red = json!({ "kind": "red", "on_signal": "mark", "mark_p": 1, "mean_packet_bytes": 552, "weight": 0.02,
                      "limit_packets": 100 });
    for queue in [rem, red] {
        let (marks, drops) = bulk(&queue, "rfc3168");
        assert!(marks > 20 && drops == 0, "{marks} marks, {drops} drops with {queue}");
        let (marks, drops) = bulk(&queue, "off");
        assert!(marks == 0 && drops > 20, "{marks} marks, {drops} drops with {queue}");
    }
}
