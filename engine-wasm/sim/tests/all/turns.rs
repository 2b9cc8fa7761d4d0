//! Tests flows that take turns.

use serde_json::json;

use crate::support::{checked, dumbbell, run};

#[test]
fn a_flow_whose_turn_comes_before_its_start_waits_for_its_start() {
    let mut value = dumbbell(json!({ "preset": "reno" }), json!({ "kind": "bsd_reno" }));
    let mut later = value["flows"][0].clone();
    later["name"] = json!("later");
    later["start_s"] = json!(100);
    later["turns_with"] = json!("flow");
    value["flows"][0]["turns_with"] = json!("later");
    value["flows"].as_array_mut().expect("flows").push(later);
    let (summary, _) = run(&checked(value));
    let [first, later] = &summary.flows[..] else { panic!("two flows") };
    // The first flow completes after three seconds; the second waits only for its start at 100 s.
    assert!(first.completed_at_s.is_some_and(|at| at < 10.0), "{:?}", first.completed_at_s);
    assert_eq!(later.transfers[0].opened_at_s, 100.0);
    assert!(later.completed_at_s.is_some_and(|at| at < 110.0), "{:?}", later.completed_at_s);
}
