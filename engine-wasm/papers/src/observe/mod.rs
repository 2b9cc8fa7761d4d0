//! Observes a run while it is simulated. It keeps sums per window of time, so the trace needn't be stored.

mod avoidance_retransmits;
mod cuts;
mod episodes;
mod flow;
mod full_seconds;
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

/// A window of time, s: its start, and its end, which isn't included.
pub type Window = (f64, f64);

/// Events between two checks for completion, at which a run can end.
const STEP: u64 = 1 << 16;

/// Events between two reads of the trace: so few that its rows are still in the processor's cache.
const ROWS: u64 = 1 << 11;

/// The observation of a run.
#[derive(Clone, Debug)]
pub struct Observation {
    summary: Summary,
    windows: Vec<WindowSums>,
}

/// The observation of one window of time.
#[derive(Clone, Debug)]
struct WindowSums {
    /// `None` means the whole run.
    window: Option<Window>,
    flows: Vec<FlowSums>,
    links: Vec<LinkSums>,
    datagrams: Vec<DatagramSums>,
}

/// Runs a scenario and observes it in these windows of time. The run stops at its end, or once all flows of
/// `until_complete` are complete, if any are named. `progress(share)` receives the simulated share.
pub fn observe(
    scenario: &Scenario,
    windows: &[Option<Window>],
    until_complete: &[String],
    mut progress: impl FnMut(f64),
) -> Observation {
    let mut simulation = with_full_trace(scenario);
    let mut windows: Vec<WindowSums> =
        windows.iter().map(|&window| WindowSums::new(window, scenario, &simulation)).collect();
    loop {
        let finished = (0..STEP / ROWS).any(|_| {
            let finished = simulation.step(ROWS);
            let rows = simulation.take_rows();
            windows.iter_mut().for_each(|window| window.add(&rows));
            finished
        });
        progress(simulation.progress());
        if finished || is_complete(&simulation, until_complete) {
            break;
        }
    }
    Observation { summary: simulation.summary(), windows }
}

/// Runs a scenario and observes it in consecutive windows of length `every_s`. There can be thousands of windows,
/// because each reads only the rows around it. Only their [reports](report) are valid; other metrics depend on rows
/// after the window. `progress(share)` receives the simulated share.
pub fn observe_in_turn(scenario: &Scenario, every_s: f64, mut progress: impl FnMut(f64)) -> Observation {
    let mut simulation = with_full_trace(scenario);
    // Round to nanoseconds, so that the last window ends with the run.
    let start = |nth: usize| (nth as f64 * every_s * 1e9).round() / 1e9;
    let window = |nth: usize| (start(nth), start(nth + 1));
    // The state from which later windows start.
    let mut before = WindowSums::new(Some((f64::MAX, f64::MAX)), scenario, &simulation);
    let mut windows: Vec<WindowSums> = Vec::new();
    loop {
        let finished = simulation.step(ROWS);
        let rows = simulation.take_rows();
        while window(windows.len()).0 <= simulation.now_s() {
            windows.push(before.begin(window(windows.len())));
        }
        let first_s = first_time(&rows);
        // A packet's departure is recorded late, so rows of one window can follow rows of the next.
        let open = windows.iter_mut().filter(|sums| sums.window.is_some_and(|(_, to_s)| first_s < to_s));
        open.for_each(|sums| sums.add(&rows));
        before.add(&rows);
        progress(simulation.progress());
        if finished {
            break;
        }
    }
    let summary = simulation.summary();
    windows.retain(|sums| sums.window.is_some_and(|(_, to_s)| to_s <= summary.ended_at_s));
    Observation { summary, windows }
}

/// The earliest time in these rows.
fn first_time(rows: &Tables) -> f64 {
    let Tables { segments, windows, rtts, queues, states, .. } = rows;
    let times = [&segments.time_s, &windows.time_s, &rtts.time_s, &queues.time_s, &states.time_s];
    times.into_iter().flatten().copied().fold(f64::INFINITY, f64::min)
}

/// A simulation that never thins its trace. Its rows are taken after each step, so they don't accumulate.
fn with_full_trace(scenario: &Scenario) -> Simulation {
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

impl WindowSums {
    fn new(window: Option<Window>, scenario: &Scenario, simulation: &Simulation) -> Self {
        Self {
            window,
            flows: scenario.flows.iter().map(FlowSums::new).collect(),
            links: vec![LinkSums::default(); simulation.summary().links.len()],
            datagrams: vec![DatagramSums::default(); scenario.datagrams.len()],
        }
    }

    /// Starts a window after the rows that these sums have seen.
    fn begin(&self, window: Window) -> Self {
        let flows = self.flows.iter().map(FlowSums::begin).collect();
        Self { window: Some(window), flows, links: self.links.clone(), datagrams: self.datagrams.clone() }
    }

    fn add(&mut self, rows: &Tables) {
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
                self.links[usize::from(table.place[row])].packet(kind);
            }
            let flow = usize::from(table.flow[row]);
            if let Some(flow) = self.flows.get_mut(flow) {
                flow.segment(kind, table.seq[row], time_s, within(time_s));
            } else if within(time_s) {
                self.datagrams[flow - self.flows.len()].datagram(kind);
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
        let table = &rows.decisions;
        for row in (0..table.len()).filter(|&row| within(table.time_s[row])) {
            self.flows[usize::from(table.flow[row])].decision(table.verdict[row]);
        }
        let table = &rows.queues;
        for row in 0..table.len() {
            let link = &mut self.links[usize::from(table.link[row])];
            link.queue(table.time_s[row], table.packets[row], table.bytes[row], window);
        }
        let table = &rows.states;
        for row in 0..table.len() {
            let flow = &mut self.flows[usize::from(table.flow[row])];
            flow.change(table.state[row], table.time_s[row], within(table.time_s[row]));
        }
    }
}

impl Observation {
    /// The summary of the whole run.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    fn sums(&self, window: Option<Window>) -> Result<(&WindowSums, Window), String> {
        assert_eq!(self.summary.rows_thinned, 0, "the trace must not be thinned");
        let windowed = self.windows.iter().find(|windowed| windowed.window == window);
        let windowed = windowed.ok_or_else(|| format!("the window {window:?} was not observed"))?;
        Ok((windowed, window.unwrap_or((0.0, self.summary.ended_at_s))))
    }

    /// A metric of a flow.
    ///
    /// # Errors
    /// There is no such flow, the window was not observed, or the run has no value.
    pub fn flow(&self, name: &str, figure: FlowFigure, window: Option<Window>) -> Result<f64, String> {
        let index = position_of("flow", name, self.summary.flows.iter().map(|flow| flow.name.as_str()))?;
        let (windowed, span) = self.sums(window)?;
        let value = windowed.flows[index].figure(figure, span, &self.summary.flows[index]);
        value.ok_or_else(|| format!("flow {name:?} has no value for {figure:?} in this run"))
    }

    /// A metric of a directed link.
    ///
    /// # Errors
    /// There is no such link, or the window was not observed.
    pub fn link(&self, name: &str, figure: LinkFigure, window: Option<Window>) -> Result<f64, String> {
        let index = position_of("link", name, self.summary.links.iter().map(|link| link.name.as_str()))?;
        let (windowed, span) = self.sums(window)?;
        Ok(windowed.links[index].figure(figure, span))
    }

    /// A metric of a datagram source.
    ///
    /// # Errors
    /// There is no such source, or the window was not observed.
    pub fn datagrams(&self, name: &str, figure: DatagramFigure, window: Option<Window>) -> Result<f64, String> {
        let names = self.summary.datagrams.iter().map(|source| source.name.as_str());
        let index = position_of("datagram source", name, names)?;
        let (windowed, span) = self.sums(window)?;
        Ok(windowed.datagrams[index].figure(figure, span))
    }
}

/// Finds the position of a name.
fn position_of<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str> + Clone) -> Result<usize, String> {
    names.clone().position(|other| other == name).ok_or_else(|| {
        let allowed: Vec<_> = names.collect();
        format!("there is no {what} {name:?}; allowed: {}", allowed.join(", "))
    })
}
