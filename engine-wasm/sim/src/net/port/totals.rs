//! What a port has done, in sums.

use crate::kernel::{Nanos, real};

/// Sums over the life of a port.
#[derive(Clone, Debug, Default)]
pub struct PortTotals {
    /// Packets taken into the buffer.
    pub accepted: u64,
    /// Packets that reached the far end intact.
    pub delivered: u64,
    /// Packets that were marked.
    pub marked: u64,
    /// Packets that found no room.
    pub dropped_full: u64,
    /// Packets spoiled on the link after they were taken in.
    pub dropped_error: u64,
    /// Packets lost at the entry.
    pub refused: u64,
    /// Integral of the bytes held, in byte nanoseconds.
    pub byte_time: f64,
    /// The same in packets.
    pub packet_time: f64,
    /// Largest number of bytes held.
    pub max_bytes: u64,
    /// Time spent transmitting.
    pub busy: Nanos,
}

impl PortTotals {
    /// A packet of this size was held for so long.
    #[inline]
    pub fn held(&mut self, size: u32, span: Nanos) {
        let span = real(span);
        self.byte_time += span * f64::from(size);
        self.packet_time += span;
    }
}
