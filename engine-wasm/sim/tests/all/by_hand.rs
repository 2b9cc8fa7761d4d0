//! Whole runs with a window set by hand: later moves change nothing before them, and losses don't change the window.

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

fn run_moves(moves: &Value, buffer: u32) -> (Summary, Tables) {
    run(&checked(scenario(moves, buffer)))
}

/// Rows of `windows` before a time, as `(time_s, cwnd, flight)`.
fn windows(tables: &Tables, before_s: f64) -> Vec<(f64, f64, u32)> {
    let windows = &tables.windows;
    let row = |row: usize| (windows.time_s[row], windows.cwnd[row], windows.flight[row]);
    (0..windows.len()).map(row).filter(|(time_s, ..)| *time_s < before_s).collect()
}

#[test]
fn an_added_move_changes_nothing_before_it() {
    let (_, before) = run_moves(&json!([{ "at_s": 1, "cwnd": 12 }]), 100);
    let (_, after) = run_moves(&json!([{ "at_s": 1, "cwnd": 12 }, { "at_s": 7.3, "cwnd": 40 }]), 100);
    let (before, after) = (windows(&before, 20.0), windows(&after, 20.0));
    let shared = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    // The runs diverge at the first ACK after 7.3 s; ACKs arrive every 4.416 ms.
    let (time_s, cwnd, _) = after[shared];
    assert!((7.3..7.305).contains(&time_s), "{time_s}");
    assert_eq!(cwnd, 40.0);
}

#[test]
fn the_flight_matches_the_hand_set_window_from_the_first_segment_on() {
    let (_, tables) = run_moves(&json!([{ "at_s": 2, "cwnd": 9 }, { "at_s": 4, "cwnd": 2 }]), 100);
    let rows = windows(&tables, 20.0);
    assert_eq!(rows[0].1, 4.0);
    assert!(rows.iter().all(|(_, cwnd, flight)| f64::from(*flight) <= cwnd.max(9.0)), "{rows:?}");
    let at = |time_s: f64| rows.iter().rfind(|row| row.0 <= time_s).map(|row| (row.1, row.2));
    assert_eq!(at(1.9), Some((4.0, 4)));
    assert_eq!(at(3.9), Some((9.0, 9)));
    assert_eq!(at(20.0), Some((2.0, 2)));
}

#[test]
fn loss_recovery_leaves_the_hand_set_window_unchanged() {
    // The path holds about 10 segments and its buffer 11, so a window of 40 keeps overflowing the buffer.
    let (summary, tables) = run_moves(&json!([{ "at_s": 1, "cwnd": 40 }]), 10);
    let flow = &summary.flows[0];
    assert!(flow.fast_retransmits > 100, "{flow:?}");
    let rows = windows(&tables, 20.0);
    let moved = rows.iter().position(|row| row.1 == 40.0).expect("the move changes the window");
    assert!(rows[..moved].iter().all(|row| row.1 == 4.0));
    // A timeout allows one segment; nothing else lowers the window.
    assert!(rows[moved..].iter().all(|row| row.1 == 40.0 || row.1 == 1.0));
}

#[test]
fn moves_are_limited_in_number_and_each_window_needs_a_segment() {
    let at = |value: Value| problems(value).into_iter().map(|problem| problem.path).collect::<Vec<_>>();
    let moves = |count: usize| json!(vec![json!({ "at_s": 1, "cwnd": 5 }); count]);
    let path = "flows.0.sender.avoidance.moves";
    checked(scenario(&moves(3_000), 10));
    assert_eq!(at(scenario(&moves(3_001), 10)), [path]);
    assert_eq!(at(scenario(&json!([{ "at_s": 1, "cwnd": 0 }]), 10)), [format!("{path}.0.cwnd")]);
    assert_eq!(at(scenario(&json!([{ "at_s": -1, "cwnd": 2.5 }]), 10)).len(), 2);
}
