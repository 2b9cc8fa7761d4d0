//! Loss detection: decides when ACKs show a loss. The retransmission timer is separate.

use super::Host;
use super::decision::Check;
use super::segments::SegmentRecord;
use crate::kernel::Nanos;

/// The reason a segment counts as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Enough duplicate ACKs or SACK blocks arrived.
    DupAcks,
    /// Its fine-grained timeout had passed when an ACK arrived.
    TimedOut,
    /// A segment that was sent later has been delivered.
    Overtaken,
}

/// The first outstanding segment, which may be lost.
#[derive(Clone, Copy, Debug)]
pub struct Suspect {
    /// Its record.
    pub record: SegmentRecord,
    /// Time since its latest transmission, on the sender's fine clock.
    pub age: Nanos,
    /// SACKed segments above it.
    pub sacked: u32,
    /// One past the highest SACKed segment, counted from it (`fack - snd_una`); 0 without SACK blocks.
    pub fack_distance: u32,
    /// Segments that are marked lost by the order of transmissions and that haven't been retransmitted since.
    pub lost: u32,
}

/// Decides whether an acknowledgment shows a loss.
pub trait DetectionRule {
    /// Called for a duplicate ACK, which may show the loss of the first outstanding segment; `dup_acks` includes it.
    fn on_dup_ack(&mut self, dup_acks: u32, suspect: Suspect) -> Option<Cause>;
    /// Returns whether a new ACK may show a loss. If not, the sender skips [`on_new_ack`](Self::on_new_ack).
    #[inline]
    fn checks_new_acks(&mut self) -> bool {
        false
    }
    /// Returns the time from the end of a reordering window until its timer fires; `None` if the rule doesn't need lost
    /// segments marked by the [order of transmissions](super::transmissions).
    fn reordering_timer_slack(&mut self) -> Option<Nanos> {
        None
    }
    /// Called for a new ACK if [`checks_new_acks`](Self::checks_new_acks), and at the end of a reordering window.
    /// `suspect` is the segment that is now the first outstanding one.
    fn on_new_ack(&mut self, suspect: Option<Suspect>) -> Option<Cause> {
        let _ = suspect;
        None
    }
    /// Called with the RTT sample of a segment that was sent once, as read from the sender's fine clock.
    fn on_rtt_sample(&mut self, rtt: Nanos) {
        let _ = rtt;
    }
    /// Called when a loss has been found and is about to be repaired. `transmissions` is how often its segment was
    /// sent, `outstanding` the number of outstanding segments including it.
    fn on_loss(&mut self, transmissions: u32, outstanding: u32) {
        let _ = (transmissions, outstanding);
    }
    /// Called when the retransmission timer expires.
    fn on_timeout(&mut self) {}
    /// Returns the check of a fine-grained timer since the last call, for the trace.
    fn check(&mut self) -> Option<Check> {
        None
    }
}

registry! {
    /// How the sender detects a loss before its retransmission timer expires.
    set "detection", "Loss detection";
    choice Detection; running RunningDetection; rule DetectionRule; context Host;
    members { dup_acks::DupAcks, sacked::Sacked, forward_ack::ForwardAck, fine_timer::FineTimer, rack::RackDetection }
    dispatch {
        fn on_dup_ack(dup_acks: u32, suspect: Suspect) -> Option<Cause>;
        fn checks_new_acks() -> bool;
        fn reordering_timer_slack() -> Option<Nanos>;
        fn on_new_ack(suspect: Option<Suspect>) -> Option<Cause>;
        fn on_rtt_sample(rtt: Nanos);
        fn on_loss(transmissions: u32, outstanding: u32);
        fn on_timeout();
        fn check() -> Option<Check>;
    }
}

#[cfg(test)]
impl Suspect {
    /// A segment that was just sent once, with nothing reported beyond it.
    fn for_tests() -> Self {
        let record = SegmentRecord { sent_at: 0, transmissions: 1, sacked: false, delivered: false };
        Self { record, age: 0, sacked: 0, fack_distance: 0, lost: 0 }
    }
}
