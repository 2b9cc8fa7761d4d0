//! Runs a scenario and checks every invariant.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

use serde_json::{Value, json};
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::{self, Flow, Scenario};
use vegaslab_sim::tcp::receiver::Receiver;
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::traffic::TrafficContext;
use vegaslab_sim::{Audit, Simulation};

use crate::hops::Hops;
use crate::oracle::Oracle;

/// Length of a run, and steps between checks.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Maximum events.
    pub events: u64,
    /// Events between two checks.
    pub step: u64,
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// True if the run reached its end.
    pub finished: bool,
    /// Its summary at that point.
    pub summary: Summary,
}

/// Maximum events per packet, connection or datagram: its arrivals, and the timers that are checked because of it.
const EVENTS_PER_PACKET: u64 = 3;

/// Checks a scenario that must be valid.
///
/// # Errors
/// The scenario's problems.
pub fn checked(value: &Value) -> Result<Scenario, String> {
    let problems =
        |problems: Vec<scenario::Problem>| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    scenario::from_value(value.clone()).map_err(|found| format!("the scenario is invalid: {}", problems(found)))
}

/// Runs a scenario without any checks.
pub fn run_plain(scenario: &Scenario, extent: Extent) -> Outcome {
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
pub fn run_audited(scenario: &Scenario, extent: Extent) -> Result<Outcome, String> {
    let by_event = extent.step == 1;
    let mut recorded = scenario.clone();
    if by_event {
        recorded.record.max_rows = 20_000_000; // the oracle needs every row
    }
    let mut simulation = Simulation::new(&recorded);
    let mut audit = Audit::default();
    let mut oracle = Oracle::new(scenario);
    let mut hops = Hops::new(&recorded);
    let (mut events, mut finished) = (0, false);
    while !finished && events < extent.events {
        let step = extent.step.min(extent.events - events);
        finished = simulation.step(step);
        events += step;
        let rows = simulation.take_rows();
        audit.check(&simulation)?;
        hops.process(&rows).map_err(|error| format!("at {} s: {error}", simulation.now_s()))?;
        if by_event {
            oracle.process(&rows).map_err(|error| format!("at {} s: {error}", simulation.now_s()))?;
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

/// Checks that the number of events is in proportion to the packets: no timer keeps going off for nothing.
fn check_work(scenario: &Scenario, summary: &Summary, events: u64) -> Result<(), String> {
    // An application that writes in portions may keep writing while its window is closed.
    let context = TrafficContext { stream: Stream::new(0, "work"), smss_bytes: 1_000 };
    let writes = |flow: &Flow| flow.traffic.start(&context).next_connection().is_some_and(|first| first.in_portions);
    if scenario.flows.iter().any(writes) {
        return Ok(());
    }
    let of_flows = summary.flows.iter().map(|flow| flow.segments_sent + flow.connections + flow.coarse_timeouts + 1);
    // A scripted ACK may be due at a time that nothing else happens.
    let scripted = |flow: &Flow| match &flow.receiver {
        Receiver::Scripted(peer) => peer.acks.len() as u64,
        _ => 0,
    };
    let of_peers = scenario.flows.iter().map(scripted);
    let of_sources = summary.datagrams.iter().map(|source| source.sent + 1);
    let packets = summary.packet_hops
        + of_flows.chain(of_peers).chain(of_sources).sum::<u64>()
        + (scenario.timeline.len() + scenario.drops.len()) as u64;
    let most = EVENTS_PER_PACKET * packets;
    if events <= most { Ok(()) } else { Err(format!("{events} events for {packets} packets and connections")) }
}

/// Checks that a scenario reads back equal once written out.
///
/// # Errors
/// It reads back differently.
pub fn check_writing(scenario: &Scenario) -> Result<(), String> {
    let written = checked(&json!(scenario))?;
    if written == *scenario { Ok(()) } else { Err("the scenario reads back differently once written out".into()) }
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
    let audited = run_audited(scenario, extent)?;
    let plain = run_plain(scenario, Extent { step: u64::MAX, ..extent });
    if audited.summary.digest != plain.summary.digest || audited.finished != plain.finished {
        return Err(format!("the digest is {} in steps, {} in one step", audited.summary.digest, plain.summary.digest));
    }
    Ok(audited)
}

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message of any later panic for [`catch`] instead of printing it.
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
