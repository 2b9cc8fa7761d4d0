//! The generator reaches everything: what it never draws, it cannot prove.

use std::collections::BTreeSet;

use proof::run::{Extent, checked, plain};
use proof::scenarios::random;
use serde_json::Value;
use vegaslab_sim::catalogue::PART_SETS;
use vegaslab_sim::scenario::{Flow, Link, Scenario, Sender, presets};
use vegaslab_sim::schema::shape::{Described, Field, Shape};
use vegaslab_sim::trace::summary::FlowSummary;

const SCENARIOS: u64 = 6_000;

/// Takes down every field that is given, as `object.field`, where a part is named by its kind and an object by its place.
fn note(value: &Value, place: &str, seen: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            let name = object.get("kind").and_then(Value::as_str).unwrap_or(place);
            for (field, value) in object {
                if !value.is_null() {
                    seen.insert(format!("{name}.{field}"));
                }
                if field == "preset" {
                    seen.insert(format!("preset {}", value.as_str().unwrap_or_default()));
                }
                note(value, field, seen);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| note(item, place, seen)),
        _ => {}
    }
}

fn drawn(shape: &Shape) -> bool {
    !matches!(shape, Shape::Text { .. } | Shape::List { .. })
}

fn missing(name: &str, fields: &[Field], seen: &BTreeSet<String>, missing: &mut Vec<String>) {
    let fields = fields.iter().filter(|field| drawn(&field.shape)).map(|field| format!("{name}.{}", field.name));
    missing.extend(fields.filter(|field| !seen.contains(field)));
}

#[test]
fn every_preset_part_and_field_is_drawn() {
    let mut seen = BTreeSet::new();
    (0..SCENARIOS).for_each(|seed| note(&random(seed), "scenario", &mut seen));
    let mut never = Vec::new();
    for set in PART_SETS {
        for member in set.members {
            if !seen.contains(&format!("{}.kind", member.kind)) {
                never.push(format!("{}.{}", set.name, member.kind));
            }
            missing(member.kind, member.fields, &seen, &mut never);
        }
    }
    for (name, fields) in
        [("scenario", Scenario::FIELDS), ("links", Link::FIELDS), ("flows", Flow::FIELDS), ("sender", Sender::FIELDS)]
    {
        missing(name, fields, &seen, &mut never);
    }
    assert!(seen.iter().any(|seen| seen.starts_with("preset preset ")), "no sender names a preset of its scenario");
    for preset in presets::all() {
        if !seen.contains(&format!("preset {}", preset.name)) {
            never.push(preset.name.clone());
        }
    }
    for field in [
        "presets.name",
        "flows.route",
        "flows.route_back",
        "flows.turns_with",
        "datagrams.stop_s",
        "drops.segment",
        "drops.packet",
        "drops.ack",
        "set_route.route",
        "back.queue",
    ] {
        if !seen.contains(field) {
            never.push(field.to_owned());
        }
    }
    assert_eq!(never, Vec::<String>::new());
}

#[test]
fn the_same_seed_draws_the_same_scenario_and_another_seed_another_one() {
    let texts: BTreeSet<String> = (0..200).map(|seed| random(seed).to_string()).collect();
    assert_eq!(texts.len(), 200);
    assert!((0..200).all(|seed| texts.contains(&random(seed).to_string())));
}

#[test]
fn enough_happens_in_the_scenarios() {
    let outcomes: Vec<_> = (0..500)
        .map(|seed| plain(&checked(&random(seed)).expect("a valid scenario"), Extent { events: 2_000, step: 2_000 }))
        .collect();
    let share =
        |holds: &dyn Fn(&proof::run::Outcome) -> bool| outcomes.iter().filter(|&outcome| holds(outcome)).count();
    let flows =
        |outcome: &proof::run::Outcome, holds: fn(&FlowSummary) -> bool| outcome.summary.flows.iter().any(holds);
    let transferred = |flow: &FlowSummary| flow.transfers.iter().any(|transfer| transfer.completed_at_s.is_some());
    let shares = [
        share(&|outcome| outcome.finished),
        share(&|outcome| outcome.summary.packet_hops >= 1_000),
        share(&|outcome| flows(outcome, transferred)),
        share(&|outcome| flows(outcome, |flow| flow.connections > 1)),
        share(&|outcome| flows(outcome, |flow| flow.fast_retransmits > 0)),
        share(&|outcome| flows(outcome, |flow| flow.coarse_timeouts > 0)),
        share(&|outcome| outcome.summary.datagrams.iter().any(|source| source.dropped > 0)),
    ];
    // Far less would mean that the scenarios have drifted to where there is nothing to see.
    let least = [150, 100, 150, 50, 50, 100, 20];
    assert!(shares.iter().zip(least).all(|(share, least)| *share >= least), "{shares:?} of {least:?}");
}
