//! Veno's decrease. If fewer than three segments are queued, a loss counts as random and cuts the window by only a
//! fifth. Both constants are the authors' choice: they call a threshold of 3 a good setting and any share above 3/4
//! desirable. The rule cuts the congestion window, not an inflated window. Like BSD, which counts bytes, it rounds once,
//! after the cut: four fifths of 12.6 segments are 10, but rounding before the cut as well would give 9.

use super::{DecreaseRule, Loss, Timeout};
use crate::schema::shape::{Part, flag, number};
use crate::tcp::Host;
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::measurements::backlog::{Backlog, Rtts};
use crate::tcp::measurements::{Measured, Measurements};
use crate::tcp::window::Window;

described! {
    /// Halves the window, but keeps a larger share if the loss looks random.
    pub struct VenoDecrease {
        /// A loss looks random while fewer segments than this wait in queues. With 0, none does.
        beta: f64 = number("segments", 0.0, 1_000.0), default 3.0, label "Threshold beta", basic true;
        /// Share of the window that remains after a loss that looks random.
        keep: f64 = number("", 0.5, 0.99), default 0.8, label "Share kept if the loss looks random", basic true;
        /// Each loss restarts the estimate of the smallest RTT, as in the paper. Linux keeps it.
        forget_base: bool = flag(), default true, label "Forget the base RTT at a loss";
        /// The window shrinks by whole segments, and at a timeout as at any other loss, as in Linux.
        whole_segments: bool = flag(), default false, label "Whole segments only";
    }
}

/// One sender's decrease state.
#[derive(Clone, Debug)]
pub struct Running {
    part: VenoDecrease,
    last_decision: Option<Decision>,
}

impl Part<Host> for VenoDecrease {
    const LABEL: &'static str = "To a half, or less far at a random loss (Veno)";
    const SOURCE: &'static str = "Fu & Liew 2003, section II";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), last_decision: None }
    }
}

impl Running {
    fn rtts(&self, measured: Measured<'_>) -> Option<Rtts> {
        measured.get::<Backlog>()?.rtts(self.part.forget_base)
    }

    fn cut(&self, window: &Window, rtts: Option<Rtts>) -> f64 {
        let backlog = rtts.map_or(0.0, |rtts| rtts.backlog(window.cwnd));
        let usable = f64::from(window.usable());
        let win = if self.part.whole_segments { usable } else { window.cwnd.min(f64::from(window.rwnd)) };
        (if backlog < self.part.beta { win * self.part.keep } else { win / 2.0 }).floor().max(2.0)
    }
}

impl DecreaseRule for Running {
    fn on_loss(&mut self, window: &Window, loss: &Loss) -> Option<f64> {
        let rtts = self.rtts(loss.measured);
        self.last_decision = rtts.map(|rtts| rtts.decision(Verdict::Lower, window.cwnd, self.part.beta));
        Some(self.cut(window, rtts))
    }

    fn on_timeout(&mut self, window: &Window, timeout: &Timeout) -> f64 {
        if !self.part.whole_segments {
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

    const VENO: VenoDecrease = VenoDecrease { beta: 3.0, keep: 0.8, forget_base: true, whole_segments: false };

    fn running(whole_segments: bool) -> Running {
        VenoDecrease { whole_segments, ..VENO }.start(&Host::for_tests())
    }

    /// The window after a loss at this smoothed RTT, with a base of 120 ms.
    fn cut_by(part: &VenoDecrease, cwnd: f64, rwnd: u32, rtt_ms: f64) -> Option<f64> {
        let window = Window { cwnd, ssthresh: 10.0, rwnd };
        let all = Measurements::with(backlog(rtt_ms));
        let loss = Loss { measured: Measured::for_tests(&all), ..Loss::for_tests(0) };
        part.start(&Host::for_tests()).on_loss(&window, &loss)
    }

    fn cut(cwnd: f64, rwnd: u32, rtt_ms: f64) -> Option<f64> {
        cut_by(&VENO, cwnd, rwnd, rtt_ms)
    }

    #[test]
    fn cuts_20_segments_to_16_at_140_ms_and_to_10_at_142_ms() {
        assert_eq!((cut(20.0, 80, 140.0), cut(20.0, 80, 142.0)), (Some(16.0), Some(10.0)));
    }

    #[test]
    fn beta_and_the_kept_share_are_settings() {
        // At 140 ms 2.857 of 20 segments are queued, and none at 120 ms.
        let with_beta = |beta, rtt_ms| cut_by(&VenoDecrease { beta, ..VENO }, 20.0, 80, rtt_ms);
        assert_eq!((with_beta(2.8, 140.0), with_beta(2.9, 140.0)), (Some(10.0), Some(16.0)));
        assert_eq!((with_beta(0.0, 120.0), with_beta(1_000.0, 1_000.0)), (Some(10.0), Some(16.0)));
        let keeping = |keep| cut_by(&VenoDecrease { keep, ..VENO }, 20.0, 80, 140.0);
        assert_eq!((keeping(0.5), keeping(0.9)), (Some(10.0), Some(18.0)));
    }

    #[test]
    fn the_default_share_cuts_as_four_fifths_do() {
        // BSD divides 4 x cwnd by 5. 0.8 isn't exactly representable, which changes no window, whole or with the
        // fractions that growth by 1 / cwnd gives.
        let grown = |cwnd: &f64| Some(cwnd + 1.0 / cwnd);
        for cwnd in (2..2_000).map(f64::from).chain(std::iter::successors(Some(2.0), grown).take(100_000)) {
            assert_eq!(cut(cwnd, 5_000, 120.0), Some((cwnd * 4.0 / 5.0).floor().max(2.0)), "{cwnd}");
        }
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
