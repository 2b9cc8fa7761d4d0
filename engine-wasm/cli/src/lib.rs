//! The Vegas Lab engine without a browser: the commands of the program `vegaslab`, which the Python package has too.

pub mod bench;
mod capture;
mod export;
mod help;
mod licenses;
mod list;
mod options;
mod predict;
mod progress;
mod reproduce;
mod run;
mod series;
mod source;
mod terminal;

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};

use vegaslab_sim::scenario::Problem;

use options::text;
use terminal::printable;

pub use progress::stop_at_interrupt;
pub use source::{Files, Library};

/// The reason why a command failed.
pub enum Failure {
    /// The scenario is wrong.
    Scenario(Vec<Problem>),
    /// The command line is wrong.
    Usage(String),
    /// Something else failed, e.g. a file can't be read.
    Other(String),
    /// Nobody reads the output any more, which isn't a failure.
    Closed,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Scenario(problems) => {
                f.write_str(&problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
            }
            Self::Usage(message) | Self::Other(message) => f.write_str(message),
            Self::Closed => f.write_str("nobody reads the output"),
        }
    }
}

/// Prints text to standard output. A closed pipe, as in `vegaslab list | head -1`, isn't a failure, and a result's exit
/// code doesn't depend on it.
pub fn print_text(text: &str) -> Result<(), Failure> {
    match print_part(text) {
        Err(Failure::Closed) => Ok(()),
        printed => printed,
    }
}

/// Prints a part of a long output, which ends when nobody reads it any more.
pub fn print_part(text: &str) -> Result<(), Failure> {
    let text = text.trim_end();
    // A file gets the text as it is.
    let shown = if std::io::stdout().is_terminal() { printable(text) } else { text.into() };
    writeln!(std::io::stdout(), "{shown}").map_err(|error| not_printed(&error))
}

/// Why standard output takes no more.
fn not_printed(error: &std::io::Error) -> Failure {
    match error.kind() {
        std::io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Other(format!("cannot write to standard output: {error}")),
    }
}

/// Runs the command that these arguments name, with the scenarios and papers of a library. Returns the exit code.
pub fn run_command(library: &Library, arguments: &[OsString]) -> u8 {
    let (name, rest) = match arguments.split_first() {
        Some((name, rest)) => (text(name), rest),
        None => (Ok("help"), &[][..]),
    };
    let is_help_flag = |argument: &OsString| ["--help", "-h"].iter().any(|flag| argument == flag);
    let (help_topic, outcome) = match name {
        Ok("--help" | "-h") => ("help", help::help(library, rest)),
        Ok("--licenses") => ("licenses", licenses::licenses(library, rest)),
        _ => match name.and_then(help::command) {
            Ok(command) if rest.iter().any(is_help_flag) => (command.name, help::help(library, &[command.name.into()])),
            Ok(command) => (command.name, (command.run)(library, rest)),
            Err(failure) => ("", Err(failure)),
        },
    };
    match outcome {
        Ok(()) | Err(Failure::Closed) => 0,
        Err(Failure::Scenario(problems)) => {
            for problem in &problems {
                eprintln!("{}", printable(&problem.to_string()));
            }
            2
        }
        Err(Failure::Usage(message)) => {
            eprintln!("{} (see {})", printable(&message), format!("vegaslab help {help_topic}").trim_end());
            2
        }
        Err(Failure::Other(message)) => {
            eprintln!("{}", printable(&message));
            1
        }
    }
}
