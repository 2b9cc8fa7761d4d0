//! A sender's estimate of its backlog, `N = cwnd (1 - base / rtt)`, as in Veno.
//!
//! `base` is the smallest RTT since the last loss in the paper, and since the start in Linux. The estimate has both
//! minima, and a setting of each part selects one. RTTs are sampled once the connection has left its first slow start,
//! and smoothed with a gain of 1/8.

use super::Measurement;
use crate::tcp::Ack;
use crate::tcp::avoidance::Signal;
use crate::tcp::decision::{Decision, Verdict};

/// One sender's estimate. RTTs are in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backlog {
    left_slow_start: bool,
    base: Option<f64>,
    base_since_loss: Option<f64>,
    rtt: Option<f64>,
}

/// The RTTs that a backlog is computed from, ns.
#[derive(Clone, Copy, Debug)]
pub struct Rtts {
    base: f64,
    rtt: f64,
}

impl Measurement for Backlog {
    fn on_ack(&mut self, ack: &Ack) {
        self.left_slow_start |= !ack.slow_start;
        let Some(sample) = ack.rtt.filter(|_| self.left_slow_start) else { return };
        let sample = sample as f64;
        for base in [&mut self.base, &mut self.base_since_loss] {
            *base = Some(base.map_or(sample, |base| base.min(sample)));
        }
        self.rtt = Some(self.rtt.map_or(sample, |rtt| rtt + (sample - rtt) / 8.0));
    }

    fn on_loss(&mut self, _signal: Signal) {
        self.left_slow_start = true;
        self.base_since_loss = None;
    }
}

impl Backlog {
    /// The RTTs, with the smallest since the last loss as base if `forget_base` is set, otherwise the smallest of all;
    /// `None` before the first sample.
    pub fn rtts(&self, forget_base: bool) -> Option<Rtts> {
        let base = if forget_base { self.base_since_loss } else { self.base };
        Some(Rtts { base: base?, rtt: self.rtt? })
    }
}

impl Rtts {
    /// Segments in queues with this window.
    pub fn backlog(&self, cwnd: f64) -> f64 {
        (cwnd * (1.0 - self.base / self.rtt)).max(0.0)
    }

    /// A decision based on the backlog of this window, which a rule compares with its `beta`.
    pub fn decision(&self, verdict: Verdict, cwnd: f64, beta: f64) -> Decision {
        let unknown = Decision::new(verdict, cwnd);
        let diff = self.backlog(cwnd);
        Decision { base_rtt_s: self.base / 1e9, rtt_s: self.rtt / 1e9, diff, beta, ..unknown }
    }
}

#[cfg(test)]
pub(in crate::tcp) mod tests {
    use super::*;

    /// An estimate with a base of 120 ms and this smoothed RTT.
    pub fn backlog(rtt_ms: f64) -> Backlog {
        let base = Some(120e6);
        Backlog { left_slow_start: true, base, base_since_loss: base, rtt: Some(rtt_ms * 1e6) }
    }

    #[test]
    fn cwnd_20_and_base_120_give_2_857_at_140_ms_and_3_099_at_142_ms() {
        let segments = |rtt_ms| backlog(rtt_ms).rtts(true).expect("an RTT").backlog(20.0);
        assert!((segments(140.0) - 2.857).abs() < 5e-4);
        assert!((segments(142.0) - 3.099).abs() < 5e-4);
    }

    #[test]
    fn the_first_slow_start_gives_no_sample_and_a_loss_resets_the_base() {
        let mut estimate = Backlog::default();
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
        assert_eq!((estimate.base_since_loss, estimate.rtt), (Some(100e6), Some(110e6)));
        estimate.on_loss(Signal::Acks);
        assert!(estimate.rtts(true).is_none());
        estimate.on_ack(&ack(110, false));
        assert_eq!((estimate.base_since_loss, estimate.rtt), (Some(110e6), Some(110e6)));
    }

    #[test]
    fn a_kept_base_still_shows_the_backlog_after_a_loss() {
        // A sample of 150 ms after the loss moves the smoothed RTT from 140 to 141.25 ms. With the kept base of 120 ms,
        // the backlog is 3.0 of 20 segments; with a new base it would be 0.
        let after_a_loss = |forget_base| {
            let mut estimate = backlog(140.0);
            estimate.on_loss(Signal::Acks);
            estimate.on_ack(&Ack { acked: 1, rtt: Some(150_000_000), ..Ack::default() });
            estimate.rtts(forget_base).expect("an RTT").backlog(20.0)
        };
        assert_eq!(after_a_loss(true), 0.0);
        assert!((after_a_loss(false) - 20.0 * (1.0 - 120.0 / 141.25)).abs() < 1e-9);
    }
}
