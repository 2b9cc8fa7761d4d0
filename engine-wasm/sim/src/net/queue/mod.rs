//! Queue disciplines: whether an arriving packet finds room in the output buffer, and whether it is marked.

use crate::kernel::Nanos;
use crate::kernel::random::Stream;

/// What a buffer holds, the packet in transmission included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Bytes held.
    pub bytes: u64,
    /// Packets held.
    pub packets: u64,
}

/// The port that a queue discipline works at.
#[derive(Clone, Debug)]
pub struct PortContext {
    /// Rate of the link, bit/s.
    pub rate_bps: u64,
    /// Random stream of the discipline at this port.
    pub stream: Stream,
}

/// A packet that asks for room.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// Time.
    pub now: Nanos,
    /// Bytes of the packet.
    pub size: u32,
    /// What the buffer holds before it.
    pub backlog: Backlog,
    /// It may be marked: ECN-capable and not marked before.
    pub markable: bool,
    /// How long the port has been idle; `None` while it transmits.
    pub idle: Option<Nanos>,
}

/// What becomes of an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is taken in.
    Accept,
    /// It is taken in and marked; only of packets that are [`markable`](Arrival::markable).
    Mark,
    /// It is dropped.
    Drop,
}

impl Verdict {
    /// Room or no room.
    #[inline]
    pub fn room(room: bool) -> Self {
        if room { Self::Accept } else { Self::Drop }
    }
}

/// Decides on arriving packets.
pub trait QueueRule {
    /// A packet asks for room.
    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict;
    /// A packet has been transmitted at this time; `backlog` is what remains. Told in order of time, before any arrival that
    /// comes later.
    #[inline]
    fn on_departure(&mut self, when: Nanos, backlog: Backlog) {
        let _ = (when, backlog);
    }
}

registry! {
    /// Output buffer of a link, in front of the transmitter.
    set "queue", "Queue";
    choice Queue; running RunningQueue; rule QueueRule; context PortContext;
    members { drop_tail_bytes::DropTailBytes, drop_tail_packets::DropTailPackets, red::Red }
    dispatch {
        fn on_arrival(arrival: &Arrival) -> Verdict;
        fn on_departure(when: Nanos, backlog: Backlog);
    }
}
