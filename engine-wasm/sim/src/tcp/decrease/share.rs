//! A decrease that keeps a fixed share of the window, in fractional segments unless the scenario asks for whole ones.
//! CUBIC keeps 0.7, so its window returns to its old size sooner than Reno's; its growth function compensates for that.

use super::{DecreaseRule, HalfOf, Loss, Timeout};
use crate::schema::shape::{Part, number};
use crate::tcp::Host;
use crate::tcp::window::Window;

described! {
    /// Keeps a share of the window, at least two segments.
    pub struct Share {
        /// Share of the window that remains after a loss: beta of CUBIC.
        keep: f64 = number("", 0.1, 0.99), default 0.7, label "Share kept";
        /// What the share refers to.
        of: HalfOf = HalfOf::SHAPE, default "flight", label "Share of";
    }
}

impl Share {
    fn kept(&self, window: &Window, flight_size: u32, pipe: u32) -> f64 {
        let segments = match self.of {
            HalfOf::Window => window.cwnd.min(f64::from(window.rwnd)),
            HalfOf::Flight => f64::from(flight_size),
            HalfOf::Pipe => f64::from(pipe),
            HalfOf::WholeWindow => return (self.keep * f64::from(window.usable())).floor().max(2.0),
        };
        (self.keep * segments).max(2.0)
    }
}

impl Part<Host> for Share {
    const LABEL: &'static str = "To a share";
    const SOURCE: &'static str = "RFC 9438, section 4.6";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl DecreaseRule for Share {
    fn on_loss(&mut self, window: &Window, loss: &Loss) -> Option<f64> {
        Some(self.kept(window, loss.flight_size, loss.pipe))
    }

    fn on_timeout(&mut self, window: &Window, timeout: &Timeout) -> f64 {
        // RFC 5681, section 3.1: ssthresh keeps its value when the same segment times out again.
        if timeout.repeated { window.ssthresh } else { self.kept(window, timeout.flight_size, timeout.flight_size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_70_of_100_segments_and_never_fewer_than_2() {
        let kept = |of, cwnd, rwnd| Share { keep: 0.7, of }.kept(&Window { cwnd, ssthresh: 80.0, rwnd }, 50, 40);
        assert_eq!(kept(HalfOf::Window, 100.0, 200), 70.0);
        assert_eq!(kept(HalfOf::Window, 100.0, 40), 28.0);
        assert_eq!(kept(HalfOf::Flight, 100.0, 200), 35.0);
        assert_eq!(kept(HalfOf::Pipe, 100.0, 200), 28.0);
        assert_eq!(kept(HalfOf::Window, 2.0, 200), 2.0);
        assert_eq!([5.9, 4.0, 3.0].map(|cwnd| kept(HalfOf::WholeWindow, cwnd, 200)), [3.0, 2.0, 2.0]);
    }
}
