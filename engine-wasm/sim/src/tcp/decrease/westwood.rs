//! Westwood+. After a loss, the window becomes the estimated bandwidth-delay product, `bandwidth * rtt_min`, instead of
//! half its old size. A random loss then costs little, because the bandwidth was measured before the loss.
//!
//! The original Westwood took a bandwidth sample from every ACK and overestimated when ACKs arrived in bursts.
//! Westwood+ takes about one sample per RTT: the number of acknowledged segments divided by the elapsed time. The
//! counting and the two filters follow Linux. Each duplicate ACK counts as one segment on arrival, and the next ACK
//! that covers more than one segment counts correspondingly fewer. Before the first sample the estimate is 0, which
//! gives the smallest window, two segments.
//!
//! The paper sets ssthresh to the estimate at the third duplicate ACK, and lowers cwnd to it. ns-3 does the same, but
//! also raises a smaller cwnd, and so does this code (`GetSsThresh` in tcp-westwood-plus.cc). In Linux recovery itself
//! halves the window like Reno, and the estimate is applied when recovery ends (`tcp_westwood_event`). Linux checks for
//! the end of recovery after it has counted the ACK; here the check comes first. Only Linux forgets the smallest RTT at a
//! timeout (`reset_rtt_min`).

use super::{DecreaseRule, Loss, Timeout};
use crate::kernel::{Nanos, from_milliseconds};
use crate::schema::shape::{Part, number};
use crate::tcp::window::Window;
use crate::tcp::{Ack, Host};

alternatives! {
    /// When a loss sets the window to the estimate.
    pub enum EstimateApplied {
        /// When recovery ends; until then the window is halved, as in Linux.
        Recovered = "recovered" label "When recovery ends (Linux)",
        /// When the loss is detected, as in the paper and in ns-3.
        Loss = "loss" label "At the loss (paper, ns-3)",
    }
}

described! {
    /// Sets the window to the estimated bandwidth times the smallest RTT when recovery ends, and ssthresh at a timeout.
    pub struct Westwood {
        /// Shortest duration of a bandwidth sample; longer if the RTT is longer.
        shortest_sample_ms: f64 = number("ms", 1.0, 10_000.0), default 50.0;
        /// When a loss sets the window to the estimate.
        applied: EstimateApplied = EstimateApplied::SHAPE, default "recovered", label "Estimate applied";
    }
}

/// One sender's estimate. Bandwidths are in segments per nanosecond.
#[derive(Clone, Debug)]
pub struct Running {
    applied: EstimateApplied,
    shortest_sample: Nanos,
    rtt: Option<Nanos>,
    rtt_min: Option<Nanos>,
    /// Bandwidth samples after one and after two passes of the filter.
    filtered: Option<(f64, f64)>,
    /// Start of the current sample. The first sample starts when the first acknowledged segment was sent.
    since: Option<Nanos>,
    /// Segments acknowledged since then.
    acked: u32,
    /// Segments counted for duplicate ACKs and not yet covered by a cumulative ACK.
    accounted: u32,
}

impl Part<Host> for Westwood {
    const LABEL: &'static str = "To the measured rate (Westwood)";
    const SOURCE: &'static str = "Mascolo et al. 2001; Linux tcp_westwood";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running {
            applied: self.applied,
            shortest_sample: from_milliseconds(self.shortest_sample_ms),
            rtt: None,
            rtt_min: None,
            filtered: None,
            since: None,
            acked: 0,
            accounted: 0,
        }
    }
}

impl Running {
    fn credit(&mut self, acked: u32) -> u32 {
        match acked {
            0 => {
                self.accounted += 1;
                1
            }
            1 => 1,
            _ if self.accounted >= acked => {
                self.accounted -= acked;
                1
            }
            _ => acked - std::mem::take(&mut self.accounted),
        }
    }

    /// The bandwidth-delay product in whole segments, at least two.
    fn bdp(&self) -> f64 {
        let (bandwidth, rtt_min) = (self.filtered.map_or(0.0, |(_, twice)| twice), self.rtt_min.unwrap_or(0));
        (bandwidth * rtt_min as f64).floor().max(2.0)
    }
}

impl DecreaseRule for Running {
    fn observe(&mut self, ack: &Ack) -> bool {
        if let Some(rtt) = ack.rtt {
            self.rtt = Some(rtt);
            self.rtt_min = Some(self.rtt_min.map_or(rtt, |rtt_min| rtt_min.min(rtt)));
        }
        let since = *self.since.get_or_insert(ack.now.saturating_sub(ack.rtt.unwrap_or(0)));
        let elapsed = ack.now.saturating_sub(since);
        if self.rtt.is_some_and(|rtt| elapsed > rtt.max(self.shortest_sample)) {
            let sample = f64::from(self.acked) / elapsed as f64;
            self.filtered = Some(self.filtered.map_or((sample, sample), |(once, twice)| {
                let once = (7.0 * once + sample) / 8.0;
                (once, (7.0 * twice + once) / 8.0)
            }));
            self.acked = 0;
            self.since = Some(ack.now);
        }
        self.acked += self.credit(ack.acked);
        true
    }

    fn on_loss(&mut self, window: &Window, _loss: &Loss) -> Option<f64> {
        Some(match self.applied {
            EstimateApplied::Recovered => super::half(window.usable()),
            EstimateApplied::Loss => self.bdp(),
        })
    }

    fn on_timeout(&mut self, _window: &Window, _timeout: &Timeout) -> f64 {
        let bdp = self.bdp();
        if self.applied == EstimateApplied::Recovered {
            // The path may have become longer, so the next sample starts a new minimum.
            self.rtt_min = None;
        }
        bdp
    }

    fn on_recovered(&mut self, window: &mut Window) {
        if self.applied == EstimateApplied::Recovered {
            window.ssthresh = self.bdp();
            window.cwnd = window.ssthresh;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::MILLISECOND;
    use crate::tcp::measurements::Measured;

    const MS: u64 = MILLISECOND;
    fn timeout() -> Timeout<'static> {
        Timeout { flight_size: 30, repeated: false, now: 0, measured: Measured::default() }
    }

    fn westwood() -> Running {
        applied(EstimateApplied::Recovered)
    }

    fn applied(applied: EstimateApplied) -> Running {
        Westwood { shortest_sample_ms: 50.0, applied }.start(&Host::for_tests())
    }

    fn ack(now_ms: u64, acked: u32, rtt_ms: u64) -> Ack {
        Ack { now: now_ms * MS, acked, rtt: (acked > 0).then_some(rtt_ms * MS), ..Ack::default() }
    }

    /// Takes one sample of 8 segments in 64 ms and one of 16, with an RTT of 60 ms: 1/8 and 1/4 segment per ms.
    fn two_samples() -> Running {
        after_two_samples(westwood())
    }

    fn after_two_samples(mut westwood: Running) -> Running {
        westwood.observe(&ack(10, 8, 60));
        westwood.observe(&ack(64, 16, 60));
        westwood.observe(&ack(128, 1, 60));
        westwood
    }

    #[test]
    fn first_sample_sets_both_filters_and_later_samples_weigh_an_eighth() {
        let mut westwood = westwood();
        westwood.observe(&ack(10, 8, 60));
        assert_eq!(westwood.filtered, None, "too short");
        westwood.observe(&ack(60, 0, 60));
        assert_eq!(westwood.filtered, None, "60 ms is not more than the RTT");
        let per_ms = |(once, twice): (f64, f64)| (once * 1e6, twice * 1e6);
        let (once, twice) = per_ms(two_samples().filtered.expect("two samples"));
        // 7/8 of 0.125 and 1/8 of 0.25, in segments per ms; then 7/8 of 0.125 and 1/8 of the result.
        assert!((once - 0.140_625).abs() < 1e-12 && (twice - 0.126_953_125).abs() < 1e-12, "{once} {twice}");
    }

    #[test]
    fn with_short_rtts_a_sample_takes_more_than_50_ms() {
        let mut westwood = westwood();
        westwood.observe(&ack(0, 10, 5));
        westwood.observe(&ack(50, 10, 5));
        assert_eq!(westwood.filtered, None);
        westwood.observe(&ack(51, 10, 5));
        let (once, _) = westwood.filtered.expect("a sample");
        assert!((once * 51e6 - 20.0).abs() < 1e-12);
    }

    #[test]
    fn counts_segments_of_duplicate_acks_once() {
        let mut westwood = westwood();
        let credits: Vec<u32> = [0, 0, 0, 1, 5, 2].into_iter().map(|acked| westwood.credit(acked)).collect();
        // Three duplicates; an ACK of the hole alone; an ACK of 5 segments, 3 of them already counted; an ACK of 2 new
        // ones.
        assert_eq!(credits, [1, 1, 1, 1, 2, 2]);
        westwood.accounted = 9;
        assert_eq!((westwood.credit(4), westwood.accounted), (1, 5));
    }

    #[test]
    fn recovery_ends_at_bandwidth_times_rtt_min_and_a_timeout_resets_rtt_min() {
        let mut westwood = two_samples();
        let mut window = Window { cwnd: 30.0, ssthresh: 15.0, rwnd: 80 };
        assert_eq!(westwood.on_loss(&window, &Loss::for_tests(0)), Some(15.0));
        westwood.on_recovered(&mut window);
        // 0.126953125 segments per ms times 60 ms is 7.6 segments.
        assert_eq!((window.cwnd, window.ssthresh), (7.0, 7.0));
        assert_eq!(westwood.on_timeout(&window, &timeout()), 7.0);
        westwood.observe(&ack(129, 1, 90));
        assert_eq!(westwood.rtt_min, Some(90 * MS));
    }

    #[test]
    fn the_paper_applies_the_estimate_at_the_loss_and_keeps_rtt_min_at_a_timeout() {
        let mut westwood = after_two_samples(applied(EstimateApplied::Loss));
        let mut window = Window { cwnd: 30.0, ssthresh: 15.0, rwnd: 80 };
        assert_eq!(westwood.on_loss(&window, &Loss::for_tests(0)), Some(7.0));
        westwood.on_recovered(&mut window);
        assert_eq!((window.cwnd, window.ssthresh), (30.0, 15.0), "recovery ends without another cut");
        assert_eq!(westwood.on_timeout(&window, &timeout()), 7.0);
        assert_eq!(westwood.rtt_min, Some(60 * MS));
    }

    #[test]
    fn cuts_to_two_segments_without_a_sample() {
        assert_eq!(westwood().on_timeout(&Window { cwnd: 30.0, ssthresh: 15.0, rwnd: 80 }, &timeout()), 2.0);
    }
}
