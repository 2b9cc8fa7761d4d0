//! Free-running clocks of hosts and routers. They tick with a fixed period and a random phase, independently of the
//! packets. They model BSD's 500 ms and 200 ms timers, the 1 ms clock of Vegas and the clock of the hitbox emulator.

use super::Nanos;
use super::random::Stream;

/// A clock that ticks at `phase`, `phase + period`, `phase + 2 period`, ...
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    period: Nanos,
    phase: Nanos,
}

impl Clock {
    /// Creates a clock with this period and a phase drawn from the stream; period 0 makes an exact clock.
    pub fn new(period: Nanos, mut stream: Stream) -> Self {
        let phase = if period == 0 { 0 } else { stream.below(period) };
        Self { period, phase }
    }

    /// Creates a clock with a known phase.
    pub fn with_phase(period: Nanos, phase: Nanos) -> Self {
        Self { period, phase }
    }

    /// Returns whether the clock shows the exact time.
    pub fn is_exact(&self) -> bool {
        self.period == 0
    }

    /// Number of ticks up to and including `now`. A tick at exactly `now` counts, because timers fire before other
    /// events.
    #[inline]
    pub fn ticks(&self, now: Nanos) -> u64 {
        if now < self.phase { 0 } else { (now - self.phase) / self.period + 1 }
    }

    /// Time of the `count`-th tick after `now`; `count` is at least 1.
    #[inline]
    pub fn after(&self, now: Nanos, count: u64) -> Nanos {
        self.phase + (self.ticks(now) + count - 1) * self.period
    }

    /// The first tick at or after `time`; an exact clock returns `time`.
    #[inline]
    pub fn at_or_after(&self, time: Nanos) -> Nanos {
        if self.period == 0 {
            time
        } else if time <= self.phase {
            self.phase
        } else {
            self.phase + (time - self.phase).div_ceil(self.period) * self.period
        }
    }

    /// Time between two moments as this clock measures it: in whole periods, or exactly if the clock is exact.
    #[inline]
    pub fn between(&self, earlier: Nanos, later: Nanos) -> Nanos {
        if self.period == 0 { later - earlier } else { (self.ticks(later) - self.ticks(earlier)) * self.period }
    }

    /// The smallest nonzero time that this clock can measure.
    #[inline]
    pub fn resolution(&self) -> Nanos {
        self.period.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_of_n_ticks_fires_between_n_minus_1_and_n_periods_later() {
        let clock = Clock::with_phase(500, 123);
        for now in 0..2_000 {
            for count in 1..5 {
                let wait = clock.after(now, count) - now;
                assert!(wait > (count - 1) * 500 || now < 123, "now {now} count {count} wait {wait}");
                assert!(wait <= count * 500, "now {now} count {count} wait {wait}");
            }
        }
    }

    #[test]
    fn at_or_after_returns_the_first_tick_not_before_a_time() {
        let clock = Clock::with_phase(1_000, 300);
        assert_eq!(clock.at_or_after(0), 300);
        assert_eq!(clock.at_or_after(300), 300);
        assert_eq!(clock.at_or_after(301), 1_300);
        assert_eq!(Clock::with_phase(0, 0).at_or_after(301), 301);
    }

    #[test]
    fn elapsed_time_is_measured_in_whole_periods() {
        let clock = Clock::with_phase(1_000, 300);
        assert_eq!(clock.between(0, 299), 0);
        assert_eq!(clock.between(299, 300), 1_000);
        assert_eq!(clock.between(350, 2_299), 1_000);
        assert_eq!(Clock::with_phase(0, 0).between(5, 12), 7);
    }
}
