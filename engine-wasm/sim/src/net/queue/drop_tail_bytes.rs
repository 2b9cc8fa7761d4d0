//! Drop-tail with a limit in bytes. The packet in transmission counts until its last bit has left, as in the hitbox
//! emulator's output-buffer queue.

use super::{Arrival, Buffer, PortContext, QueueRule, Verdict};
use crate::kernel::Nanos;
use crate::schema::limits;
use crate::schema::shape::{Part, integer};

described! {
    /// First in, first out; a packet that does not fit in the remaining bytes is dropped.
    pub struct DropTailBytes {
        /// Size of the buffer.
        limit_bytes: u64 = integer("bytes", 1, limits::BUFFER_BYTES), default 16_384, label "Buffer", basic true;
    }
}

impl Part<PortContext> for DropTailBytes {
    const LABEL: &'static str = "Drop-tail, in bytes";
    const SOURCE: &'static str = "Ahn et al. 1995, section 4";
    type Running = Self;
    fn start(&self, _port: &PortContext) -> Self {
        self.clone()
    }
}

impl QueueRule for DropTailBytes {
    #[inline]
    fn on_arrival(&mut self, _now: Nanos, arrival: Arrival, buffer: &Buffer) -> Verdict {
        Verdict::room(buffer.backlog.bytes + u64::from(arrival.size) <= self.limit_bytes)
    }
}
