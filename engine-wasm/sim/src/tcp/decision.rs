//! What rules that go by delay tell of themselves: the decisions that they took, with the figures that these rest on, and
//! their looks at a fine-grained timer. A rule notes the last one; who keeps a trace asks for it after each event. What a rule
//! does depends on none of it.

use super::rounds::Round;
use crate::kernel::Nanos;
pub use crate::trace::tables::DecisionVerdict as Verdict;

/// A decision. Figures that a rule does not have are NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The decision.
    pub verdict: Verdict,
    /// Congestion window before it, segments.
    pub cwnd: f64,
    /// Smallest RTT, seconds.
    pub base_rtt_s: f64,
    /// RTT of the round, seconds.
    pub rtt_s: f64,
    /// Rate that the path would carry without a queue, segments/s.
    pub expected: f64,
    /// Rate that it carried, segments/s.
    pub actual: f64,
    /// Segments in queues as they were compared.
    pub diff: f64,
    /// Segments below which the window grows.
    pub alpha: f64,
    /// Segments above which it shrinks.
    pub beta: f64,
}

impl Decision {
    /// A decision with this window of which nothing else is known.
    pub fn new(verdict: Verdict, cwnd: f64) -> Self {
        let none = f64::NAN;
        Self {
            verdict,
            cwnd,
            base_rtt_s: none,
            rtt_s: none,
            expected: none,
            actual: none,
            diff: none,
            alpha: none,
            beta: none,
        }
    }

    /// A decision on the figures of a round.
    pub fn on_round(verdict: Verdict, cwnd: f64, round: &Round) -> Self {
        let Round { rtt_s, base_rtt_s, expected, actual, .. } = *round;
        Self { rtt_s, base_rtt_s, expected, actual, ..Self::new(verdict, cwnd) }
    }
}

/// A look at the fine-grained timer of the first segment outstanding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// Duplicate ACKs so far; 0 on a new ACK.
    pub dup_acks: u32,
    /// Time since the segment was sent.
    pub waited: Nanos,
    /// Its timeout, nanoseconds.
    pub timeout: f64,
    /// The timeout has passed.
    pub expired: bool,
}
