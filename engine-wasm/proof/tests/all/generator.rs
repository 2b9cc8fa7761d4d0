//! Tests that the generator draws every part, preset and field: whatever it never draws stays untested.

use std::collections::BTreeSet;

use proof::run::{Extent, checked, run_plain};
use proof::scenarios::random;
use serde_json::Value;
use vegaslab_sim::catalogue::PART_SETS;
use vegaslab_sim::scenario::{Flow, Link, Scenario, Sender, presets};
use vegaslab_sim::schema::shape::{Described, Field, Shape};
use vegaslab_sim::trace::summary::FlowSummary;

const SCENARIOS: u64 = 6_000;

/// Collects every given field as `object.field`. A part is named by its kind, any other object by its field.
fn collect_fields(value: &Value, place: &str, seen: &mut BTreeSet<String>) {
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
                collect_fields(value, field, seen);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_fields(item, place, seen)),
        _ => {}
    }
}

fn is_drawn(shape: &Shape) -> bool {
    !matches!(shape, Shape::Text { .. } | Shape::List { .. })
}

fn add_missing(name: &str, fields: &[Field], seen: &BTreeSet<String>, missing: &mut Vec<String>) {
    let fields = fields.iter().filter(|field| is_drawn(&field.shape)).map(|field| format!("{name}.{}", field.name));
    missing.extend(fields.filter(|field| !seen.contains(field)));
}

#[test]
fn every_preset_part_and_field_is_drawn() {
    let mut seen = BTreeSet::new();
    (0..SCENARIOS).for_each(|seed| collect_fields(&random(seed), "scenario", &mut seen));
    let mut missing = Vec::new();
    for set in PART_SETS {
        for member in set.members {
            if !seen.contains(&format!("{}.kind", member.kind)) {
                missing.push(format!("{}.{}", set.name, member.kind));
            }
            add_missing(member.kind, member.fields, &seen, &mut missing);
        }
    }
    for (name, fields) in
        [("scenario", Scenario::FIELDS), ("links", Link::FIELDS), ("flows", Flow::FIELDS), ("sender", Sender::FIELDS)]
    {
        add_missing(name, fields, &seen, &mut missing);
    }
    assert!(seen.iter().any(|seen| seen.starts_with("preset preset ")), "no sender uses a preset of its scenario");
    for preset in presets::all() {
        if !seen.contains(&format!("preset {}", preset.name)) {
            missing.push(preset.name.clone());
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
            missing.push(field.to_owned());
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn each_seed_has_its_own_reproducible_scenario() {
    let texts: BTreeSet<String> = (0..200).map(|seed| random(seed).to_string()).collect();
    assert_eq!(texts.len(), 200);
    assert!((0..200).all(|seed| texts.contains(&random(seed).to_string())));
}

#[test]
fn random_scenarios_have_enough_losses_timeouts_and_transfers() {
    let outcomes: Vec<_> = (0..500)
        .map(|seed| {
            run_plain(&checked(&random(seed)).expect("a valid scenario"), Extent { events: 2_000, step: 2_000 })
        })
        .collect();
    let count = |condition: &dyn Fn(&proof::run::Outcome) -> bool| {
        outcomes.iter().filter(|&outcome| condition(outcome)).count()
    };
    let flows = |outcome: &proof::run::Outcome, condition: fn(&FlowSummary) -> bool| {
        outcome.summary.flows.iter().any(condition)
    };
    let transferred = |flow: &FlowSummary| flow.transfers.iter().any(|transfer| transfer.completed_at_s.is_some());
    let counts = [
        count(&|outcome| outcome.finished),
        count(&|outcome| outcome.summary.packet_hops >= 1_000),
        count(&|outcome| flows(outcome, transferred)),
        count(&|outcome| flows(outcome, |flow| flow.connections > 1)),
        count(&|outcome| flows(outcome, |flow| flow.fast_retransmits > 0)),
        count(&|outcome| flows(outcome, |flow| flow.coarse_timeouts > 0)),
        count(&|outcome| outcome.summary.datagrams.iter().any(|source| source.dropped > 0)),
    ];
    // Much lower counts would mean that the scenarios have become uneventful.
    let least = [150, 100, 150, 50, 50, 100, 20];
    assert!(counts.iter().zip(least).all(|(count, least)| *count >= least), "{counts:?}, expected at least {least:?}");
}
