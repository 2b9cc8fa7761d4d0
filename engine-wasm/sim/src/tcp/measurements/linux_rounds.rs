//! Rounds as the Linux kernel measures them for Vegas: only in the open state, while the sender neither suspects nor
//! repairs a loss.
//!
//! A round ends with the first ACK beyond the value that `snd_nxt` had at its start. Its RTT is the *smallest* of its
//! samples, including that of the closing ACK, so a delayed ACK doesn't look like a queue. If a round has two samples
//! or fewer, all its ACKs may have been delayed, so it doesn't count. The first duplicate ACK stops the measurement; a
//! new round starts when the sender is back in the open state. The kernel doesn't define where that round starts; here
//! it starts at the first outstanding segment. `base_rtt` is reset when nothing is in flight, because the path may
//! change before sending resumes.
//!
//! The arithmetic is the kernel's: RTTs are whole microseconds plus one, and segments and half packets are whole, rounded
//! down. The backlog of a round has two forms. Cardwell's patch for 2.2 and the kernels up to 2.6.2x take the segments of
//! the round and divide by its RTT. Current kernels take cwnd and divide by `base_rtt`, which gives a larger value; they
//! compare in whole packets. Here both forms compare in half packets.

use super::{Measured, Measurement};
use crate::tcp::Ack;
use crate::tcp::decision::{Decision, Verdict};

alternatives! {
    /// The formula for the segments in queues.
    pub enum DiffForm {
        /// Segments of the round times (rtt - base_rtt) / rtt, as in Cardwell's patch for Linux 2.2 and up to 2.6.2x.
        DivideByRtt = "divide_by_rtt",
        /// cwnd times (rtt - base_rtt) / base_rtt, as in current kernels.
        DivideByBase = "divide_by_base",
    }
}

/// A completed round with enough samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinuxRound {
    /// Smallest RTT of the round, us + 1.
    pub rtt: u64,
    /// Smallest RTT since sending started, us + 1.
    pub base: u64,
    /// Segments of the round.
    pub sent: u32,
}

/// An ACK's position in its round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoundPhase {
    /// The sender isn't in the open state, or the ACK ended a round with too few samples.
    #[default]
    Off,
    /// The round continues.
    Within,
    /// The ACK ended a round, with this result.
    Ends(LinuxRound),
}

/// Measures the rounds of one sender.
#[derive(Clone, Copy, Debug)]
pub struct LinuxRounds {
    open: bool,
    /// The round covers segments `begin..end`.
    begin: u32,
    end: u32,
    base: Option<u64>,
    smallest: Option<u64>,
    samples: u32,
    /// Position of the last acknowledgment.
    phase: RoundPhase,
}

impl Default for LinuxRounds {
    fn default() -> Self {
        Self { open: true, begin: 0, end: 0, base: None, smallest: None, samples: 0, phase: RoundPhase::Off }
    }
}

impl Measurement for LinuxRounds {
    fn on_ack(&mut self, ack: &Ack) {
        self.phase = self.phase_of(ack);
    }
}

impl LinuxRounds {
    /// The position of the last acknowledgment in its round; `Off` if no part of the sender needs rounds.
    pub fn phase(measured: Measured<'_>) -> RoundPhase {
        measured.get::<Self>().map_or(RoundPhase::Off, |rounds| rounds.phase)
    }

    /// Processes an acknowledgment, new or duplicate, and returns its position in the round.
    pub fn phase_of(&mut self, ack: &Ack) -> RoundPhase {
        if let Some(rtt) = ack.rtt {
            let rtt = rtt / 1_000 + 1;
            self.base = Some(self.base.map_or(rtt, |base| base.min(rtt)));
            self.smallest = Some(self.smallest.map_or(rtt, |smallest| smallest.min(rtt)));
            self.samples = self.samples.saturating_add(1);
        }
        let was_open = std::mem::replace(&mut self.open, ack.open);
        let round_phase = match (was_open, ack.open) {
            (_, false) => RoundPhase::Off,
            (false, true) => {
                self.start_round(ack.snd_una, ack.snd_nxt);
                RoundPhase::Within
            }
            (true, true) if ack.snd_una > self.end => {
                let sent = self.end - self.begin;
                let round_phase = match (self.smallest, self.base) {
                    (Some(rtt), Some(base)) if self.samples > 2 => RoundPhase::Ends(LinuxRound { rtt, base, sent }),
                    _ => RoundPhase::Off,
                };
                self.start_round(self.end, ack.snd_nxt);
                round_phase
            }
            (true, true) => RoundPhase::Within,
        };
        if ack.snd_una == ack.snd_nxt {
            self.base = None;
            self.start_round(ack.snd_una, ack.snd_nxt);
        }
        round_phase
    }

    fn start_round(&mut self, begin: u32, end: u32) {
        (self.begin, self.end) = (begin, end.max(begin));
        (self.smallest, self.samples) = (None, 0);
    }
}

impl LinuxRound {
    /// Returns the segments that the path carries in one base RTT, and the half segments in queues.
    pub fn backlog(&self, form: DiffForm, cwnd: f64) -> (f64, u64) {
        let (rtt, base) = (u128::from(self.rtt), u128::from(self.base));
        let (target, diff) = match form {
            DiffForm::DivideByRtt => {
                let halves = 2 * u128::from(self.sent);
                let target = halves * base / rtt;
                (target / 2, halves - target)
            }
            DiffForm::DivideByBase => {
                let segments = u128::from(cwnd as u32);
                (segments * base / rtt, 2 * segments * (rtt - base) / base)
            }
        };
        (target as f64, diff as u64)
    }

    /// A decision with `diff` half segments in queues and these thresholds in half packets. The kernel computes no
    /// rates.
    pub fn decision(&self, verdict: Verdict, cwnd: f64, diff: u64, [alpha, beta]: [u32; 2]) -> Decision {
        Decision {
            base_rtt_s: self.base as f64 / 1e6,
            rtt_s: self.rtt as f64 / 1e6,
            diff: diff as f64 / 2.0,
            alpha: f64::from(alpha) / 2.0,
            beta: f64::from(beta) / 2.0,
            ..Decision::new(verdict, cwnd)
        }
    }
}

#[cfg(test)]
pub(in crate::tcp) mod tests {
    use super::*;

    /// An ACK with an RTT sample in ms.
    pub fn ack(snd_una: u32, snd_nxt: u32, rtt_ms: u64) -> Ack {
        Ack { acked: 1, snd_una, snd_nxt, rtt: Some(rtt_ms * 1_000_000), open: true, ..Ack::default() }
    }

    /// ACKs up to the one that ends a round of 16 segments, with a base of 100 ms and this RTT.
    pub fn round_of_16(rtt_ms: u64) -> Vec<Ack> {
        let first = ack(1, 17, 100);
        std::iter::once(first).chain((2..=18).map(|number| ack(number, 18 + number, rtt_ms))).collect()
    }

    #[test]
    fn a_round_ends_beyond_snd_nxt_and_counts_the_sample_of_the_closing_ack() {
        let mut rounds = LinuxRounds::default();
        let acks = round_of_16(130);
        // The first round has one sample.
        assert_eq!(rounds.phase_of(&acks[0]), RoundPhase::Off);
        for ack in &acks[1..17] {
            assert_eq!(rounds.phase_of(ack), RoundPhase::Within, "{}", ack.snd_una);
        }
        assert_eq!(
            rounds.phase_of(&Ack { rtt: Some(120_000_000), ..acks[17] }),
            RoundPhase::Ends(LinuxRound { rtt: 120_001, base: 100_001, sent: 17 })
        );
    }

    #[test]
    fn a_round_with_two_samples_does_not_count() {
        let mut rounds = LinuxRounds::default();
        rounds.phase_of(&ack(1, 4, 100));
        rounds.phase_of(&ack(3, 6, 100));
        assert_eq!(rounds.phase_of(&ack(5, 8, 100)), RoundPhase::Off);
    }

    #[test]
    fn a_duplicate_ack_stops_the_measurement_until_the_sender_is_open_again() {
        let mut rounds = LinuxRounds::default();
        rounds.phase_of(&ack(1, 17, 100));
        assert_eq!(rounds.phase_of(&Ack { acked: 0, rtt: None, open: false, ..ack(1, 17, 100) }), RoundPhase::Off);
        assert_eq!(rounds.phase_of(&Ack { open: false, ..ack(9, 25, 100) }), RoundPhase::Off);
        // Open again: a new round from 10 to 26 starts without samples.
        let round_phase = rounds.phase_of(&ack(10, 26, 100));
        assert_eq!((round_phase, rounds.begin, rounds.end, rounds.samples), (RoundPhase::Within, 10, 26, 0));
    }

    #[test]
    fn base_rtt_is_reset_when_nothing_is_in_flight() {
        let mut rounds = LinuxRounds::default();
        rounds.phase_of(&ack(1, 17, 100));
        rounds.phase_of(&ack(17, 17, 100));
        assert_eq!(rounds.base, None);
        rounds.phase_of(&ack(18, 40, 150));
        assert_eq!(rounds.base, Some(150_001));
    }

    #[test]
    fn with_16_segments_base_100_and_rtt_120_the_target_is_13_and_the_diff_3_segments() {
        let measured = LinuxRound { rtt: 120_001, base: 100_001, sent: 16 };
        assert_eq!(measured.backlog(DiffForm::DivideByRtt, 99.0), (13.0, 6));
        assert_eq!(measured.backlog(DiffForm::DivideByBase, 16.9), (13.0, 6));
        // The two forms diverge when the queue is long: 16 of 32 segments are queued, or 32.
        let long = LinuxRound { rtt: 200_002, base: 100_001, sent: 32 };
        assert_eq!(long.backlog(DiffForm::DivideByRtt, 32.0), (16.0, 32));
        assert_eq!(long.backlog(DiffForm::DivideByBase, 32.0), (16.0, 64));
    }
}
