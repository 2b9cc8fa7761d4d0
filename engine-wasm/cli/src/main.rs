//! The Vegas Lab engine without a browser.

mod bench;
mod export;
mod list;
mod predict;
mod reproduce;
mod run;
mod source;

use std::io::Write as _;
use std::process::ExitCode;

use vegaslab_sim::scenario::Problem;

#[global_allocator]
static ALLOCATOR: bench::heap::Counted = bench::heap::Counted;

const USAGE: &str = "usage:
  vegaslab list [--json]
      scenarios, presets and parts
  vegaslab validate FILE
      check a scenario file
  vegaslab run NAME|FILE [--set path=value]... [--seed N] [--json]
      run a scenario and print its figures;
      --set changes one value, as in --set flows.transfer.sender.avoidance.alpha=2
  vegaslab predict NAME|FILE [--set path=value]... [--seed N] [--json]
      what the papers' theory says of a scenario, without running it: rates, windows, RTTs, queues
  vegaslab export ns2 NAME|FILE [--set path=value]... [--seed N] [--window FROM,TO]
      write a scenario as a script for ns-2.35, which prints one line of JSON for the window
  vegaslab reproduce [PAPER[/ITEM]] [--json] [--jobs N]
      run what the papers report, N runs at a time (as many as there are cores), and compare;
      fails if a number is not as expected
  vegaslab bench [--flows N] [--duration S] [--wide] [--json | --print-scenario]
      time the engine on a dumbbell of N flows (10) for S simulated seconds (60);
      --wide makes its bottleneck grow with the flows
exit codes: 0 done, 1 cannot be done, 2 wrong scenario or wrong usage";

/// Why a command did not end well.
pub enum Failure {
    /// The scenario is wrong.
    Scenario(Vec<Problem>),
    /// The command line is wrong.
    Usage(String),
    /// Something outside of us failed, e.g. a file cannot be read.
    Outside(String),
}

/// Prints an answer. Nobody reading any more, as in `vegaslab list | head -1`, is no failure.
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
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    let outcome = match command {
        "list" => list::list(rest),
        "validate" => run::validate(rest),
        "run" => run::run(rest),
        "predict" => predict::predict(rest),
        "export" => export::export(rest),
        "reproduce" => reproduce::reproduce(rest),
        "bench" => bench::bench(rest),
        "help" | "--help" | "-h" => answer(USAGE),
        _ => Err(Failure::Usage(format!("there is no command {command:?}"))),
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
            eprintln!("{message}\n{USAGE}");
            ExitCode::from(2)
        }
        Err(Failure::Outside(message)) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
