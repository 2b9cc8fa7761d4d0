//! What the native engine makes of random scenarios, for another engine to compare with: `digests FROM TO EVENTS`
//!
//! One JSON line for each seed: the scenario as text, and the figures after so many events as text, the digest among them.

use std::process::ExitCode;

use proof::run::{Extent, checked, plain};
use proof::scenarios::random;
use serde_json::json;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [from, to, events] = numbers[..] else {
        eprintln!("usage: digests FROM TO EVENTS");
        return ExitCode::from(2);
    };
    for seed in from..to {
        let value = random(seed);
        let scenario = checked(&value).unwrap_or_else(|what| panic!("seed {seed}: {what}"));
        let outcome = plain(&scenario, Extent { events, step: events });
        let summary = serde_json::to_string(&outcome.summary).expect("figures can be written");
        println!("{}", json!({ "seed": seed, "scenario": value.to_string(), "summary": summary }));
    }
    ExitCode::SUCCESS
}
