//! Tests presets that a scenario defines for its own flows.

use serde_json::{Value, json};
use vegaslab_sim::scenario::{self, Problem, Sender};

use crate::support::{checked, problems, scenario_json};

/// A scenario with these presets and one flow per sender.
fn scenario_with(presets: Value, senders: &[Value]) -> Value {
    let mut value = scenario_json("ahn-fig1-rr");
    let flow = |(n, sender): (usize, &Value)| {
        let mut flow = value["flows"][0].clone();
        flow["name"] = json!(format!("flow {n}"));
        flow["sender"] = sender.clone();
        flow
    };
    let flows: Vec<Value> = senders.iter().enumerate().map(flow).collect();
    value["presets"] = presets;
    value["flows"] = json!(flows);
    value
}

fn senders(presets: Value, inputs: &[Value]) -> Vec<Sender> {
    checked(scenario_with(presets, inputs)).flows.into_iter().map(|flow| flow.sender).collect()
}

fn only_problem(presets: Value, senders: &[Value]) -> Problem {
    let found = problems(scenario_with(presets, senders));
    assert_eq!(found.len(), 1, "{found:#?}");
    found.into_iter().next().expect("one problem")
}

#[test]
fn a_flow_can_use_a_preset_of_the_scenario_and_override_fields() {
    let presets = json!([
        { "name": "wide", "about": "Vegas with more room",
          "sender": { "preset": "vegas", "avoidance": { "alpha": 2 }, "initial_cwnd": 4 } },
        { "name": "cautious", "sender": { "preset": "wide", "avoidance": { "beta": 4 } } },
    ]);
    let inputs = [json!({ "preset": "cautious", "initial_cwnd": 3 }), json!({ "preset": "wide" })];
    let own = senders(presets, &inputs);
    let expected = senders(
        json!([]),
        &[
            json!({ "preset": "vegas", "avoidance": { "alpha": 2, "beta": 4 }, "initial_cwnd": 3 }),
            json!({ "preset": "vegas", "avoidance": { "alpha": 2 }, "initial_cwnd": 4 }),
        ],
    );
    for (own, expected) in own.iter().zip(expected) {
        assert_eq!(Sender { preset: expected.preset.clone(), ..own.clone() }, expected);
    }
    assert_eq!(own[0].preset.as_deref(), Some("cautious"));
}

#[test]
fn a_written_out_scenario_reads_back_equal_and_has_complete_senders() {
    let presets = json!([{ "name": "mine", "sender": { "preset": "newreno", "initial_cwnd": 10 } }]);
    let scenario = checked(scenario_with(presets, &[json!({ "preset": "mine" }), json!({ "preset": "reno" })]));
    let text = serde_json::to_string(&scenario).expect("a scenario can be written");
    assert_eq!(scenario::read(&text).expect("the written text is valid"), scenario);
    let mut written: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(written["presets"][0]["sender"]["recovery"]["kind"], "new_reno");
    assert_eq!(written["flows"][0]["sender"]["recovery"]["kind"], "new_reno");
    // As the schema documents, changing the preset no longer affects any flow.
    written["presets"][0]["sender"]["initial_cwnd"] = json!(2);
    assert_eq!(checked(written).flows[0].sender.initial_cwnd, 10);
}

#[test]
fn a_preset_without_a_base_must_give_all_parts() {
    let complete = serde_json::to_value(&senders(json!([]), &[json!({ "preset": "cubic" })])[0]).expect("a sender");
    let mut without_base = complete;
    without_base["preset"] = Value::Null;
    let own = senders(json!([{ "name": "mine", "sender": without_base }]), &[json!({ "preset": "mine" })]);
    assert_eq!(own[0].recovery, senders(json!([]), &[json!({ "preset": "cubic" })])[0].recovery);
    let bare = problems(scenario_with(json!([{ "name": "mine", "sender": {} }]), &[json!({ "preset": "mine" })]));
    let paths: Vec<_> = bare.iter().map(|problem| problem.path.as_str()).collect();
    let parts = ["slow_start", "avoidance", "detection", "recovery", "decrease", "timer"];
    assert_eq!(
        paths,
        parts.map(|part| format!("presets.0.sender.{part}")),
        "reported for the preset, but not for its flows"
    );
}

#[test]
fn a_problem_in_a_preset_is_reported_once() {
    let invalid = json!([
        { "name": "base", "sender": { "preset": "vegas", "avoidance": { "alpha": -1 } } },
        { "name": "next", "sender": { "preset": "base" } },
    ]);
    let inputs = [json!({ "preset": "base" }), json!({ "preset": "next" }), json!({ "preset": "vegas" })];
    assert_eq!(only_problem(invalid, &inputs).path, "presets.0.sender.avoidance.alpha");
    let sack = json!([{ "name": "mine", "sender": { "preset": "sack", "sack": false } }]);
    let problem = only_problem(sack, &[json!({ "preset": "mine" })]);
    assert_eq!(problem.path, "presets.0.sender.detection");
    assert_eq!(problem.problem, "detection \"sacked\" needs SACK blocks");
}

#[test]
fn later_bases_and_taken_names_are_rejected() {
    // This order rules out presets based on themselves.
    let cycle = json!([
        { "name": "one", "sender": { "preset": "other" } },
        { "name": "other", "sender": { "preset": "one" } },
    ]);
    let problem = only_problem(cycle, &[json!({ "preset": "one" }), json!({ "preset": "other" })]);
    assert_eq!(problem.path, "presets.0.sender.preset");
    assert_eq!(problem.problem, "there's no preset \"other\"");
    assert!(
        problem.allowed.starts_with("one of bbr, by-hand"),
        "must not list the scenario's own presets: {}",
        problem.allowed
    );
    let itself = json!([{ "name": "mine", "sender": { "preset": "mine" } }]);
    assert_eq!(only_problem(itself, &[json!({ "preset": "mine" })]).problem, "there's no preset \"mine\"");
    let unknown =
        only_problem(json!([{ "name": "mine", "sender": { "preset": "renoo" } }]), &[json!({ "preset": "mine" })]);
    assert_eq!(unknown.path, "presets.0.sender.preset");
    assert_eq!(unknown.problem, "there's no preset \"renoo\"; did you mean \"reno\"?");
    let own = json!([{ "name": "my-reno", "sender": { "preset": "reno" } }]);
    let misspelled = only_problem(own, &[json!({ "preset": "my-renno" })]);
    assert_eq!(misspelled.problem, "there's no preset \"my-renno\"; did you mean \"my-reno\"?");
    assert!(misspelled.allowed.contains(", my-reno, newreno"), "{}", misspelled.allowed);
    let clash =
        only_problem(json!([{ "name": "reno", "sender": { "preset": "vegas" } }]), &[json!({ "preset": "reno" })]);
    assert_eq!((clash.path.as_str(), clash.problem.as_str()), ("presets.0.name", "there's already a preset \"reno\""));
    let twice =
        json!([{ "name": "a", "sender": { "preset": "reno" } }, { "name": "a", "sender": { "preset": "vegas" } }]);
    assert_eq!(only_problem(twice, &[json!({ "preset": "a" })]).problem, "there's already a preset \"a\"");
}

#[test]
fn malformed_preset_lists_are_reported() {
    let many: Vec<Value> =
        (0..101).map(|n| json!({ "name": format!("p{n}"), "sender": { "preset": format!("p{}", n + 1) } })).collect();
    for malformed in [
        json!(7),
        json!({}),
        json!([7]),
        json!([{}]),
        json!([{ "name": "a" }]),
        json!([{ "name": "a", "sender": 7 }]),
        json!(many),
    ] {
        let found = problems(scenario_with(malformed.clone(), &[json!({ "preset": "a" })]));
        assert!(!found.is_empty(), "{malformed}");
    }
}
