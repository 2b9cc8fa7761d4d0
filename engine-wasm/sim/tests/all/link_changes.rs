//! Tests a link's changes: they lead into the scenario with every flow in its list, although copies stay one entry.

use proptest::prelude::*;
use serde_json::{Value, json};
use vegaslab_sim::scenario::{self, Change, Reading, Refusal, Scenario};

use crate::support::scenario_json;

fn changes(list: &[(&str, Value)]) -> Vec<Change> {
    list.iter().map(|(path, value)| ((*path).to_owned(), value.clone())).collect()
}

fn opened(text: &str, list: &[(&str, Value)]) -> Reading {
    changed(text, &changes(list)).expect("the changes apply")
}

fn changed(text: &str, list: &[Change]) -> Result<Reading, Refusal> {
    scenario::open(text).expect("a valid scenario").changed(list)
}

fn text_of(name: &str) -> String {
    scenario_json(name).to_string()
}

/// Sets a value in a written-out scenario by a path of numbers: what a change means.
fn set(scenario: &Scenario, path: &str, value: Value) -> Scenario {
    let mut all = serde_json::to_value(scenario).expect("a scenario can be written");
    let place = path.split('.').fold(&mut all, |place, step| match step.parse::<usize>() {
        Ok(number) if place.is_array() => &mut place[number],
        _ => &mut place[step],
    });
    *place = value;
    scenario::from_value(all).expect("the changed scenario is valid")
}

#[test]
fn the_copies_of_a_flow_are_one_entry_until_a_change_leads_to_one_of_them() {
    let text = text_of("martin-asu");
    let mut base = opened(&text, &[]);
    let entries = |reading: &mut Reading| reading.to_value()["flows"].as_array().expect("flows").len();
    let count = entries(&mut base);
    assert!(count < 10 && base.scenario.flows.len() > 400);
    let name = base.scenario.flows[50].name.clone();
    let by_name = format!("flows.{name}.rwnd_bytes");
    for path in ["flows.50.rwnd_bytes", by_name.as_str()] {
        let mut changed = opened(&text, &[(path, json!(30_000))]);
        assert_eq!(changed.scenario, set(&base.scenario, "flows.50.rwnd_bytes", json!(30_000)), "{path}");
        // It's one of 90 copies. A name could be that of any copy.
        let written = if path == by_name { base.scenario.flows.len() } else { count + 90 - 1 };
        assert_eq!(entries(&mut changed), written);
    }
    let mut all = opened(&text, &[("flows.*.rwnd_bytes", json!(30_000))]);
    assert_eq!(entries(&mut all), count);
    assert!(all.scenario.flows.iter().all(|flow| flow.rwnd_bytes == 30_000));
}

#[test]
fn a_kind_or_a_preset_sets_the_whole_part_to_its_defaults() {
    let text = text_of("martin-asu");
    let changed =
        opened(&text, &[("flows.0.sender.preset", json!("vegas")), ("flows.0.sender.avoidance.alpha", json!(2))]);
    let mut sender = scenario_json("ahn-fig1-rr");
    sender["flows"][0]["sender"] = json!({ "preset": "vegas", "avoidance": { "alpha": 2 } });
    let expected = scenario::from_value(sender).expect("a valid scenario").flows[0].sender.clone();
    assert_eq!(changed.scenario.flows[0].sender, expected);
}

#[test]
fn a_flow_can_be_a_copy_of_another_one() {
    let text = text_of("martin-asu");
    let base = opened(&text, &[]).scenario;
    let count = base.flows.len();
    let (add, rename) = (format!("flows.{count}"), format!("flows.{count}.name"));
    let list = [(add.as_str(), json!("flows.50")), (rename.as_str(), json!("more"))];
    let changed = opened(&text, &list).scenario;
    assert_eq!(changed.flows.len(), count + 1);
    assert_eq!(changed.flows[count].name, "more");
    assert_eq!(changed.flows[count].from, base.flows[50].from);
    assert_eq!(changed.flows[..count], base.flows);
}

#[test]
fn what_a_path_cannot_lead_to_is_a_problem() {
    let problems = |list: &[(&str, Value)]| {
        let problems = changed(&text_of("martin-asu"), &changes(list)).expect_err("the change is refused").problems;
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_says(
        &problems(&[("flows.999.rwnd_bytes", json!(1))]),
        "the list has no entry \"999\"",
        "a number below 473",
    );
    assert_says(&problems(&[("flows.oen.rwnd_bytes", json!(1))]), "did you mean \"one\"?", "flows.oen.rwnd_bytes");
    assert_says(&problems(&[("links.1-9.rate_bps", json!(1))]), "the list has no entry \"1-9\"", "links.1-9.rate_bps");
    assert_says(&problems(&[("flows.*.smss_bytes.x", json!(1))]), "flows.0.smss_bytes", "");
    let many: Vec<_> = (0..50).map(|_| ("flows.*.rwnd_bytes", json!(30_000))).collect();
    assert_says(&problems(&many), "the link changes too many values", "up to 20000 values");
    let wrong: Vec<_> = (0..100).map(|_| ("flows.nobody.rwnd_bytes", json!(1))).collect();
    assert_eq!(problems(&wrong).lines().count(), 20);
}

#[test]
fn changes_that_spoil_copies_are_refused_without_harm() {
    let text = text_of("martin-asu");
    let many = json!(4_000_000_000_u32);
    for spoiled in [("flows.*.smss_bytes", json!("x")), ("flows.0.copies", many), ("flows.*.copies", json!(4_000))] {
        for next in [
            ("flows.473", json!("flows.50")),
            ("flows.50.rwnd_bytes", json!(30_000)),
            ("flows.nobody.rwnd_bytes", json!(30_000)),
            ("flows.*.name", json!("x{n}")),
            ("flows.5000", json!("flows.4999")),
        ] {
            let refusal = changed(&text, &changes(&[spoiled.clone(), next.clone(), next.clone()]));
            assert!(!refusal.expect_err("the scenario is invalid").problems.is_empty(), "{spoiled:?}, {next:?}");
        }
    }
}

fn assert_says(text: &str, one: &str, other: &str) {
    assert!(text.contains(one) && text.contains(other), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Several changes, each to a flow by its number or to all flows, mean the same whether copies are one entry or not.
    #[test]
    fn changes_mean_the_same_in_the_compact_and_in_the_whole_scenario(
        list in prop::collection::vec((prop_oneof![Just(None), (0_usize..473).prop_map(Some)], 1_000_u32..9_000), 1..5),
    ) {
        let text = text_of("martin-asu");
        let compact: Vec<Change> = list
            .iter()
            .map(|(flow, value)| {
                let step = flow.map_or("*".to_owned(), |number| number.to_string());
                (format!("flows.{step}.rwnd_bytes"), json!(value))
            })
            .collect();
        let whole = serde_json::to_string(&opened(&text, &[]).scenario).expect("a scenario can be written");
        let one = changed(&text, &compact).expect("the changes apply").scenario;
        let other = changed(&whole, &compact).expect("the changes apply").scenario;
        prop_assert_eq!(one, other);
    }
}
