//! Parses the arguments of commands that take a scenario.

use std::ffi::{OsStr, OsString};

use vegaslab_papers::observe::Window;
use vegaslab_sim::scenario::{self, Problem, Scenario, expand};
use vegaslab_sim::schema::suggest;

use crate::{Failure, Library};

/// The parsed arguments of a command.
pub struct Arguments {
    /// The scenario with all assignments applied.
    pub scenario: Scenario,
    /// True to print JSON.
    pub as_json: bool,
    /// The other options and their values, in order.
    options: Vec<(&'static str, String)>,
}

impl Arguments {
    /// All values of an option.
    pub fn all(&self, option: &str) -> Vec<&str> {
        self.options.iter().filter(|(name, _)| *name == option).map(|(_, value)| value.as_str()).collect()
    }

    /// The value of an option that may be given only once.
    pub fn once(&self, option: &str) -> Result<Option<&str>, Failure> {
        match self.all(option)[..] {
            [] => Ok(None),
            [value] => Ok(Some(value)),
            _ => Err(Failure::Usage(format!("{option} is given twice"))),
        }
    }

    /// The measurement windows.
    pub fn windows(&self) -> Result<Vec<Window>, Failure> {
        self.all("--window").into_iter().map(|text| window(text, self.scenario.duration_s)).collect()
    }
}

/// The text of an argument. Only names of files may have bytes that aren't UTF-8.
pub fn text(argument: &OsStr) -> Result<&str, Failure> {
    argument.to_str().ok_or_else(|| {
        Failure::Usage(format!("the argument {argument:?} isn't UTF-8; only a file's name may have other bytes"))
    })
}

/// Parses arguments: a scenario, its assignments, `--json` if the command has it, and other options with one value
/// each.
pub fn read(
    library: &Library,
    command: &str,
    arguments: &[OsString],
    json: bool,
    options: &[&'static str],
) -> Result<Arguments, Failure> {
    let mut name = None;
    let mut assignments = Vec::new();
    let mut values = Vec::new();
    let mut as_json = false;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value = || match arguments.next() {
            Some(value) => text(value).map(str::to_owned),
            None => Err(Failure::Usage(format!("{} needs a value", argument.display()))),
        };
        match argument.to_str() {
            Some("--json") if json => as_json = true,
            Some("--set") => assignments.push(value()?),
            Some("--seed") => assignments.push(format!("seed={}", value()?)),
            Some(flag) if flag.starts_with("--") => {
                let Some(option) = options.iter().find(|option| **option == flag) else {
                    let own = ["--set", "--seed"].into_iter().chain(json.then_some("--json"));
                    let known: Vec<_> = own.chain(options.iter().copied()).collect();
                    let problem = format!("{command} has no option {flag}");
                    return Err(Failure::Usage(with_suggestion(&problem, flag, &known)));
                };
                values.push((*option, value()?));
            }
            _ if name.is_none() => name = Some(argument),
            _ => return Err(Failure::Usage(format!("{command} takes one scenario; {argument:?} is one too many"))),
        }
    }
    let name = name.ok_or_else(|| Failure::Usage(format!("{command} needs the name of a scenario or a file")))?;
    let mut value = scenario::parse(&library.scenario_text(name)?).map_err(Failure::Scenario)?;
    let problems: Vec<Problem> =
        assignments.iter().filter_map(|assignment| expand::set(&mut value, assignment).err()).collect();
    if !problems.is_empty() {
        return Err(Failure::Scenario(problems));
    }
    let scenario = scenario::from_value(value).map_err(Failure::Scenario)?;
    Ok(Arguments { scenario, as_json, options: values })
}

/// Parses a window of simulated time within the run's duration.
fn window(text: &str, duration_s: f64) -> Result<Window, Failure> {
    let numbers: Vec<f64> = text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
    let within = |window: &Window| window.0 >= 0.0 && window.0 < window.1 && window.1 <= duration_s;
    match numbers[..] {
        [from_s, to_s] if text.split(',').count() == 2 && within(&(from_s, to_s)) => Ok((from_s, to_s)),
        _ => Err(Failure::Usage(format!(
            "--window {text} isn't a window of this run. Give two times in seconds, the earlier one first, from 0 to \
             {duration_s}, as in --window 0,{duration_s}"
        ))),
    }
}

/// Adds the nearest known name to a problem, if one is near enough.
pub fn with_suggestion(problem: &str, name: &str, known: &[&str]) -> String {
    match suggest::nearest(name, known) {
        Some(nearest) => format!("{problem}; did you mean {nearest:?}?"),
        None => problem.to_owned(),
    }
}

/// The index of a name in a list, or a usage error with the allowed names.
pub fn index_of(what: &str, wanted: &str, names: &[String]) -> Result<usize, Failure> {
    names.iter().position(|name| name == wanted).ok_or_else(|| {
        let known: Vec<_> = names.iter().map(String::as_str).collect();
        let problem = with_suggestion(&format!("there is no {what} {wanted:?}"), wanted, &known);
        let stop = if problem.ends_with('?') { "" } else { ";" };
        Failure::Usage(format!("{problem}{stop} allowed: {}", known.join(", ")))
    })
}
