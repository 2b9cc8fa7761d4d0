//! Prints the native engine's results for another build to compare with: `digests FROM TO EVENTS [FILE...]`
//!
//! One JSON line for the random scenario of each seed and for each scenario file: its name, the scenario as text, the summary after
//! that many events (with the digest), and the theory's prediction, both as text.

use std::process::ExitCode;

use proof::run::{Extent, checked, plain};
use proof::scenarios::random;
use serde_json::json;
use vegaslab_sim::scenario::parse;
use vegaslab_theory::predict::predict;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = arguments.iter().map_while(|word| word.parse().ok()).collect();
    let [from, to, events] = numbers[..] else {
        eprintln!("usage: digests FROM TO EVENTS [FILE...]");
        return ExitCode::from(2);
    };
    for seed in from..to {
        print_results(&format!("seed {seed}"), &random(seed).to_string(), events);
    }
    for file in &arguments[3..] {
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
        print_results(file, &text, events);
    }
    ExitCode::SUCCESS
}

fn print_results(name: &str, text: &str, events: u64) {
    let value = parse(text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
    let scenario = checked(&value).unwrap_or_else(|what| panic!("{name}: {what}"));
    let outcome = plain(&scenario, Extent { events, step: events });
    let summary = serde_json::to_string(&outcome.summary).expect("a summary can be written");
    let prediction = serde_json::to_string(&predict(&scenario)).expect("a prediction can be written");
    println!("{}", json!({ "name": name, "scenario": text, "summary": summary, "prediction": prediction }));
}
