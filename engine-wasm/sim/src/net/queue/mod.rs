//! Queue disciplines: whether an arriving packet finds room in the output buffer.

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
    /// How long the port has been idle; `None` while it transmits.
    pub idle: Option<Nanos>,
}

/// Decides on arriving packets.
pub trait QueueRule {
    /// Whether the packet is taken in.
    fn admits(&mut self, arrival: &Arrival) -> bool;
}

registry! {
    /// Output buffer of a link, in front of the transmitter.
    set "queue", "Queue";
    choice Queue; running RunningQueue; rule QueueRule; context PortContext;
    members { drop_tail_bytes::DropTailBytes, drop_tail_packets::DropTailPackets, red::Red }
    dispatch { fn admits(arrival: &Arrival) -> bool; }
}
