//! The time saved by fewer losses (Ahn, Danzig, Liu & Yan 1995, section 6.2): a sender saves 1250 ms for each coarse timeout that
//! it does not have, an RTT for each fast retransmit, and the transmission time for each segment that it need not repeat.
//!
//! The paper prints sums that begin at 0 and so would have one term too many; its text counts products, and so does this.
//! 1250 ms stands for the 500 to 2000 ms that a timeout costs on a clock of 500 ms; a segment of 512 bytes at 100 KB/s,
//! 5.12 ms, is printed as 5.

use serde::Serialize;

/// Cost of a coarse timeout, s.
pub const TIMEOUT_S: f64 = 1.25;
/// Payload of the paper's segments, bytes.
pub const SEGMENT_BYTES: f64 = 512.0;

/// By how much one transfer had less than another; negative if it had more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fewer {
    /// Coarse timeouts.
    pub coarse_timeouts: f64,
    /// Fast retransmits.
    pub fast_retransmits: f64,
    /// Segments sent again.
    pub retransmitted_segments: f64,
}

/// Cost of each kind of repair on a path, s.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct RepairCosts {
    /// A coarse timeout.
    pub timeout_s: f64,
    /// A fast retransmit: an RTT.
    pub fast_retransmit_s: f64,
    /// A segment sent again: its transmission.
    pub segment_s: f64,
}

impl RepairCosts {
    /// On a path of this RTT, s, and bandwidth for payload, bytes/s, for segments of this payload, bytes.
    pub fn on(rtt_s: f64, bandwidth_bytes_per_s: f64, segment_bytes: f64) -> Self {
        Self { timeout_s: TIMEOUT_S, fast_retransmit_s: rtt_s, segment_s: segment_bytes / bandwidth_bytes_per_s }
    }

    /// Time saved, s.
    pub fn saved_s(&self, fewer: Fewer) -> f64 {
        fewer.coarse_timeouts * self.timeout_s
            + fewer.fast_retransmits * self.fast_retransmit_s
            + fewer.retransmitted_segments * self.segment_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_each_event_costs_on_the_paper_s_path() {
        let saved = |fewer: Fewer| RepairCosts::on(0.1, 100e3, SEGMENT_BYTES).saved_s(fewer);
        assert_eq!(saved(Fewer { coarse_timeouts: 1.0, ..Fewer::default() }), 1.25);
        assert_eq!(saved(Fewer { fast_retransmits: 1.0, ..Fewer::default() }), 0.1);
        assert_eq!(saved(Fewer { retransmitted_segments: 1.0, ..Fewer::default() }), 0.00512);
        assert_eq!(saved(Fewer::default()), 0.0);
        let all = Fewer { coarse_timeouts: 2.0, fast_retransmits: 3.0, retransmitted_segments: -100.0 };
        assert!((saved(all) - (2.5 + 0.3 - 0.512)).abs() < 1e-15);
    }

    #[test]
    fn buffers_of_the_emulated_path_in_time() {
        // 4 to 16 KB are printed as 20 to 160 ms; at 800 kbit/s 4 KB are 41.
        let ms = |bytes: f64| bytes * 8.0 / 800e3 * 1e3;
        assert!((ms(16_384.0) - 163.84).abs() < 1e-12 && (ms(4_096.0) - 40.96).abs() < 1e-12);
    }
}
