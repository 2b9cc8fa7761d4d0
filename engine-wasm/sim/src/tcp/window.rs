//! The congestion window, the slow-start threshold and the receiver's window.

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

#[cfg(test)]
mod tests {
    use super::*;

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
