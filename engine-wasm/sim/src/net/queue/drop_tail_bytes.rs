//! Drop-tail with a limit in bytes. The packet in transmission counts until its last bit has left, as in the hitbox
//! emulator's output-buffer queue.

use super::{Limit, PortContext};
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
    type Running = Limit;
    fn start(&self, _port: &PortContext) -> Limit {
        Limit { bytes: self.limit_bytes, packets: u64::MAX }
    }
}
