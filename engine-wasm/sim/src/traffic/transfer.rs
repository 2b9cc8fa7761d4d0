//! A file of known size.

use super::TrafficRule;
use crate::scenario::limits;
use crate::scenario::shape::{Part, integer};

described! {
    /// One transfer of a fixed size; the flow is done when the last byte is acknowledged.
    pub struct Transfer {
        /// Size of the file.
        bytes: u64 = integer("bytes", 1, limits::TRANSFER_BYTES), default 2_097_152;
    }
}

impl Part<()> for Transfer {
    const SOURCE: &'static str = "Ahn et al. 1995, Figure 1";
    type Running = Self;
    fn start(&self, (): &()) -> Self {
        self.clone()
    }
}

impl TrafficRule for Transfer {
    fn bytes(&mut self) -> Option<u64> {
        Some(self.bytes)
    }
}
