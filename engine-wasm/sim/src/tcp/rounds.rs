//! Rounds of about one RTT, and Vegas' measurements in them (Brakmo & Peterson 1995). The order of steps follows the
//! code of x-kernel, the USC port and ns-2. For the expected rate, the papers divide the window by `base_rtt`, and ns-2
//! divides the segments in transit; both are implemented. If every packet is acknowledged, the two differ only by the
//! fractional part of `cwnd`.
//!
//! A round ends with the acknowledgment of the segment that was next to be sent when the round began. Its RTT is the
//! mean of the samples taken since then, each from a segment that was sent once. The sample of the ACK that closes a
//! round belongs to the next round, because the code decides before it takes the sample.
//!
//! While a sender retransmits, a round may end without a sample. ns-2 then uses the length of the round as its RTT. But
//! an ACK of segments that arrived long ago can end a round in less than a round trip, and `base_rtt` would stay below
//! the propagation delay for good. So only samples lower `base_rtt` here, unless a setting selects ns-2's behavior.

use crate::kernel::clock::Clock;
use crate::kernel::{Nanos, seconds};
use crate::tcp::window::Window;

alternatives! {
    /// How a round without an RTT sample affects base_rtt.
    pub enum UnsampledRound {
        /// Not at all: only samples lower base_rtt.
        KeepsBase = "keeps_base" label "Keep the base RTT",
        /// Its length counts as an RTT, as in ns-2.
        LowersBase = "lowers_base" label "Count as an RTT",
    }
}

alternatives! {
    /// Which of the RTT samples of a round counts.
    pub enum RoundRtt {
        /// Their mean, as in ns-2 and the USC port.
        Mean = "mean" label "Mean",
        /// The smallest, as in Linux, so a delayed ACK doesn't look like a queue.
        Min = "min" label "Smallest",
        /// The last.
        Last = "last" label "Last",
    }
}

alternatives! {
    /// What a round divides by its RTT and by base_rtt to get the actual and the expected rate.
    pub enum RateOf {
        /// What the round sent, and what was in transit at its end, as in ns-2. An ACK of two segments that ends the round
        /// has taken one more out of transit, so that with delayed ACKs diff is up to a segment too small.
        Transit = "transit" label "Segments in transit",
        /// The congestion window for both, as Ahn et al. describe the USC port.
        Window = "window" label "Window",
    }
}

alternatives! {
    /// Where base_rtt comes from.
    pub enum BaseRtt {
        /// The smallest RTT seen.
        Measured = "measured" label "Smallest seen",
        /// The sender knows the RTT of the path without queues in advance, and keeps it.
        Known = "told" label "Known in advance",
    }
}

/// Settings for the measurement of rounds.
#[derive(Clone, Copy, Debug)]
pub struct RoundSettings {
    /// Effect of a round without a sample on base_rtt.
    pub unsampled: UnsampledRound,
    /// Rule for computing a round's RTT from its samples.
    pub round_rtt: RoundRtt,
    /// The number of segments that is divided by an RTT to get a rate.
    pub rate_of: RateOf,
    /// The path's RTT without queueing, if the sender is given it instead of measuring it.
    pub known_base_rtt: Option<Nanos>,
}

/// The measurements of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// RTT of the round, seconds.
    pub rtt_s: f64,
    /// Smallest RTT seen, seconds; can rise if only one segment was in transit.
    pub base_rtt_s: f64,
    /// Expected rate if no segments were queued, segments/s.
    pub expected: f64,
    /// Actual rate in the round, segments/s.
    pub actual: f64,
    /// RTT of the segment whose acknowledgment ended the round, seconds, if that segment was sent once.
    pub last_rtt_s: Option<f64>,
    /// The sender was in slow start.
    pub slow_start: bool,
}

impl Round {
    /// Segments that the flow has in queues: `(expected - actual) * base_rtt`.
    pub fn diff(&self) -> f64 {
        (self.expected - self.actual) * self.base_rtt_s
    }
}

alternatives! {
    /// The rounding of diff before it is compared.
    pub enum Rounding {
        /// To the nearest whole segment, halves up, as in ns-2.
        Nearest = "nearest" label "Nearest segment",
        /// Not at all.
        Real = "real" label "Not rounded",
    }
}

impl Rounding {
    /// The diff to compare, segments.
    pub fn apply(self, diff: f64) -> f64 {
        match self {
            Self::Nearest => (diff + 0.5).floor(),
            Self::Real => diff,
        }
    }
}

/// Measures rounds for one sender.
#[derive(Clone, Debug)]
pub struct Rounds {
    clock: Clock,
    settings: RoundSettings,
    base_rtt: Option<f64>,
    /// Sum, minimum or last of this round's samples, depending on the settings; seconds.
    collected_s: f64,
    samples: u32,
    mark: u32,
    began: Nanos,
}

impl Rounds {
    /// Measurements without a round yet. `clock` is the clock that RTTs are read from.
    pub fn new(clock: Clock, settings: RoundSettings) -> Self {
        let base_rtt = settings.known_base_rtt.map(seconds);
        Self { clock, settings, base_rtt, collected_s: 0.0, samples: 0, mark: 0, began: 0 }
    }

    /// Begins the first round with the first transmission. The round ends when that segment is acknowledged.
    pub fn begin(&mut self, first: u32, now: Nanos) {
        self.mark = first;
        self.began = now;
    }

    /// Time between two moments, as read from the sender's fine clock; at least one clock period.
    pub fn elapsed(&self, earlier: Nanos, later: Nanos) -> Nanos {
        self.clock.between(earlier, later).max(self.clock.resolution())
    }

    /// Smallest RTT seen, seconds.
    pub fn base_rtt_s(&self) -> Option<f64> {
        self.base_rtt
    }

    /// Returns whether the acknowledgment of everything below `ack` ends the round.
    #[inline]
    pub fn ends_with(&self, ack: u32) -> bool {
        ack > self.mark
    }

    /// Processes a new acknowledgment of everything below `ack`, with its RTT sample; `snd_nxt` is the next segment to
    /// send. Returns the round if the acknowledgment ends it.
    pub fn on_ack(
        &mut self,
        ack: u32,
        snd_nxt: u32,
        window: &Window,
        sample: Option<Nanos>,
        slow_start: bool,
        now: Nanos,
    ) -> Option<Round> {
        if !self.ends_with(ack) {
            return None;
        }
        let last_acked = ack - 1;
        let rtt_s = match (self.samples, self.settings.round_rtt) {
            (0, _) => seconds(self.elapsed(self.began, now)),
            (samples, RoundRtt::Mean) => self.collected_s / f64::from(samples),
            (_, RoundRtt::Min | RoundRtt::Last) => self.collected_s,
        };
        let sent = snd_nxt - self.mark;
        // A single segment in transit finds no queue from its own flow, so its RTT becomes the base even if it is
        // larger.
        let measured = self.samples > 0 || self.settings.unsampled == UnsampledRound::LowersBase;
        let fixed = self.settings.known_base_rtt.is_some();
        let base_rtt_s = match self.base_rtt {
            Some(base) if fixed || !measured || (rtt_s >= base && sent > 1) => base,
            _ => rtt_s,
        };
        self.base_rtt = Some(base_rtt_s);
        self.samples = 0;
        self.mark = snd_nxt;
        self.began = now;
        let (in_transit, sent) = match self.settings.rate_of {
            RateOf::Transit => (f64::from(snd_nxt - last_acked), f64::from(sent)),
            RateOf::Window => [window.cwnd.min(f64::from(window.rwnd)); 2].into(),
        };
        let (expected, actual) = (in_transit / base_rtt_s, sent / rtt_s);
        Some(Round { rtt_s, base_rtt_s, expected, actual, last_rtt_s: sample.map(seconds), slow_start })
    }

    /// Adds the RTT sample of a segment that was sent once, as read from the fine clock.
    pub fn sample(&mut self, rtt: Nanos) {
        let rtt_s = seconds(rtt);
        self.collected_s = match self.settings.round_rtt {
            _ if self.samples == 0 => rtt_s,
            RoundRtt::Mean => self.collected_s + rtt_s,
            RoundRtt::Min => self.collected_s.min(rtt_s),
            RoundRtt::Last => rtt_s,
        };
        self.samples += 1;
        if self.settings.known_base_rtt.is_none() && self.base_rtt.is_none_or(|base| rtt_s < base) {
            self.base_rtt = Some(rtt_s);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::MILLISECOND;

    fn rounds(unsampled: UnsampledRound, round_rtt: RoundRtt, known_base_rtt: Option<Nanos>) -> Rounds {
        Rounds::new(
            Clock::with_phase(0, 0),
            RoundSettings { unsampled, round_rtt, rate_of: RateOf::Transit, known_base_rtt },
        )
    }

    fn default_rounds() -> Rounds {
        rounds(UnsampledRound::KeepsBase, RoundRtt::Mean, None)
    }

    const WINDOW: Window = Window { cwnd: 22.5, ssthresh: 2.0, rwnd: 80 };

    #[test]
    fn base_100_rtt_110_and_22_segments_give_a_diff_of_2() {
        let mut rounds = default_rounds();
        rounds.sample(100 * MILLISECOND);
        let first = rounds.on_ack(1, 1, &WINDOW, None, false, 100 * MILLISECOND).unwrap();
        assert_eq!(first.diff(), 0.0);
        rounds.sample(110 * MILLISECOND);
        // 22 segments were sent since the mark at 1, and 22 are in transit counted from the last one acknowledged.
        let round = rounds.on_ack(2, 23, &WINDOW, None, false, 210 * MILLISECOND).unwrap();
        assert!((round.diff() - 2.0).abs() < 1e-12, "{}", round.diff());
    }

    #[test]
    fn an_ack_of_two_segments_lowers_diff_by_one_unless_rates_use_the_window() {
        // 22 segments at base 100 ms and RTT 110 ms: diff 2. The ACK's second segment is no longer in transit: 21 - 20.
        // With a window of 22.5 segments: 22.5 - 20.4545.
        let window = |cwnd, rwnd| Window { cwnd, rwnd, ..WINDOW };
        for (rate_of, window, diff) in [
            (RateOf::Transit, WINDOW, 1.0),
            (RateOf::Window, window(22.0, 80), 2.0),
            (RateOf::Window, WINDOW, 22.5 / 11.0),
            (RateOf::Window, window(99.0, 22), 2.0),
        ] {
            let mut rounds = default_rounds();
            rounds.settings.rate_of = rate_of;
            rounds.sample(100 * MILLISECOND);
            rounds.on_ack(1, 1, &window, None, false, 100 * MILLISECOND);
            rounds.sample(110 * MILLISECOND);
            let round = rounds.on_ack(3, 23, &window, None, false, 210 * MILLISECOND).unwrap();
            assert!((round.diff() - diff).abs() < 1e-12, "{rate_of:?} {window:?}: {}", round.diff());
        }
    }

    #[test]
    fn a_round_ends_with_the_ack_of_the_segment_that_was_next_at_its_start() {
        let mut rounds = default_rounds();
        assert!(rounds.on_ack(1, 10, &WINDOW, None, false, 5).is_some());
        for ack in 2..=10 {
            assert!(rounds.on_ack(ack, 10 + ack, &WINDOW, None, false, 5 + u64::from(ack)).is_none(), "ack {ack}");
        }
        assert!(rounds.on_ack(11, 21, &WINDOW, None, false, 30).is_some());
    }

    #[test]
    fn base_rises_if_a_single_segment_was_in_transit() {
        let mut rounds = default_rounds();
        rounds.sample(10 * MILLISECOND);
        rounds.on_ack(1, 1, &WINDOW, None, false, 10 * MILLISECOND);
        rounds.sample(30 * MILLISECOND);
        let round = rounds.on_ack(2, 2, &WINDOW, None, false, 40 * MILLISECOND).unwrap();
        assert_eq!(round.base_rtt_s, 0.03);
    }

    #[test]
    fn a_round_without_a_sample_lowers_base_rtt_only_with_that_setting() {
        for (unsampled, expected) in [(UnsampledRound::KeepsBase, 0.1), (UnsampledRound::LowersBase, 0.05)] {
            let mut rounds = rounds(unsampled, RoundRtt::Mean, None);
            rounds.sample(100 * MILLISECOND);
            rounds.on_ack(1, 10, &WINDOW, None, false, 100 * MILLISECOND);
            let round = rounds.on_ack(11, 20, &WINDOW, None, false, 150 * MILLISECOND).unwrap();
            assert_eq!(round.base_rtt_s, expected);
        }
    }

    #[test]
    fn uses_the_mean_the_smallest_or_the_last_sample() {
        for (round_rtt, expected) in [(RoundRtt::Mean, 0.125), (RoundRtt::Min, 0.062), (RoundRtt::Last, 0.188)] {
            let mut rounds = rounds(UnsampledRound::KeepsBase, round_rtt, None);
            for ms in [125, 62, 188] {
                rounds.sample(ms * MILLISECOND);
            }
            let round = rounds.on_ack(1, 10, &WINDOW, None, false, 200 * MILLISECOND).unwrap();
            assert_eq!(round.rtt_s, expected);
        }
    }

    #[test]
    fn a_known_base_rtt_never_changes() {
        let mut rounds = rounds(UnsampledRound::LowersBase, RoundRtt::Mean, Some(50 * MILLISECOND));
        rounds.sample(40 * MILLISECOND);
        assert_eq!(rounds.on_ack(1, 1, &WINDOW, None, false, 40 * MILLISECOND).unwrap().base_rtt_s, 0.05);
        rounds.sample(90 * MILLISECOND);
        assert_eq!(rounds.on_ack(2, 2, &WINDOW, None, false, 130 * MILLISECOND).unwrap().base_rtt_s, 0.05);
    }
}
