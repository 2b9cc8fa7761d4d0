//! Rounds of about one RTT and the measurements that Vegas takes in them (Brakmo & Peterson 1995; the order and the
//! definition of `expected` follow the code line of x-kernel, USC port and ns-2, not the prose).
//!
//! A round ends with the acknowledgment of the segment that was next to be sent when it began. Its RTT is the mean of
//! the samples taken since, each from a segment sent once. The sample of the ACK that closes a round belongs to the next
//! round, because the code samples after it decides.
//!
//! While a sender resends what it had sent, a round may end without any sample. ns-2 then takes the length of the round
//! for an RTT. But an ACK that jumps over segments which had arrived long ago can end a round sooner than the path is
//! long, and `base_rtt` would fall below the propagation delay for good. So only samples lower it here, unless asked.

use crate::kernel::clock::Clock;
use crate::kernel::{Nanos, seconds};

alternatives! {
    /// What a round without an RTT sample means for base_rtt.
    pub enum UnsampledRound {
        /// Nothing: only samples lower base_rtt.
        KeepsBase = "keeps_base",
        /// Its length is taken for an RTT, as in ns-2.
        LowersBase = "lowers_base",
    }
}

/// The measurements of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Mean RTT, seconds.
    pub rtt_s: f64,
    /// Smallest RTT seen, seconds; may rise when a single segment was in transit.
    pub base_rtt_s: f64,
    /// What the path would carry without a queue, segments/s.
    pub expected: f64,
    /// What it carried, segments/s.
    pub actual: f64,
}

impl Round {
    /// Segments that the flow keeps in queues: `(expected - actual) * base_rtt`.
    pub fn diff(&self) -> f64 {
        (self.expected - self.actual) * self.base_rtt_s
    }
}

/// Measures rounds for one sender.
#[derive(Clone, Debug)]
pub struct Rounds {
    clock: Clock,
    unsampled: UnsampledRound,
    base_rtt: Option<f64>,
    sum_s: f64,
    samples: u32,
    mark: u32,
    began: Nanos,
}

impl Rounds {
    /// No round yet; RTTs will be read on this clock.
    pub fn new(clock: Clock, unsampled: UnsampledRound) -> Self {
        Self { clock, unsampled, base_rtt: None, sum_s: 0.0, samples: 0, mark: 0, began: 0 }
    }

    /// The first transmission begins the first round.
    pub fn begin(&mut self, now: Nanos) {
        self.began = now;
    }

    /// The time between two moments on the sender's fine clock, at least one period of it.
    pub fn elapsed(&self, earlier: Nanos, later: Nanos) -> Nanos {
        self.clock.between(earlier, later).max(self.clock.resolution())
    }

    /// Smallest RTT seen, seconds.
    pub fn base_rtt_s(&self) -> Option<f64> {
        self.base_rtt
    }

    /// A new acknowledgment of everything below `ack`; `snd_nxt` is the next segment to send. Returns the round that it
    /// ends.
    pub fn on_ack(&mut self, ack: u32, snd_nxt: u32, now: Nanos) -> Option<Round> {
        let last_acked = ack - 1;
        if last_acked < self.mark {
            return None;
        }
        let rtt_s = if self.samples > 0 {
            self.sum_s / f64::from(self.samples)
        } else {
            seconds(self.elapsed(self.began, now))
        };
        let sent = snd_nxt - self.mark;
        // With one segment in transit there is no queue of our own: the RTT is the base even if it is larger.
        let believed = self.samples > 0 || self.unsampled == UnsampledRound::LowersBase;
        let base_rtt_s = match self.base_rtt {
            Some(base) if !believed || (rtt_s >= base && sent > 1) => base,
            _ => rtt_s,
        };
        self.base_rtt = Some(base_rtt_s);
        self.sum_s = 0.0;
        self.samples = 0;
        self.mark = snd_nxt;
        self.began = now;
        let expected = f64::from(snd_nxt - last_acked) / base_rtt_s;
        Some(Round { rtt_s, base_rtt_s, expected, actual: f64::from(sent) / rtt_s })
    }

    /// An RTT sample of a segment that was sent once, as read on the fine clock.
    pub fn sample(&mut self, rtt: Nanos) {
        let rtt_s = seconds(rtt);
        self.sum_s += rtt_s;
        self.samples += 1;
        self.base_rtt = Some(self.base_rtt.map_or(rtt_s, |base| base.min(rtt_s)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::MILLISECOND;

    fn exact() -> Rounds {
        Rounds::new(Clock::with_phase(0, 0), UnsampledRound::KeepsBase)
    }

    #[test]
    fn base_100_rtt_110_and_22_segments_give_a_diff_of_2() {
        let mut rounds = exact();
        rounds.sample(100 * MILLISECOND);
        let first = rounds.on_ack(1, 1, 100 * MILLISECOND).unwrap();
        assert_eq!(first.diff(), 0.0);
        rounds.sample(110 * MILLISECOND);
        // 22 segments were sent since the mark at 1, and 22 are in transit counted from the last one acknowledged.
        let round = rounds.on_ack(2, 23, 210 * MILLISECOND).unwrap();
        assert!((round.diff() - 2.0).abs() < 1e-12, "{}", round.diff());
    }

    #[test]
    fn a_round_ends_with_the_ack_of_the_segment_that_was_next_at_its_start() {
        let mut rounds = exact();
        assert!(rounds.on_ack(1, 10, 5).is_some());
        for ack in 2..=10 {
            assert!(rounds.on_ack(ack, 10 + ack, 5 + u64::from(ack)).is_none(), "ack {ack}");
        }
        assert!(rounds.on_ack(11, 21, 30).is_some());
    }

    #[test]
    fn base_rises_when_one_segment_was_in_transit() {
        let mut rounds = exact();
        rounds.sample(10 * MILLISECOND);
        rounds.on_ack(1, 1, 10 * MILLISECOND);
        rounds.sample(30 * MILLISECOND);
        let round = rounds.on_ack(2, 2, 40 * MILLISECOND).unwrap();
        assert_eq!(round.base_rtt_s, 0.03);
    }

    #[test]
    fn a_round_without_a_sample_lowers_base_only_when_asked() {
        for (unsampled, expected) in [(UnsampledRound::KeepsBase, 0.1), (UnsampledRound::LowersBase, 0.05)] {
            let mut rounds = Rounds::new(Clock::with_phase(0, 0), unsampled);
            rounds.sample(100 * MILLISECOND);
            rounds.on_ack(1, 10, 100 * MILLISECOND);
            let round = rounds.on_ack(11, 20, 150 * MILLISECOND).unwrap();
            assert_eq!(round.base_rtt_s, expected);
        }
    }
}
