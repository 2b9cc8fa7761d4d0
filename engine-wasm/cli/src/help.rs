//! The commands and their help.

use std::ffi::OsString;

use crate::options::{text, with_suggestion};
use crate::{Failure, Library, bench, capture, export, licenses, list, predict, print_text, reproduce, run, series};

/// A command: its name, arguments, description and function.
pub struct Command {
    pub name: &'static str,
    arguments: &'static str,
    about: &'static str,
    pub run: fn(&Library, &[OsString]) -> Result<(), Failure>,
}

/// All commands. A new command needs a module and an entry here.
const COMMANDS: &[Command] = &[
    Command { name: "list", arguments: "[--json]", about: "list scenarios, presets and parts", run: list::list },
    Command { name: "validate", arguments: "FILE", about: "check a scenario file", run: run::validate },
    Command {
        name: "run",
        arguments: "NAME|FILE [--set path=value]... [--seed N] [--window FROM,TO]... [--json]",
        about: "run a scenario and print its metrics
--set changes one value, as in --set flows.transfer.sender.avoidance.alpha=2;
    * stands for every entry of a list: --set 'flows.*.sender.preset=newreno'
--window measures between two simulated times in seconds, as in --window 60,100: the table then
    shows only these windows; --json adds them as \"windows\"
the mean queue is given with the packet in transmission (mean_queue_packets) and without it, as
    ns-2's queue monitors count (mean_waiting_packets)",
        run: run::run,
    },
    Command {
        name: "series",
        arguments: "NAME|FILE --table TABLE [--every S] [--window FROM,TO] [--flow NAME]... [--link NAME]...
         [--kind KIND,...] [--set path=value]... [--seed N]",
        about: "run a scenario and print a table of times as CSV; units are in the column names
flows, links: metrics of windows of --every seconds, one after the other
windows, rtts, queues, states, limits: every change, or with --every the value at each multiple of it
events: drops, retransmissions and timeouts; --kind picks from drop, retransmit, timeout, mark
segments, decisions, checks, sacks, hops: every row of the trace
--flow and --link keep only these, and --window only rows of this time; nothing is thinned out",
        run: series::series,
    },
    Command {
        name: "predict",
        arguments: "NAME|FILE [--set path=value]... [--seed N] [--json]",
        about: "print what the papers' theory says of a scenario, without running it: rates, windows, RTTs, queues",
        run: predict::predict,
    },
    Command {
        name: "export",
        arguments: "TARGET NAME|FILE [--set path=value]... [--seed N] [--window FROM,TO] [--packets whole|headers]",
        about: "ns2: write a scenario as a script for ns-2.35, which prints one line of JSON for the --window
pcapng: run a scenario and write its packets as a capture for Wireshark, with one interface at the senders
    and one at the receivers, as in > run.pcapng; by default, packets are kept whole up to about 48 MiB
qlog: run a scenario and write its packets, windows and round-trip times for qlog viewers, one trace a flow",
        run: export::export,
    },
    Command {
        name: "capture",
        arguments: "FILE... [--json]",
        about: "print the TCP connections in captures: pcap or pcapng, also compressed by gzip
for each direction with data: bytes and segments, the size of a full segment, the shortest RTT and what it was
    measured from, where the capture was taken, the receiver's largest window (>= if its scale isn't known),
    retransmissions by cause, segments that were overtaken, keep-alives and window probes; - isn't known
--json has more: the handshake, window and path of each connection",
        run: capture::capture,
    },
    Command {
        name: "reproduce",
        arguments: "[PAPER[/ITEM]] [--json] [--jobs N] [--stored FILE] [--coverage]",
        about: "run what the papers report, N runs at a time (as many as there are cores), and compare;
--stored compares measurements from a file instead, without any run;
--coverage lists each table, figure and claim of the papers with its rows;
fails if a measurement fails, or a deviation has no cause",
        run: reproduce::reproduce,
    },
    Command {
        name: "bench",
        arguments: "[--flows N] [--duration S] [--wide] [--json | --print-scenario]",
        about: "time the engine on a dumbbell of N flows (10) for S simulated seconds (60);
--wide makes its bottleneck grow with the flows",
        run: bench::bench,
    },
    Command {
        name: "licenses",
        arguments: "",
        about: "print the licenses of the software by others in this program",
        run: licenses::licenses,
    },
    Command { name: "help", arguments: "[COMMAND]", about: "print this, or the help of one command", run: help },
];

/// Finds a command by name.
pub fn command(name: &str) -> Result<&'static Command, Failure> {
    COMMANDS.iter().find(|command| command.name == name).ok_or_else(|| {
        let names: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
        let problem = with_suggestion(&format!("there is no command {name:?}"), name, &names);
        let stop = if problem.ends_with('?') { "" } else { ";" };
        Failure::Usage(format!("{problem}{stop} commands: {}", names.join(", ")))
    })
}

/// Prints the usage of the program or of one command.
pub fn help(_: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    match arguments {
        [] => {
            let all: String = COMMANDS.iter().map(usage).collect();
            print_text(&format!("usage:\n{all}exit codes: 0 done, 1 cannot be done, 2 wrong scenario or wrong usage"))
        }
        [name] => print_text(&format!("usage:\n{}", usage(command(text(name)?)?))),
        _ => Err(Failure::Usage("help takes one command".into())),
    }
}

fn usage(command: &Command) -> String {
    let Command { name, arguments, about, .. } = command;
    let about: String = about.lines().map(|line| format!("      {line}\n")).collect();
    format!("  vegaslab {name} {arguments}\n{about}")
}
