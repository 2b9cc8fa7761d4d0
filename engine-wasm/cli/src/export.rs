//! `vegaslab export`: scenarios as scripts for other simulators, and runs as files for other programs.

use std::ffi::OsString;
use std::io::{IsTerminal as _, stdout};

use vegaslab_export::{Format, Origin, Recording};

use crate::progress::RunProgress;
use crate::{Failure, Library, not_printed, options, print_text};

/// Prints a scenario as a script for another simulator, or a run as a file for another program.
pub fn export(library: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let target = arguments.first().and_then(|target| target.to_str()).unwrap_or_default();
    match Format::named(target, None) {
        Some(format) => file(library, format, arguments),
        None if target == "ns2" => script(library, &arguments[1..]),
        None => Err(Failure::Usage(format!("export needs a target; allowed: ns2, {}", Format::NAMES.join(", ")))),
    }
}

fn script(library: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let args = options::read(library, "export ns2", arguments, false, &["--window"])?;
    let window = match args.windows()?[..] {
        [] => (0.0, args.scenario.duration_s),
        [window] => window,
        _ => return Err(Failure::Usage("export takes only one --window".into())),
    };
    print_text(&vegaslab_ns2::export(&args.scenario, window).map_err(Failure::Scenario)?)
}

/// Runs a scenario and writes the run to standard output.
fn file(library: &Library, format: Format, arguments: &[OsString]) -> Result<(), Failure> {
    /// Events from one look at the progress to the next.
    const STEP: u64 = 1 << 16;
    let (name, own): (_, &[&str]) = match format {
        Format::Pcapng { .. } => ("export pcapng", &["--packets"]),
        Format::Qlog => ("export qlog", &[]),
    };
    let args = options::read(library, name, &arguments[1..], false, own)?;
    let format = match args.once("--packets")? {
        None => format,
        Some("whole") => Format::Pcapng { whole: Some(true) },
        Some("headers") => Format::Pcapng { whole: Some(false) },
        Some(other) => return Err(Failure::Usage(format!("--packets can't be {other:?}; allowed: whole, headers"))),
    };
    if matches!(format, Format::Pcapng { .. }) && stdout().is_terminal() {
        let advice = "a capture isn't text for a terminal; write it to a file, as in > run.pcapng";
        return Err(Failure::Usage(advice.into()));
    }
    let mut recording = Recording::new(args.scenario, format);
    let progress = RunProgress::start();
    while !recording.step(STEP) {
        progress.show(recording.progress());
    }
    drop(progress);
    let origin = Origin { link: &command(arguments), changes: "" };
    recording.finish().write(origin, stdout()).map_err(|error| not_printed(&error))?;
    Ok(())
}

/// The command that writes the file again, as a shell reads it.
fn command(arguments: &[OsString]) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "._-/=,:+%@".contains(letter);
    let words = arguments.iter().map(|argument| match argument.to_string_lossy() {
        word if !word.is_empty() && word.chars().all(plain) => word.into_owned(),
        word => format!("'{}'", word.replace('\'', r"'\''")),
    });
    ["vegaslab export".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}
