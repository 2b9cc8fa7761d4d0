//! The throughput of a sender whose window grows linearly and halves at each loss, from its loss rate (Mathis, Semke,
//! Mahdavi & Ott 1997; Padhye, Firoiu, Towsley & Kurose 1998, their full and their approximate form). Losses are random
//! and rare. The formula of Mathis et al. has no timeouts.
//!
//! Fu & Liew 2003 measured 81.9 KB/s for Reno at a loss rate of 0.01 (Figure 5: RTT 127.5 ms including transmission,
//! segments of 1460 bytes, timeouts of 1 s). With an ACK for every segment, Mathis predicts 140 and Padhye 118 KB/s;
//! with an ACK for every second segment, 99 and 83. So their receivers delayed ACKs. Their 146.5 KB/s for Veno is close
//! to the square root of 3 times Reno's rate, as predicted for a sender that keeps 4/5 of its window instead of 1/2.

/// A path and a receiver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// Round trip time, s.
    pub rtt_s: f64,
    /// Length of the first retransmission timeout, s.
    pub rto_s: f64,
    /// Payload of a segment, bytes.
    pub smss_bytes: f64,
    /// Segments that an ACK acknowledges: 1, or 2 with delayed ACKs.
    pub segments_per_ack: f64,
    /// Largest window, segments.
    pub max_window: f64,
}

/// The mean window in segments, times the square root of the loss rate, of a sender that adds `increase` segments per
/// RTT and keeps the share `keeps` of its window at a loss.
pub fn window_factor(increase: f64, keeps: f64) -> f64 {
    (increase * (1.0 + keeps) / (2.0 * (1.0 - keeps))).sqrt()
}

/// Throughput by Mathis et al., bytes/s: `smss / rtt * C / sqrt(p)`; C is the square root of 3/2, or of 3/4 with
/// delayed ACKs.
pub fn mathis(path: &Path, loss: f64) -> f64 {
    path.smss_bytes / path.rtt_s * window_factor(1.0 / path.segments_per_ack, 0.5) / loss.sqrt()
}

/// Throughput by the approximate form of Padhye et al., bytes/s.
pub fn padhye(path: &Path, loss: f64) -> f64 {
    let (p, b) = (loss, path.segments_per_ack);
    let growing = path.rtt_s * (2.0 * b * p / 3.0).sqrt();
    let waiting = path.rto_s * (3.0 * (3.0 * b * p / 8.0).sqrt()).min(1.0) * p * (1.0 + 32.0 * p * p);
    path.smss_bytes * (path.max_window / path.rtt_s).min(1.0 / (growing + waiting))
}

/// Throughput by the full form of Padhye et al., bytes/s.
pub fn padhye_full(path: &Path, loss: f64) -> f64 {
    let (p, b) = (loss, path.segments_per_ack);
    let shift = (2.0 + b) / (3.0 * b);
    let free_window = shift + (8.0 * (1.0 - p) / (3.0 * b * p) + shift * shift).sqrt();
    let window = free_window.min(path.max_window);
    // The probability that a loss ends in a timeout, and the mean length of a series of timeouts, in first timeouts.
    let timeouts = timeout_probability(window, p);
    let series = 1.0 + p * (1.0 + p * (2.0 + p * (4.0 + p * (8.0 + p * (16.0 + p * 32.0)))));
    let rounds = if free_window < path.max_window {
        b / 2.0 * window + 1.0
    } else {
        b / 8.0 * window + (1.0 - p) / (p * window) + 2.0
    };
    let segments = (1.0 - p) / p + window + timeouts / (1.0 - p);
    path.smss_bytes * segments / (path.rtt_s * rounds + timeouts * series * path.rto_s / (1.0 - p))
}

/// Probability that a loss in a window of this many segments causes a timeout.
fn timeout_probability(window: f64, p: f64) -> f64 {
    if window <= 3.0 {
        return 1.0;
    }
    let passes = |segments: f64| libm::pow(1.0 - p, segments);
    let three = 1.0 - passes(3.0);
    (three * (1.0 + passes(3.0) * (1.0 - passes(window - 3.0))) / (1.0 - passes(window))).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path of Fu & Liew's Figure 5.
    fn veno(segments_per_ack: f64) -> Path {
        Path { rtt_s: 0.1275, rto_s: 1.0, smss_bytes: 1460.0, segments_per_ack, max_window: 1e9 }
    }

    fn assert_kb_per_s(ours: f64, expected: f64) {
        assert!((ours / 1e3 - expected).abs() < 0.05, "{ours} bytes/s instead of {expected} KB/s");
    }

    #[test]
    fn throughput_on_the_path_of_veno_figure_5() {
        let (every, second) = (veno(1.0), veno(2.0));
        assert_kb_per_s(mathis(&every, 0.01), 140.2);
        assert_kb_per_s(mathis(&second, 0.01), 99.2);
        assert_kb_per_s(padhye(&every, 0.01), 119.2);
        assert_kb_per_s(padhye(&second, 0.01), 84.3);
        assert_kb_per_s(padhye_full(&every, 0.01), 117.8);
        assert_kb_per_s(padhye_full(&second, 0.01), 82.8);
        // The forms diverge where timeouts dominate.
        assert_kb_per_s(mathis(&every, 0.1), 44.3);
        assert_kb_per_s(mathis(&second, 0.1), 31.4);
        assert_kb_per_s(padhye(&every, 0.1), 13.3);
        assert_kb_per_s(padhye(&second, 0.1), 9.4);
        assert_kb_per_s(padhye_full(&every, 0.1), 16.7);
        assert_kb_per_s(padhye_full(&second, 0.1), 12.2);
    }

    #[test]
    fn keeping_more_of_the_window_raises_throughput() {
        assert!((window_factor(1.0, 0.5) - 1.5_f64.sqrt()).abs() < 1e-15);
        assert!((window_factor(1.0, 0.8) / window_factor(1.0, 0.5) - 3.0_f64.sqrt()).abs() < 1e-15);
        // Measured: 146.5 against 81.9 KB/s, printed as 79 %.
        assert!((146.5_f64 / 81.9 - 1.79).abs() < 0.002);
    }

    #[test]
    fn the_receiver_window_limits_the_rate() {
        // 10 segments per RTT; losses are too rare to matter.
        let path = Path { max_window: 10.0, ..veno(1.0) };
        let bound = 10.0 * 1460.0 / 0.1275;
        assert_eq!(padhye(&path, 1e-6), bound);
        assert!((padhye_full(&path, 1e-9) / bound - 1.0).abs() < 1e-6);
    }
}
