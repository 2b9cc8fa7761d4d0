//! Vegas' decrease. The first loss of a segment cuts the window by a quarter, the loss of its retransmission by half.
//! The loss of a segment sent before the last cut changes nothing, because that cut already reduced the load that
//! caused it.

use super::{DecreaseRule, Loss, Timeout};
use crate::kernel::Nanos;
use crate::schema::shape::{Part, flag};
use crate::tcp::Host;
use crate::tcp::window::Window;

described! {
    /// Reduces the window by a quarter, or by half if the segment had been retransmitted before.
    pub struct ThreeQuarters {
        /// Losses of segments sent before the last reduction don't reduce the window again.
        cut_guard: bool = flag(), default true, label "One cut per window";
    }
}

/// One sender's decrease state.
#[derive(Clone, Debug)]
pub struct Running {
    cut_guard: bool,
    last_cut: Option<Nanos>,
}

impl Part<Host> for ThreeQuarters {
    const LABEL: &'static str = "To three quarters (Vegas)";
    const SOURCE: &'static str = "Brakmo & Peterson 1995; Ahn et al. 1995, section 2";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { cut_guard: self.cut_guard, last_cut: None }
    }
}

impl DecreaseRule for Running {
    fn on_loss(&mut self, window: &Window, loss: &Loss) -> Option<f64> {
        if self.cut_guard && self.last_cut.is_some_and(|last_cut| last_cut >= loss.record.sent_at) {
            return None;
        }
        self.last_cut = Some(loss.now);
        let win = window.usable();
        Some(f64::from(match win {
            0..=3 => 2,
            _ if loss.record.transmissions > 1 => win / 2,
            _ => win - win / 4,
        }))
    }

    fn on_timeout(&mut self, window: &Window, timeout: &Timeout) -> f64 {
        self.last_cut = Some(timeout.now);
        super::half(window.usable())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::segments::SegmentRecord;

    fn cut(win: f64, transmissions: u32) -> Option<f64> {
        let mut decrease = ThreeQuarters { cut_guard: true }.start(&Host::for_tests());
        let window = Window { cwnd: win, ssthresh: 2.0, rwnd: 80 };
        let loss = Loss::for_tests(5);
        decrease.on_loss(&window, &Loss { record: SegmentRecord { transmissions, ..loss.record }, ..loss })
    }

    #[test]
    fn cuts_20_to_15_or_to_10_after_a_retransmission_and_3_to_2() {
        assert_eq!(cut(20.0, 1), Some(15.0));
        assert_eq!(cut(20.0, 2), Some(10.0));
        assert_eq!(cut(3.0, 1), Some(2.0));
    }

    #[test]
    fn a_segment_sent_before_the_last_cut_causes_no_second_cut() {
        let mut decrease = ThreeQuarters { cut_guard: true }.start(&Host::for_tests());
        let window = Window { cwnd: 20.0, ssthresh: 2.0, rwnd: 80 };
        let mut on_loss = |sent_at, now| decrease.on_loss(&window, &Loss { now, ..Loss::for_tests(sent_at) });
        assert!(on_loss(50, 100).is_some());
        assert!(on_loss(60, 110).is_none());
        assert!(on_loss(100, 200).is_none(), "retransmitted at the time of the cut");
        assert!(on_loss(101, 200).is_some());
    }
}
