//! `vegaslab export`: scenarios as scripts for other simulators.

use crate::{Failure, answer, run};

/// Prints a scenario as a script for another simulator.
pub fn export(arguments: &[String]) -> Result<(), Failure> {
    let Some((target, rest)) = arguments.split_first().filter(|(target, _)| *target == "ns2") else {
        return Err(Failure::Usage("export needs to know for what; allowed: ns2".into()));
    };
    let (window, rest) = window(target, rest)?;
    let (scenario, _) = run::read("export", &rest)?;
    let window = window.unwrap_or((0.0, scenario.duration_s));
    answer(&vegaslab_ns2::export(&scenario, window).map_err(Failure::Scenario)?)
}

/// The window of time, if one is given, and the other arguments.
fn window(target: &str, arguments: &[String]) -> Result<(Option<(f64, f64)>, Vec<String>), Failure> {
    let Some(place) = arguments.iter().position(|argument| argument == "--window") else {
        return Ok((None, arguments.to_vec()));
    };
    let given = arguments.get(place + 1).and_then(|value| value.split_once(','));
    let window = given.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    let window = window.ok_or_else(|| {
        Failure::Usage(format!("export {target}: --window needs two times in seconds, as in --window 60,100"))
    })?;
    Ok((Some(window), [&arguments[..place], &arguments[place + 2..]].concat()))
}
