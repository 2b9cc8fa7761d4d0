//! Loss detection by the order of transmissions (RACK). A segment is lost once a segment that was sent later has been
//! delivered and the reordering window is over. With two or three segments in flight, this finds losses for which three
//! duplicate ACKs would never arrive.

use super::{Cause, DetectionRule, Suspect};
use crate::kernel::{Nanos, from_milliseconds};
use crate::schema::shape::{Part, number};
use crate::tcp::Host;

described! {
    /// Treats a segment as lost when one that was sent later has been delivered (RACK).
    pub struct RackDetection {
        /// How long after the end of a reordering window its timer expires. Linux adds two ticks of its clock: 8 ms
        /// at 250 Hz.
        timer_slack_ms: f64 = number("ms", 0.0, 1_000.0), default 0.0, label "Timer slack";
    }
}

impl Part<Host> for RackDetection {
    const LABEL: &'static str = "RACK";
    const SOURCE: &'static str = "RFC 8985; Linux tcp_recovery.c";
    const NEEDS_SACK: bool = true;
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl DetectionRule for RackDetection {
    fn reordering_timer_slack(&mut self) -> Option<Nanos> {
        Some(from_milliseconds(self.timer_slack_ms))
    }

    #[inline]
    fn checks_new_acks(&mut self) -> bool {
        true
    }

    fn on_dup_ack(&mut self, _dup_acks: u32, suspect: Suspect) -> Option<Cause> {
        (suspect.lost > 0).then_some(Cause::Overtaken)
    }

    fn on_new_ack(&mut self, suspect: Option<Suspect>) -> Option<Cause> {
        suspect.filter(|suspect| suspect.lost > 0).map(|_| Cause::Overtaken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_segments_marked_by_rack_count_as_lost() {
        let mut rule = RackDetection { timer_slack_ms: 0.0 };
        let with = |lost| Suspect { lost, sacked: 5, ..Suspect::for_tests() };
        assert_eq!((rule.on_dup_ack(7, with(0)), rule.on_dup_ack(1, with(1))), (None, Some(Cause::Overtaken)));
        assert_eq!((rule.on_new_ack(Some(with(0))), rule.on_new_ack(Some(with(1)))), (None, Some(Cause::Overtaken)));
        assert_eq!(rule.on_new_ack(None), None);
    }
}
