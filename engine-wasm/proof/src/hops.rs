//! Checks every link from its recorded hops alone: only offered packets arrive, and they arrive in order.

use std::collections::VecDeque;

use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::{HopEvent, Tables};

/// A packet on a link, and the time it was offered.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Packet {
    flow: u16,
    kind: u8,
    seq: u32,
    since_s: f64,
}

/// Counters of one link.
#[derive(Debug, Default)]
struct Link {
    inside: VecDeque<Packet>,
    offered: u64,
    dropped: u64,
    arrived: u64,
}

/// Checks links by the recorded hops.
#[derive(Debug)]
pub struct Hops {
    links: Vec<Link>,
    /// The previous row, if it offered a packet: only that packet can be dropped.
    last: Option<(usize, Packet)>,
    last_s: f64,
    from_s: f64,
    to_s: f64,
    /// True if the hops of the whole run are recorded.
    complete: bool,
    rows: u64,
    max_rows: u64,
}

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(message()) }
}

impl Hops {
    /// Starts with empty links.
    pub fn new(scenario: &Scenario) -> Self {
        let record = &scenario.record;
        Self {
            links: Vec::new(),
            last: None,
            last_s: 0.0,
            from_s: record.hops.from_s,
            to_s: record.hops.to_s,
            complete: record.max_rows > 0 && record.hops.from_s == 0.0 && record.hops.to_s > scenario.duration_s,
            rows: 0,
            max_rows: record.max_rows,
        }
    }

    /// Processes rows.
    ///
    /// # Errors
    /// A row contradicts earlier ones.
    pub fn process(&mut self, rows: &Tables) -> Result<(), String> {
        let hops = &rows.hops;
        self.rows += hops.len() as u64;
        for row in 0..hops.len() {
            let (time_s, number) = (hops.time_s[row], usize::from(hops.link[row]));
            ensure(time_s >= self.last_s, || format!("a hop at {time_s} s after one at {} s", self.last_s))?;
            self.last_s = time_s;
            let packet = Packet { flow: hops.flow[row], kind: hops.kind[row], seq: hops.seq[row], since_s: time_s };
            self.hop(number, hops.event[row], packet).map_err(|error| format!("link {number}: {error}"))?;
        }
        Ok(())
    }

    fn hop(&mut self, number: usize, event: u8, packet: Packet) -> Result<(), String> {
        const OFFERED: u8 = HopEvent::Offered as u8;
        const DROPPED: u8 = HopEvent::Dropped as u8;
        if self.links.len() <= number {
            self.links.resize_with(number + 1, Link::default);
        }
        let link = &mut self.links[number];
        let last = self.last.take();
        match event {
            OFFERED => {
                let requested = (self.from_s..self.to_s).contains(&packet.since_s);
                ensure(requested, || format!("{packet:?} is outside the requested interval"))?;
                link.offered += 1;
                link.inside.push_back(packet);
                self.last = Some((number, packet));
            }
            DROPPED => {
                link.dropped += 1;
                link.inside.pop_back();
                ensure(last == Some((number, packet)), || {
                    format!("{packet:?} is dropped, but {last:?} was offered last")
                })?;
            }
            _ => {
                link.arrived += 1;
                let first = link.inside.pop_front().ok_or_else(|| format!("{packet:?} arrives from an empty link"))?;
                let same = Packet { since_s: first.since_s, ..packet } == first;
                ensure(same, || format!("{packet:?} arrives before {first:?}"))?;
            }
        }
        Ok(())
    }

    /// Compares with the simulation's counters, if all hops were recorded.
    ///
    /// # Errors
    /// The counters differ.
    pub fn check(&self, simulation: &Simulation, summary: &Summary) -> Result<(), String> {
        ensure(self.rows <= self.max_rows, || {
            format!("{} rows of hops, allowed: at most {}", self.rows, self.max_rows)
        })?;
        for (number, (link, carried)) in self.links.iter().zip(simulation.carried()).enumerate() {
            let inside = link.offered - link.dropped - link.arrived;
            let exact = self.complete && summary.hops_stopped_at_s.is_none();
            let adds_up = inside == carried || !exact && inside < carried;
            ensure(adds_up, || format!("link {number}: {link:?}, but {carried} packets are on it"))?;
            let drops = summary.links[number].drops;
            ensure(link.dropped <= drops, || {
                format!("link {number}: {} drops among the hops, {drops} in the summary", link.dropped)
            })?;
        }
        let arrived: u64 = self.links.iter().map(|link| link.arrived).sum();
        let complete = self.complete && summary.hops_stopped_at_s.is_none();
        ensure(!complete || arrived == summary.packet_hops, || {
            format!("{arrived} hops arrived, the summary counts {}", summary.packet_hops)
        })
    }
}
