//! Vegas' early retransmit: a fine-grained timeout per segment. The sender checks it at each duplicate ACK and at the
//! first two new ACKs after a retransmission. The fine timer never fires by itself (Ahn et al. 1995, section 2).
//!
//! In Ahn et al. the timeout is the mean RTT plus four deviations; the ns-2 version uses two deviations and adds a
//! sixteenth. Both are settings here. Unlike in ns-2, a timeout ends the checks at new ACKs: K.-Y. Wang's report of
//! 1999 shows that ns-2 continues them and retransmits segments that it has just retransmitted.

use super::{Cause, DetectionRule, Suspect};
use crate::kernel::Nanos;
use crate::schema::shape::{Part, flag, integer, number};
use crate::tcp::Host;
use crate::tcp::decision::Check;

described! {
    /// Detects the loss of an overdue segment at the first duplicate ACK, and any loss at the third.
    pub struct FineTimer {
        /// An overdue segment is retransmitted before the third duplicate ACK.
        early_retransmit: bool = flag(), default true, label "Retransmit before the third";
        /// The first two new ACKs after a retransmission check for another overdue segment.
        worried_check: bool = flag(), default true, label "Check the next two ACKs";
        /// Duplicate ACKs that count as a loss in any case.
        threshold: u32 = integer("ACKs", 1, 1_000), default 3, label "Duplicate ACKs that show a loss";
        /// Mean deviations that the fine timeout adds to the mean RTT.
        deviations: f64 = number("", 0.0, 16.0), default 4.0, label "Deviations in the fine timeout";
        /// Factor on the sum; ns-2 has 17/16 = 1.0625 together with two deviations.
        margin: f64 = number("", 1.0, 4.0), default 1.0, label "Factor on the fine timeout";
    }
}

/// One sender's fine timer. Times are floating-point nanoseconds.
#[derive(Clone, Debug)]
pub struct Running {
    part: FineTimer,
    /// Eight times the mean RTT and four times its mean deviation; `None` before the first sample.
    estimate: Option<(f64, f64)>,
    timeout: f64,
    acks_to_check: u32,
    last_check: Option<Check>,
}

/// Timeout before the first RTT sample, in nanoseconds: 1000 s, so that nothing is overdue.
const INITIAL_TIMEOUT: f64 = 1e12;

impl Part<Host> for FineTimer {
    const LABEL: &'static str = "Early retransmit (Vegas)";
    const SOURCE: &'static str = "Brakmo & Peterson 1995; Ahn et al. 1995, section 2";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), estimate: None, timeout: INITIAL_TIMEOUT, acks_to_check: 0, last_check: None }
    }
}

impl Running {
    /// Checks whether a segment is overdue.
    fn overdue(&mut self, dup_acks: u32, suspect: Suspect) -> bool {
        let expired = suspect.age as f64 >= self.timeout;
        self.last_check = Some(Check { dup_acks, waited: suspect.age, timeout: self.timeout, expired });
        expired
    }
}

impl DetectionRule for Running {
    fn on_dup_ack(&mut self, dup_acks: u32, suspect: Suspect) -> Option<Cause> {
        if dup_acks == self.part.threshold {
            Some(Cause::DupAcks)
        } else if self.part.early_retransmit && self.overdue(dup_acks, suspect) {
            Some(Cause::TimedOut)
        } else {
            None
        }
    }

    #[inline]
    fn checks_new_acks(&mut self) -> bool {
        self.acks_to_check > 0
    }

    fn on_new_ack(&mut self, suspect: Option<Suspect>) -> Option<Cause> {
        self.acks_to_check = self.acks_to_check.checked_sub(1)?;
        if suspect.is_some_and(|suspect| self.overdue(0, suspect)) {
            return Some(Cause::TimedOut);
        }
        // Check the second ACK only if the first one found a loss.
        self.acks_to_check = 0;
        None
    }

    fn on_rtt_sample(&mut self, rtt: Nanos) {
        let rtt = rtt as f64;
        let Some((mut sa, mut sd)) = self.estimate else {
            self.estimate = Some((8.0 * rtt, rtt));
            // srtt + deviations * dev with dev = R / 4; the margin applies from the first update on.
            self.timeout = rtt + self.part.deviations * rtt / 4.0;
            return;
        };
        let error = rtt - sa / 8.0;
        sa += error;
        sd += error.abs() - sd / 4.0;
        self.estimate = Some((sa, sd));
        self.timeout = (sa / 8.0 + self.part.deviations * sd / 4.0) * self.part.margin;
    }

    fn on_loss(&mut self, transmissions: u32, outstanding: u32) {
        if self.part.worried_check {
            self.acks_to_check = outstanding.min(2);
        }
        self.timeout *= if transmissions > 1 { 2.0 } else { 9.0 / 8.0 };
    }

    fn on_timeout(&mut self) {
        self.acks_to_check = 0;
    }

    fn check(&mut self) -> Option<Check> {
        self.last_check.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::segments::SegmentRecord;

    const MS: u64 = 1_000_000;

    fn timer(deviations: f64, margin: f64) -> Running {
        let part = FineTimer { early_retransmit: true, worried_check: true, threshold: 3, deviations, margin };
        part.start(&Host::for_tests())
    }

    fn aged(age: Nanos) -> Suspect {
        Suspect {
            record: SegmentRecord { sent_at: 0, transmissions: 1, sacked: false, delivered: false },
            age,
            sacked: 0,
            fack_distance: 0,
            lost: 0,
        }
    }

    #[test]
    fn a_constant_rtt_of_100_ms_gives_150_then_146_09_then_136_13_ms() {
        let mut timer = timer(2.0, 17.0 / 16.0);
        let timeouts: Vec<f64> = (0..3)
            .map(|_| {
                timer.on_rtt_sample(100 * MS);
                timer.timeout / 1e6
            })
            .collect();
        assert_eq!(timeouts, [150.0, 146.09375, 136.1328125]);
    }

    #[test]
    fn only_an_overdue_segment_counts_as_lost_before_the_third_duplicate() {
        let mut timer = timer(4.0, 1.0);
        timer.on_rtt_sample(100 * MS); // timeout 200 ms
        assert_eq!(timer.on_dup_ack(1, aged(199 * MS)), None);
        assert_eq!(timer.on_dup_ack(1, aged(200 * MS)), Some(Cause::TimedOut));
        assert_eq!(timer.on_dup_ack(3, aged(0)), Some(Cause::DupAcks));
    }

    #[test]
    fn checks_the_second_new_ack_only_if_the_first_found_a_loss() {
        let mut timer = timer(4.0, 1.0);
        timer.on_rtt_sample(100 * MS);
        timer.on_loss(1, 5); // timeout 225 ms
        assert_eq!(timer.on_new_ack(Some(aged(230 * MS))), Some(Cause::TimedOut));
        assert_eq!(timer.on_new_ack(Some(aged(230 * MS))), Some(Cause::TimedOut));
        assert_eq!(timer.on_new_ack(Some(aged(230 * MS))), None);
        timer.on_loss(1, 5);
        assert_eq!(timer.on_new_ack(Some(aged(0))), None);
        assert_eq!(timer.on_new_ack(Some(aged(900 * MS))), None);
    }

    #[test]
    fn returns_each_check_once_and_none_for_the_third_duplicate() {
        let mut timer = timer(4.0, 1.0);
        timer.on_rtt_sample(100 * MS); // timeout 200 ms
        timer.on_dup_ack(2, aged(199 * MS));
        let check = Check { dup_acks: 2, waited: 199 * MS, timeout: 200e6, expired: false };
        assert_eq!((timer.check(), timer.check()), (Some(check), None));
        timer.on_dup_ack(3, aged(300 * MS));
        assert_eq!(timer.check(), None);
    }

    #[test]
    fn a_timeout_ends_the_checks_at_new_acks() {
        let mut timer = timer(4.0, 1.0);
        timer.on_rtt_sample(100 * MS);
        timer.on_loss(1, 5);
        timer.on_timeout();
        assert_eq!(timer.on_new_ack(Some(aged(900 * MS))), None);
    }
}
