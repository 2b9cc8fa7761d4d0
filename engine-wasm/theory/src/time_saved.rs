//! The time saved by fewer losses (Ahn, Danzig, Liu & Yan 1995, section 6.2): a sender saves 1250 ms for each coarse
//! timeout that it avoids, an RTT for each fast retransmit, and the transmission time of each segment that it needn't
//! retransmit.
//!
//! The paper's sums start at 0 and so would have one term too many; its text multiplies, and so does this module. A
//! timeout on a clock of 500 ms costs 500 to 2000 ms; 1250 ms is the mean. The paper rounds the transmission time of
//! 512 bytes at 100 KB/s, 5.12 ms, to 5.

use serde::Serialize;

/// Cost of a coarse timeout, s.
pub const TIMEOUT_S: f64 = 1.25;
/// Payload of the paper's segments, bytes.
pub const SEGMENT_BYTES: f64 = 512.0;

/// Repairs that one transfer avoided compared with another; negative if it needed more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AvoidedRepairs {
    /// Coarse timeouts.
    pub coarse_timeouts: f64,
    /// Fast retransmits.
    pub fast_retransmits: f64,
    /// Retransmitted segments.
    pub retransmitted_segments: f64,
}

/// Cost of each kind of repair on a path, s.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct RepairCosts {
    /// A coarse timeout.
    pub timeout_s: f64,
    /// A fast retransmit: one RTT.
    pub fast_retransmit_s: f64,
    /// A retransmitted segment: its transmission time.
    pub segment_s: f64,
}

impl RepairCosts {
    /// The costs on a path with this RTT and this bandwidth for payload, for segments of this payload.
    pub fn on(rtt_s: f64, bandwidth_bytes_per_s: f64, segment_bytes: f64) -> Self {
        Self { timeout_s: TIMEOUT_S, fast_retransmit_s: rtt_s, segment_s: segment_bytes / bandwidth_bytes_per_s }
    }

    /// The time saved by avoiding these repairs, s.
    pub fn saved_s(&self, avoided: AvoidedRepairs) -> f64 {
        avoided.coarse_timeouts * self.timeout_s
            + avoided.fast_retransmits * self.fast_retransmit_s
            + avoided.retransmitted_segments * self.segment_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_avoided_repair_saves_its_cost_on_the_papers_path() {
        let saved = |avoided: AvoidedRepairs| RepairCosts::on(0.1, 100e3, SEGMENT_BYTES).saved_s(avoided);
        assert_eq!(saved(AvoidedRepairs { coarse_timeouts: 1.0, ..AvoidedRepairs::default() }), 1.25);
        assert_eq!(saved(AvoidedRepairs { fast_retransmits: 1.0, ..AvoidedRepairs::default() }), 0.1);
        assert_eq!(saved(AvoidedRepairs { retransmitted_segments: 1.0, ..AvoidedRepairs::default() }), 0.00512);
        assert_eq!(saved(AvoidedRepairs::default()), 0.0);
        let all = AvoidedRepairs { coarse_timeouts: 2.0, fast_retransmits: 3.0, retransmitted_segments: -100.0 };
        assert!((saved(all) - (2.5 + 0.3 - 0.512)).abs() < 1e-15);
    }

    #[test]
    fn queueing_delay_of_the_emulated_buffers() {
        // The paper gives 20 to 160 ms for 4 to 16 KB, but at 800 kbit/s 4 KB take 41 ms.
        let ms = |bytes: f64| bytes * 8.0 / 800e3 * 1e3;
        assert!((ms(16_384.0) - 163.84).abs() < 1e-12 && (ms(4_096.0) - 40.96).abs() < 1e-12);
    }
}
