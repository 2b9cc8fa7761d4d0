//! A window that is steered by hand, in whole runs: what comes later changes nothing before, and losses do not move it.

use serde_json::{Value, json};
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::Tables;

use crate::support::{checked, dumbbell, problems, run};

fn scenario(moves: &Value, buffer: u32) -> Value {
    let sender = json!({ "preset": "by-hand", "avoidance": { "moves": moves } });
    let mut value = dumbbell(sender, json!({ "kind": "every_packet" }));
    value["duration_s"] = json!(20);
    value["links"][1]["queue"]["limit_packets"] = json!(buffer);
    value["flows"][0]["traffic"] = json!({ "kind": "bulk" });
    value
}

fn steered(moves: &Value, buffer: u32) -> (Summary, Tables) {
    run(&checked(scenario(moves, buffer)))
}

/// Rows of `windows` before a moment, as `(time_s, cwnd, flight)`.
fn windows(tables: &Tables, before_s: f64) -> Vec<(f64, f64, u32)> {
    let windows = &tables.windows;
    let row = |row: usize| (windows.time_s[row], windows.cwnd[row], windows.flight[row]);
    (0..windows.len()).map(row).filter(|(time_s, ..)| *time_s < before_s).collect()
}

#[test]
fn a_run_is_the_same_up_to_the_moment_of_a_move_that_is_added() {
    let (_, before) = steered(&json!([{ "at_s": 1, "cwnd": 12 }]), 100);
    let (_, after) = steered(&json!([{ "at_s": 1, "cwnd": 12 }, { "at_s": 7.3, "cwnd": 40 }]), 100);
    let (before, after) = (windows(&before, 20.0), windows(&after, 20.0));
    let shared = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    // They part at the first ACK of 7.3 s, not earlier and not much later: an ACK comes every 4.416 ms.
    let (time_s, cwnd, _) = after[shared];
    assert!((7.3..7.305).contains(&time_s), "{time_s}");
    assert_eq!(cwnd, 40.0);
}

#[test]
fn what_is_in_flight_is_what_the_hand_allows_from_the_first_segment_on() {
    let (_, tables) = steered(&json!([{ "at_s": 2, "cwnd": 9 }, { "at_s": 4, "cwnd": 2 }]), 100);
    let rows = windows(&tables, 20.0);
    assert_eq!(rows[0].1, 4.0);
    assert!(rows.iter().all(|(_, cwnd, flight)| f64::from(*flight) <= cwnd.max(9.0)), "{rows:?}");
    let at = |time_s: f64| rows.iter().rfind(|row| row.0 <= time_s).map(|row| (row.1, row.2));
    assert_eq!(at(1.9), Some((4.0, 4)));
    assert_eq!(at(3.9), Some((9.0, 9)));
    assert_eq!(at(20.0), Some((2.0, 2)));
}

#[test]
fn losses_are_repaired_and_leave_the_window_to_the_hand() {
    // Some 10 segments fit the path and 11 its buffer: 40 keep it overflowing.
    let (summary, tables) = steered(&json!([{ "at_s": 1, "cwnd": 40 }]), 10);
    let flow = &summary.flows[0];
    assert!(flow.fast_retransmits > 100, "{flow:?}");
    let rows = windows(&tables, 20.0);
    let moved = rows.iter().position(|row| row.1 == 40.0).expect("the window is moved");
    assert!(rows[..moved].iter().all(|row| row.1 == 4.0));
    // A timeout lets one segment go; nothing else lowers the window.
    assert!(rows[moved..].iter().all(|row| row.1 == 40.0 || row.1 == 1.0));
}

#[test]
fn moves_are_counted_and_a_window_holds_a_segment() {
    let at = |value: Value| problems(value).into_iter().map(|problem| problem.path).collect::<Vec<_>>();
    let moves = |count: usize| json!(vec![json!({ "at_s": 1, "cwnd": 5 }); count]);
    let path = "flows.0.sender.avoidance.moves";
    checked(scenario(&moves(3_000), 10));
    assert_eq!(at(scenario(&moves(3_001), 10)), [path]);
    assert_eq!(at(scenario(&json!([{ "at_s": 1, "cwnd": 0 }]), 10)), [format!("{path}.0.cwnd")]);
    assert_eq!(at(scenario(&json!([{ "at_s": -1, "cwnd": 2.5 }]), 10)).len(), 2);
}
