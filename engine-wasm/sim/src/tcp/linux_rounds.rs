//! Rounds as the Linux kernel measures them for Vegas: only in the open state, while the sender neither suspects nor
//! repairs a loss. The sender keeps one [`LinuxRounds`] if any of its parts needs it, so all parts see the same rounds.
//!
//! A round ends with the first ACK beyond the value that `snd_nxt` had at its start. Its RTT is the *smallest* of its
//! samples, including that of the closing ACK, so a delayed ACK doesn't look like a queue. If a round has two samples
//! or fewer, all its ACKs may have been delayed, so it doesn't count. The first duplicate ACK stops the measurement; a
//! new round starts when the sender is back in the open state. The kernel doesn't define where that round starts; here
//! it starts at the first outstanding segment. `base_rtt` is reset when nothing is in flight, because the path may
//! change before sending resumes.
//!
//! RTTs are whole microseconds plus one, as in the kernel.

use super::Ack;

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
}

impl Default for LinuxRounds {
    fn default() -> Self {
        Self { open: true, begin: 0, end: 0, base: None, smallest: None, samples: 0 }
    }
}

impl LinuxRounds {
    /// Processes an acknowledgment, new or duplicate, and returns its position in the round.
    pub fn on_ack(&mut self, ack: &Ack) -> RoundPhase {
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

#[cfg(test)]
pub(super) mod tests {
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
        assert_eq!(rounds.on_ack(&acks[0]), RoundPhase::Off);
        for ack in &acks[1..17] {
            assert_eq!(rounds.on_ack(ack), RoundPhase::Within, "{}", ack.snd_una);
        }
        assert_eq!(
            rounds.on_ack(&Ack { rtt: Some(120_000_000), ..acks[17] }),
            RoundPhase::Ends(LinuxRound { rtt: 120_001, base: 100_001, sent: 17 })
        );
    }

    #[test]
    fn a_round_with_two_samples_does_not_count() {
        let mut rounds = LinuxRounds::default();
        rounds.on_ack(&ack(1, 4, 100));
        rounds.on_ack(&ack(3, 6, 100));
        assert_eq!(rounds.on_ack(&ack(5, 8, 100)), RoundPhase::Off);
    }

    #[test]
    fn a_duplicate_ack_stops_the_measurement_until_the_sender_is_open_again() {
        let mut rounds = LinuxRounds::default();
        rounds.on_ack(&ack(1, 17, 100));
        assert_eq!(rounds.on_ack(&Ack { acked: 0, rtt: None, open: false, ..ack(1, 17, 100) }), RoundPhase::Off);
        assert_eq!(rounds.on_ack(&Ack { open: false, ..ack(9, 25, 100) }), RoundPhase::Off);
        // Open again: a new round from 10 to 26 starts without samples.
        let round_phase = rounds.on_ack(&ack(10, 26, 100));
        assert_eq!((round_phase, rounds.begin, rounds.end, rounds.samples), (RoundPhase::Within, 10, 26, 0));
    }

    #[test]
    fn base_rtt_is_reset_when_nothing_is_in_flight() {
        let mut rounds = LinuxRounds::default();
        rounds.on_ack(&ack(1, 17, 100));
        rounds.on_ack(&ack(17, 17, 100));
        assert_eq!(rounds.base, None);
        rounds.on_ack(&ack(18, 40, 150));
        assert_eq!(rounds.base, Some(150_001));
    }
}
