//! Linux Vegas' backlog. Slow start and congestion avoidance compute it from the sender's
//! [rounds](super::linux_rounds).
//!
//! The arithmetic is the kernel's: whole segments and whole half packets, rounded down. `diff` has two forms.
//! Cardwell's patch for 2.2 and the kernels up to 2.6.2x take the segments of the round and divide by its RTT. Current
//! kernels take cwnd and divide by `base_rtt`, which gives a larger value; they compare in whole packets. Here both
//! forms compare in half packets.

use super::decision::{Decision, Verdict};
use super::linux_rounds::LinuxRound;

alternatives! {
    /// How the segments in queues are computed.
    pub enum DiffForm {
        /// Segments of the round times (rtt - base_rtt) / rtt, as in Cardwell's patch for Linux 2.2 and up to 2.6.2x.
        DivideByRtt = "divide_by_rtt",
        /// cwnd times (rtt - base_rtt) / base_rtt, as in current kernels.
        DivideByBase = "divide_by_base",
    }
}

impl LinuxRound {
    /// Returns the segments that the path carries in one base RTT, and the half segments in queues.
    pub fn backlog(&self, form: DiffForm, cwnd: f64) -> (f64, u64) {
        let (rtt, base) = (u128::from(self.rtt), u128::from(self.base));
        let (target, diff) = match form {
            DiffForm::DivideByRtt => {
                let halves = 2 * u128::from(self.sent);
                let target = halves * base / rtt;
                (target / 2, halves - target)
            }
            DiffForm::DivideByBase => {
                let segments = u128::from(cwnd as u32);
                (segments * base / rtt, 2 * segments * (rtt - base) / base)
            }
        };
        (target as f64, diff as u64)
    }

    /// A decision with `diff` half segments in queues and these thresholds in half packets. The kernel computes no
    /// rates.
    pub fn decision(&self, verdict: Verdict, cwnd: f64, diff: u64, [alpha, beta]: [u32; 2]) -> Decision {
        Decision {
            base_rtt_s: self.base as f64 / 1e6,
            rtt_s: self.rtt as f64 / 1e6,
            diff: diff as f64 / 2.0,
            alpha: f64::from(alpha) / 2.0,
            beta: f64::from(beta) / 2.0,
            ..Decision::new(verdict, cwnd)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_16_segments_base_100_and_rtt_120_the_target_is_13_and_the_diff_3_segments() {
        let measured = LinuxRound { rtt: 120_001, base: 100_001, sent: 16 };
        assert_eq!(measured.backlog(DiffForm::DivideByRtt, 99.0), (13.0, 6));
        assert_eq!(measured.backlog(DiffForm::DivideByBase, 16.9), (13.0, 6));
        // The two forms diverge when the queue is long: 16 of 32 segments are queued, or 32.
        let long = LinuxRound { rtt: 200_002, base: 100_001, sent: 32 };
        assert_eq!(long.backlog(DiffForm::DivideByRtt, 32.0), (16.0, 32));
        assert_eq!(long.backlog(DiffForm::DivideByBase, 32.0), (16.0, 64));
    }
}
