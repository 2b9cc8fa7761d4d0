//! On/off timing, as in ns-2's exponential and Pareto sources: bursts of packets at an even pace. The length of a
//! burst, in packets, is drawn and rounded, but at least one. Before the first packet of a burst, the source is silent
//! for a drawn time in addition to the interval. The source begins with silence.
//!
//! The burst is drawn before the silence. Because a burst has at least one packet, the mean length of short bursts
//! exceeds the parameter: an exponential mean of `b` packets becomes `1 / (2 sinh(1 / 2b)) + 1 - exp(-1 / 2b)`, which
//! is 1.35 for `b = 1` and about `b + 0.5 / b` for long bursts.

use super::distributions::{Distribution, seconds_to_wait};
use super::pace::Pace;
use crate::kernel::Nanos;
use crate::kernel::random::Stream;

/// Times between the packets of an on/off source.
#[derive(Clone, Debug)]
pub struct OnOff {
    pace: Pace,
    /// Length of a burst, packets.
    burst: Distribution,
    /// Silence between bursts, s.
    silence: Distribution,
    /// Packets left in the burst.
    left: u64,
    stream: Stream,
}

impl OnOff {
    /// Creates a source with exponential on and off times.
    pub fn exponential(pace: Pace, mean_on_s: f64, mean_off_s: f64, stream: Stream) -> Self {
        let burst = Distribution::Exponential { mean: mean_on_s / pace.interval_s() };
        Self { pace, burst, silence: Distribution::Exponential { mean: mean_off_s }, left: 0, stream }
    }

    /// Creates a source with Pareto-distributed on and off times.
    pub fn pareto(pace: Pace, mean_on_s: f64, mean_off_s: f64, shape: f64, stream: Stream) -> Self {
        let burst = Distribution::pareto(mean_on_s / pace.interval_s(), shape);
        Self { pace, burst, silence: Distribution::pareto(mean_off_s, shape), left: 0, stream }
    }

    /// Time from the last packet, or from the start, to the next one.
    pub fn next_wait(&mut self) -> Nanos {
        let mut wait = self.pace.next_interval();
        if self.left == 0 {
            self.left = ((self.burst.draw(&mut self.stream) + 0.5) as u64).max(1);
            wait += seconds_to_wait(self.silence.draw(&mut self.stream));
        }
        self.left -= 1;
        wait
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{MILLISECOND, seconds};

    #[test]
    fn bursts_and_silences_are_drawn_alternately() {
        // 1000 bytes at 1 Mbit/s: 8 ms. The means are 4 packets and 20 ms.
        for seed in 0..20 {
            let mut source =
                OnOff::exponential(Pace::new(1_000, 1_000_000), 0.032, 0.02, Stream::new(seed, "traffic/on"));
            let mut stream = Stream::new(seed, "traffic/on");
            for _ in 0..200 {
                let packets = (-4.0 * libm::log(1.0 - stream.uniform())).round().max(1.0) as u32;
                let silence = (-2e7 * libm::log(1.0 - stream.uniform())).round() as Nanos;
                assert!(source.next_wait().abs_diff(8 * MILLISECOND + silence) <= 1, "seed {seed}");
                assert!((1..packets).all(|_| source.next_wait() == 8 * MILLISECOND), "seed {seed}");
            }
        }
    }

    #[test]
    fn bursts_have_the_mean_length_of_the_rounded_distribution() {
        let bursts = 100_000;
        for (b, seed) in [(1.0, 1), (4.0, 2), (50.0, 3)] {
            let stream = Stream::new(seed, "traffic/bursts");
            let mut source = OnOff::exponential(Pace::new(1_000, 1_000_000), 0.008 * b, 10.0, stream);
            let (mut packets, mut time, mut begun) = (0_u64, 0, 0);
            loop {
                let wait = source.next_wait();
                if wait > 8 * MILLISECOND {
                    begun += 1;
                    if begun > bursts {
                        break;
                    }
                }
                packets += 1;
                time += wait;
            }
            let mean = packets as f64 / f64::from(bursts);
            let expected = 0.5 / libm::sinh(0.5 / b) + 1.0 - libm::exp(-0.5 / b);
            // The standard deviation of a burst is below b + 1 packets; that of a silence is its mean of 10 s.
            let root = f64::from(bursts).sqrt();
            assert!(
                (mean - expected).abs() < 5.0 * (b + 1.0) / root,
                "seed {seed}: mean {mean} packets, expected {expected}"
            );
            let silence = (seconds(time) - 0.008 * packets as f64) / f64::from(bursts);
            assert!((silence - 10.0).abs() < 5.0 * 10.0 / root, "seed {seed}: mean silence {silence} s, expected 10 s");
        }
    }

    #[test]
    fn pareto_bursts_are_never_shorter_than_their_scale() {
        // With means of 30 packets and 3 s and shape 1.5, bursts have at least 10 packets and silences last at least 1
        // s.
        let mut source = OnOff::pareto(Pace::new(1_000, 1_000_000), 0.24, 3.0, 1.5, Stream::new(5, "traffic/pareto"));
        let mut stream = Stream::new(5, "traffic/pareto");
        for _ in 0..1_000 {
            let packets = (10.0 * libm::pow(1.0 - stream.uniform(), -1.0 / 1.5)).round() as u64;
            let silence = (1e9 * libm::pow(1.0 - stream.uniform(), -1.0 / 1.5)).round() as Nanos;
            assert!(packets >= 10 && silence >= 1_000 * MILLISECOND);
            assert!(source.next_wait().abs_diff(8 * MILLISECOND + silence) <= 1 + silence / (1 << 50));
            assert!((1..packets).all(|_| source.next_wait() == 8 * MILLISECOND));
        }
    }
}
