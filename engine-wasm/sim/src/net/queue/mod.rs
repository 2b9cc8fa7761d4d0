//! Queue disciplines: whether an arriving packet finds room in the output buffer.

/// What a buffer holds, the packet in transmission included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Bytes held.
    pub bytes: u64,
    /// Packets held.
    pub packets: u64,
}

/// Decides on arriving packets.
pub trait QueueRule {
    /// Whether a packet of `size` bytes is taken in beside what the buffer holds.
    fn admits(&mut self, backlog: Backlog, size: u32) -> bool;
}

registry! {
    /// Output buffer of a link, in front of the transmitter.
    set "queue", "Queue";
    choice Queue; running RunningQueue; rule QueueRule; context ();
    members { drop_tail_bytes::DropTailBytes, drop_tail_packets::DropTailPackets }
    dispatch { fn admits(backlog: Backlog, size: u32) -> bool; }
}
