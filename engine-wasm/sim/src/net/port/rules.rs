//! Rules that decide about a port's packets besides a limit. Most ports have none.

use super::totals::Counts;
use crate::kernel::Nanos;
use crate::kernel::clock::Clock;
use crate::net::Packet;
use crate::net::drops::{Effects, Script};
use crate::net::loss::{Outcome, RunningLoss};
use crate::net::queue::{Backlog, Limit, RunningQueue};

/// The rules of a port, and the packets that they affected.
#[derive(Clone, Debug)]
pub struct Rules {
    pub queue: RunningQueue,
    pub release: Clock,
    /// The link's random losses, and its scripted packets.
    pub model: Option<RunningLoss>,
    pub script: Option<Script>,
    /// Packets arrive no earlier than this: after a change to a shorter delay, they don't overtake those on the link.
    pub not_before: Nanos,
    pub counts: Counts,
}

impl Rules {
    /// Only a queue.
    pub fn new(queue: RunningQueue) -> Self {
        let release = Clock::with_phase(0, 0);
        Self { queue, release, model: None, script: None, not_before: 0, counts: Counts::default() }
    }

    /// The queue's limit if nothing else decides what happens to a packet and when it arrives, else zero.
    pub fn limit(&mut self) -> Limit {
        let only_limit =
            self.model.is_none() && self.script.is_none() && self.release.is_exact() && self.not_before == 0;
        self.queue.limit().filter(|_| only_limit).unwrap_or(Limit::ZERO)
    }

    /// Informs the queue that a packet has left the buffer at `when`.
    #[inline(never)]
    pub fn on_departure(&mut self, when: Nanos, backlog: Backlog) {
        self.queue.on_departure(when, backlog);
    }

    /// Asks the script about a packet, once.
    pub fn effects(&mut self, packet: &mut Packet) -> Effects {
        if std::mem::take(&mut packet.scripted) {
            return Effects::default();
        }
        self.script.as_mut().map_or_else(Effects::default, |script| script.on_packet(packet.flow, packet.payload))
    }

    /// Asks the loss model about a packet. The model also draws for packets that the script drops, so that the script
    /// doesn't shift its draws.
    pub fn outcome(&mut self, size: u32, dropped: bool) -> Outcome {
        let outcome = self.model.as_mut().map_or(Outcome::Intact, |model| model.outcome(size));
        if dropped { Outcome::Refused } else { outcome }
    }
}
