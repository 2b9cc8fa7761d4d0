//! Presets that a scenario defines for its own flows.

use serde_json::{Value, json};
use vegaslab_sim::scenario::{self, Problem, Sender};

use crate::support::{checked, problems, value};

/// A scenario with these presets and one flow for each of these senders.
fn with(presets: Value, senders: &[Value]) -> Value {
    let mut value = value("ahn-fig1-rr");
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

fn senders(presets: Value, given: &[Value]) -> Vec<Sender> {
    checked(with(presets, given)).flows.into_iter().map(|flow| flow.sender).collect()
}

fn only(presets: Value, senders: &[Value]) -> Problem {
    let found = problems(with(presets, senders));
    assert_eq!(found.len(), 1, "{found:#?}");
    found.into_iter().next().expect("one problem")
}

#[test]
fn a_flow_names_a_preset_of_the_scenario_and_gives_what_differs() {
    let presets = json!([
        { "name": "wide", "about": "Vegas with more room",
          "sender": { "preset": "vegas", "avoidance": { "alpha": 2 }, "initial_cwnd": 4 } },
        { "name": "cautious", "sender": { "preset": "wide", "avoidance": { "beta": 4 } } },
    ]);
    let given = [json!({ "preset": "cautious", "initial_cwnd": 3 }), json!({ "preset": "wide" })];
    let own = senders(presets, &given);
    let by_hand = senders(
        json!([]),
        &[
            json!({ "preset": "vegas", "avoidance": { "alpha": 2, "beta": 4 }, "initial_cwnd": 3 }),
            json!({ "preset": "vegas", "avoidance": { "alpha": 2 }, "initial_cwnd": 4 }),
        ],
    );
    for (own, by_hand) in own.iter().zip(by_hand) {
        assert_eq!(Sender { preset: by_hand.preset.clone(), ..own.clone() }, by_hand);
    }
    assert_eq!(own[0].preset.as_deref(), Some("cautious"));
}

#[test]
fn written_out_it_says_the_same_and_every_sender_is_whole() {
    let presets = json!([{ "name": "mine", "sender": { "preset": "newreno", "initial_cwnd": 10 } }]);
    let scenario = checked(with(presets, &[json!({ "preset": "mine" }), json!({ "preset": "reno" })]));
    let text = serde_json::to_string(&scenario).expect("a scenario can be written");
    assert_eq!(scenario::read(&text).expect("and read"), scenario);
    let mut written: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(written["presets"][0]["sender"]["recovery"]["kind"], "new_reno");
    assert_eq!(written["flows"][0]["sender"]["recovery"]["kind"], "new_reno");
    // As the schema says: a change of the preset changes no flow any more.
    written["presets"][0]["sender"]["initial_cwnd"] = json!(2);
    assert_eq!(checked(written).flows[0].sender.initial_cwnd, 10);
}

#[test]
fn a_preset_without_a_base_gives_all_parts() {
    let whole = serde_json::to_value(&senders(json!([]), &[json!({ "preset": "cubic" })])[0]).expect("a sender");
    let mut alone = whole.clone();
    alone["preset"] = Value::Null;
    let own = senders(json!([{ "name": "mine", "sender": alone }]), &[json!({ "preset": "mine" })]);
    assert_eq!(own[0].recovery, senders(json!([]), &[json!({ "preset": "cubic" })])[0].recovery);
    let bare = problems(with(json!([{ "name": "mine", "sender": {} }]), &[json!({ "preset": "mine" })]));
    let paths: Vec<_> = bare.iter().map(|problem| problem.path.as_str()).collect();
    let parts = ["slow_start", "avoidance", "detection", "recovery", "decrease", "timer"];
    assert_eq!(paths, parts.map(|part| format!("presets.0.sender.{part}")), "of the preset, not of its flows too");
}

#[test]
fn what_is_wrong_in_a_preset_is_said_once() {
    let wrong = json!([
        { "name": "base", "sender": { "preset": "vegas", "avoidance": { "alpha": -1 } } },
        { "name": "next", "sender": { "preset": "base" } },
    ]);
    let given = [json!({ "preset": "base" }), json!({ "preset": "next" }), json!({ "preset": "vegas" })];
    assert_eq!(only(wrong, &given).path, "presets.0.sender.avoidance.alpha");
    let sack = json!([{ "name": "mine", "sender": { "preset": "sack", "sack": false } }]);
    let problem = only(sack, &[json!({ "preset": "mine" })]);
    assert_eq!(problem.path, "presets.0.sender.detection");
    assert_eq!(problem.problem, "detection \"sacked\" needs SACK blocks");
}

#[test]
fn a_base_that_does_not_come_before_and_a_built_in_name_are_refused() {
    // So that no preset is based on itself.
    let cycle = json!([
        { "name": "one", "sender": { "preset": "other" } },
        { "name": "other", "sender": { "preset": "one" } },
    ]);
    let problem = only(cycle, &[json!({ "preset": "one" }), json!({ "preset": "other" })]);
    assert_eq!(problem.path, "presets.0.sender.preset");
    assert_eq!(problem.problem, "there is no preset \"other\"");
    assert!(problem.allowed.starts_with("one of bbr, by-hand"), "none of the scenario's own: {}", problem.allowed);
    let itself = json!([{ "name": "mine", "sender": { "preset": "mine" } }]);
    assert_eq!(only(itself, &[json!({ "preset": "mine" })]).problem, "there is no preset \"mine\"");
    let unknown = only(json!([{ "name": "mine", "sender": { "preset": "renoo" } }]), &[json!({ "preset": "mine" })]);
    assert_eq!(unknown.path, "presets.0.sender.preset");
    assert_eq!(unknown.problem, "there is no preset \"renoo\"; did you mean \"reno\"?");
    let own = json!([{ "name": "my-reno", "sender": { "preset": "reno" } }]);
    let misspelt = only(own, &[json!({ "preset": "my-renno" })]);
    assert_eq!(misspelt.problem, "there is no preset \"my-renno\"; did you mean \"my-reno\"?");
    assert!(misspelt.allowed.contains(", my-reno, newreno"), "{}", misspelt.allowed);
    let clash = only(json!([{ "name": "reno", "sender": { "preset": "vegas" } }]), &[json!({ "preset": "reno" })]);
    assert_eq!((clash.path.as_str(), clash.problem.as_str()), ("presets.0.name", "there already is a preset \"reno\""));
    let twice =
        json!([{ "name": "a", "sender": { "preset": "reno" } }, { "name": "a", "sender": { "preset": "vegas" } }]);
    assert_eq!(only(twice, &[json!({ "preset": "a" })]).problem, "there already is a preset \"a\"");
}

#[test]
fn whatever_stands_in_the_list_of_presets_is_answered_with_problems() {
    let many: Vec<Value> =
        (0..101).map(|n| json!({ "name": format!("p{n}"), "sender": { "preset": format!("p{}", n + 1) } })).collect();
    for odd in [
        json!(7),
        json!({}),
        json!([7]),
        json!([{}]),
        json!([{ "name": "a" }]),
        json!([{ "name": "a", "sender": 7 }]),
        json!(many),
    ] {
        let found = problems(with(odd.clone(), &[json!({ "preset": "a" })]));
        assert!(!found.is_empty(), "{odd}");
    }
}
