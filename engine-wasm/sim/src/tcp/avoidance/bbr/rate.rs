//! Delivery rates, and their maximum over the last rounds.

use std::cmp::Ordering;
use std::collections::VecDeque;

use crate::kernel::Nanos;

/// Rounds for which a rate counts, in addition to the one in which it was measured.
pub const BW_ROUNDS: u64 = 10;

/// A number of segments per time. The two are stored separately to avoid rounding: on a path with round parameters, the
/// bandwidth-delay product is then a whole number of segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    segments: f64,
    /// Nanoseconds, above 0.
    time: f64,
}

impl Rate {
    /// The rate of `segments` in this time; `None` if either is 0.
    pub fn new(segments: f64, time: Nanos) -> Option<Self> {
        (time > 0 && segments > 0.0).then_some(Self { segments, time: time as f64 })
    }

    /// Segments delivered in this time at this rate.
    pub fn segments_in(&self, time: Nanos) -> f64 {
        self.segments * time as f64 / self.time
    }

    /// Time between two segments that are sent at `gain` times the rate.
    pub fn interval(&self, gain: f64) -> Nanos {
        // Bounded, so that adding it to a simulated time can't overflow.
        (self.time / (self.segments * gain)).min(Nanos::MAX as f64 / 1_024.0) as Nanos
    }

    /// `gain` times the rate.
    #[must_use]
    pub fn times(self, gain: f64) -> Self {
        Self { segments: self.segments * gain, ..self }
    }

    /// The mean of the two rates.
    #[must_use]
    pub fn mean(&self, other: &Self) -> Self {
        Self { segments: (self.segments * other.time + other.segments * self.time) / 2.0, time: self.time * other.time }
    }

    /// Returns whether the rate is at least `gain` times the other.
    pub fn reaches(&self, gain: f64, other: &Self) -> bool {
        self.segments * other.time >= gain * other.segments * self.time
    }
}

impl PartialOrd for Rate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.segments * other.time).partial_cmp(&(other.segments * self.time))
    }
}

/// The largest rate of the last [`BW_ROUNDS`] rounds. It keeps at most one candidate per round, in decreasing order.
#[derive(Clone, Debug, Default)]
pub struct MaxFilter {
    candidates: VecDeque<(u64, Rate)>,
}

impl MaxFilter {
    /// Adds a sample of this round; rounds never decrease.
    pub fn add(&mut self, round: u64, rate: Rate) {
        while self.candidates.front().is_some_and(|&(old, _)| old + BW_ROUNDS < round) {
            self.candidates.pop_front();
        }
        while self.candidates.back().is_some_and(|(_, smaller)| *smaller <= rate) {
            self.candidates.pop_back();
        }
        // A later and smaller rate of the same round can never become the largest.
        if self.candidates.back().is_none_or(|&(last, _)| last < round) {
            self.candidates.push_back((round, rate));
        }
    }

    /// The largest rate, if there was a sample.
    pub fn max(&self) -> Option<Rate> {
        self.candidates.front().map(|&(_, rate)| rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(segments: u32) -> Rate {
        Rate::new(f64::from(segments), 1_000).expect("a rate")
    }

    #[test]
    fn converts_to_segments_and_intervals_and_rejects_zeros() {
        assert_eq!(Rate::new(3.0, 0), None);
        assert_eq!(Rate::new(0.0, 5), None);
        // 40 segments in 40 ms are 10 in 10 ms; at 1.25 times the rate one is sent every 800 us.
        let rate = Rate::new(40.0, 40_000_000).expect("a rate");
        assert_eq!((rate.segments_in(10_000_000), rate.interval(1.25)), (10.0, 800_000));
        assert_eq!(rate.times(0.5).interval(1.0), 2_000_000);
        assert!(rate.reaches(1.25, &Rate::new(32.0, 40_000_000).expect("a rate")));
        assert!(!rate.reaches(1.25, &Rate::new(33.0, 40_000_000).expect("a rate")));
    }

    #[test]
    fn largest_rate_counts_for_its_round_and_ten_more() {
        let mut filter = MaxFilter::default();
        filter.add(0, rate(50));
        for round in 1..=10 {
            filter.add(round, rate(30 - round as u32));
            assert_eq!(filter.max(), Some(rate(50)));
        }
        filter.add(11, rate(5));
        assert_eq!(filter.max(), Some(rate(29)), "that of round 1");
        filter.add(11, rate(40));
        assert_eq!(filter.max(), Some(rate(40)));
    }

    #[test]
    fn keeps_one_candidate_per_round() {
        let mut filter = MaxFilter::default();
        for round in 0..100 {
            for sample in 0..100 {
                filter.add(round, rate(10_000 - round as u32 * 100 - sample));
            }
        }
        assert_eq!(filter.candidates.len(), 11);
        assert_eq!(filter.max(), Some(rate(10_000 - 89 * 100)));
    }
}
