//! Jacobson's decrease: half of the window at every loss.

use super::DecreaseRule;
use crate::kernel::Nanos;
use crate::scenario::shape::Part;
use crate::tcp::Host;
use crate::tcp::segments::SegmentRecord;
use crate::tcp::window::Window;

described! {
    /// Halves the window, to at least two segments.
    pub struct Half {}
}

impl Part<Host> for Half {
    const SOURCE: &'static str = "Jacobson 1988";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl DecreaseRule for Half {
    fn on_loss(&mut self, window: &Window, _record: SegmentRecord, _now: Nanos) -> Option<f64> {
        Some(super::half(window))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_segments_of_the_smaller_window_are_halved() {
        let cut = |cwnd, rwnd| super::super::half(&Window { cwnd, ssthresh: 80.0, rwnd });
        assert_eq!(cut(21.9, 80), 10.0);
        assert_eq!(cut(100.0, 80), 40.0);
        assert_eq!(cut(3.0, 80), 2.0);
    }
}
