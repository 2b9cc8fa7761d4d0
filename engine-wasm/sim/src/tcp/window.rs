//! The congestion window, the slow-start threshold and the receiver's window.

/// Windows of a sender, in segments. A fraction of `cwnd` counts for growth but not for sending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Congestion window.
    pub cwnd: f64,
    /// Slow-start threshold; infinite until something is known of the path.
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

    /// Adds a whole segment to `cwnd` for each window of counted segments, as Linux does: of a window of `w`, `w` segments
    /// make `w + 1`. Adding a share of a segment each time would take one more, since `1 / cwnd` falls on the way. The fraction
    /// of `cwnd` is the count so far, in windows.
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
    fn a_window_of_counted_segments_adds_a_whole_one_and_the_rest_counts_for_the_next() {
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
