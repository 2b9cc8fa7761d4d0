//! Jacobson's decrease: halves the window at each loss.

use super::{DecreaseRule, Loss, Timeout};
use crate::schema::shape::Part;
use crate::tcp::Host;
use crate::tcp::window::Window;

alternatives! {
    /// What is halved.
    pub enum HalfOf {
        /// The usable window, min(cwnd, rwnd), as in BSD.
        Window = "window",
        /// The segments in flight, as in RFC 5681.
        Flight = "flight",
        /// The usable window in whole segments, as in Linux; ssthresh stays while the timer repeats a segment.
        WholeWindow = "whole_window",
    }
}

described! {
    /// Halves the window, to at least two segments.
    pub struct Half {
        /// What is halved.
        of: HalfOf = HalfOf::SHAPE, default "window", label "Half of";
    }
}

impl Half {
    fn halved(&self, window: &Window, flight_size: u32) -> f64 {
        super::half(match self.of {
            HalfOf::Window | HalfOf::WholeWindow => window.usable(),
            HalfOf::Flight => flight_size,
        })
    }
}

impl Part<Host> for Half {
    const LABEL: &'static str = "To a half";
    const SOURCE: &'static str = "Jacobson 1988";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl DecreaseRule for Half {
    fn on_loss(&mut self, window: &Window, loss: &Loss) -> Option<f64> {
        Some(self.halved(window, loss.flight_size))
    }

    fn on_timeout(&mut self, window: &Window, timeout: &Timeout) -> f64 {
        match self.of {
            // RFC 5681, section 3.1: ssthresh keeps its value when the same segment times out again. BSD halves the
            // window each time.
            HalfOf::Flight | HalfOf::WholeWindow if timeout.repeated => window.ssthresh,
            _ => self.halved(window, timeout.flight_size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_the_usable_window_or_the_flight_in_whole_segments() {
        let cut = |of, cwnd, rwnd| Half { of }.halved(&Window { cwnd, ssthresh: 80.0, rwnd }, 30);
        assert_eq!(cut(HalfOf::Window, 21.9, 80), 10.0);
        assert_eq!(cut(HalfOf::Window, 100.0, 80), 40.0);
        assert_eq!(cut(HalfOf::Window, 3.0, 80), 2.0);
        assert_eq!(cut(HalfOf::Flight, 21.9, 80), 15.0);
        assert_eq!(cut(HalfOf::WholeWindow, 21.9, 80), 10.0);
    }
}
