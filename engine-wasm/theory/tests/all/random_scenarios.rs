//! Predictions for random scenarios of the whole schema: every scenario must get a consistent prediction. Few random
//! scenarios are covered by the theory, so each is also tried with long-lived delay- or mark-based flows only.

use proof::draw::Draw;
use proof::scenarios::random;
use serde_json::{Value, json};
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario;
use vegaslab_theory::predict::predict;
use vegaslab_theory::predict::report::Prediction;

const SEEDS: u64 = 400;

/// Checks that the prediction has either numbers or a reason for each flow, and that its numbers are finite and meet
/// the optimality conditions.
fn checked_prediction(seed: u64, value: Value) -> Prediction {
    let scenario = scenario::from_value(value).unwrap_or_else(|problems| panic!("seed {seed}: {problems:#?}"));
    let prediction = predict(&scenario);
    assert_eq!(prediction.flows.len(), scenario.flows.len(), "seed {seed}");
    for flow in &prediction.flows {
        assert_ne!(flow.applies, flow.reason.is_some(), "seed {seed}: {flow:?}");
        let includes_flow = |interval: &vegaslab_theory::predict::report::Interval| {
            interval.at_rest.iter().all(|equilibrium| equilibrium.flows.iter().any(|other| other.name == flow.name))
        };
        assert_eq!(flow.applies, prediction.intervals.iter().any(includes_flow), "seed {seed}: {flow:?}");
    }
    for equilibrium in prediction.intervals.iter().flat_map(|interval| &interval.at_rest) {
        let optimal = equilibrium.residuals.is_none_or(|left| left.worst() < 1e-9);
        assert!(optimal, "seed {seed}: {:?}", equilibrium.residuals);
        assert!(
            equilibrium.links.iter().all(|link| link.utilization < 1.0 + 1e-9),
            "seed {seed}: {:?}",
            equilibrium.links
        );
    }
    // NaN and infinity would be written as null.
    let text = serde_json::to_string(&prediction).expect("a prediction can be written");
    assert!(!text.contains("null"), "seed {seed}: {text}");
    prediction
}

#[test]
fn every_scenario_gets_a_consistent_prediction() {
    for seed in 0..SEEDS {
        checked_prediction(seed, random(seed));
    }
}

#[test]
fn most_flows_delay_based_or_mark_based_scenarios_are_predicted() {
    let (mut flows, mut predicted) = (0, 0);
    for seed in 0..SEEDS {
        let mut value = random(seed);
        if value["flows"].as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        let mut draw = Draw::new(Stream::new(seed, "senders"));
        let delay_based = draw.chance(0.8);
        for flow in value["flows"].as_array_mut().expect("flows") {
            flow["traffic"] = json!({ "kind": "bulk" });
            flow["turns_with"] = Value::Null;
            let per_ms = draw.chance(0.5);
            let alpha = draw.log_between(0.001, 100.0);
            flow["sender"]["avoidance"] = match delay_based {
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
        let prediction = checked_prediction(seed, value);
        flows += prediction.flows.len();
        predicted += prediction.flows.iter().filter(|flow| flow.applies).count();
    }
    // The other flows pass a link of the topology that loses packets at random, or share a link with a flow that does.
    assert!(predicted * 10 > flows * 9, "{predicted} of {flows}");
}
