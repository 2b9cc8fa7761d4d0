//! Vegas's estimate of its segments in queues, `Diff = W (1 - baseRTT / RTT)`. It is always less than W, so Vegas can't
//! see congestion with a small window (Martin, chapter 9): a window of three never exceeds beta = 3, however long the
//! queue; a window of eight does when the RTT is more than 1.6 times baseRTT.

/// Vegas's estimate of how many segments of a window are in queues. Both RTTs must have the same unit.
pub fn diff(window: f64, base_rtt: f64, rtt: f64) -> f64 {
    window * (1.0 - base_rtt / rtt)
}

/// The RTT at which Vegas estimates `diff` segments in queues, or `None` if the window is too small for that.
pub fn rtt_for(diff: f64, window: f64, base_rtt: f64) -> Option<f64> {
    (diff < window).then(|| base_rtt / (1.0 - diff / window))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diff_matches_examples_worked_out_by_hand() {
        assert!((diff(22.0, 100.0, 110.0) - 2.0).abs() < 1e-12);
        assert_eq!(diff(22.0, 100.0, 100.0), 0.0);
        // Veno's backlog has the same formula: 20 segments, a base RTT of 120 ms, RTTs of 140 and 142 ms.
        assert!((diff(20.0, 120.0, 140.0) - 20.0 / 7.0).abs() < 1e-12);
        assert!((diff(20.0, 120.0, 142.0) - 220.0 / 71.0).abs() < 1e-12);
    }

    #[test]
    fn a_small_window_never_exceeds_beta() {
        for window in [1.0, 2.0, 3.0] {
            assert!(diff(window, 100.0, 1e12) <= 3.0);
            assert_eq!(rtt_for(3.0, window, 100.0), None);
        }
        assert!((rtt_for(3.0, 8.0, 100.0).unwrap() - 160.0).abs() < 1e-12);
        assert!((diff(8.0, 100.0, 160.0) - 3.0).abs() < 1e-12);
    }
}
