//! A source of datagrams in a run.

use super::flow::PacketCounts;
use crate::datagram::{Burst, DatagramContext, DatagramSource, RunningDatagram};
use crate::kernel::random::Stream;
use crate::kernel::{Nanos, from_seconds};
use crate::net::route::Routes;
use crate::net::topology::Topology;
use crate::trace::summary::DatagramSummary;

/// A source of datagrams.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    stop: Nanos,
    running: RunningDatagram,
    /// Start of the last burst; before the first burst, start of the source.
    began: Nanos,
    next: Option<Burst>,
    /// Route of the datagrams, see [`Routes`].
    pub route: u32,
    /// Datagrams sent, arrived and lost.
    pub packets: PacketCounts,
}

impl Source {
    /// Creates a source that hasn't sent anything yet.
    ///
    /// # Panics
    /// If there is no path, which validation rules out.
    pub fn new(source: &DatagramSource, seed: u64, topology: &Topology<'_>, routes: &mut Routes) -> Self {
        let stream = Stream::new(seed, &format!("datagrams/{}", source.name));
        let path = topology.route(&source.from, &source.to).expect("a valid scenario has a path for datagrams");
        let mut running = source.traffic.start(&DatagramContext { stream, header_bytes: source.header_bytes });
        Self {
            name: source.name.clone(),
            stop: source.stop_s.map_or(Nanos::MAX, from_seconds),
            began: from_seconds(source.start_s),
            next: running.next_burst(),
            running,
            route: routes.add(&path),
            packets: PacketCounts::default(),
        }
    }

    /// Time of the next burst.
    pub fn due(&self) -> Option<Nanos> {
        self.next.map(|burst| self.began + burst.wait).filter(|&due| due < self.stop)
    }

    /// Returns the burst that is due, and draws the next one.
    pub fn take_burst(&mut self) -> Option<Burst> {
        self.began = self.due()?;
        std::mem::replace(&mut self.next, self.running.next_burst())
    }

    /// Results of the source so far.
    pub fn summary(&self) -> DatagramSummary {
        let PacketCounts { sent, arrived, dropped } = self.packets;
        DatagramSummary { name: self.name.clone(), sent, arrived, dropped }
    }
}
