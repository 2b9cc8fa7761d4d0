//! Runs of a scenario in which everything that must hold is looked at.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

use serde_json::{Value, json};
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::{self, Flow, Scenario};
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::traffic::TrafficContext;
use vegaslab_sim::{Audit, Simulation};

use crate::hops::Hops;
use crate::oracle::Oracle;

/// Length of a run, and steps between checks.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Events at most.
    pub events: u64,
    /// Events between two looks.
    pub step: u64,
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The run came to its end.
    pub finished: bool,
    /// Its figures then.
    pub summary: Summary,
}

/// Events that a packet, a connection or a datagram may cost: its arrivals, and the timers that are looked at because of it.
const EVENTS_PER_PACKET: u64 = 3;

/// Reads a scenario that must be valid.
///
/// # Errors
/// The scenario's problems.
pub fn checked(value: &Value) -> Result<Scenario, String> {
    let problems =
        |problems: Vec<scenario::Problem>| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    scenario::from_value(value.clone()).map_err(|wrong| format!("the scenario is refused: {}", problems(wrong)))
}

/// Runs a scenario without looking at it on the way.
pub fn plain(scenario: &Scenario, extent: Extent) -> Outcome {
    let mut simulation = Simulation::new(scenario);
    let (mut events, mut finished) = (0, false);
    while !finished && events < extent.events {
        let step = extent.step.min(extent.events - events);
        finished = simulation.step(step);
        simulation.take_rows();
        events += step;
    }
    Outcome { finished, summary: simulation.summary() }
}

/// Runs a scenario and audits it after every step. With steps of one event, it also checks each byte in the trace.
///
/// # Errors
/// The broken invariant.
pub fn audited(scenario: &Scenario, extent: Extent) -> Result<Outcome, String> {
    let by_event = extent.step == 1;
    let mut whole = scenario.clone();
    if by_event {
        whole.record.max_rows = 20_000_000; // the oracle wants every row
    }
    let mut simulation = Simulation::new(&whole);
    let mut audit = Audit::default();
    let mut oracle = Oracle::new(scenario.flows.len());
    let mut hops = Hops::new(&whole);
    let (mut events, mut finished) = (0, false);
    while !finished && events < extent.events {
        let step = extent.step.min(extent.events - events);
        finished = simulation.step(step);
        events += step;
        let rows = simulation.take_rows();
        audit.check(&simulation)?;
        hops.take(&rows).map_err(|error| format!("at {} s: {error}", simulation.now_s()))?;
        if by_event {
            oracle.take(&rows).map_err(|error| format!("at {} s: {error}", simulation.now_s()))?;
        }
    }
    let summary = simulation.summary();
    hops.check(&simulation, &summary)?;
    if by_event {
        check_work(scenario, &summary, events)?;
    }
    if finished && by_event {
        oracle.check_summary(scenario, &summary)?;
    }
    Ok(Outcome { finished, summary })
}

/// The work of a run is in proportion to its packets: no timer goes off again and again for nothing.
fn check_work(scenario: &Scenario, summary: &Summary, events: u64) -> Result<(), String> {
    // An application that writes bit by bit may do so while its window is closed.
    let context = TrafficContext { stream: Stream::new(0, "work"), smss_bytes: 1_000 };
    let writes = |flow: &Flow| flow.traffic.start(&context).next_connection().is_some_and(|first| first.in_portions);
    if scenario.flows.iter().any(writes) {
        return Ok(());
    }
    let of_flows = summary.flows.iter().map(|flow| flow.segments_sent + flow.connections + flow.coarse_timeouts + 1);
    let of_sources = summary.datagrams.iter().map(|source| source.sent + 1);
    let packets = summary.packet_hops + of_flows.chain(of_sources).sum::<u64>() + scenario.timeline.len() as u64;
    let most = EVENTS_PER_PACKET * packets;
    if events <= most { Ok(()) } else { Err(format!("{events} events for {packets} packets and connections")) }
}

/// Written out, a scenario says the same.
///
/// # Errors
/// It does not.
pub fn check_writing(scenario: &Scenario) -> Result<(), String> {
    let written = checked(&json!(scenario))?;
    if written == *scenario { Ok(()) } else { Err("written out, the scenario says something else".into()) }
}

/// Runs a scenario, checks its counters after every step, and checks that its digest depends neither on the steps nor
/// on what is recorded.
///
/// # Errors
/// A check fails.
pub fn prove(scenario: &Scenario, extent: Extent) -> Result<Outcome, String> {
    if extent.step == 1 {
        check_writing(scenario)?;
    }
    let audited = audited(scenario, extent)?;
    let plain = plain(scenario, Extent { step: u64::MAX, ..extent });
    if audited.summary.digest != plain.summary.digest || audited.finished != plain.finished {
        return Err(format!("digest {} in steps, {} in one go", audited.summary.digest, plain.summary.digest));
    }
    Ok(audited)
}

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From now on a panic is kept for [`catch`] instead of being printed.
pub fn keep_panics() {
    set_hook(Box::new(|info| PANIC.with_borrow_mut(|panic| *panic = info.to_string().replace('\n', " "))));
}

/// Runs code that may panic.
///
/// # Errors
/// The code panicked; the message is kept if [`keep_panics`] was called.
pub fn catch<T>(attempt: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(attempt)).map_err(|_| PANIC.take())
}
