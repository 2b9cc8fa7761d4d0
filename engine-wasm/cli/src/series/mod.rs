//! `vegaslab series`: time series of a run as CSV. Tables of the trace are printed whole or sampled; `events` selects
//! losses, retransmissions and timeouts; `flows` and `links` are metrics of consecutive windows.

mod csv;
mod events;
mod grid;
mod report;
mod rows;

use std::ffi::OsString;
use std::io::IsTerminal as _;

use vegaslab_papers::observe::Window;
use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::Tables;

use crate::options::{self, Arguments, index_of};
use crate::progress::RunProgress;
use crate::{Failure, Library, print_part};

const OPTIONS: &[&str] = &["--table", "--every", "--window", "--flow", "--link", "--kind"];

/// Maximum rows of a sampled table, so that a typing error doesn't fill the disk.
const MAX_ROWS: f64 = 1e7;

/// Names of the flows, datagram sources and links that rows belong to.
pub struct Names {
    /// Flows, followed by datagram sources.
    flows: Vec<String>,
    links: Vec<String>,
}

/// Selects rows.
pub struct Filter {
    flows: Option<Vec<usize>>,
    links: Option<Vec<usize>>,
    window: Option<Window>,
}

impl Filter {
    fn keeps_flow(&self, flow: usize) -> bool {
        self.flows.as_ref().is_none_or(|flows| flows.contains(&flow))
    }

    fn keeps_link(&self, link: usize) -> bool {
        self.links.as_ref().is_none_or(|links| links.contains(&link))
    }

    fn keeps_time(&self, time_s: f64) -> bool {
        self.window.is_none_or(|(from_s, to_s)| time_s >= from_s && time_s < to_s)
    }
}

/// Runs a scenario and prints a table.
pub fn series(library: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let args = options::read(library, "series", arguments, false, OPTIONS)?;
    let tables: Vec<String> =
        ["flows", "links", "events"].into_iter().chain(rows::names()).map(str::to_owned).collect();
    let Some(table) = args.once("--table")? else {
        return Err(Failure::Usage(format!("series needs --table: one of {}", tables.join(", "))));
    };
    index_of("table", table, &tables)?;
    let every_s = every(&args)?;
    let names = names(&args.scenario);
    let filter = filter(&args, table, &names)?;
    let kinds = args.once("--kind")?;
    if kinds.is_some() && table != "events" {
        return Err(Failure::Usage(format!("--kind is only for --table events, not {table}")));
    }
    match (table, every_s) {
        ("flows" | "links", Some(every_s)) => report::print(&args.scenario, table, every_s, &filter),
        ("flows" | "links", None) => {
            Err(Failure::Usage(format!("--table {table} needs --every: the length of its windows, s")))
        }
        ("events", None) => events::print(&args.scenario, kinds, &names, &filter),
        (table, Some(every_s)) if rows::can_be_sampled(table) => {
            grid::print(&args.scenario, table, every_s, &names, &filter)
        }
        (table, Some(_)) => Err(Failure::Usage(format!(
            "--every is only for flows, links, windows, rtts, queues, states and limits; {table} can't be sampled"
        ))),
        (table, None) => rows::print(&args.scenario, table, &names, &filter),
    }
}

fn every(args: &Arguments) -> Result<Option<f64>, Failure> {
    let Some(text) = args.once("--every")? else { return Ok(None) };
    let names = names(&args.scenario);
    let columns = names.flows.len().max(names.links.len()).max(1) as f64;
    let (least, most) = (args.scenario.duration_s * columns / MAX_ROWS, args.scenario.duration_s);
    match text.parse::<f64>() {
        Ok(every_s) if every_s >= least.max(1e-9) && every_s <= most => Ok(Some(every_s)),
        _ => Err(Failure::Usage(format!(
            "--every {text} isn't a time step for this run; allowed: {least} to {most} seconds"
        ))),
    }
}

fn names(scenario: &Scenario) -> Names {
    let flows = scenario.flows.iter().map(|flow| flow.name.clone());
    let sources = scenario.datagrams.iter().map(|source| source.name.clone());
    let links = Simulation::new(scenario).summary().links.into_iter().map(|link| link.name).collect();
    Names { flows: flows.chain(sources).collect(), links }
}

fn filter(args: &Arguments, table: &str, names: &Names) -> Result<Filter, Failure> {
    let pick = |option: &str, what: &str, all: &[String]| -> Result<Option<Vec<usize>>, Failure> {
        let wanted = args.all(option);
        let has = match table {
            "events" => true,
            "flows" => what == "flow",
            "links" => what == "link",
            _ => rows::has_column(table, what),
        };
        if !wanted.is_empty() && !has {
            return Err(Failure::Usage(format!("{option} is only for tables with a column {what}; {table} has none")));
        }
        let indexes = wanted.into_iter().map(|name| index_of(what, name, all)).collect::<Result<Vec<_>, _>>()?;
        Ok((!indexes.is_empty()).then_some(indexes))
    };
    let window = match args.windows()?[..] {
        [] => None,
        [window] => Some(window),
        _ => return Err(Failure::Usage("--window is given twice".into())),
    };
    Ok(Filter { flows: pick("--flow", "flow", &names.flows)?, links: pick("--link", "link", &names.links)?, window })
}

/// Runs a scenario without thinning its trace, calls `process` with each chunk of rows, and returns the summary.
fn each_chunk(
    scenario: &Scenario,
    mut process: impl FnMut(&Tables) -> Result<(), Failure>,
) -> Result<Summary, Failure> {
    /// Events per chunk. Small chunks limit the memory of long runs.
    const STEP: u64 = 1 << 14;
    let mut unthinned = scenario.clone();
    unthinned.record.max_rows = u64::MAX;
    let mut simulation = Simulation::new(&unthinned);
    // On a terminal, the rows themselves show how far the run is.
    let progress = (!std::io::stdout().is_terminal()).then(RunProgress::start);
    loop {
        let finished = simulation.step(STEP);
        process(&simulation.take_rows())?;
        progress.iter().for_each(|progress| progress.show(simulation.progress()));
        if finished {
            return Ok(simulation.summary());
        }
    }
}

/// Prints lines of CSV.
fn print_lines(lines: &str) -> Result<(), Failure> {
    if lines.is_empty() { Ok(()) } else { print_part(lines) }
}
