//! ACK aggregation: some links, for example Wi-Fi, deliver nothing for a while and then many segments at once. BBR
//! measures how far acknowledged segments run ahead of its bandwidth estimate. It adds the maximum of the last five to
//! ten rounds to its window, up to 100 ms worth of segments.

use super::delivery::Sample;
use super::rate::Rate;
use crate::kernel::{MILLISECOND, Nanos};

/// Rounds after which the older of the two maxima is dropped.
const ROUNDS: u32 = 5;
/// Maximum addition to the window, as sending time at the bandwidth.
const MAX_EXTRA_TIME: Nanos = 100 * MILLISECOND;

/// Measures one sender's ACK aggregation.
#[derive(Clone, Debug, Default)]
pub struct Aggregation {
    since: Nanos,
    acked: f64,
    extra: [f64; 2],
    current: usize,
    rounds: u32,
}

impl Aggregation {
    /// Processes a valid rate sample, with the bandwidth after it and the window before it.
    pub fn on_sample(&mut self, sample: &Sample, round_started: bool, bandwidth: Rate, cwnd: f64) {
        if round_started {
            self.rounds += 1;
            if self.rounds >= ROUNDS {
                self.rounds = 0;
                self.current = 1 - self.current;
                self.extra[self.current] = 0.0;
            }
        }
        let mut expected = bandwidth.segments_in(sample.now.saturating_sub(self.since));
        if self.acked <= expected {
            self.acked = 0.0;
            self.since = sample.now;
            expected = 0.0;
        }
        self.acked += f64::from(sample.delivered);
        let extra = (self.acked - expected).min(cwnd);
        self.extra[self.current] = self.extra[self.current].max(extra);
    }

    /// Restarts the count of ACKs after idle time.
    pub fn restart(&mut self, now: Nanos) {
        self.since = now;
        self.acked = 0.0;
    }

    /// Whole segments to add to the window.
    pub fn segments(&self, bandwidth: Rate) -> f64 {
        self.extra[0].max(self.extra[1]).min(bandwidth.segments_in(MAX_EXTRA_TIME)).floor()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One segment per ms.
    fn bandwidth() -> Rate {
        Rate::new(1.0, MILLISECOND).expect("a rate")
    }

    fn acked(aggregation: &mut Aggregation, now_ms: u64, delivered: u32, round_started: bool) {
        let sample = Sample { now: now_ms * MILLISECOND, delivered, ..Sample::default() };
        aggregation.on_sample(&sample, round_started, bandwidth(), 1_000.0);
    }

    #[test]
    fn counts_segments_acknowledged_ahead_of_the_bandwidth() {
        let mut aggregation = Aggregation::default();
        acked(&mut aggregation, 10, 12, false);
        assert_eq!(aggregation.segments(bandwidth()), 12.0);
        acked(&mut aggregation, 14, 3, false);
        assert_eq!(aggregation.segments(bandwidth()), 12.0, "15 where 4 were expected: 11 ahead");
        acked(&mut aggregation, 15, 4, false);
        assert_eq!(aggregation.segments(bandwidth()), 14.0, "19 where 5 were expected");
        // 20 ms later the ACKs are no longer ahead, and a new count starts.
        acked(&mut aggregation, 35, 2, false);
        assert_eq!(aggregation.segments(bandwidth()), 14.0);
    }

    #[test]
    fn keeps_the_maximum_for_five_to_ten_rounds_and_at_most_100_ms_worth() {
        let mut aggregation = Aggregation::default();
        acked(&mut aggregation, 10, 500, false);
        assert_eq!(aggregation.segments(bandwidth()), 100.0);
        for round in 1..=9 {
            acked(&mut aggregation, 10_000 * round, 1, true);
            assert_eq!(aggregation.segments(bandwidth()), 100.0, "round {round}");
        }
        acked(&mut aggregation, 100_000, 1, true);
        assert_eq!(aggregation.segments(bandwidth()), 1.0);
    }
}
