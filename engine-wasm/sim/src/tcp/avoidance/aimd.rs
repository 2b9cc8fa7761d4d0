//! Jacobson's additive increase: about one segment per window of ACKs.
//!
//! BSD counts in bytes with integer division. From June 1990 to October 1994, 4.4BSD Reno also added an eighth of a
//! segment per ACK. Ahn et al. say that they patched how NetBSD resizes the window. Their first loss in congestion
//! avoidance comes so late that the patch must have removed this term, so it is off by default.

use super::AvoidanceRule;
use crate::schema::shape::{Part, flag};
use crate::tcp::window::{Counts, Window};
use crate::tcp::{Ack, Host};

alternatives! {
    /// How the increase is computed.
    pub enum Arithmetic {
        /// In bytes with integer division, as in BSD.
        Bytes = "bytes" label "Bytes (BSD)",
        /// In real numbers of segments, as in ns-2.
        Segments = "segments" label "Segments (ns-2)",
        /// A whole segment for each window of counted segments, as in Linux.
        WholeSegments = "whole_segments" label "Whole segments (Linux)",
    }
}

described! {
    /// Adds 1 / cwnd of a segment for each ACK, or for each segment that ACKs report: about a segment per RTT, but half of
    /// one if it counts ACKs and each reports two segments.
    pub struct Aimd {
        /// Growth by ACKs or by segments. With delayed ACKs, counting ACKs adds half a segment per RTT.
        counts: Counts = Counts::SHAPE, default "acks", label "Growth counts";
        /// How the increase is computed.
        arithmetic: Arithmetic = Arithmetic::SHAPE, default "bytes";
        /// Every ACK adds smss / 8 more, as 4.4BSD did until October 1994; not with whole segments.
        eighth: bool = flag(), default false, label "Extra eighth per ACK";
    }
}

impl Part<Host> for Aimd {
    const LABEL: &'static str = "Additive increase (Reno)";
    const BRIEF: &'static str = "Reno's additive increase";
    const SOURCE: &'static str = "Jacobson 1988; 4.4BSD-Lite";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl AvoidanceRule for Aimd {
    fn on_ack(&mut self, ack: &Ack, window: &mut Window) {
        let count = self.counts.of(ack);
        match self.arithmetic {
            Arithmetic::Bytes => {
                let smss = u64::from(ack.smss);
                let bytes = (window.cwnd * f64::from(ack.smss)).round() as u64;
                let eighth = if self.eighth { smss / 8 } else { 0 };
                window.cwnd = (bytes + u64::from(count) * smss * smss / bytes + eighth) as f64 / f64::from(ack.smss);
            }
            Arithmetic::Segments => {
                window.cwnd += f64::from(count) / window.cwnd + if self.eighth { 0.125 } else { 0.0 };
            }
            Arithmetic::WholeSegments => window.count_up(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(cwnd: f64, smss: u32, arithmetic: Arithmetic, eighth: bool) -> f64 {
        let mut window = Window { cwnd, ssthresh: 2.0, rwnd: 80 };
        let ack = Ack { acked: 1, in_transit: 1, smss, ..Ack::default() };
        Aimd { counts: Counts::Acks, arithmetic, eighth }.on_ack(&ack, &mut window);
        window.cwnd
    }

    #[test]
    fn an_ack_of_two_segments_counts_twice_when_counting_segments() {
        for (arithmetic, cwnd) in [(Arithmetic::Segments, 10.2), (Arithmetic::Bytes, (5_120.0 + 102.0) / 512.0)] {
            let mut window = Window { cwnd: 10.0, ssthresh: 2.0, rwnd: 80 };
            let ack = Ack { acked: 2, delivered: 2, in_transit: 1, smss: 512, ..Ack::default() };
            Aimd { counts: Counts::Segments, arithmetic, eighth: false }.on_ack(&ack, &mut window);
            assert_eq!(window.cwnd, cwnd);
        }
    }

    #[test]
    fn divides_bytes_as_integers() {
        // 512 * 512 / (10 * 512) = 51.2 bytes, rounded down to 51.
        assert_eq!(after(10.0, 512, Arithmetic::Bytes, false), (5_120.0 + 51.0) / 512.0);
        assert_eq!(after(10.0, 512, Arithmetic::Bytes, true), (5_120.0 + 51.0 + 64.0) / 512.0);
        assert_eq!(after(10.0, 512, Arithmetic::Segments, false), 10.1);
        assert_eq!(after(10.9, 512, Arithmetic::WholeSegments, false), 11.0);
    }

    #[test]
    fn keeps_whole_bytes_if_smss_is_not_a_power_of_two() {
        let mut cwnd = 7.0;
        let mut bytes = 7 * 1_460_u64;
        for _ in 0..10_000 {
            cwnd = after(cwnd, 1_460, Arithmetic::Bytes, false);
            bytes += 1_460 * 1_460 / bytes;
            assert_eq!((cwnd * 1_460.0).round() as u64, bytes);
        }
    }
}
