//! Compares the loss formula with the simulator, which share no code, on the path of Fu & Liew 2003, Figure 5: the
//! goodput of Reno with independent random losses. The formula assumes instant recoveries and a constant timeout, so it
//! is off by up to a tenth. The difference at each loss rate is stated and checked within two percentage points, so
//! that changes to either are noticed.

use serde_json::{Value, json};
use vegaslab_papers::observe::observe;
use vegaslab_papers::quantity::FlowFigure;
use vegaslab_sim::scenario::{self, Scenario};
use vegaslab_theory::predict::predict;

const SEEDS: u64 = 8;

fn scenario(loss: f64, receiver: &str, seed: u64) -> Scenario {
    let value: Value = json!({
        "version": 1, "name": "random-losses", "duration_s": 300, "seed": seed, "links": [],
        "topology": { "kind": "veno_test_bed", "loss": { "kind": "bernoulli", "rate": loss } },
        "flows": [{
            "name": "transfer", "from": "s1", "to": "r1", "smss_bytes": 1460, "header_bytes": 40, "rwnd_bytes": 64_240,
            "traffic": { "kind": "bulk" }, "sender": { "preset": "reno" }, "receiver": { "kind": receiver },
        }],
    });
    scenario::from_value(value).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

#[test]
fn reno_differs_from_the_formula_by_the_stated_amounts() {
    for (receiver, loss, stated) in [
        ("bsd_reno", 0.01, 0.076),
        ("bsd_reno", 0.02, 0.059),
        ("bsd_reno", 0.05, -0.051),
        ("every_packet", 0.01, 0.024),
        ("every_packet", 0.02, 0.047),
        ("every_packet", 0.05, -0.105),
    ] {
        let prediction = predict(&scenario(loss, receiver, 1));
        let predicted = prediction.intervals[0].at_rest[0].flows[0].payload_rate_bytes_per_s;
        let rate = |seed| {
            let run = observe(&scenario(loss, receiver, seed), &[None], &[], |_| {});
            run.flow("transfer", FlowFigure::GoodputBytesPerS, None).expect("a rate")
        };
        let ours = (1..=SEEDS).map(rate).sum::<f64>() / SEEDS as f64;
        let message = format!("{receiver}, {loss}: {ours:.0} bytes/s, predicted {predicted:.0}, seeds 1 to {SEEDS}");
        println!("{message}");
        assert!((ours / predicted - 1.0_f64 - stated).abs() <= 0.02, "{message}");
    }
}
