//! Veno's decrease. A loss while fewer than three segments wait in queues counts as random and takes only a fifth off
//! the window. The rule cuts the congestion window, not an inflated one. As in BSD, which counts in bytes, it rounds
//! once, after the cut: four fifths of 12.6 segments are 10, but rounding before the cut too would give 9.

use super::{DecreaseRule, Timeout};
use crate::kernel::Nanos;
use crate::schema::shape::{Part, flag};
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::segments::SegmentRecord;
use crate::tcp::veno::{BETA, Estimate};
use crate::tcp::window::Window;
use crate::tcp::{Ack, Host};

described! {
    /// Takes a fifth off the window when the loss looks random, else half.
    pub struct VenoDecrease {
        /// Whether each loss makes the estimate begin anew with its smallest RTT, as in the paper. Linux keeps it.
        forget_base: bool = flag(), default true;
        /// Whole segments of the window are cut, and at a timeout as at any loss, as in Linux.
        whole_segments: bool = flag(), default false;
    }
}

/// Veno's decrease of one sender.
#[derive(Clone, Debug)]
pub struct Running {
    estimate: Estimate,
    whole_segments: bool,
    decided: Option<Decision>,
}

impl Part<Host> for VenoDecrease {
    const SOURCE: &'static str = "Fu & Liew 2003, section II";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { estimate: Estimate::new(self.forget_base), whole_segments: self.whole_segments, decided: None }
    }
}

impl Running {
    fn cut(&self, window: &Window, backlog: f64) -> f64 {
        let usable = f64::from(window.usable());
        let win = if self.whole_segments { usable } else { window.cwnd.min(f64::from(window.rwnd)) };
        (if backlog < BETA { win * 4.0 / 5.0 } else { win / 2.0 }).floor().max(2.0)
    }
}

impl DecreaseRule for Running {
    fn observe(&mut self, ack: &Ack) -> bool {
        self.estimate.on_ack(ack);
        true
    }

    fn on_loss(&mut self, window: &Window, _flight_size: u32, _record: SegmentRecord, _now: Nanos) -> Option<f64> {
        let backlog = self.estimate.backlog(window.cwnd);
        self.decided = self.estimate.decision(Verdict::Lower, window.cwnd, backlog);
        self.estimate.on_loss();
        Some(self.cut(window, backlog))
    }

    fn on_timeout(&mut self, window: &Window, timeout: Timeout, _now: Nanos) -> f64 {
        let backlog = self.estimate.backlog(window.cwnd);
        self.estimate.on_loss();
        if !self.whole_segments {
            super::half(window.usable())
        } else if timeout.again {
            // Linux keeps ssthresh while the timer retransmits the same segment.
            window.ssthresh
        } else {
            self.cut(window, backlog)
        }
    }

    fn decision(&mut self) -> Option<Decision> {
        self.decided.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::veno::tests::estimate;

    fn running(rtt_ms: f64) -> Running {
        let veno = VenoDecrease { forget_base: true, whole_segments: false };
        Running { estimate: estimate(rtt_ms), ..veno.start(&Host::for_tests()) }
    }

    #[test]
    fn cuts_20_segments_to_16_at_140_ms_and_to_10_at_142_ms() {
        let window = Window { cwnd: 20.0, ssthresh: 10.0, rwnd: 80 };
        let record = SegmentRecord { sent_at: 0, transmissions: 1, sacked: false, delivered: false };
        let cut = |rtt_ms| running(rtt_ms).on_loss(&window, 20, record, 0);
        assert_eq!((cut(140.0), cut(142.0)), (Some(16.0), Some(10.0)));
    }

    #[test]
    fn a_timeout_halves_or_in_linux_cuts_like_any_loss() {
        let window = Window { cwnd: 20.0, ssthresh: 7.0, rwnd: 80 };
        let after = |whole_segments, again, rtt_ms| {
            let mut veno = Running { whole_segments, ..running(rtt_ms) };
            veno.on_timeout(&window, Timeout { flight_size: 20, again }, 0)
        };
        assert_eq!(
            (after(false, false, 140.0), after(true, false, 140.0), after(true, false, 142.0)),
            (10.0, 16.0, 10.0)
        );
        assert_eq!(after(true, true, 140.0), 7.0);
        let window = Window { cwnd: 6.5, ..window };
        let cuts = [false, true].map(|whole_segments| Running { whole_segments, ..running(121.0) }.cut(&window, 0.0));
        assert_eq!(cuts, [5.0, 4.0], "four fifths of 6.5 and of 6 segments, rounded down");
    }

    #[test]
    fn rounds_down_after_the_cut_but_not_before_it() {
        let record = SegmentRecord { sent_at: 0, transmissions: 1, sacked: false, delivered: false };
        let cut = |cwnd, rwnd, rtt_ms| {
            let window = Window { cwnd, ssthresh: 10.0, rwnd };
            running(rtt_ms).on_loss(&window, 12, record, 0)
        };
        // Four fifths of 12.6 segments are 10.08, half of them 6.3. At 121 ms the backlog is 0.1 segments, at 180 ms
        // 4.2.
        assert_eq!((cut(12.6, 80, 121.0), cut(12.6, 80, 180.0)), (Some(10.0), Some(6.0)));
        assert_eq!(cut(60.0, 44, 121.0), Some(35.0));
        assert_eq!(cut(2.4, 80, 121.0), Some(2.0));
    }
}
