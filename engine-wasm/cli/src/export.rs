//! `vegaslab export`: scenarios as scripts for other simulators.

use std::ffi::OsString;

use crate::{Failure, Library, options, print_text};

/// Prints a scenario as a script for another simulator.
pub fn export(library: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let Some((_, rest)) = arguments.split_first().filter(|(target, _)| *target == "ns2") else {
        return Err(Failure::Usage("export needs a target; allowed: ns2".into()));
    };
    let args = options::read(library, "export", rest, false, &["--window"])?;
    let window = match args.windows()?[..] {
        [] => (0.0, args.scenario.duration_s),
        [window] => window,
        _ => return Err(Failure::Usage("export takes only one --window".into())),
    };
    print_text(&vegaslab_ns2::export(&args.scenario, window).map_err(Failure::Scenario)?)
}
