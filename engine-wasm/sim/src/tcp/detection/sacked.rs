//! Loss detection by SACK blocks: the third duplicate ACK, or three SACKed segments above the first outstanding one.
//! When ACKs are reordered or lost, the blocks can show a loss sooner (RFC 6675, section 5).

use super::{Cause, DetectionRule, Suspect};
use crate::schema::shape::{Part, integer};
use crate::tcp::Host;

described! {
    /// Detects a loss at the third duplicate ACK, or at three SACKed segments above a hole.
    pub struct Sacked {
        /// Duplicate ACKs, or SACKed segments, that count as a loss (`DupThresh`).
        threshold: u32 = integer("segments", 1, 1_000), default 3, label "Segments that show a loss";
    }
}

impl Part<Host> for Sacked {
    const LABEL: &'static str = "Duplicate ACKs or SACK";
    const SOURCE: &'static str = "RFC 6675, section 5";
    const NEEDS_SACK: bool = true;
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl DetectionRule for Sacked {
    fn on_dup_ack(&mut self, dup_acks: u32, suspect: Suspect) -> Option<Cause> {
        (dup_acks >= self.threshold || suspect.sacked >= self.threshold).then_some(Cause::DupAcks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sacked_segments_count_like_duplicate_acks() {
        let mut rule = Sacked { threshold: 3 };
        let with = |sacked| Suspect { sacked, ..Suspect::for_tests() };
        assert_eq!(rule.on_dup_ack(2, with(2)), None);
        assert_eq!(rule.on_dup_ack(1, with(3)), Some(Cause::DupAcks));
        assert_eq!(rule.on_dup_ack(3, with(0)), Some(Cause::DupAcks));
    }
}
