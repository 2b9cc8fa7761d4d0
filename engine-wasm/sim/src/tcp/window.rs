//! The congestion window, the slow-start threshold and the receiver's window.

use super::Ack;

/// Windows of a sender, in segments. A fraction of `cwnd` counts for growth but not for sending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Congestion window.
    pub cwnd: f64,
    /// Slow-start threshold; infinite while nothing is known about the path.
    pub ssthresh: f64,
    /// Advertised window, whole segments.
    pub rwnd: u32,
}

impl Window {
    /// Segments that may be outstanding: whole segments of the smaller window.
    #[inline]
    pub fn usable(&self) -> u32 {
        // The cast saturates; both windows are at least one segment.
        (self.cwnd as u32).min(self.rwnd)
    }

    /// Shrinks the window after this many timeouts of silence, as Linux does (`tcp_cwnd_restart`): a half for each, but
    /// not below the initial window. `ssthresh` remembers three quarters of the old window.
    pub fn decay(&mut self, timeouts: u64, initial: f64) {
        if timeouts == 0 {
            return;
        }
        let whole = self.cwnd.floor();
        self.ssthresh = self.ssthresh.max((whole / 2.0).floor() + (whole / 4.0).floor());
        for _ in 0..timeouts {
            if self.cwnd <= initial {
                return;
            }
            self.cwnd = (self.cwnd.floor() / 2.0).floor().max(initial);
        }
    }

    /// Adds a whole segment to `cwnd` for each window of counted segments, as Linux does: `w` counted segments raise a
    /// window of `w` to `w + 1`. Adding `1 / cwnd` for each counted segment would take one segment more, because `1 /
    /// cwnd` shrinks as cwnd grows. The fractional part of `cwnd` stores the count so far, as a share of the window.
    pub fn count_up(&mut self, counted: u32) {
        let whole = self.cwnd.floor();
        let count = ((self.cwnd - whole) * whole).round() + f64::from(counted);
        let grown = whole + (count / whole).floor();
        self.cwnd = grown + (count % whole) / grown;
    }
}

alternatives! {
    /// The unit by which the window grows.
    pub enum Counts {
        /// Each new ACK, however many segments it acknowledges, as in BSD and ns-2.
        Acks = "acks",
        /// Each segment that an ACK is the first to report (appropriate byte counting, RFC 3465), as in Linux.
        Segments = "segments",
    }
}

impl Counts {
    /// Number of increases for this ACK.
    #[inline]
    pub fn of(&self, ack: &Ack) -> u32 {
        match self {
            Counts::Acks => 1,
            Counts::Segments => ack.delivered,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silence_halves_the_window_per_timeout_down_to_the_initial_window() {
        let after = |cwnd, timeouts| {
            let mut window = Window { cwnd, ssthresh: 7.0, rwnd: 2_000 };
            window.decay(timeouts, 10.0);
            (window.cwnd, window.ssthresh)
        };
        // 445 / 2 + 445 / 4 in whole segments: 222 + 111.
        assert_eq!(after(445.0, 0), (445.0, 7.0));
        assert_eq!(after(445.0, 1), (222.0, 333.0));
        assert_eq!(after(445.9, 3), (55.0, 333.0));
        assert_eq!(after(445.0, u64::MAX), (10.0, 333.0));
        assert_eq!(after(11.0, 1), (10.0, 7.0));
        assert_eq!(after(4.0, 5), (4.0, 7.0));
    }

    #[test]
    fn a_window_of_counted_segments_adds_one_and_keeps_the_remainder() {
        let mut window = Window { cwnd: 2.0, ssthresh: 2.0, rwnd: 2_000 };
        for whole in 2..1_000 {
            assert_eq!(window.cwnd, f64::from(whole));
            for counted in 1..whole {
                window.count_up(1);
                assert_eq!(window.usable(), whole, "{counted} of {whole}");
            }
            window.count_up(1);
        }
        let mut window = Window { cwnd: 4.0, ..window };
        window.count_up(6);
        assert_eq!(window.cwnd, 5.4, "one window of four, and two of the next five");
    }
}
