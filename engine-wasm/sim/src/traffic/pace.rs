//! Intervals of a constant packet rate, in whole nanoseconds. They don't drift, because the fraction of each interval
//! carries over to the next one.

use super::distributions::SHORTEST_WAIT;
use crate::kernel::{Nanos, SECOND, seconds};

/// Intervals between packets of one size at one rate, none shorter than [`SHORTEST_WAIT`].
#[derive(Clone, Debug)]
pub struct Pace {
    /// An interval in units of `1 / rate` nanoseconds.
    interval: u64,
    rate_bps: u64,
    carry: u64,
}

impl Pace {
    /// Paces packets of `bytes` (at most 65,535) at `rate_bps` (at least 1).
    pub fn new(bytes: u32, rate_bps: u64) -> Self {
        let interval = (u64::from(bytes) * 8 * SECOND).max(SHORTEST_WAIT * rate_bps);
        Self { interval, rate_bps, carry: 0 }
    }

    /// The next interval.
    #[inline]
    pub fn next_interval(&mut self) -> Nanos {
        let due = self.interval + self.carry;
        self.carry = due % self.rate_bps;
        due / self.rate_bps
    }

    /// The interval with its fraction, s.
    pub fn interval_s(&self) -> f64 {
        seconds(self.interval) / self.rate_bps as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_of_a_nanosecond_carry_over() {
        assert_eq!(Pace::new(1_460, 1_000_000).next_interval(), 11_680_000);
        // 8 bits at 3 Mbit/s: 2666 2/3 ns.
        let mut pace = Pace::new(1, 3_000_000);
        assert_eq!([0; 3].map(|_| pace.next_interval()), [2_666, 2_667, 2_667]);
        assert_eq!((0..3_000_000).map(|_| pace.next_interval()).sum::<u64>(), 8 * SECOND);
    }

    #[test]
    fn no_interval_is_below_the_shortest_wait() {
        let mut pace = Pace::new(1, 10_000_000_000);
        assert_eq!([0; 3].map(|_| pace.next_interval()), [1_000; 3]);
        assert_eq!(pace.interval_s(), 1e-6);
    }
}
