//! The plausibility grid on the command line; `grid --help` shows its options.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use proof::grid::cells::{self, Cell};
use proof::grid::explained::{self, Explanation};
use proof::grid::file::{self, Verdict};
use proof::grid::measure::{self, Measurement};
use proof::grid::picture;
use proof::grid::rules::{CellResult, Rule};
use proof::grid::scenarios;

const HELP: &str = "\
grid runs every preset, receiver and path, alone and in pairs, and says which cells break a rule that any TCP obeys.

  grid [--seeds N] [--threads N] [--quick]      5 seeds on 1 thread; --quick: the cheap paths only
       [--save FILE] [--from FILE]              save the runs; judge saved runs instead of running
       [--explained FILE]                       explanations (content/evidence/grid-explained.json)
       [--json FILE] [--picture FILE.svg]       write the results, draw them
       [--preset NAME]                          this preset only; not with --json or --picture
       [--only WORD]                            list only cells whose line contains WORD
  grid --scenarios FILE                         write the scenario of every cell; run nothing

Run it with `cargo run --profile soak -p vegaslab-proof --bin grid --`. It prints each cell that breaks a rule, and counts.";

#[derive(Default)]
struct Arguments {
    seeds: Option<u64>,
    threads: Option<usize>,
    quick: bool,
    save: Option<String>,
    from: Option<String>,
    explained: Option<String>,
    json: Option<String>,
    picture: Option<String>,
    only: Option<String>,
    preset: Option<String>,
    scenarios: Option<String>,
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self::default();
        while let Some(flag) = words.next() {
            let mut value = || words.next().ok_or(format!("{flag} needs a value"));
            let number = |text: String| match text.parse() {
                Ok(number) if number > 0 => Ok(number),
                _ => Err(format!("{flag} must be a whole number above 0, not {text:?}")),
            };
            match flag.as_str() {
                "--quick" => arguments.quick = true,
                "--seeds" => arguments.seeds = Some(number(value()?)?),
                "--threads" => arguments.threads = Some(number(value()?)? as usize),
                "--save" => arguments.save = Some(value()?),
                "--from" => arguments.from = Some(value()?),
                "--explained" => arguments.explained = Some(value()?),
                "--json" => arguments.json = Some(value()?),
                "--picture" => arguments.picture = Some(value()?),
                "--only" => arguments.only = Some(value()?),
                "--preset" => arguments.preset = Some(value()?),
                "--scenarios" => arguments.scenarios = Some(value()?),
                other => return Err(format!("unknown option {other}")),
            }
        }
        let is_part = arguments.quick || arguments.preset.is_some();
        if is_part && (arguments.json.is_some() || arguments.picture.is_some()) {
            return Err("--json and --picture need the whole grid: omit --quick and --preset".to_owned());
        }
        Ok(arguments)
    }
}

fn read_file(name: &str) -> Result<String, String> {
    std::fs::read_to_string(name).map_err(|error| format!("{name}: {error}"))
}

fn write_file(name: &str, text: &str) -> Result<(), String> {
    std::fs::write(name, text).map_err(|error| format!("{name}: {error}"))
}

fn runs(arguments: &Arguments, cells: &[Cell], seeds: u64) -> Result<Vec<Vec<Measurement>>, String> {
    let Some(name) = &arguments.from else {
        let done = AtomicUsize::new(0);
        return cells::run(cells, seeds, arguments.threads.unwrap_or(1), |_| {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(250) {
                eprintln!("{done} of {} cells", cells.len());
            }
        });
    };
    let text = read_file(name)?;
    let runs: Option<Vec<_>> = text.lines().map(measure::from_line).collect();
    match runs {
        Some(runs) if runs.len() == cells.len() => Ok(runs),
        Some(runs) => {
            Err(format!("{name} has {} cells, but the grid has {}; run it again with --save", runs.len(), cells.len()))
        }
        None => Err(format!("{name} was not written by --save")),
    }
}

fn describe(cell: &Cell, found: &CellResult, verdict: Verdict) -> String {
    let rules: Vec<_> = found.broken.iter().copied().map(Rule::name).collect();
    format!(
        "{:<9} {:<12} {:<23} {:<21} {:<10} floor {:.3} least {:.3} mean {:.3} spread {:.2} timeouts/min {:.1} retransmissions/drop \
         {:.2} smaller share {:.2}: {}",
        format!("{verdict:?}"),
        cell.preset,
        cell.path.name,
        cell.receiver.name,
        cell.company.name(),
        found.floor,
        found.least,
        found.mean,
        found.spread,
        found.timeouts_per_min,
        found.retransmissions,
        found.smaller_share,
        rules.join(", ")
    )
}

fn run_grid() -> Result<(), String> {
    let arguments = Arguments::read(proof::arguments())?;
    if let Some(name) = &arguments.scenarios {
        return write_file(name, &scenarios::text()?);
    }
    let seeds = arguments.seeds.unwrap_or(5);
    let explanations: Vec<Explanation> = match &arguments.explained {
        Some(name) => explained::read(&read_file(name)?).map_err(|error| format!("{name}: {error}"))?,
        None => Vec::new(),
    };
    let mut cells = cells::all(arguments.quick);
    if let Some(name) = &arguments.preset {
        cells.retain(|cell| cell.preset == name);
        if cells.is_empty() {
            return Err(format!("unknown preset {name}"));
        }
    }
    let runs = runs(&arguments, &cells, seeds)?;
    if let Some(name) = &arguments.save {
        let lines: Vec<String> = runs.iter().map(|runs| measure::line(runs)).collect();
        write_file(name, &(lines.join("\n") + "\n"))?;
    }
    let found: Result<Vec<CellResult>, String> = cells.iter().zip(&runs).map(|(cell, runs)| cell.judge(runs)).collect();
    let found = found?;
    let mut counts = [0; 3];
    for (cell, found) in cells.iter().zip(&found) {
        let verdict = Verdict::of(cell, &found.broken, &explanations);
        counts[verdict as usize] += 1;
        let line = describe(cell, found, verdict);
        let wanted = arguments.only.as_ref().is_none_or(|word| line.contains(word));
        if (verdict != Verdict::In || arguments.only.is_some()) && wanted {
            println!("{line}");
        }
    }
    println!("{} cells: {} in, {} explained, {} out", cells.len(), counts[0], counts[1], counts[2]);
    if let Some(name) = &arguments.json {
        write_file(name, &file::text(&cells, &found, seeds, &explanations))?;
    }
    if let Some(name) = &arguments.picture {
        write_file(name, &picture::svg(&cells, &found, &explanations))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    if proof::arguments().any(|word| word == "--help") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match run_grid() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("grid: {error}\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}
