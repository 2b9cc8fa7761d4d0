//! Maintenance programs of the engine, started by npm scripts or with
//! `cargo run -p xtask -- COMMAND` in `engine-wasm/`.

mod panics;
#[cfg(feature = "types")]
mod types;
mod wasm;

use std::process::ExitCode;

use anyhow::{Result, bail};

struct Command {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<()>,
}

/// All commands. A new command needs a module and an entry here.
const COMMANDS: &[Command] = &[
    #[cfg(feature = "types")]
    Command {
        name: "types",
        about: "writes the engine's TypeScript types; --check fails if they're out of date",
        run: types::run,
    },
    Command { name: "wasm", about: "makes the package in web/engine/pkg of the compiled modules", run: wasm::run },
];

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<()> {
    let Some((name, rest)) = arguments.split_first() else {
        bail!("a command is missing; allowed:\n{}", usage());
    };
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        bail!("there is no command \"{name}\"; allowed:\n{}", usage());
    };
    (command.run)(rest)
}

fn usage() -> String {
    let lines: Vec<String> = COMMANDS.iter().map(|command| format!("  {:8} {}", command.name, command.about)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_command_is_reported_with_the_known_ones() {
        let error = dispatch(&["wsam".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("\"wsam\""), "{error}");
        for command in COMMANDS {
            assert!(error.contains(command.name), "{error}");
        }
    }
}
