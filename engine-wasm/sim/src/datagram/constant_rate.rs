//! Packets at a constant rate, the first one immediately. Jitter makes every interval longer or shorter by a uniform
//! draw, at most half the interval, as in ns-2's CBR source. The deviations add up, so packets drift away from the even
//! grid, but the mean rate stays the same.

use super::{Burst, DatagramContext, DatagramRule, PAYLOAD_BYTES};
use crate::kernel::random::Stream;
use crate::schema::shape::{Part, integer, number};
use crate::traffic::distributions::SHORTEST_WAIT;
use crate::traffic::pace::Pace;

described! {
    /// Datagrams of one size at a constant rate.
    pub struct ConstantRate {
        /// Rate of payload; never more than one packet per us.
        rate_bps: u64 = integer("bit/s", 100, 10_000_000_000), default 500_000;
        /// Payload of each packet.
        packet_bytes: u32 = integer("bytes", 1, PAYLOAD_BYTES), default 1_000, label "Packet size";
        /// Random change of each interval, at most this share of half an interval; 0 is an even pace.
        jitter: f64 = number("", 0.0, 1.0), default 0.0;
    }
}

/// State of the source.
#[derive(Clone, Debug)]
pub struct Running {
    pace: Pace,
    packet_bytes: u32,
    jitter: f64,
    stream: Stream,
    started: bool,
}

impl Part<DatagramContext> for ConstantRate {
    const SOURCE: &'static str = "ns-2, Application/Traffic/CBR";
    type Running = Running;
    fn start(&self, context: &DatagramContext) -> Running {
        Running {
            pace: Pace::new(self.packet_bytes, self.rate_bps),
            packet_bytes: self.packet_bytes + context.header_bytes,
            jitter: self.jitter,
            stream: context.stream.clone(),
            started: false,
        }
    }
}

impl DatagramRule for Running {
    fn next_burst(&mut self) -> Option<Burst> {
        if !std::mem::replace(&mut self.started, true) {
            return Some(Burst::single(0, self.packet_bytes));
        }
        let interval = self.pace.next_interval();
        let shift = (self.jitter * interval as f64 * (self.stream.uniform() - 0.5)).round() as i64;
        Some(Burst::single(interval.saturating_add_signed(shift).max(SHORTEST_WAIT), self.packet_bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{context, waits};
    use super::*;

    #[test]
    fn an_even_pace_does_not_drift() {
        // Veno's background: 1460 bytes at 500 kbit/s every 23.36 ms.
        let part = ConstantRate { rate_bps: 500_000, packet_bytes: 1_460, jitter: 0.0 };
        let mut source = part.start(&context(1));
        assert_eq!(source.next_burst(), Some(Burst::single(0, 1_488)));
        assert_eq!(source.next_burst(), Some(Burst::single(23_360_000, 1_488)));
        // 8000 bits at 7 Mbit/s: 1 142 857 1/7 ns.
        let part = ConstantRate { rate_bps: 7_000_000, packet_bytes: 1_000, jitter: 0.0 };
        assert_eq!(waits(part.start(&context(1)), 1 + 7_000).iter().sum::<u64>(), 8_000_000_000);
    }

    #[test]
    fn jitter_is_at_most_half_an_interval_and_keeps_the_mean_rate() {
        let part = ConstantRate { rate_bps: 8_000_000, packet_bytes: 1_000, jitter: 1.0 };
        for seed in 0..5 {
            let n = 100_000;
            let waits = &waits(part.start(&context(seed)), n + 1)[1..];
            assert!(waits.iter().all(|wait| (500_000..=1_500_000).contains(wait)), "seed {seed}");
            assert!(waits.iter().any(|&wait| wait < 501_000) && waits.iter().any(|&wait| wait > 1_499_000));
            let mean = waits.iter().sum::<u64>() as f64 / n as f64;
            // The standard deviation of a uniform distribution over 1 ms.
            let allowed = 5.0 * 1e6 / 12_f64.sqrt() / (n as f64).sqrt();
            assert!((mean - 1e6).abs() < allowed, "seed {seed}: mean {mean} ns, expected 1e6 +- {allowed}");
        }
    }

    #[test]
    fn jitter_is_proportional_to_the_draw() {
        let part = ConstantRate { rate_bps: 8_000_000, packet_bytes: 1_000, jitter: 0.2 };
        let mut stream = context(4).stream;
        for wait in &waits(part.start(&context(4)), 100)[1..] {
            assert_eq!(*wait, (1e6 + 2e5 * (stream.uniform() - 0.5)).round() as u64);
        }
    }
}
