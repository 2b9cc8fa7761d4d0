//! Predictions for random scenarios of the whole schema: each answers, whatever the numbers. As they come few of them are
//! about Vegas alone, so each is also tried with senders of that kind that always have something to send, and nothing else.

use proof::draw::Draw;
use proof::scenarios::random;
use serde_json::{Value, json};
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario;
use vegaslab_theory::predict::predict;
use vegaslab_theory::predict::report::Prediction;

const SEEDS: u64 = 400;

/// A prediction must have a place or a reason for each flow, figures without gaps, and hold its own conditions.
fn checked(seed: u64, value: Value) -> Prediction {
    let scenario = scenario::from_value(value).unwrap_or_else(|problems| panic!("seed {seed}: {problems:#?}"));
    let prediction = predict(&scenario);
    assert_eq!(prediction.flows.len(), scenario.flows.len(), "seed {seed}");
    for flow in &prediction.flows {
        assert_ne!(flow.applies, flow.reason.is_some(), "seed {seed}: {flow:?}");
        let placed = |interval: &vegaslab_theory::predict::report::Interval| {
            interval.at_rest.iter().all(|rest| rest.flows.iter().any(|placed| placed.name == flow.name))
        };
        assert_eq!(flow.applies, prediction.intervals.iter().any(placed), "seed {seed}: {flow:?}");
    }
    for rest in prediction.intervals.iter().flat_map(|interval| &interval.at_rest) {
        let optimal = rest.residuals.is_none_or(|left| left.worst() < 1e-9);
        assert!(optimal, "seed {seed}: {:?}", rest.residuals);
        assert!(rest.links.iter().all(|link| link.utilization < 1.0 + 1e-9), "seed {seed}: {:?}", rest.links);
    }
    // A figure that is no number would be written as null.
    let text = serde_json::to_string(&prediction).expect("a prediction can be written");
    assert!(!text.contains("null"), "seed {seed}: {text}");
    prediction
}

#[test]
fn every_scenario_is_answered() {
    for seed in 0..SEEDS {
        checked(seed, random(seed));
    }
}

#[test]
fn every_network_of_vegas_alone_comes_to_rest() {
    let (mut flows, mut predicted) = (0, 0);
    for seed in 0..SEEDS {
        let mut value = random(seed);
        if value["flows"].as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        let mut draw = Draw::new(Stream::new(seed, "senders"));
        let of_delay = draw.chance(0.8);
        for flow in value["flows"].as_array_mut().expect("flows") {
            flow["traffic"] = json!({ "kind": "bulk" });
            flow["turns_with"] = Value::Null;
            let per_ms = draw.chance(0.5);
            let alpha = draw.log_between(0.001, 100.0);
            flow["sender"]["avoidance"] = match of_delay {
                true => json!({
                    "kind": "cam", "alpha": alpha, "beta": alpha * (1.0 + draw.uniform()),
                    "unit": if per_ms { "per_ms" } else { "per_rtt" },
                    "rounding": if draw.chance(0.5) { "real" } else { "nearest" },
                }),
                false => json!({ "kind": "rem_price", "alpha": alpha }),
            };
        }
        value["datagrams"] = json!([]);
        value["timeline"] = json!([]);
        value["drops"] = json!([]);
        for link in value["links"].as_array_mut().into_iter().flatten() {
            link["loss"] = json!({ "kind": "none" });
            link["back"] = Value::Null;
        }
        let prediction = checked(seed, value);
        flows += prediction.flows.len();
        predicted += prediction.flows.iter().filter(|flow| flow.applies).count();
    }
    // The rest pass a topology's link with random losses, or share a link with one that does.
    assert!(predicted * 10 > flows * 9, "{predicted} of {flows}");
}
