//! Totals of a port: packets, buffer occupancy and busy time.

use crate::kernel::{Nanos, real};

/// How full the buffer was.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Occupancy {
    /// Integral of the bytes held, in byte nanoseconds.
    pub byte_time: f64,
    /// Integral of the packets held, in packet nanoseconds.
    pub packet_time: f64,
    /// Largest number of bytes held.
    pub max_bytes: u64,
}

impl Occupancy {
    /// Adds a packet of this size that was in the buffer for this long.
    #[inline]
    pub fn add_packet(&mut self, size: u32, span: Nanos) {
        let span = real(span);
        self.byte_time += span * f64::from(size);
        self.packet_time += span;
    }
}

/// Packets that were lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Packets that found the buffer full.
    pub dropped_full: u64,
    /// Packets corrupted on the link after the buffer accepted them.
    pub dropped_error: u64,
    /// Packets lost at the entry.
    pub refused: u64,
}

/// Totals over the life of a port.
#[derive(Clone, Debug)]
pub struct PortTotals {
    /// How full the buffer was.
    pub occupancy: Occupancy,
    /// Packets that were lost.
    pub counts: Counts,
    /// Packets that the buffer accepted.
    pub accepted: u64,
    /// Packets that reached the far end intact.
    pub delivered: u64,
    /// Time spent transmitting.
    pub busy: Nanos,
}
