//! Jacobson's decrease: halves the window at each loss.
//!
//! Implementations differ in what they halve, and in the rounding. BSD halves min(cwnd, rwnd) in whole segments, and so
//! did ns-2 until January 2006 (`precisionReduce_`). INET halves the same in bytes (`recalculateSlowStartThreshold` in
//! TcpReno.cc and TcpNewReno.cc). RFC 5681 halves the flight without what limited transmit sent. ns-3 halves, in bytes,
//! what's in the network after the duplicate ACKs or SACK blocks (`TcpSocketBase::EnterRecovery`, `GetSsThresh` of
//! `TcpNewReno`).

use super::{DecreaseRule, HalfOf, Loss, Timeout};
use crate::schema::shape::Part;
use crate::tcp::Host;
use crate::tcp::window::Window;

alternatives! {
    /// How half of a window is rounded down.
    pub enum HalfRounding {
        /// To whole segments, as in BSD.
        Segments = "segments",
        /// To whole bytes, as in ns-3 and INET.
        Bytes = "bytes",
    }
}

described! {
    /// Halves the window, to at least two segments.
    pub struct Half {
        /// The quantity that is halved.
        of: HalfOf = HalfOf::SHAPE, default "window", label "Half of";
        /// How half of a window is rounded down.
        rounding: HalfRounding = HalfRounding::SHAPE, default "segments", label "Half rounded to";
    }
}

/// The rule of one sender.
#[derive(Clone, Debug)]
pub struct Running {
    part: Half,
    smss: f64,
}

impl Running {
    fn halved(&self, window: &Window, flight_size: u32, pipe: u32) -> f64 {
        let whole = match self.part.of {
            HalfOf::Window | HalfOf::WholeWindow => window.usable(),
            HalfOf::Flight => flight_size,
            HalfOf::Pipe => pipe,
        };
        if self.part.rounding == HalfRounding::Segments {
            return super::half(whole);
        }
        // A whole number of segments has no fraction to keep; a window may have one.
        let segments = match self.part.of {
            HalfOf::Window => window.cwnd.min(f64::from(window.rwnd)),
            HalfOf::WholeWindow | HalfOf::Flight | HalfOf::Pipe => f64::from(whole),
        };
        ((segments * self.smss / 2.0).floor() / self.smss).max(2.0)
    }
}

impl Part<Host> for Half {
    const LABEL: &'static str = "To a half";
    const SOURCE: &'static str = "Jacobson 1988";
    type Running = Running;
    fn start(&self, host: &Host) -> Running {
        Running { part: self.clone(), smss: f64::from(host.smss) }
    }
}

impl DecreaseRule for Running {
    fn on_loss(&mut self, window: &Window, loss: &Loss) -> Option<f64> {
        Some(self.halved(window, loss.flight_size, loss.pipe))
    }

    fn on_timeout(&mut self, window: &Window, timeout: &Timeout) -> f64 {
        match self.part.of {
            // RFC 5681, section 3.1: ssthresh keeps its value when the same segment times out again. BSD halves the
            // window each time.
            HalfOf::Flight | HalfOf::WholeWindow | HalfOf::Pipe if timeout.repeated => window.ssthresh,
            _ => self.halved(window, timeout.flight_size, timeout.flight_size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_the_usable_window_or_the_flight_in_whole_segments() {
        let cut = |of, cwnd, rwnd| halved(of, HalfRounding::Segments, Window { cwnd, ssthresh: 80.0, rwnd });
        assert_eq!(cut(HalfOf::Window, 21.9, 80), 10.0);
        assert_eq!(cut(HalfOf::Window, 100.0, 80), 40.0);
        assert_eq!(cut(HalfOf::Window, 3.0, 80), 2.0);
        assert_eq!(cut(HalfOf::Flight, 21.9, 80), 15.0);
        assert_eq!(cut(HalfOf::WholeWindow, 21.9, 80), 10.0);
        assert_eq!(cut(HalfOf::Pipe, 21.9, 80), 13.0);
    }

    /// Half of these windows with 512 bytes to a segment, of a flight of 30 segments or a pipe of 27.
    fn halved(of: HalfOf, rounding: HalfRounding, window: Window) -> f64 {
        Half { of, rounding }.start(&Host::for_tests()).halved(&window, 30, 27)
    }

    #[test]
    fn rounding_to_bytes_keeps_half_segments_and_fractions_of_a_window() {
        let cut = |of, cwnd| halved(of, HalfRounding::Bytes, Window { cwnd, ssthresh: 80.0, rwnd: 80 });
        assert_eq!(cut(HalfOf::Pipe, 21.0), 13.5);
        assert_eq!(cut(HalfOf::Flight, 21.0), 15.0);
        assert_eq!(cut(HalfOf::WholeWindow, 21.9), 10.5);
        // 21.9 segments are 11212.8 bytes; half of them, in whole bytes, is 5606.
        assert_eq!(cut(HalfOf::Window, 21.9), 5606.0 / 512.0);
        assert_eq!(cut(HalfOf::Window, 161.0), 40.0, "rwnd is 80");
        assert_eq!(cut(HalfOf::Window, 3.0), 2.0);
    }
}
