//! FACK's trigger: the third duplicate ACK, or a forward ACK more than three segments beyond the first outstanding
//! segment, whether or not the segments in between are SACKed. So if several segments of a window are lost, even the
//! first duplicate ACK can show it.

use super::{Cause, DetectionRule, Suspect};
use crate::schema::shape::{Part, integer};
use crate::tcp::Host;

described! {
    /// Detects a loss at a SACK block far beyond the first outstanding segment, or at the third duplicate ACK.
    pub struct ForwardAck {
        /// Duplicate ACKs that count as a loss, and the distance that the forward ACK must exceed.
        threshold: u32 = integer("segments", 1, 1_000), default 3, label "Distance that shows a loss";
    }
}

impl Part<Host> for ForwardAck {
    const LABEL: &'static str = "Forward ACK (FACK)";
    const SOURCE: &'static str = "Mathis & Mahdavi 1996";
    const NEEDS_SACK: bool = true;
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl DetectionRule for ForwardAck {
    fn on_dup_ack(&mut self, dup_acks: u32, suspect: Suspect) -> Option<Cause> {
        (dup_acks >= self.threshold || suspect.fack_distance > self.threshold).then_some(Cause::DupAcks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forward_ack_more_than_three_ahead_shows_a_loss_at_the_first_duplicate() {
        let mut rule = ForwardAck { threshold: 3 };
        let with = |fack_distance| Suspect { fack_distance, sacked: 1, ..Suspect::for_tests() };
        assert_eq!(rule.on_dup_ack(1, with(3)), None);
        assert_eq!(rule.on_dup_ack(1, with(4)), Some(Cause::DupAcks));
        assert_eq!(rule.on_dup_ack(3, with(0)), Some(Cause::DupAcks));
    }
}
