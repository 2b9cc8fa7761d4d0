//! Queue disciplines: whether an arriving packet finds room in the output buffer, and whether it is marked.

use crate::kernel::Nanos;
use crate::kernel::random::Stream;
use crate::net::Ecn;

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
    /// Propagation delay of the link.
    pub delay: Nanos,
    /// Random stream of the discipline at this port.
    pub stream: Stream,
}

/// The buffer of a port.
#[derive(Clone, Copy, Debug, Default)]
pub struct Buffer {
    /// What it holds.
    pub backlog: Backlog,
    /// Bytes of the packet in transmission; 0 while there is none.
    pub in_service: u32,
}

impl Buffer {
    /// What it holds, the packet in transmission not counted.
    #[inline]
    pub fn waiting(&self) -> Backlog {
        let Backlog { bytes, packets } = self.backlog;
        Backlog { bytes: bytes - u64::from(self.in_service), packets: packets.saturating_sub(1) }
    }
}

/// A packet that asks for room.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// Bytes of the packet.
    pub size: u32,
    /// Congestion notification of the packet.
    pub ecn: Ecn,
    /// When all that the buffer holds has been sent, or when the last packet had been if it is empty.
    pub free_at: Nanos,
}

impl Arrival {
    /// How long the port has been idle; `None` while it transmits.
    #[inline]
    pub fn idle(&self, now: Nanos) -> Option<Nanos> {
        now.checked_sub(self.free_at)
    }
}

/// What becomes of an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is taken in.
    Accept,
    /// It is taken in and marked; only of packets that are capable of it and not marked before.
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

alternatives! {
    /// How a queue tells a sender that there is congestion, before its buffer is full.
    pub enum QueueSignal {
        /// It drops the packet.
        Drop = "drop",
        /// It marks the packet, if that is ECN-capable; others it drops.
        Mark = "mark",
    }
}

impl QueueSignal {
    /// What this does to a packet. One that was marked on its way here already says what there is to say.
    pub fn verdict(self, ecn: Ecn) -> Verdict {
        match (self, ecn) {
            (Self::Mark, Ecn::Capable) => Verdict::Mark,
            (Self::Mark, Ecn::Marked) => Verdict::Accept,
            _ => Verdict::Drop,
        }
    }
}

/// Decides on arriving packets.
pub trait QueueRule {
    /// A packet asks for room in this buffer.
    fn on_arrival(&mut self, now: Nanos, arrival: Arrival, buffer: &Buffer) -> Verdict;
    /// A packet has been transmitted at this time; `backlog` is what remains. Told in order of time, before any arrival that
    /// comes later.
    #[inline]
    fn on_departure(&mut self, when: Nanos, backlog: Backlog) {
        let _ = (when, backlog);
    }
    /// The link sends at another rate from now on. Every departure before has been told; `backlog` is what the buffer holds.
    fn on_rate(&mut self, now: Nanos, rate_bps: u64, backlog: Backlog) {
        let _ = (now, rate_bps, backlog);
    }
}

/// Asks a rule that stands behind a pointer. One by one, so that a packet that asks a small rule is not laid out in memory
/// for the call it doesn't make.
#[inline(never)]
fn judge(rule: &mut impl QueueRule, now: Nanos, size: u32, ecn: Ecn, free_at: Nanos, buffer: &Buffer) -> Verdict {
    rule.on_arrival(now, Arrival { size, ecn, free_at }, buffer)
}

/// What is large stands behind a pointer, so that ports stay small.
impl<Rule: QueueRule> QueueRule for Box<Rule> {
    #[inline]
    fn on_arrival(&mut self, now: Nanos, arrival: Arrival, buffer: &Buffer) -> Verdict {
        let Arrival { size, ecn, free_at } = arrival;
        judge(&mut **self, now, size, ecn, free_at, buffer)
    }
    #[inline(never)]
    fn on_departure(&mut self, when: Nanos, backlog: Backlog) {
        (**self).on_departure(when, backlog);
    }
    fn on_rate(&mut self, now: Nanos, rate_bps: u64, backlog: Backlog) {
        (**self).on_rate(now, rate_bps, backlog);
    }
}

registry! {
    /// Output buffer of a link, in front of the transmitter.
    set "queue", "Queue";
    choice Queue; running RunningQueue; rule QueueRule; context PortContext;
    members {
        drop_tail_bytes::DropTailBytes, drop_tail_packets::DropTailPackets, unlimited::Unlimited, red::Red, rem::Rem,
    }
    dispatch {
        fn on_arrival(now: Nanos, arrival: Arrival, buffer: &Buffer) -> Verdict;
        fn on_departure(when: Nanos, backlog: Backlog);
        fn on_rate(now: Nanos, rate_bps: u64, backlog: Backlog);
    }
}
