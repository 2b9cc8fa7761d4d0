//! Tests that every part meets its contract. The tests walk the registries, so a new part is tested as soon as it is
//! registered.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use vegaslab_sim::catalogue::{self, GROUPS, PART_SETS};
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::{self, Scenario, presets};
use vegaslab_sim::schema::shape::{Described, Field, Label, Member, Shape};

use crate::support::{checked, dumbbell, run};

/// A part of this kind. `field_value` gives each field's value from its shape and default.
fn part_with(member: &Member, field_value: impl Fn(&Shape, &Value) -> Value) -> Value {
    let mut part = Map::from_iter([("kind".to_owned(), json!(member.kind))]);
    for field in member.fields {
        let value = match &field.default {
            Some(default) => field_value(&field.shape, &default.value()),
            None => required(field.name)
                .unwrap_or_else(|| panic!("{}.{} has no default; add a value to `required`", member.kind, field.name)),
        };
        part.insert(field.name.to_owned(), value);
    }
    Value::Object(part)
}

/// The dumbbell's value for a required field of a change.
fn required(field: &str) -> Option<Value> {
    Some(match field {
        "link" => json!("bottleneck"),
        "flow" => json!("flow"),
        "queue" => json!({ "kind": "drop_tail_packets" }),
        "loss" => json!({ "kind": "none" }),
        _ => return None,
    })
}

fn defaults(member: &Member) -> Value {
    part_with(member, |_, default| default.clone())
}

/// The JSON pointer to a scenario's part of this set.
fn pointer_to(set: &str) -> String {
    match set {
        "queue" | "loss" => format!("/links/1/{set}"),
        "receiver" | "traffic" => format!("/flows/0/{set}"),
        "datagram" => "/datagrams/0/traffic".to_owned(),
        "topology" => "/topology".to_owned(),
        "change" => "/timeline/0/change".to_owned(),
        _ => format!("/flows/0/sender/{set}"),
    }
}

/// A dumbbell with this part. A topology replaces the links, with the flow between its first and last hosts.
fn scenario_with(set: &str, part: &Value) -> Value {
    let mut value = dumbbell(json!({ "preset": "reno" }), json!({ "kind": "bsd_reno" }));
    if set == "datagram" {
        value["datagrams"] = json!([{ "name": "datagrams", "from": "a", "to": "b", "traffic": null }]);
    }
    if set == "change" {
        value["timeline"] = json!([{ "at_s": 1, "change": null }]);
    }
    if set == "topology" {
        let hosts = hosts(part);
        value["links"] = json!([]);
        value["flows"][0]["from"] = json!(hosts[0]);
        value["flows"][0]["to"] = json!(hosts[hosts.len() - 1]);
    }
    let pointer = pointer_to(set);
    let (parent, field) = pointer.rsplit_once('/').expect("a pointer has a slash");
    value.pointer_mut(parent).expect("the dumbbell has this parent")[field] = part.clone();
    if set == "traffic" {
        value["duration_s"] = json!(20);
    }
    if catalogue::part_set(set).members.iter().any(|member| part["kind"] == member.kind && member.needs_sack) {
        value["flows"][0]["sender"]["sack"] = json!(true);
    }
    value
}

/// The nodes of a topology that have one link.
fn hosts(topology: &Value) -> Vec<String> {
    let links = scenario::topology::links(topology).expect("a valid topology");
    let ends: Vec<String> = links.into_iter().flat_map(|link| [link.from, link.to]).collect();
    ends.iter().filter(|node| ends.iter().filter(|end| end == node).count() == 1).cloned().collect()
}

#[test]
fn every_set_has_at_least_two_members_and_all_are_documented() {
    for set in PART_SETS {
        assert!(set.members.len() >= 2, "{} has one member", set.name);
        assert!(!set.doc.is_empty() && !set.title.is_empty(), "{} is not documented", set.name);
        let kinds: BTreeSet<_> = set.members.iter().map(|member| member.kind).collect();
        assert_eq!(kinds.len(), set.members.len(), "{} has the same kind twice", set.name);
        for member in set.members {
            assert!(member.doc.ends_with('.'), "{}.{}: {:?}", set.name, member.kind, member.doc);
            for field in member.fields {
                assert!(!field.doc.is_empty(), "{}.{}.{}", set.name, member.kind, field.name);
            }
        }
    }
}

/// Calls `check` for a field and for all fields inside it, but not for those of parts.
fn each_field(fields: &[Field], check: &mut impl FnMut(&Field)) {
    for field in fields {
        check(field);
        let mut shape = &field.shape;
        while let Shape::List { item, .. } | Shape::Optional { item } = shape {
            shape = item;
        }
        if let Shape::Object { fields } = shape {
            each_field(fields, check);
        }
    }
}

#[test]
fn labels_are_readable_and_groups_exist() {
    let known: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
    let mut used = BTreeSet::new();
    let mut check = |field: &Field| {
        let label = field.label.text();
        assert!(label.starts_with(|first: char| first.is_ascii_uppercase()), "{}: {label:?}", field.name);
        assert!(!label.contains('_'), "{}: {label:?}", field.name);
        if !field.group.is_empty() {
            assert!(known.contains(&field.group), "{}: there is no group {:?}", field.name, field.group);
            used.insert(field.group);
        }
    };
    each_field(Scenario::FIELDS, &mut check);
    for member in PART_SETS.iter().flat_map(|set| set.members) {
        each_field(member.fields, &mut check);
        assert!(!member.label.text().contains('_'), "{}", member.label.text());
    }
    assert_eq!(used.len(), known.len(), "a group has no fields");
    assert_eq!(Label::new("mean_gap_s", "").text(), "Mean gap");
    assert_eq!(Label::new("cubic", "CUBIC").text(), "CUBIC");
}

#[test]
fn families_are_together_and_components_have_a_replacement() {
    let presets = catalogue::catalogue().presets;
    let mut families: Vec<&str> = presets.iter().map(|preset| preset.family.as_str()).collect();
    families.dedup();
    assert_eq!(families.iter().collect::<BTreeSet<_>>().len(), families.len(), "{families:?}");
    let kind = |sender: &Value, set: &str| sender[set]["kind"].as_str().expect("the sender has the part").to_owned();
    for preset in &presets {
        if let Some(components) = &preset.components {
            let instead = presets.iter().find(|other| other.name == components.instead).expect("a preset");
            for switch in &components.switches {
                assert_ne!(kind(&preset.sender, &switch.set), kind(&instead.sender, &switch.set), "{}", switch.label);
            }
        }
    }
    assert!(presets.iter().any(|preset| preset.components.is_some()));
}

#[test]
fn a_part_that_needs_sack_is_rejected_without_it() {
    let mut needs_sack = Vec::new();
    for set in PART_SETS {
        for member in set.members.iter().filter(|member| member.needs_sack) {
            needs_sack.push(format!("{}.{}", set.name, member.kind));
            let problem = |field: &str, value: Value| {
                let mut scenario = scenario_with(set.name, &defaults(member));
                let (parent, name) = field.rsplit_once('/').expect("a pointer has a slash");
                scenario.pointer_mut(&format!("/flows/0{parent}")).expect("an object")[name] = value;
                let problems = crate::support::problems(scenario);
                assert_eq!(problems.len(), 1, "{problems:?}");
                problems[0].to_string()
            };
            let (set, kind) = (set.name, member.kind);
            let expected = format!(
                "flows.0.sender.{set}: {set} \"{kind}\" needs SACK blocks; allowed: sack true and sack_blocks 1 or more, \
                 or another {set}"
            );
            assert_eq!(problem("/sender/sack", json!(false)), expected);
            assert_eq!(problem("/sack_blocks", json!(0)), expected);
        }
    }
    assert_eq!(
        needs_sack,
        [
            "detection.sacked",
            "detection.forward_ack",
            "detection.rack",
            "recovery.sack",
            "recovery.fack",
            "recovery.rack"
        ]
    );
}

#[test]
fn every_part_runs_with_its_defaults_and_keeps_its_kind() {
    for set in PART_SETS {
        for member in set.members {
            let part = defaults(member);
            let scenario = checked(scenario_with(set.name, &part));
            let written = serde_json::to_value(&scenario).expect("a scenario can be written");
            if set.name != "topology" {
                // A topology is written out as links.
                assert_eq!(written.pointer(&pointer_to(set.name)).map(|part| &part["kind"]), Some(&json!(member.kind)));
            }
            let (summary, _) = run(&scenario);
            let flow = &summary.flows[0];
            // An interactive user types slowly.
            let least = if set.name == "traffic" { 50.0 } else { 1_000.0 };
            assert!(flow.goodput_bytes_per_s > least, "{}.{}: {flow:?}", set.name, member.kind);
            assert!(summary.datagrams.iter().all(|source| source.arrived > 0), "{}.{}", set.name, member.kind);
        }
    }
}

const COMBINATIONS: u64 = 4_000;

#[test]
fn every_transfer_completes_for_any_combination_of_parts() {
    // Random combinations of sender parts and receivers over a path with a small buffer and bit errors. They almost
    // certainly include every pair of parts from different sets.
    let sets: Vec<_> =
        PART_SETS.iter().filter(|set| set.name == "receiver" || pointer_to(set.name).contains("sender")).collect();
    for combination in 0..COMBINATIONS {
        let mut stream = Stream::new(combination, "combination");
        let mut value = dumbbell(json!({ "preset": "reno" }), json!({ "kind": "bsd_reno" }));
        value["links"][1]["loss"] = json!({ "kind": "bit_error", "ber": 3e-6 });
        value["seed"] = json!(combination);
        value["flows"][0]["sender"]["sack"] = json!(stream.below(2) == 1);
        for set in &sets {
            let member = &set.members[stream.below(set.members.len() as u64) as usize];
            let part = defaults(member);
            let flow = &mut value["flows"][0];
            if member.needs_sack {
                flow["sender"]["sack"] = json!(true);
            }
            match set.name {
                "receiver" => flow["receiver"] = part,
                name => flow["sender"][name] = part,
            }
        }
        let (summary, _) = run(&checked(value.clone()));
        assert!(
            summary.flows[0].completed_at_s.is_some(),
            "the transfer of combination {combination} does not complete: {}",
            value["flows"][0]
        );
    }
}

#[test]
fn every_part_runs_with_its_numbers_at_either_end_of_their_ranges() {
    for set in PART_SETS {
        for member in set.members {
            for end in [0, 1] {
                let part = part_with(member, |shape, default| match shape {
                    Shape::Number { min, max, .. } | Shape::Optional { item: Shape::Number { min, max, .. } } => {
                        json!(if end == 0 { *min } else { *max })
                    }
                    _ => default.clone(),
                });
                let mut value = scenario_with(set.name, &part);
                value["duration_s"] = json!(30);
                if set.name == "traffic" {
                    // The largest transfer is allowed only with the largest segments.
                    value["flows"][0]["smss_bytes"] = json!(8_192);
                    value["flows"][0]["rwnd_bytes"] = json!(819_200);
                }
                run(&checked(value));
            }
        }
    }
}

#[test]
fn presets_are_complete_and_named_after_their_files() {
    let catalogue = catalogue::catalogue();
    assert_eq!(catalogue.presets.len(), presets::all().len());
    for preset in catalogue.presets {
        assert_eq!(presets::find(&preset.name).map(|found| &found.name), Some(&preset.name));
        let scenario = checked(dumbbell(json!({ "preset": preset.name }), json!({ "kind": "bsd_reno" })));
        let mut written = serde_json::to_value(&scenario.flows[0].sender).expect("a sender can be written");
        written["preset"] = Value::Null;
        assert_eq!(written, normalized(preset.sender), "{}", preset.name);
        run(&scenario);
    }
}

/// Writes numbers as serde does for the schema's types, so that 1 and 1.0 compare equal.
fn normalized(sender: Value) -> Value {
    let mut value = dumbbell(sender, json!({ "kind": "bsd_reno" }));
    value["flows"][0]["sender"]["preset"] = Value::Null;
    serde_json::to_value(&checked(value).flows[0].sender).expect("a sender can be written")
}
