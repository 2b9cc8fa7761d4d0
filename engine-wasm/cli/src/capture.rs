//! `vegaslab capture`: the TCP transfers in captures of real networks.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::Serialize;
use vegaslab_capture::Reader;
use vegaslab_capture::summary::{ConnectionSummary, DirectionSummary, Sentence, Summary};

use crate::options::{text, with_suggestion};
use crate::{Failure, Library, print_text};

/// Bytes that are read at a time.
const PIECE: usize = 1 << 20;

/// Connections in the table of a capture.
const SHOWN: usize = 100;

/// A file and its numbers.
#[derive(Serialize)]
struct Named {
    file: String,
    #[serde(flatten)]
    summary: Summary,
}

/// Prints the connections of captures. If a file can't be read, it fails after those that can.
pub fn capture(_: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let mut as_json = false;
    let mut files = Vec::new();
    for argument in arguments {
        match argument.to_str() {
            Some("--json") => as_json = true,
            Some(flag) if flag.starts_with("--") => {
                let problem = with_suggestion(&format!("capture has no option {flag}"), text(argument)?, &["--json"]);
                return Err(Failure::Usage(problem));
            }
            _ => files.push(argument),
        }
    }
    if files.is_empty() {
        return Err(Failure::Usage("capture needs the name of a pcap or pcapng file".into()));
    }
    let mut problems = Vec::new();
    let mut captures = Vec::new();
    for file in files {
        match summary_of(file) {
            Ok(summary) => captures.push(Named { file: Path::new(file).display().to_string(), summary }),
            Err(problem) => problems.push(format!("{}: {problem}", Path::new(file).display())),
        }
    }
    if captures.is_empty() {
        // Only the problems are printed.
    } else if as_json {
        print_text(&serde_json::to_string(&captures).map_err(|error| Failure::Other(error.to_string()))?)?;
    } else {
        let tables: Vec<String> = captures.iter().map(table).collect();
        print_text(&tables.join("\n"))?;
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Other(problems.join("\n"))) }
}

fn summary_of(file: &OsStr) -> Result<Summary, String> {
    let failure = |error: std::io::Error| format!("cannot be read: {error}");
    let mut input = File::open(file).map_err(failure)?;
    let mut reader = Reader::new();
    let mut piece = vec![0; PIECE];
    loop {
        match input.read(&mut piece).map_err(failure)? {
            0 => break,
            count => reader.push(&piece[..count]).map_err(|problem| problem.to_string())?,
        }
    }
    Ok(reader.finish().map_err(|problem| problem.to_string())?.summary())
}

fn table(Named { file, summary }: &Named) -> String {
    let mut text = String::new();
    let Summary { packets, skipped, oddities, connections } = summary;
    let plural = if connections.len() == 1 { "" } else { "s" };
    let _ = writeln!(text, "{file}: {packets} packets, {} TCP connection{plural}", connections.len());
    for skipped in skipped {
        let _ = writeln!(text, "  skipped: {} {}", skipped.packets, skipped.reason);
    }
    write_oddities(&mut text, oddities);
    for connection in connections.iter().take(SHOWN) {
        write_connection(&mut text, connection);
    }
    if connections.len() > SHOWN {
        let _ = writeln!(text, "\nand {} connections with fewer bytes; --json has all", connections.len() - SHOWN);
    }
    text
}

fn write_oddities(text: &mut String, oddities: &[Sentence]) {
    for oddity in oddities {
        let _ = writeln!(text, "  note: {}", oddity.text);
    }
}

/// Headings of a connection's table.
const HEADINGS: [&str; 13] = [
    "data from",
    "bytes",
    "segments",
    "size B",
    "RTT ms",
    "RTT from",
    "tap",
    "window B",
    "fast",
    "timeout",
    "spurious",
    "reordered",
    "probes",
];

fn write_connection(text: &mut String, connection: &ConnectionSummary) {
    let [one, other] = &connection.ends;
    let _ = write!(text, "\n{one} - {other}: from {:.6} s", connection.start_s);
    let _ = match connection.duration_s {
        Some(duration_s) => writeln!(text, ", for {duration_s:.6} s"),
        None => writeln!(text, ", for an unknown time"),
    };
    let senders =
        connection.ends.iter().zip(&connection.directions).filter(|(_, direction)| direction.transfer_bytes > 0);
    let rows: Vec<[String; 13]> = senders.map(|(end, direction)| cells(end, direction)).collect();
    if rows.is_empty() {
        let _ = writeln!(text, "  no data");
    } else {
        write_rows(text, &rows);
    }
    write_oddities(text, &connection.oddities);
}

fn write_rows(text: &mut String, rows: &[[String; 13]]) {
    let headings = HEADINGS.map(str::to_owned);
    let all: Vec<&[String; 13]> = std::iter::once(&headings).chain(rows).collect();
    for row in &all {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = all.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
            // Words are aligned on the left, numbers on the right.
            let _ = if matches!(column, 0 | 5 | 6) {
                write!(line, "  {cell:<width$}")
            } else {
                write!(line, "  {cell:>width$}")
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

fn cells(end: &str, direction: &DirectionSummary) -> [String; 13] {
    let unknown = || "-".to_owned();
    let counts = &direction.counts;
    [
        end.to_owned(),
        direction.transfer_bytes.to_string(),
        counts.segments.to_string(),
        direction.segment_size.map_or_else(unknown, |size| size.bytes.to_string()),
        direction.base_rtt_ms.map_or_else(unknown, |rtt_ms| format!("{rtt_ms:.3}")),
        direction.rtt_from.map_or_else(|| "not visible".to_owned(), |source| source.words().to_owned()),
        format!("{}{}", direction.tap.words(), if direction.tap_guessed { " (a guess)" } else { "" }),
        direction
            .window
            .map_or_else(unknown, |window| format!("{}{}", if window.exact { "" } else { ">=" }, window.bytes)),
        counts.fast.to_string(),
        counts.timeout.to_string(),
        counts.spurious.to_string(),
        counts.reordered.to_string(),
        (counts.keep_alives + counts.window_probes).to_string(),
    ]
}
