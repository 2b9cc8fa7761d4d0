//! The queueing delays of a sender's rounds, as in Illinois: the mean of a round's RTT samples and the largest sample
//! so far, both less the smallest sample so far.
//!
//! While a loss is repaired, RTTs include the wait for the retransmission. So a sample counts only if this ACK and the
//! one before it suspect no loss. A round without samples leaves the last result as it is. A timeout discards it, as in
//! Linux, but not the smallest and the largest sample. The sample of the ACK that ends a round belongs to the next one;
//! Linux counts it in the round that ends.

use super::Measurement;
use crate::tcp::Ack;
use crate::tcp::avoidance::Signal;
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::rounds::Round;

/// Measures the delays of one sender. RTTs are in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Delays {
    smallest: Option<f64>,
    largest: f64,
    /// Sum and number of this round's samples.
    sum: f64,
    samples: u32,
    /// Rounds with samples so far.
    rounds: u32,
    last: Option<RoundDelay>,
    loss_suspected: bool,
}

/// The delays at the end of a round, ns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundDelay {
    /// Number of the round, from 1. Rounds without samples don't count.
    pub number: u32,
    /// Smallest RTT so far.
    pub base: f64,
    /// Mean queueing delay of the round: `da`.
    pub mean: f64,
    /// Largest queueing delay so far: `dm`.
    pub largest: f64,
}

impl Delays {
    /// The delays of the last round with samples; `None` before the first one and after a timeout.
    pub fn last(&self) -> Option<RoundDelay> {
        self.last
    }
}

impl Measurement for Delays {
    fn on_ack(&mut self, ack: &Ack) {
        let was_suspected = std::mem::replace(&mut self.loss_suspected, !ack.open);
        let Some(rtt) = ack.rtt.filter(|_| ack.open && !was_suspected) else { return };
        let rtt = rtt as f64;
        self.smallest = Some(self.smallest.map_or(rtt, |smallest| smallest.min(rtt)));
        self.largest = self.largest.max(rtt);
        self.sum += rtt;
        self.samples += 1;
    }

    fn on_round(&mut self, _round: &Round) {
        let (sum, samples) = (std::mem::take(&mut self.sum), std::mem::take(&mut self.samples));
        if let Some(base) = self.smallest.filter(|_| samples > 0) {
            self.rounds += 1;
            let (mean, largest) = (sum / f64::from(samples) - base, self.largest - base);
            self.last = Some(RoundDelay { number: self.rounds, base, mean, largest });
        }
    }

    fn on_loss(&mut self, signal: Signal) {
        if signal == Signal::Timeout {
            (self.sum, self.samples, self.last) = (0.0, 0, None);
        }
    }
}

impl RoundDelay {
    /// A decision based on these delays.
    pub fn decision(&self, verdict: Verdict, cwnd: f64) -> Decision {
        let unknown = Decision::new(verdict, cwnd);
        Decision { base_rtt_s: self.base / 1e9, rtt_s: (self.base + self.mean) / 1e9, ..unknown }
    }
}

#[cfg(test)]
pub(in crate::tcp) mod tests {
    use super::*;

    /// A round with this mean delay, on a path whose base RTT is 100 ms and whose largest delay is 100 ms.
    pub fn round(number: u32, mean_ms: f64) -> RoundDelay {
        RoundDelay { number, base: 100e6, mean: mean_ms * 1e6, largest: 100e6 }
    }

    impl Delays {
        /// Measurements after this round.
        pub fn after_round(last: RoundDelay) -> Self {
            Self { last: Some(last), ..Self::default() }
        }
    }

    const ROUND: Round =
        Round { rtt_s: 0.1, base_rtt_s: 0.1, expected: 1.0, actual: 1.0, last_rtt_s: None, slow_start: false };

    fn ack(rtt_ms: u64, open: bool) -> Ack {
        Ack { acked: 1, rtt: Some(rtt_ms * 1_000_000), open, ..Ack::default() }
    }

    fn after(rtts_ms: &[u64]) -> Delays {
        let mut delays = Delays::default();
        rtts_ms.iter().for_each(|&rtt_ms| delays.on_ack(&ack(rtt_ms, true)));
        delays.on_round(&ROUND);
        delays
    }

    #[test]
    fn samples_of_100_140_and_180_ms_have_a_mean_delay_of_40_ms_and_a_largest_of_80_ms() {
        let mut delays = after(&[100, 140, 180]);
        assert_eq!(delays.last(), Some(RoundDelay { number: 1, base: 100e6, mean: 40e6, largest: 80e6 }));
        // The largest delay is that of the connection, the mean that of the round.
        delays.on_ack(&ack(110, true));
        delays.on_round(&ROUND);
        assert_eq!(delays.last(), Some(RoundDelay { number: 2, base: 100e6, mean: 10e6, largest: 80e6 }));
    }

    #[test]
    fn a_round_without_samples_keeps_the_last_result_and_a_timeout_discards_it() {
        let mut delays = after(&[100, 140, 180]);
        let first = delays.last();
        delays.on_round(&ROUND);
        delays.on_loss(Signal::Acks);
        assert_eq!(delays.last(), first);
        delays.on_ack(&ack(900, false));
        delays.on_loss(Signal::Timeout);
        assert_eq!(delays.last(), None);
        // 120 ms during the repair and at its end don't count.
        delays.on_ack(&ack(120, true));
        delays.on_ack(&ack(130, true));
        delays.on_round(&ROUND);
        assert_eq!(delays.last(), Some(RoundDelay { number: 2, base: 100e6, mean: 30e6, largest: 80e6 }));
    }
}
