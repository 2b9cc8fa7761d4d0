//! Veno's estimate of its backlog, `N = cwnd (1 - base / rtt)`, which its avoidance and its decrease use. Each keeps
//! its own estimate from the same ACKs and losses, so you can use either without the other.
//!
//! `base` is the smallest RTT since the last loss. The paper forgets it at each loss and the Linux code doesn't; both
//! parts have a setting for this. RTTs are sampled once the connection has left its first slow start, and smoothed with
//! a gain of 1/8.

use super::Ack;
use super::decision::{Decision, Verdict};

/// Backlog below which a loss counts as random, segments.
pub const BETA: f64 = 3.0;

/// The estimate of one part.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    forget_base: bool,
    left_slow_start: bool,
    base: Option<f64>,
    rtt: Option<f64>,
}

impl Estimate {
    /// An estimate without samples. `forget_base` makes a loss reset the base.
    pub fn new(forget_base: bool) -> Self {
        Self { forget_base, left_slow_start: false, base: None, rtt: None }
    }

    /// Processes an acknowledgment.
    pub fn on_ack(&mut self, ack: &Ack) {
        self.left_slow_start |= !ack.slow_start;
        let Some(sample) = ack.rtt.filter(|_| self.left_slow_start) else { return };
        let sample = sample as f64;
        self.base = Some(self.base.map_or(sample, |base| base.min(sample)));
        self.rtt = Some(self.rtt.map_or(sample, |rtt| rtt + (sample - rtt) / 8.0));
    }

    /// Processes a loss. This may forget the base, so read [`backlog`](Self::backlog) before.
    pub fn on_loss(&mut self) {
        self.left_slow_start = true;
        if self.forget_base {
            self.base = None;
        }
    }

    /// Segments in queues with this window; 0 if base or RTT are unknown.
    pub fn backlog(&self, cwnd: f64) -> f64 {
        match (self.base, self.rtt) {
            (Some(base), Some(rtt)) => (cwnd * (1.0 - base / rtt)).max(0.0),
            _ => 0.0,
        }
    }

    /// A decision based on this backlog, if base and RTT are known.
    pub fn decision(&self, verdict: Verdict, cwnd: f64, backlog: f64) -> Option<Decision> {
        let (base, rtt) = (self.base?, self.rtt?);
        let rest = Decision::new(verdict, cwnd);
        Some(Decision { base_rtt_s: base / 1e9, rtt_s: rtt / 1e9, diff: backlog, beta: BETA, ..rest })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An estimate with a base of 120 ms and this smoothed RTT.
    pub fn estimate(rtt_ms: f64) -> Estimate {
        Estimate { forget_base: true, left_slow_start: true, base: Some(120e6), rtt: Some(rtt_ms * 1e6) }
    }

    #[test]
    fn cwnd_20_and_base_120_give_2_857_at_140_ms_and_3_099_at_142_ms() {
        assert!((estimate(140.0).backlog(20.0) - 2.857).abs() < 5e-4);
        assert!((estimate(142.0).backlog(20.0) - 3.099).abs() < 5e-4);
    }

    #[test]
    fn the_first_slow_start_gives_no_sample_and_a_loss_forgets_the_base() {
        let mut estimate = Estimate::new(true);
        let ack = |ms: u64, slow_start| Ack {
            acked: 1,
            in_transit: 1,
            smss: 512,
            rtt: Some(ms * 1_000_000),
            slow_start,
            ..Ack::default()
        };
        estimate.on_ack(&ack(50, true));
        assert_eq!(estimate.base, None);
        estimate.on_ack(&ack(100, false));
        estimate.on_ack(&ack(180, true));
        assert_eq!((estimate.base, estimate.rtt), (Some(100e6), Some(110e6)));
        estimate.on_loss();
        assert_eq!(estimate.backlog(20.0), 0.0);
        estimate.on_ack(&ack(110, false));
        assert_eq!((estimate.base, estimate.rtt), (Some(110e6), Some(110e6)));
    }

    #[test]
    fn a_kept_base_still_shows_the_backlog_after_a_loss() {
        // A sample of 150 ms after the loss moves the smoothed RTT from 140 to 141.25 ms. With the kept base of 120 ms,
        // 3.0 of 20 segments wait; with a new base none would.
        let after_a_loss = |forget_base| {
            let mut estimate = Estimate { forget_base, ..estimate(140.0) };
            estimate.on_loss();
            estimate.on_ack(&Ack { acked: 1, rtt: Some(150_000_000), ..Ack::default() });
            estimate.backlog(20.0)
        };
        assert_eq!(after_a_loss(true), 0.0);
        assert!((after_a_loss(false) - 20.0 * (1.0 - 120.0 / 141.25)).abs() < 1e-9);
    }
}
