//! Veno's decrease. If fewer than three segments are queued, a loss counts as random and cuts the window by only a
//! fifth. The rule cuts the congestion window, not an inflated window. Like BSD, which counts bytes, it rounds once,
//! after the cut: four fifths of 12.6 segments are 10, but rounding before the cut as well would give 9.

use super::{DecreaseRule, Loss, Timeout};
use crate::schema::shape::{Part, flag};
use crate::tcp::Host;
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::measurements::backlog::{BETA, Backlog, Rtts};
use crate::tcp::measurements::{Measured, Measurements};
use crate::tcp::window::Window;

described! {
    /// Reduces the window by a fifth if the loss looks random, else by half.
    pub struct VenoDecrease {
        /// Each loss restarts the estimate of the smallest RTT, as in the paper. Linux keeps it.
        forget_base: bool = flag(), default true, label "Forget the base RTT at a loss";
        /// The window shrinks by whole segments, and at a timeout as at any other loss, as in Linux.
        whole_segments: bool = flag(), default false, label "Whole segments only";
    }
}

/// One sender's decrease state.
#[derive(Clone, Debug)]
pub struct Running {
    forget_base: bool,
    whole_segments: bool,
    last_decision: Option<Decision>,
}

impl Part<Host> for VenoDecrease {
    const LABEL: &'static str = "To four fifths or a half (Veno)";
    const SOURCE: &'static str = "Fu & Liew 2003, section II";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { forget_base: self.forget_base, whole_segments: self.whole_segments, last_decision: None }
    }
}

impl Running {
    fn rtts(&self, measured: Measured<'_>) -> Option<Rtts> {
        measured.get::<Backlog>()?.rtts(self.forget_base)
    }

    fn cut(&self, window: &Window, rtts: Option<Rtts>) -> f64 {
        let backlog = rtts.map_or(0.0, |rtts| rtts.backlog(window.cwnd));
        let usable = f64::from(window.usable());
        let win = if self.whole_segments { usable } else { window.cwnd.min(f64::from(window.rwnd)) };
        (if backlog < BETA { win * 4.0 / 5.0 } else { win / 2.0 }).floor().max(2.0)
    }
}

impl DecreaseRule for Running {
    fn on_loss(&mut self, window: &Window, loss: &Loss) -> Option<f64> {
        let rtts = self.rtts(loss.measured);
        self.last_decision = rtts.map(|rtts| rtts.decision(Verdict::Lower, window.cwnd));
        Some(self.cut(window, rtts))
    }

    fn on_timeout(&mut self, window: &Window, timeout: &Timeout) -> f64 {
        if !self.whole_segments {
            super::half(window.usable())
        } else if timeout.repeated {
            // Linux keeps ssthresh when the same segment times out again.
            window.ssthresh
        } else {
            self.cut(window, self.rtts(timeout.measured))
        }
    }

    fn needs(&mut self, measurements: &mut Measurements) {
        measurements.need::<Backlog>();
    }

    fn decision(&mut self) -> Option<Decision> {
        self.last_decision.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::measurements::backlog::tests::backlog;

    fn running(whole_segments: bool) -> Running {
        VenoDecrease { forget_base: true, whole_segments }.start(&Host::for_tests())
    }

    /// The window after a loss at this smoothed RTT, with a base of 120 ms.
    fn cut(cwnd: f64, rwnd: u32, rtt_ms: f64) -> Option<f64> {
        let window = Window { cwnd, ssthresh: 10.0, rwnd };
        let all = Measurements::with(backlog(rtt_ms));
        running(false).on_loss(&window, &Loss { measured: Measured::for_tests(&all), ..Loss::for_tests(0) })
    }

    #[test]
    fn cuts_20_segments_to_16_at_140_ms_and_to_10_at_142_ms() {
        assert_eq!((cut(20.0, 80, 140.0), cut(20.0, 80, 142.0)), (Some(16.0), Some(10.0)));
    }

    #[test]
    fn a_timeout_halves_the_window_but_linux_cuts_it_like_any_loss() {
        let window = Window { cwnd: 20.0, ssthresh: 7.0, rwnd: 80 };
        let after = |whole_segments, repeated, rtt_ms| {
            let all = Measurements::with(backlog(rtt_ms));
            let timeout = Timeout { flight_size: 20, repeated, now: 0, measured: Measured::for_tests(&all) };
            running(whole_segments).on_timeout(&window, &timeout)
        };
        assert_eq!(
            (after(false, false, 140.0), after(true, false, 140.0), after(true, false, 142.0)),
            (10.0, 16.0, 10.0)
        );
        assert_eq!(after(true, true, 140.0), 7.0);
        let window = Window { cwnd: 6.5, ..window };
        let cuts = [false, true].map(|whole_segments| running(whole_segments).cut(&window, None));
        assert_eq!(cuts, [5.0, 4.0], "four fifths of 6.5 and of 6 segments, rounded down");
    }

    #[test]
    fn rounds_down_after_the_cut_but_not_before_it() {
        // Four fifths of 12.6 segments are 10.08, half of them 6.3. At 121 ms the backlog is 0.1 segments, at 180 ms
        // 4.2.
        assert_eq!((cut(12.6, 80, 121.0), cut(12.6, 80, 180.0)), (Some(10.0), Some(6.0)));
        assert_eq!(cut(60.0, 44, 121.0), Some(35.0));
        assert_eq!(cut(2.4, 80, 121.0), Some(2.0));
    }
}
