//! Why Vegas is blind with a small window (Martin, chapter 9): the segments that it believes to have in queues are
//! `Diff = W (1 - baseRTT / RTT)`, less than W however long the queue. A window of three never sees more than beta = 3; one of
//! eight does when the RTT is 1.6 times baseRTT.

/// Segments of a window that are in queues, by its own measure. RTTs in one unit.
pub fn diff(window: f64, base_rtt: f64, rtt: f64) -> f64 {
    window * (1.0 - base_rtt / rtt)
}

/// The RTT at which a window has so many segments in queues by its own measure; `None`: at none.
pub fn rtt_for(diff: f64, window: f64, base_rtt: f64) -> Option<f64> {
    (diff < window).then(|| base_rtt / (1.0 - diff / window))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_diff_of_a_window() {
        assert!((diff(22.0, 100.0, 110.0) - 2.0).abs() < 1e-12);
        assert_eq!(diff(22.0, 100.0, 100.0), 0.0);
        // Veno's backlog is the same: 20 segments, 120 ms, at 140 and 142 ms.
        assert!((diff(20.0, 120.0, 140.0) - 20.0 / 7.0).abs() < 1e-12);
        assert!((diff(20.0, 120.0, 142.0) - 220.0 / 71.0).abs() < 1e-12);
    }

    #[test]
    fn a_small_window_sees_no_queue() {
        for window in [1.0, 2.0, 3.0] {
            assert!(diff(window, 100.0, 1e12) <= 3.0);
            assert_eq!(rtt_for(3.0, window, 100.0), None);
        }
        assert!((rtt_for(3.0, 8.0, 100.0).unwrap() - 160.0).abs() < 1e-12);
        assert!((diff(8.0, 100.0, 160.0) - 3.0).abs() < 1e-12);
    }
}
