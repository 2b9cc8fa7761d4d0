//! Writes random scenarios, each on a line: `scenario SEED...`

use std::process::ExitCode;

fn main() -> ExitCode {
    for word in std::env::args().skip(1) {
        let Ok(seed) = word.parse() else {
            eprintln!("{word:?} is no seed; usage: scenario SEED...");
            return ExitCode::from(2);
        };
        println!("{}", proof::scenarios::random(seed));
    }
    ExitCode::SUCCESS
}
