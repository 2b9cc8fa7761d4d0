//! What Linux Vegas measures: rounds of its own, the smallest RTT of each, and whether the sender is calm enough for Vegas
//! at all. Its slow start and its avoidance each keep a meter that sees the same ACKs, so that either can be used without
//! the other.
//!
//! A round ends with the first ACK beyond what was next to be sent when it began. Its RTT is the *smallest* of its samples,
//! that of the closing ACK included, so that a delayed ACK does not look like a queue; two samples or fewer may all have
//! been delayed, and Reno decides then. Loss recovery is the host's: with the first duplicate ACK Vegas is off, and only
//! when nothing is amiss any more does a new round begin. When sending starts with nothing in flight, the path may have
//! changed meanwhile, and `base_rtt` is forgotten; the ACK that leaves nothing in flight tells here.
//!
//! Arithmetic is the kernel's: whole microseconds plus one, whole segments, whole half packets, rounded down. The `diff`
//! exists in two forms. Cardwell's patch for 2.2 and the kernels up to 2.6.2x take the segments of the round and divide by
//! its RTT; current ones take cwnd and divide by `base_rtt`, which gives more. Those compare in whole packets; here both
//! compare in half packets. The kernel leaves the start of a round in the dark when Vegas comes back on; here it is the
//! first segment outstanding.

use super::Ack;
use super::decision::{Decision, Verdict};

alternatives! {
    /// How the segments in queues are computed.
    pub enum DiffForm {
        /// Segments of the round times (rtt - base_rtt) / rtt, as in Cardwell's patch for Linux 2.2 and up to 2.6.2x.
        DivideByRtt = "divide_by_rtt",
        /// cwnd times (rtt - base_rtt) / base_rtt, as in current kernels.
        DivideByBase = "divide_by_base",
    }
}

/// A round that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Smallest RTT of the round, us + 1.
    pub rtt: u64,
    /// Smallest RTT since sending started, us + 1.
    pub base: u64,
    /// Segments of the round.
    pub sent: u32,
}

impl Measured {
    /// Segments that the path carries in a base RTT, and half segments that wait in queues.
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

/// What an ACK of new data is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Vegas is off, or the round has too few samples: the window grows as Reno's does.
    Reno,
    /// The round goes on.
    Within,
    /// It ended a round.
    Ends(Measured),
}

/// The meter of one part.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    on: bool,
    /// First segment of the round, and one past its last.
    begin: u32,
    end: u32,
    base: Option<u64>,
    smallest: Option<u64>,
    samples: u32,
    turn: Turn,
}

impl Default for Meter {
    fn default() -> Self {
        Self { on: true, begin: 0, end: 0, base: None, smallest: None, samples: 0, turn: Turn::Reno }
    }
}

impl Meter {
    /// An acknowledgment, new or duplicate.
    pub fn on_ack(&mut self, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            let rtt = rtt / 1_000 + 1;
            self.base = Some(self.base.map_or(rtt, |base| base.min(rtt)));
            self.smallest = Some(self.smallest.map_or(rtt, |smallest| smallest.min(rtt)));
            self.samples = self.samples.saturating_add(1);
        }
        let was_on = std::mem::replace(&mut self.on, ack.open);
        self.turn = match (was_on, ack.open) {
            (_, false) => Turn::Reno,
            (false, true) => {
                self.start_round(ack.snd_una, ack.snd_nxt);
                Turn::Within
            }
            (true, true) if ack.snd_una > self.end => {
                let sent = self.end - self.begin;
                let turn = match (self.smallest, self.base) {
                    (Some(rtt), Some(base)) if self.samples > 2 => Turn::Ends(Measured { rtt, base, sent }),
                    _ => Turn::Reno,
                };
                self.start_round(self.end, ack.snd_nxt);
                turn
            }
            (true, true) => Turn::Within,
        };
        if ack.snd_una == ack.snd_nxt {
            self.base = None;
            self.start_round(ack.snd_una, ack.snd_nxt);
        }
    }

    fn start_round(&mut self, begin: u32, end: u32) {
        (self.begin, self.end) = (begin, end.max(begin));
        (self.smallest, self.samples) = (None, 0);
    }

    /// What the last ACK was for.
    pub fn turn(&self) -> Turn {
        self.turn
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An ACK with an RTT sample, ms.
    pub fn ack(snd_una: u32, snd_nxt: u32, rtt_ms: u64) -> Ack {
        Ack { acked: 1, snd_una, snd_nxt, rtt: Some(rtt_ms * 1_000_000), open: true, ..Ack::default() }
    }

    /// ACKs up to the one that ends a round of 16 segments, with a base of 100 ms and this RTT.
    pub fn round_of_16(rtt_ms: u64) -> Vec<Ack> {
        let first = ack(1, 17, 100);
        std::iter::once(first).chain((2..=18).map(|number| ack(number, 18 + number, rtt_ms))).collect()
    }

    #[test]
    fn with_16_segments_base_100_and_rtt_120_the_target_is_13_and_the_diff_3_segments() {
        let measured = Measured { rtt: 120_001, base: 100_001, sent: 16 };
        assert_eq!(measured.backlog(DiffForm::DivideByRtt, 99.0), (13.0, 6));
        assert_eq!(measured.backlog(DiffForm::DivideByBase, 16.9), (13.0, 6));
        // The two part when the queue is long: 16 of 32 segments wait, or as many as the path carries.
        let long = Measured { rtt: 200_002, base: 100_001, sent: 32 };
        assert_eq!(long.backlog(DiffForm::DivideByRtt, 32.0), (16.0, 32));
        assert_eq!(long.backlog(DiffForm::DivideByBase, 32.0), (16.0, 64));
    }

    #[test]
    fn a_round_ends_beyond_what_was_next_to_be_sent_with_the_sample_of_the_closing_ack() {
        let mut meter = Meter::default();
        let acks = round_of_16(130);
        // The first round has one sample.
        meter.on_ack(&acks[0]);
        assert_eq!(meter.turn(), Turn::Reno);
        for ack in &acks[1..17] {
            meter.on_ack(ack);
            assert_eq!(meter.turn(), Turn::Within, "{}", ack.snd_una);
        }
        meter.on_ack(&Ack { rtt: Some(120_000_000), ..acks[17] });
        assert_eq!(meter.turn(), Turn::Ends(Measured { rtt: 120_001, base: 100_001, sent: 17 }));
    }

    #[test]
    fn two_samples_are_not_enough() {
        let mut meter = Meter::default();
        meter.on_ack(&ack(1, 4, 100));
        meter.on_ack(&ack(3, 6, 100));
        meter.on_ack(&ack(5, 8, 100));
        assert_eq!(meter.turn(), Turn::Reno);
    }

    #[test]
    fn a_duplicate_ack_turns_it_off_until_nothing_is_amiss() {
        let mut meter = Meter::default();
        meter.on_ack(&ack(1, 17, 100));
        meter.on_ack(&Ack { acked: 0, rtt: None, open: false, ..ack(1, 17, 100) });
        assert_eq!(meter.turn(), Turn::Reno);
        meter.on_ack(&Ack { open: false, ..ack(9, 25, 100) });
        assert_eq!(meter.turn(), Turn::Reno);
        // Open again: a new round from 10 to 26, whose samples count from here on.
        meter.on_ack(&ack(10, 26, 100));
        assert_eq!((meter.turn(), meter.begin, meter.end, meter.samples), (Turn::Within, 10, 26, 0));
    }

    #[test]
    fn base_is_forgotten_when_nothing_is_in_flight() {
        let mut meter = Meter::default();
        meter.on_ack(&ack(1, 17, 100));
        meter.on_ack(&ack(17, 17, 100));
        assert_eq!(meter.base, None);
        meter.on_ack(&ack(18, 40, 150));
        assert_eq!(meter.base, Some(150_001));
    }
}
