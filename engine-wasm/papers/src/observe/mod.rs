//! A run, observed while it goes. Sums are kept per window of time, so that nothing of the trace needs to be.

mod again;
mod cuts;
mod episodes;
mod flow;
mod link;
pub mod report;
mod stepped;

use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::{HopWindow, Recording, Scenario};
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::Tables;

use self::flow::FlowSums;
use self::link::{DatagramSums, LinkSums};
use crate::quantity::{DatagramFigure, FlowFigure, LinkFigure};

/// A window of time, s: its first moment, and the moment at which it is over.
pub type Window = (f64, f64);

/// Events between two looks at whether all is complete: a run ends at one of them.
const STEP: u64 = 1 << 16;

/// Events between two looks at the trace: so few that its rows are still in the processor's cache.
const ROWS: u64 = 1 << 11;

/// The observation of a run.
#[derive(Clone, Debug)]
pub struct Observation {
    summary: Summary,
    windows: Vec<Windowed>,
}

/// The observation of one window of time.
#[derive(Clone, Debug)]
struct Windowed {
    /// `None`: the whole run.
    window: Option<Window>,
    flows: Vec<FlowSums>,
    links: Vec<LinkSums>,
    datagrams: Vec<DatagramSums>,
}

/// Runs a scenario and observes it in these windows of time, to its end or until all flows of `until_complete` are, if it names
/// any. `progress(share)` receives the simulated share.
pub fn observe(
    scenario: &Scenario,
    windows: &[Option<Window>],
    until_complete: &[String],
    mut progress: impl FnMut(f64),
) -> Observation {
    let mut simulation = recorded(scenario);
    let mut windows: Vec<Windowed> =
        windows.iter().map(|&window| Windowed::new(window, scenario, &simulation)).collect();
    loop {
        let finished = (0..STEP / ROWS).any(|_| {
            let finished = simulation.step(ROWS);
            let rows = simulation.take_rows();
            windows.iter_mut().for_each(|window| window.take(&rows));
            finished
        });
        progress(simulation.progress());
        if finished || is_complete(&simulation, until_complete) {
            break;
        }
    }
    Observation { summary: simulation.summary(), windows }
}

/// Runs a scenario and observes it in windows that follow one another, each as long as `every_s`, from the beginning to the
/// end. There can be thousands: each looks only at the rows around it. Only their [reports](report) are right: other figures
/// depend on rows behind the window.
pub fn observe_in_turn(scenario: &Scenario, every_s: f64) -> Observation {
    let mut simulation = recorded(scenario);
    // On nanoseconds, so that the last one ends with the run.
    let at = |nth: usize| (nth as f64 * every_s * 1e9).round() / 1e9;
    let window = |nth: usize| (at(nth), at(nth + 1));
    // Collects the state that the windows still to begin start from.
    let mut before = Windowed::new(Some((f64::MAX, f64::MAX)), scenario, &simulation);
    let mut windows: Vec<Windowed> = Vec::new();
    loop {
        let finished = simulation.step(ROWS);
        let rows = simulation.take_rows();
        while window(windows.len()).0 <= simulation.now_s() {
            windows.push(before.begin(window(windows.len())));
        }
        let first_s = first_time(&rows);
        // A packet's departure is recorded late, so rows of one window can follow rows of the next.
        let open = windows.iter_mut().filter(|one| one.window.is_some_and(|(_, to_s)| first_s < to_s));
        open.for_each(|one| one.take(&rows));
        before.take(&rows);
        if finished {
            break;
        }
    }
    let summary = simulation.summary();
    windows.retain(|one| one.window.is_some_and(|(_, to_s)| to_s <= summary.ended_at_s));
    Observation { summary, windows }
}

/// The earliest time in these rows.
fn first_time(rows: &Tables) -> f64 {
    let Tables { segments, windows, rtts, queues, states, .. } = rows;
    let times = [&segments.time_s, &windows.time_s, &rtts.time_s, &queues.time_s, &states.time_s];
    times.into_iter().flatten().copied().fold(f64::INFINITY, f64::min)
}

/// A run of which nothing is thinned, however long it is: rows are taken as they come, and none is kept.
fn recorded(scenario: &Scenario) -> Simulation {
    let record = Recording { max_rows: u64::MAX, hops: HopWindow::NONE };
    Simulation::new(&Scenario { record, ..scenario.clone() })
}

fn is_complete(simulation: &Simulation, flows: &[String]) -> bool {
    if flows.is_empty() {
        return false;
    }
    let summary = simulation.summary();
    let complete = |name| summary.flows.iter().any(|flow| &flow.name == name && flow.completed_at_s.is_some());
    flows.iter().all(complete)
}

impl Windowed {
    fn new(window: Option<Window>, scenario: &Scenario, simulation: &Simulation) -> Self {
        Self {
            window,
            flows: scenario.flows.iter().map(FlowSums::new).collect(),
            links: vec![LinkSums::default(); simulation.summary().links.len()],
            datagrams: vec![DatagramSums::default(); scenario.datagrams.len()],
        }
    }

    /// A window that begins after what this one has seen.
    fn begin(&self, window: Window) -> Self {
        let flows = self.flows.iter().map(FlowSums::begin).collect();
        Self { window: Some(window), flows, links: self.links.clone(), datagrams: self.datagrams.clone() }
    }

    fn take(&mut self, rows: &Tables) {
        let window = self.window.unwrap_or((0.0, f64::INFINITY));
        let within = |time_s: f64| time_s >= window.0 && time_s < window.1;
        let table = &rows.segments;
        for row in 0..table.len() {
            let time_s = table.time_s[row];
            if time_s >= window.1 {
                break;
            }
            let kind = table.kind[row];
            if within(time_s) {
                self.links[usize::from(table.place[row])].take(kind);
            }
            let flow = usize::from(table.flow[row]);
            if let Some(flow) = self.flows.get_mut(flow) {
                flow.take(kind, table.seq[row], time_s, within(time_s));
            } else if within(time_s) {
                self.datagrams[flow - self.flows.len()].take(kind);
            }
        }
        let table = &rows.windows;
        for row in 0..table.len() {
            let flow = &mut self.flows[usize::from(table.flow[row])];
            flow.window(table.time_s[row], table.cwnd[row], table.ssthresh[row], window);
        }
        let table = &rows.rtts;
        for row in (0..table.len()).filter(|&row| within(table.time_s[row])) {
            let flow = &mut self.flows[usize::from(table.flow[row])];
            flow.rtt(table.rtt_ms[row], table.base_rtt_ms[row]);
        }
        let table = &rows.queues;
        for row in 0..table.len() {
            let link = &mut self.links[usize::from(table.link[row])];
            link.hold(table.time_s[row], table.packets[row], table.bytes[row], window);
        }
        let table = &rows.states;
        for row in 0..table.len() {
            let flow = &mut self.flows[usize::from(table.flow[row])];
            flow.change(table.state[row], table.time_s[row], within(table.time_s[row]));
        }
    }
}

impl Observation {
    /// The figures of the whole run.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    fn windowed(&self, window: Option<Window>) -> Result<(&Windowed, Window), String> {
        assert_eq!(self.summary.rows_thinned, 0, "every row was asked for");
        let windowed = self.windows.iter().find(|windowed| windowed.window == window);
        let windowed = windowed.ok_or_else(|| format!("the window {window:?} was not observed"))?;
        Ok((windowed, window.unwrap_or((0.0, self.summary.ended_at_s))))
    }

    /// A figure of a flow.
    ///
    /// # Errors
    /// There is no such flow, or the run gave no such figure.
    pub fn flow(&self, name: &str, figure: FlowFigure, window: Option<Window>) -> Result<f64, String> {
        let index = place("flow", name, self.summary.flows.iter().map(|flow| flow.name.as_str()))?;
        let (windowed, span) = self.windowed(window)?;
        let value = windowed.flows[index].figure(figure, span, &self.summary.flows[index]);
        value.ok_or_else(|| format!("{name} has no figure {figure:?}"))
    }

    /// A figure of a directed link.
    ///
    /// # Errors
    /// There is no such link.
    pub fn link(&self, name: &str, figure: LinkFigure, window: Option<Window>) -> Result<f64, String> {
        let index = place("link", name, self.summary.links.iter().map(|link| link.name.as_str()))?;
        let (windowed, span) = self.windowed(window)?;
        Ok(windowed.links[index].figure(figure, span))
    }

    /// A figure of a source of datagrams.
    ///
    /// # Errors
    /// There is no such source.
    pub fn datagrams(&self, name: &str, figure: DatagramFigure, window: Option<Window>) -> Result<f64, String> {
        let names = self.summary.datagrams.iter().map(|source| source.name.as_str());
        let index = place("source of datagrams", name, names)?;
        let (windowed, span) = self.windowed(window)?;
        Ok(windowed.datagrams[index].figure(figure, span))
    }
}

/// Finds the position of a name.
fn place<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str> + Clone) -> Result<usize, String> {
    names.clone().position(|one| one == name).ok_or_else(|| {
        let allowed: Vec<_> = names.collect();
        format!("no {what} is called {name:?}; allowed: {}", allowed.join(", "))
    })
}
