//! Fu & Liew 2003, Figure 5: Reno and Veno transfer a 32 MiB file over 1.6 Mbit/s and 120 ms with random losses.
//! `content/papers/fu-2003.json` measures the points of the figure; these tests measure results for which it has no
//! row. Rates are in units of 1000 bytes/s.

use serde_json::{Value, json};
use vegaslab_sim::Simulation;
use vegaslab_sim::trace::summary::FlowSummary;

use crate::support::{checked, mean, mean_and_error, scenario_json};

/// Runs the transfer at this loss rate, once per seed.
fn transfers(preset: &str, loss: f64, seeds: u64, change: impl Fn(&mut Value)) -> Vec<FlowSummary> {
    let transfer = |seed: u64| {
        let mut value = scenario_json("veno-fig5");
        value["seed"] = json!(seed);
        value["duration_s"] = json!(20_000);
        value["record"] = json!({ "max_rows": 0 });
        value["topology"]["loss"]["rate"] = json!(loss);
        value["flows"][0]["sender"] = json!({ "preset": preset });
        change(&mut value);
        let mut simulation = Simulation::new(&checked(value));
        assert!(simulation.step(u64::MAX), "the run did not finish");
        let flow = simulation.summary().flows.remove(0);
        assert!(flow.completed_at_s.is_some(), "{preset} at {loss}, seed {seed}");
        flow
    };
    (1..=seeds).map(transfer).collect()
}

fn mean_rate(flows: &[FlowSummary]) -> f64 {
    mean(flows.iter().map(|flow| flow.goodput_bytes_per_s / 1e3))
}

#[test]
fn without_losses_reno_and_veno_are_about_equal() {
    let [reno, veno] = ["reno", "veno"].map(|preset| mean_rate(&transfers(preset, 0.0, 4, |_| {})));
    // The link carries at most 194.7 KB/s of payload.
    assert!(reno < veno && veno < 1.05 * reno && veno < 194.7, "{reno} {veno}");
}

#[test]
fn at_one_percent_loss_reno_has_one_timeout_per_twenty_repairs() {
    let reno = transfers("reno", 0.01, 20, |_| {});
    let timeouts: u64 = reno.iter().map(|flow| flow.coarse_timeouts).sum();
    let repairs: u64 = reno.iter().map(|flow| flow.fast_retransmits).sum();
    // Reno repairs two losses in one window if at least three segments follow the first repair; cwnd / 2 - 2 do. So
    // there is one timeout per twenty repairs, not one per three as in models where a loss also drops the rest of its
    // round.
    let share = timeouts as f64 / (timeouts + repairs) as f64;
    assert!((0.03..0.07).contains(&share), "{timeouts} timeouts, {repairs} fast retransmits");
}

#[test]
fn reno_rates_match_an_independent_simulation() {
    // An ACK for every packet raises Reno above the 81.9 KB/s that the paper measured.
    for (receiver, loss, simulated) in [("every_packet", 0.01, 117.0_f64), ("bsd_reno", 0.03, 38.0)] {
        let receiver = json!({ "kind": receiver });
        let flows = transfers("reno", loss, 20, |value| value["flows"][0]["receiver"] = receiver.clone());
        let rates: Vec<f64> = flows.iter().map(|flow| flow.goodput_bytes_per_s / 1e3).collect();
        let (rate, error) = mean_and_error(&rates);
        // The other simulation's rates are rounded to whole units.
        assert!((rate - simulated).abs() < 0.5 + error, "{receiver}, {loss}: {rate} ± {error}");
    }
}
