//! Decrease: how far a loss reduces the window.

use super::decision::Decision;
use super::segments::SegmentRecord;
use super::window::Window;
use super::{Ack, Host};
use crate::kernel::Nanos;

/// The retransmission timer expired, as a decrease rule sees it.
#[derive(Clone, Copy, Debug)]
pub struct Timeout {
    /// Segments in flight: sent, not acknowledged and not reported by SACK blocks.
    pub flight_size: u32,
    /// The timer had already retransmitted this segment.
    pub again: bool,
}

/// Decides on the window after a loss.
pub trait DecreaseRule {
    /// An acknowledgment arrived, new or duplicate, in whatever state the sender is. Returns whether the rule measures at
    /// all: one that does not is not shown the following ones.
    fn observe(&mut self, ack: &Ack) -> bool {
        let _ = ack;
        false
    }
    /// A loss was found by ACKs with `flight_size` segments in flight; `record` is of the lost segment, before it is sent
    /// again. Returns the new window in segments, or `None` when the window has already paid for this loss.
    fn on_loss(&mut self, window: &Window, flight_size: u32, record: SegmentRecord, now: Nanos) -> Option<f64>;
    /// The retransmission timer expired. Returns the new `ssthresh` in segments; a recovery in progress keeps its own if that
    /// is smaller.
    fn on_timeout(&mut self, window: &Window, timeout: Timeout, now: Nanos) -> f64 {
        let _ = (timeout, now);
        half(window.usable())
    }
    /// Recovery has ended; `window` is what recovery left.
    fn on_recovered(&mut self, window: &mut Window) {
        let _ = window;
    }
    /// The decision that it has taken since the last call, if it goes by delay; for the trace.
    fn decision(&mut self) -> Option<Decision> {
        None
    }
}

/// Half of so many segments, rounded down, at least two: Jacobson's decrease.
pub fn half(segments: u32) -> f64 {
    f64::from((segments / 2).max(2))
}

registry! {
    /// How far a loss reduces the window.
    set "decrease", "Decrease";
    choice Decrease; running RunningDecrease; rule DecreaseRule; context Host;
    members { half::Half, three_quarters::ThreeQuarters, veno::VenoDecrease, share::Share, westwood::Westwood, none::NoDecrease }
    dispatch {
        fn observe(ack: &Ack) -> bool;
        fn on_loss(window: &Window, flight_size: u32, record: SegmentRecord, now: Nanos) -> Option<f64>;
        fn on_timeout(window: &Window, timeout: Timeout, now: Nanos) -> f64;
        fn on_recovered(window: &mut Window);
        fn decision() -> Option<Decision>;
    }
}
