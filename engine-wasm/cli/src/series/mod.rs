//! `vegaslab series`: time series of a run as CSV. Tables of the trace are printed whole or sampled; `events` selects losses and
//! retransmissions; `flows` and `links` are metrics of consecutive windows.

mod csv;
mod events;
mod grid;
mod report;
mod rows;

use vegaslab_papers::observe::Window;
use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::Tables;

use crate::options::{self, Given, place};
use crate::{Failure, answer};

const OPTIONS: &[&str] = &["--table", "--every", "--window", "--flow", "--link", "--kind"];

/// Rows of a sampled table at most, so that a typing error does not fill a disk.
const MOST_ROWS: f64 = 1e7;

/// Names of what rows belong to.
pub struct Names {
    /// Flows, and behind them sources of datagrams.
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
pub fn series(arguments: &[String]) -> Result<(), Failure> {
    let given = options::read("series", arguments, false, OPTIONS)?;
    let tables: Vec<String> =
        ["flows", "links", "events"].into_iter().chain(rows::names()).map(str::to_owned).collect();
    let Some(table) = given.once("--table")? else {
        return Err(Failure::Usage(format!("series needs --table: one of {}", tables.join(", "))));
    };
    place("table", table, &tables)?;
    let every_s = every(&given)?;
    let names = names(&given.scenario);
    let filter = filter(&given, table, &names)?;
    let kinds = given.once("--kind")?;
    if kinds.is_some() && table != "events" {
        return Err(Failure::Usage(format!("--kind is for --table events; {table} has no such rows to pick")));
    }
    match (table, every_s) {
        ("flows" | "links", Some(every_s)) => report::print(&given.scenario, table, every_s, &filter),
        ("flows" | "links", None) => {
            Err(Failure::Usage(format!("--table {table} needs --every: the length of its windows, s")))
        }
        ("events", None) => events::print(&given.scenario, kinds, &names, &filter),
        (table, Some(every_s)) if rows::can_be_sampled(table) => {
            grid::print(&given.scenario, table, every_s, &names, &filter)
        }
        (table, Some(_)) => Err(Failure::Usage(format!(
            "--every is for flows, links, windows, rtts, queues and states; rows of {table} are moments"
        ))),
        (table, None) => rows::print(&given.scenario, table, &names, &filter),
    }
}

fn every(given: &Given) -> Result<Option<f64>, Failure> {
    let Some(text) = given.once("--every")? else { return Ok(None) };
    let names = names(&given.scenario);
    let columns = names.flows.len().max(names.links.len()).max(1) as f64;
    let (least, most) = (given.scenario.duration_s * columns / MOST_ROWS, given.scenario.duration_s);
    match text.parse::<f64>() {
        Ok(every_s) if every_s >= least.max(1e-9) && every_s <= most => Ok(Some(every_s)),
        _ => Err(Failure::Usage(format!("--every {text} is no time step of this run: from {least} to {most} seconds"))),
    }
}

fn names(scenario: &Scenario) -> Names {
    let flows = scenario.flows.iter().map(|flow| flow.name.clone());
    let sources = scenario.datagrams.iter().map(|source| source.name.clone());
    let links = Simulation::new(scenario).summary().links.into_iter().map(|link| link.name).collect();
    Names { flows: flows.chain(sources).collect(), links }
}

fn filter(given: &Given, table: &str, names: &Names) -> Result<Filter, Failure> {
    let pick = |option: &str, what: &str, all: &[String]| -> Result<Option<Vec<usize>>, Failure> {
        let wanted = given.all(option);
        let has = match table {
            "events" => true,
            "flows" => what == "flow",
            "links" => what == "link",
            _ => rows::has_column(table, what),
        };
        if !wanted.is_empty() && !has {
            return Err(Failure::Usage(format!("{option} is for tables with a column {what}; {table} has none")));
        }
        let places = wanted.into_iter().map(|name| place(what, name, all)).collect::<Result<Vec<_>, _>>()?;
        Ok((!places.is_empty()).then_some(places))
    };
    let window = match given.windows()?[..] {
        [] => None,
        [window] => Some(window),
        _ => return Err(Failure::Usage("--window is given twice".into())),
    };
    Ok(Filter { flows: pick("--flow", "flow", &names.flows)?, links: pick("--link", "link", &names.links)?, window })
}

/// Runs a scenario without thinning and hands over its rows as they come; returns what sums up the run.
fn each_chunk(scenario: &Scenario, mut take: impl FnMut(&Tables) -> Result<(), Failure>) -> Result<Summary, Failure> {
    /// Events between two looks, so that a long run needs little memory.
    const STEP: u64 = 1 << 14;
    let mut whole = scenario.clone();
    whole.record.max_rows = u64::MAX;
    let mut simulation = Simulation::new(&whole);
    loop {
        let finished = simulation.step(STEP);
        take(&simulation.take_rows())?;
        if finished {
            return Ok(simulation.summary());
        }
    }
}

/// Prints lines of CSV.
fn print(lines: &str) -> Result<(), Failure> {
    if lines.is_empty() { Ok(()) } else { answer(lines) }
}
