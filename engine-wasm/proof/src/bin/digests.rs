//! Prints the native engine's results, to compare another build with: `digests FROM TO EVENTS [FILE...]`
//!
//! Prints one JSON line per seed and per scenario file: its name, the scenario as text, the summary after that many
//! events (with the digest), and the theory's prediction, both as text.

use std::process::ExitCode;

use proof::run::{Extent, checked, run_plain};
use proof::scenarios::random;
use serde_json::json;
use vegaslab_sim::scenario::parse;
use vegaslab_theory::predict::predict;

fn main() -> ExitCode {
    let arguments: Vec<String> = proof::arguments().collect();
    let numbers: Vec<u64> = arguments.iter().map_while(|argument| argument.parse().ok()).collect();
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
    let scenario = checked(&value).unwrap_or_else(|error| panic!("{name}: {error}"));
    let outcome = run_plain(&scenario, Extent { events, step: events });
    let summary = serde_json::to_string(&outcome.summary).expect("a summary can be written");
    let prediction = serde_json::to_string(&predict(&scenario)).expect("a prediction can be written");
    println!("{}", json!({ "name": name, "scenario": text, "summary": summary, "prediction": prediction }));
}
