//! Decrease: how far a loss reduces the window.

use super::Host;
use super::segments::SegmentRecord;
use super::window::Window;
use crate::kernel::Nanos;

/// Decides on the window after a loss.
pub trait DecreaseRule {
    /// A loss was found by ACKs; `record` is of the lost segment, before it is sent again. Returns the new window in
    /// segments, or `None` when the window has already paid for this loss.
    fn on_loss(&mut self, window: &Window, record: SegmentRecord, now: Nanos) -> Option<f64>;
    /// The retransmission timer expired. Returns the new `ssthresh` in segments.
    fn on_timeout(&mut self, window: &Window, now: Nanos) -> f64 {
        let _ = now;
        half(window)
    }
}

/// Half of the usable window in whole segments, at least two: Jacobson's decrease.
pub fn half(window: &Window) -> f64 {
    f64::from((window.usable() / 2).max(2))
}

registry! {
    /// How far a loss reduces the window.
    set "decrease", "Decrease";
    choice Decrease; running RunningDecrease; rule DecreaseRule; context Host;
    members { half::Half, three_quarters::ThreeQuarters }
    dispatch {
        fn on_loss(window: &Window, record: SegmentRecord, now: Nanos) -> Option<f64>;
        fn on_timeout(window: &Window, now: Nanos) -> f64;
    }
}
