//! Writes a scenario as a script for ns-2.35, if ns-2 can express it.
//!
//! A scenario that ns-2 can't express is refused with the path of each reason. If ns-2 follows a slightly different
//! rule, the script says so at its top, in its [notes](Script::notes).

mod links;
mod routes;
mod senders;
mod sources;
mod timeline;

use std::fmt::Write as _;

use vegaslab_sim::scenario::{Problem, Scenario};

/// Only the command line prints these problems, in English.
mod message {
    vegaslab_sim::messages! {
        ns2_text(text: &str) = "{text}";
    }
}

/// The time window in which the script measures: its start (inclusive) and end (exclusive), s.
pub type Window = (f64, f64);

const PRELUDE: &str = include_str!("prelude.tcl");

/// A script under construction.
#[derive(Debug, Default)]
struct Script {
    /// Names of the nodes, by node number.
    nodes: Vec<String>,
    lines: Vec<String>,
    /// Differences between ns-2's rules and the scenario's that are too small to refuse the export.
    notes: Vec<String>,
    problems: Vec<Problem>,
}

impl Script {
    fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Notes a small difference between ns-2's rules and the scenario's. Results are still comparable.
    fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Reports a part of the scenario that ns-2 can't express.
    fn refuse(&mut self, path: impl Into<String>, problem: impl Into<String>, allowed: impl Into<String>) {
        self.problems.push(Problem::new(path, message::ns2_text(&problem.into()), message::ns2_text(&allowed.into())));
    }

    /// The number of a node, which is added if it is new.
    fn node(&mut self, name: &str) -> usize {
        self.nodes.iter().position(|node| node == name).unwrap_or_else(|| {
            self.nodes.push(name.to_owned());
            self.nodes.len() - 1
        })
    }
}

/// Makes text safe in comments and quoted strings of Tcl and JSON: replaces characters that either language interprets.
fn plain(text: &str) -> String {
    let plain =
        |letter: char| !letter.is_control() && !matches!(letter, '"' | '\\' | '[' | ']' | '$' | '{' | '}' | ';');
    text.chars().map(|letter| if plain(letter) { letter } else { '_' }).collect()
}

/// Exports a scenario as a script. `ns FILE [SEED [TRACE]]` runs it, prints one line of JSON with the window's metrics,
/// and writes the packets of the senders' hosts to the file TRACE.
///
/// # Errors
/// The parts of the scenario that ns-2 can't express, each with its path and the allowed values.
pub fn export(scenario: &Scenario, window: Window) -> Result<String, Vec<Problem>> {
    let mut script = Script::default();
    let (from_s, to_s) = window;
    if !(from_s >= 0.0 && from_s < to_s && to_s <= scenario.duration_s) {
        let allowed = format!("two times with 0 <= from < to <= {}", scenario.duration_s);
        script.refuse("window", format!("{from_s},{to_s}"), allowed);
    }
    links::write(scenario, &mut script);
    sources::write_flows(scenario, &mut script);
    sources::write_datagrams(scenario, &mut script);
    timeline::write(scenario, &mut script);
    if !script.problems.is_empty() {
        return Err(script.problems);
    }
    Ok(text(scenario, window, &script))
}

fn text(scenario: &Scenario, (from_s, to_s): Window, script: &Script) -> String {
    let mut text =
        format!("# {} ({}), written by Vegas Lab for ns-2.35.\n", plain(&scenario.title), plain(&scenario.name));
    text.push_str(
        "# Run it with: ns FILE [SEED [TRACE]]. It prints one line of JSON. The file TRACE gets ns-2's trace of all\n",
    );
    text.push_str("# packets that leave and reach the senders' hosts.\n#\n");
    text.push_str("# Queues count the packets that wait, without the one in transmission.\n");
    for note in &script.notes {
        let _ = writeln!(text, "# Differs: {note}");
    }
    let _ = writeln!(text, "\nset seed [expr {{$argc > 0 ? [lindex $argv 0] : {}}}]", scenario.seed);
    let _ = writeln!(text, "set from_s {from_s}\nset to_s {to_s}\nset report_flows {{}}\nset report_links {{}}\n");
    text.push_str(PRELUDE);
    text.push_str("\n# Nodes\n");
    for (number, name) in script.nodes.iter().enumerate() {
        let _ = writeln!(text, "set node({number}) [$ns node]    ;# {}", plain(name));
    }
    for line in &script.lines {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str("\n$ns at $from_s begin_window\n$ns at $to_s report\n$ns run\n");
    text
}
