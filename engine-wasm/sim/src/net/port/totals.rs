//! Totals of a port: packets, buffer occupancy and busy time.

use crate::kernel::{Nanos, real};

/// Totals over the life of a port. Those that change with every packet come first.
#[derive(Clone, Debug, Default)]
#[repr(C)]
pub struct PortTotals {
    /// Integral of the bytes held, in byte nanoseconds.
    pub byte_time: f64,
    /// Integral of the packets held, in packet nanoseconds.
    pub packet_time: f64,
    /// Largest number of bytes held.
    pub max_bytes: u64,
    /// Packets that the buffer accepted.
    pub accepted: u64,
    /// Packets that reached the far end intact.
    pub delivered: u64,
    /// Packets that were marked.
    pub marked: u64,
    /// Packets that found the buffer full.
    pub dropped_full: u64,
    /// Packets corrupted on the link after the buffer accepted them.
    pub dropped_error: u64,
    /// Packets lost at the entry.
    pub refused: u64,
    /// Time spent transmitting.
    pub busy: Nanos,
}

impl PortTotals {
    /// Adds a packet of this size that was in the buffer for this long.
    #[inline]
    pub fn add_packet(&mut self, size: u32, span: Nanos) {
        let span = real(span);
        self.byte_time += span * f64::from(size);
        self.packet_time += span;
    }
}
