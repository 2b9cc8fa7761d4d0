//! Decrease: how far a loss reduces the window.

use super::decision::Decision;
use super::measurements::{Measured, Measurements};
use super::segments::SegmentRecord;
use super::window::Window;
use super::{Ack, Host};
use crate::kernel::Nanos;

/// A loss detected from ACKs, or a congestion mark, as passed to a decrease rule.
#[derive(Clone, Copy, Debug)]
pub struct Loss<'a> {
    /// Segments in flight.
    pub flight_size: u32,
    /// Segments in the network: those of them that no duplicate ACK or SACK block shows to have left it, and that
    /// aren't lost.
    pub pipe: u32,
    /// Record of the lost segment before its retransmission; for a mark, the record of the last acknowledged segment.
    pub record: SegmentRecord,
    /// Time of detection.
    pub now: Nanos,
    /// The measurements that parts of the sender asked for.
    pub measured: Measured<'a>,
}

/// A retransmission timeout, as passed to a decrease rule.
#[derive(Clone, Copy, Debug)]
pub struct Timeout<'a> {
    /// Segments in flight: sent, not acknowledged and not reported by SACK blocks.
    pub flight_size: u32,
    /// An earlier timeout already retransmitted this segment.
    pub repeated: bool,
    /// Time of expiry.
    pub now: Nanos,
    /// The measurements that parts of the sender asked for.
    pub measured: Measured<'a>,
}

/// Chooses the window after a loss.
pub trait DecreaseRule {
    /// Called for every acknowledgment, new or duplicate, in any sender state. Returns whether the rule takes
    /// measurements; if no rule does, the sender stops calling this.
    fn observe(&mut self, ack: &Ack) -> bool {
        let _ = ack;
        false
    }
    /// Called when ACKs show a loss or echo a congestion mark. Returns the new window in segments, or `None` to leave
    /// it unchanged, for example because it was already cut for this loss.
    fn on_loss(&mut self, window: &Window, loss: &Loss) -> Option<f64>;
    /// Called when the retransmission timer expires. Returns the new `ssthresh` in segments; if a recovery in progress
    /// has cut to a smaller window, the sender uses that instead.
    fn on_timeout(&mut self, window: &Window, timeout: &Timeout) -> f64 {
        let _ = timeout;
        half(window.usable())
    }
    /// Called when fast recovery ends; `window` is the window at that point.
    fn on_recovered(&mut self, window: &mut Window) {
        let _ = window;
    }
    /// Asks for the measurements that the rule reads. Called once at the start.
    fn needs(&mut self, measurements: &mut Measurements) {
        let _ = measurements;
    }
    /// Returns the decision made since the last call, for the trace. Only delay-based rules return one.
    fn decision(&mut self) -> Option<Decision> {
        None
    }
}

alternatives! {
    /// The quantity that is halved.
    pub enum HalfOf {
        /// The usable window, min(cwnd, rwnd), as in BSD.
        Window = "window",
        /// The segments in flight, as in RFC 5681.
        Flight = "flight",
        /// The usable window in whole segments, as in Linux; ssthresh stays while the timer repeats a segment.
        WholeWindow = "whole_window",
        /// The segments in the network: in flight, without those that duplicate ACKs or SACK blocks show to have left
        /// it, as in ns-3.
        Pipe = "pipe" label "Segments in the network",
    }
}

/// Half of this many segments, rounded down, but at least two: Jacobson's decrease.
pub fn half(segments: u32) -> f64 {
    f64::from((segments / 2).max(2))
}

registry! {
    /// How far a loss reduces the window.
    set "decrease", "Decrease";
    choice Decrease; running RunningDecrease; rule DecreaseRule; context Host;
    members {
        half::Half, three_quarters::ThreeQuarters, veno::VenoDecrease, share::Share, westwood::Westwood,
        illinois::IllinoisDecrease, none::NoDecrease,
    }
    dispatch {
        fn observe(ack: &Ack) -> bool;
        fn on_loss(window: &Window, loss: &Loss) -> Option<f64>;
        fn on_timeout(window: &Window, timeout: &Timeout) -> f64;
        fn on_recovered(window: &mut Window);
        fn needs(measurements: &mut Measurements);
        fn decision() -> Option<Decision>;
    }
}

#[cfg(test)]
impl Loss<'_> {
    /// The first loss of a segment sent at `sent_at`, with 20 segments in flight.
    pub fn for_tests(sent_at: Nanos) -> Self {
        let record = SegmentRecord { sent_at, transmissions: 1, sacked: false, delivered: false };
        Self { flight_size: 20, pipe: 17, record, now: sent_at, measured: Measured::default() }
    }
}
