//! The Vegas Lab engine without a browser.

mod bench;
mod export;
mod help;
mod list;
mod options;
mod predict;
mod reproduce;
mod run;
mod series;
mod source;

use std::io::Write as _;
use std::process::ExitCode;

use vegaslab_sim::scenario::Problem;

#[global_allocator]
static ALLOCATOR: bench::heap::Counted = bench::heap::Counted;

/// Why a command failed.
pub enum Failure {
    /// The scenario is wrong.
    Scenario(Vec<Problem>),
    /// The command line is wrong.
    Usage(String),
    /// Something outside the program failed, e.g. a file can't be read.
    Outside(String),
}

/// Prints an answer. A closed pipe, as in `vegaslab list | head -1`, isn't a failure.
pub fn answer(text: &str) -> Result<(), Failure> {
    match writeln!(std::io::stdout(), "{}", text.trim_end()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Outside(format!("cannot write the answer: {error}")))
        }
        _ => Ok(()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, rest) = match arguments.split_first() {
        Some((name, rest)) => (name.as_str(), rest),
        None => ("help", &[][..]),
    };
    let asks_for_help = |argument: &String| ["--help", "-h"].contains(&argument.as_str());
    let (about, outcome) = match name {
        "--help" | "-h" => ("help", help::help(rest)),
        _ => match help::command(name) {
            Ok(command) if rest.iter().any(asks_for_help) => (command.name, help::help(&[command.name.to_owned()])),
            Ok(command) => (command.name, (command.run)(rest)),
            Err(failure) => ("", Err(failure)),
        },
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Scenario(problems)) => {
            for problem in &problems {
                eprintln!("{problem}");
            }
            ExitCode::from(2)
        }
        Err(Failure::Usage(message)) => {
            eprintln!("{message} (see {})", format!("vegaslab help {about}").trim_end());
            ExitCode::from(2)
        }
        Err(Failure::Outside(message)) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
