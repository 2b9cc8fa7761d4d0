//! Prints random scenarios, one per line: `scenario SEED...`. Seeds after `--lone` give scenarios of lone flows.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut scenario: fn(u64) -> serde_json::Value = proof::scenarios::random;
    for word in proof::arguments() {
        if word == "--lone" {
            scenario = proof::scenarios::lone;
            continue;
        }
        let Ok(seed) = word.parse() else {
            eprintln!("{word:?} is not a seed (a whole number); usage: scenario [--lone] SEED...");
            return ExitCode::from(2);
        };
        println!("{}", scenario(seed));
    }
    ExitCode::SUCCESS
}
