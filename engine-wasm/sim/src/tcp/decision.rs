//! Decisions of delay-based rules and checks of the fine-grained timer, with the numbers behind them. They are only for
//! the trace and don't influence the rules. A rule stores its last decision, and the simulation collects it after each
//! event.

use super::rounds::Round;
use crate::kernel::Nanos;
pub use crate::trace::tables::DecisionVerdict as Verdict;

/// A decision. Numbers that the rule does not compute are NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Outcome of the decision.
    pub verdict: Verdict,
    /// Congestion window before it, segments.
    pub cwnd: f64,
    /// Smallest RTT, seconds.
    pub base_rtt_s: f64,
    /// RTT of the round, seconds.
    pub rtt_s: f64,
    /// Expected rate if no segments were queued, segments/s.
    pub expected: f64,
    /// Actual rate in the round, segments/s.
    pub actual: f64,
    /// Segments in queues, as compared with the thresholds.
    pub diff: f64,
    /// Segments below which the window grows.
    pub alpha: f64,
    /// Segments above which it shrinks.
    pub beta: f64,
}

impl Decision {
    /// A decision with only a verdict and a window.
    pub fn new(verdict: Verdict, cwnd: f64) -> Self {
        let unknown = f64::NAN;
        Self {
            verdict,
            cwnd,
            base_rtt_s: unknown,
            rtt_s: unknown,
            expected: unknown,
            actual: unknown,
            diff: unknown,
            alpha: unknown,
            beta: unknown,
        }
    }

    /// A decision based on the measurements of a round.
    pub fn on_round(verdict: Verdict, cwnd: f64, round: &Round) -> Self {
        let Round { rtt_s, base_rtt_s, expected, actual, .. } = *round;
        Self { rtt_s, base_rtt_s, expected, actual, ..Self::new(verdict, cwnd) }
    }
}

/// A check of the fine-grained timer of the first outstanding segment.
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
