//! Detects a policer that limits BBR: its tokens run out, and it drops a fifth of the segments for as long as BBR sends
//! faster than tokens arrive. If two intervals of at least four rounds lose that much and deliver at about the same
//! rate, BBR assumes that this is the token rate. It sends at the token rate for 48 rounds before it probes again. BBR
//! sometimes mistakes random loss of a tenth or more for a policer and then loses throughput.

use super::delivery::Sample;
use super::rate::Rate;
use crate::kernel::Nanos;

/// Minimum and maximum length of an interval, in rounds.
const ROUNDS: (u32, u32) = (4, 16);
/// Ratio of lost to delivered segments from which a policer is suspected.
const LOSS_SHARE: f64 = 50.0 / 256.0;
/// Largest difference between two intervals' rates, as a share of the earlier one.
const TOLERANCE: f64 = 1.0 / 8.0;
/// Rounds for which the token rate is used.
const KEPT_ROUNDS: u32 = 48;

/// One sender's policer detection.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policer {
    /// Segments lost so far.
    lost: u64,
    /// The current interval.
    interval: Option<Interval>,
    /// Rounds since the interval began, or since BBR began to send at the token rate.
    rounds: u32,
    /// Rate of the last interval with heavy loss.
    last: Option<Rate>,
    /// Token rate.
    token_rate: Option<Rate>,
}

/// The state at the beginning of an interval.
#[derive(Clone, Copy, Debug)]
struct Interval {
    began: Nanos,
    delivered: u64,
    lost: u64,
}

impl Policer {
    /// The token rate, while BBR sends at it.
    pub fn token_rate(&self) -> Option<Rate> {
        self.token_rate
    }

    /// Called when the retransmission timer shows a loss.
    pub fn on_timeout(&mut self, now: Nanos, delivered: u64) {
        if self.token_rate.is_none() && self.interval.is_none() {
            self.begin(now, delivered);
        }
    }

    /// Processes an ACK with a rate sample; `probing` is set in PROBE_BW. Returns whether BBR has just finished using
    /// the token rate.
    pub fn on_sample(&mut self, sample: &Sample, round_started: bool, probing: bool) -> bool {
        self.lost += u64::from(sample.lost);
        if self.token_rate.is_some() {
            self.rounds += u32::from(probing && round_started);
            let over = self.rounds >= KEPT_ROUNDS;
            if over {
                self.reset();
            }
            return over;
        }
        let Some(interval) = self.interval else {
            if sample.lost > 0 {
                self.begin(sample.now, sample.total);
            }
            return false;
        };
        self.rounds += u32::from(round_started);
        if sample.app_limited || self.rounds > ROUNDS.1 {
            self.reset();
        } else if self.rounds >= ROUNDS.0 && sample.lost > 0 {
            // An interval ends with a loss, which shows that the tokens have run out.
            self.end(&interval, sample);
        }
        false
    }

    fn end(&mut self, interval: &Interval, sample: &Sample) {
        let (delivered, lost) = ((sample.total - interval.delivered) as f64, (self.lost - interval.lost) as f64);
        let Some(rate) = Rate::new(delivered, sample.now - interval.began) else { return };
        if lost < LOSS_SHARE * delivered {
            return;
        }
        match self.last {
            Some(last) if rate.reaches(1.0 - TOLERANCE, &last) && last.times(1.0 + TOLERANCE) >= rate => {
                self.token_rate = Some(rate.mean(&last));
                self.rounds = 0;
            }
            _ => {
                self.last = Some(rate);
                self.begin(sample.now, sample.total);
            }
        }
    }

    fn begin(&mut self, now: Nanos, delivered: u64) {
        self.interval = Some(Interval { began: now, delivered, lost: self.lost });
        self.rounds = 0;
    }

    fn reset(&mut self) {
        *self = Self { lost: self.lost, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::MILLISECOND;

    /// A policer that lets ten segments through per round of 10 ms. The detection gets one ACK per round.
    struct Path {
        policer: Policer,
        now: Nanos,
        total: u64,
    }

    impl Path {
        fn round(&mut self, delivered: u32, lost: u32) -> bool {
            self.now += 10 * MILLISECOND;
            self.total += u64::from(delivered);
            let sample = Sample { now: self.now, delivered, total: self.total, lost, ..Sample::default() };
            self.policer.on_sample(&sample, true, true)
        }

        /// Returns the number of rounds, at most `max_rounds`, until BBR uses the token rate.
        fn rounds_to_token_rate(&mut self, max_rounds: u32, delivered: u32, lost: u32) -> Option<u32> {
            (1..=max_rounds).find(|_| {
                self.round(delivered, lost);
                self.policer.token_rate().is_some()
            })
        }
    }

    fn path() -> Path {
        Path { policer: Policer::default(), now: 0, total: 0 }
    }

    #[test]
    fn two_lossy_intervals_give_a_token_rate_for_48_rounds() {
        let mut path = path();
        // The first loss begins an interval after one round; two intervals of four rounds follow.
        assert_eq!(path.rounds_to_token_rate(20, 10, 2), Some(9));
        let interval = path.policer.token_rate().map(|rate| rate.interval(1.0));
        assert_eq!(interval, Some(MILLISECOND));
        assert_eq!((1..=100).find(|_| path.round(10, 0)), Some(48));
        assert!(path.policer.token_rate().is_none());
    }

    #[test]
    fn ignores_lighter_losses_and_differing_rates() {
        assert_eq!(path().rounds_to_token_rate(200, 100, 19), None);
        let mut path = path();
        path.round(10, 3);
        assert_eq!((0..50).find_map(|n| path.rounds_to_token_rate(4, if n % 2 == 0 { 10 } else { 13 }, 3)), None);
    }

    #[test]
    fn discards_earlier_intervals_after_16_rounds_without_a_loss() {
        let mut path = path();
        (0..5).for_each(|_| _ = path.round(10, 2));
        assert!(path.policer.last.is_some());
        (0..17).for_each(|_| _ = path.round(10, 0));
        assert!(path.policer.last.is_none() && path.policer.interval.is_none());
    }
}
