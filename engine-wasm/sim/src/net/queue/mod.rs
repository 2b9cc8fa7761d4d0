//! Queue disciplines decide whether the output buffer accepts an arriving packet, and whether the packet is marked.

use crate::kernel::Nanos;
use crate::kernel::random::Stream;
use crate::net::Ecn;

/// Contents of a buffer, including the packet in transmission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Bytes held.
    pub bytes: u64,
    /// Packets held.
    pub packets: u64,
}

/// The port that a queue discipline belongs to.
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
    /// Contents, including the packet in transmission.
    pub backlog: Backlog,
    /// Bytes of the packet in transmission; 0 while there is none.
    pub in_service: u32,
}

impl Buffer {
    /// Contents without the packet in transmission.
    #[inline]
    pub fn waiting(&self) -> Backlog {
        let Backlog { bytes, packets } = self.backlog;
        Backlog { bytes: bytes - u64::from(self.in_service), packets: packets.saturating_sub(1) }
    }
}

/// A packet that arrives at a queue.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// Bytes of the packet.
    pub size: u32,
    /// Congestion notification of the packet.
    pub ecn: Ecn,
    /// Time at which the transmitter becomes free, or became free if the buffer is empty.
    pub free_at: Nanos,
}

impl Arrival {
    /// Time for which the port has been idle; `None` while it transmits.
    #[inline]
    pub fn idle(&self, now: Nanos) -> Option<Nanos> {
        now.checked_sub(self.free_at)
    }
}

/// Decision on an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Accept the packet.
    Accept,
    /// Accept and mark the packet; only for ECN-capable packets that aren't marked yet.
    Mark,
    /// Drop the packet.
    Drop,
}

/// The most that a buffer holds, the packet in transmission included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Bytes.
    pub bytes: u64,
    /// Packets.
    pub packets: u64,
}

impl Limit {
    /// Holds nothing.
    pub const ZERO: Self = Self { bytes: 0, packets: 0 };

    /// Returns whether a packet of this size fits behind the backlog.
    #[inline]
    pub fn admits(&self, size: u32, backlog: Backlog) -> bool {
        backlog.packets < self.packets && backlog.bytes + u64::from(size) <= self.bytes
    }
}

alternatives! {
    /// How a queue tells a sender that there is congestion, before its buffer is full.
    pub enum QueueSignal {
        /// It drops the packet.
        Drop = "drop",
        /// It marks the packet if it's ECN-capable, else it drops it.
        Mark = "mark",
    }
}

impl QueueSignal {
    /// The verdict on a packet selected for a signal. A marking queue accepts a packet that is already marked.
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
    /// Decides on a packet that arrives at this buffer.
    fn on_arrival(&mut self, now: Nanos, arrival: Arrival, buffer: &Buffer) -> Verdict;
    /// The limit, if a packet is dropped exactly when it doesn't fit. Ports then compare by themselves.
    fn limit(&self) -> Option<Limit> {
        None
    }
    /// Called after a packet has left the buffer at `when`; `backlog` is what remains. Calls are in time order and come
    /// before any later arrival.
    #[inline]
    fn on_departure(&mut self, when: Nanos, backlog: Backlog) {
        let _ = (when, backlog);
    }
    /// Called when the link's rate changes, after all earlier departures; `backlog` is the buffer's current content.
    fn on_rate(&mut self, now: Nanos, rate_bps: u64, backlog: Backlog) {
        let _ = (now, rate_bps, backlog);
    }
}

/// Drop-tail.
impl QueueRule for Limit {
    fn on_arrival(&mut self, _now: Nanos, arrival: Arrival, buffer: &Buffer) -> Verdict {
        if self.admits(arrival.size, buffer.backlog) { Verdict::Accept } else { Verdict::Drop }
    }
    fn limit(&self) -> Option<Limit> {
        Some(*self)
    }
}

/// Calls a boxed rule. Takes the fields of `Arrival` separately, so that the compiler doesn't build an `Arrival` in
/// memory for small rules, which aren't boxed.
#[inline(never)]
fn on_arrival_boxed(
    rule: &mut impl QueueRule,
    now: Nanos,
    size: u32,
    ecn: Ecn,
    free_at: Nanos,
    buffer: &Buffer,
) -> Verdict {
    rule.on_arrival(now, Arrival { size, ecn, free_at }, buffer)
}

/// Boxes large disciplines, to keep ports small.
impl<Rule: QueueRule> QueueRule for Box<Rule> {
    #[inline]
    fn on_arrival(&mut self, now: Nanos, arrival: Arrival, buffer: &Buffer) -> Verdict {
        let Arrival { size, ecn, free_at } = arrival;
        on_arrival_boxed(&mut **self, now, size, ecn, free_at, buffer)
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
        fn limit() -> Option<Limit>;
        fn on_departure(when: Nanos, backlog: Backlog);
        fn on_rate(now: Nanos, rate_bps: u64, backlog: Backlog);
    }
}
