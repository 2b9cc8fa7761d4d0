//! Fast retransmit: a given number of duplicate ACKs, three by default, shows a loss.

use super::{Cause, DetectionRule, Suspect};
use crate::schema::shape::{Part, integer};
use crate::tcp::Host;

described! {
    /// Detects a loss at the third duplicate ACK.
    pub struct DupAcks {
        /// Duplicate ACKs that count as a loss.
        threshold: u32 = integer("ACKs", 1, 1_000), default 3, label "Duplicate ACKs that show a loss";
    }
}

impl Part<Host> for DupAcks {
    const LABEL: &'static str = "Third duplicate ACK";
    const BRIEF: &'static str = "the third duplicate ACK";
    const SOURCE: &'static str = "Jacobson 1988; RFC 5681 section 3.2";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl DetectionRule for DupAcks {
    fn on_dup_ack(&mut self, dup_acks: u32, _suspect: Suspect) -> Option<Cause> {
        (dup_acks == self.threshold).then_some(Cause::DupAcks)
    }
}
