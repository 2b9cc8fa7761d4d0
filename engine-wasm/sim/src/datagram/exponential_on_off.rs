//! ns-2's exponential on/off source: see [`crate::traffic::on_off`] for the exact rule.

use super::{DatagramContext, PAYLOAD_BYTES, Packets};
use crate::schema::limits;
use crate::schema::shape::{Part, integer, number};
use crate::traffic::on_off::OnOff;
use crate::traffic::pace::Pace;

described! {
    /// Datagrams at a fixed rate in bursts of exponential length, with exponential silence between them.
    pub struct ExponentialOnOff {
        /// Rate of payload within a burst; never more than one packet per us.
        rate_bps: u64 = integer("bit/s", 100, 10_000_000_000), default 1_000_000;
        /// Payload of each packet.
        packet_bytes: u32 = integer("bytes", 1, PAYLOAD_BYTES), default 1_000, label "Packet size";
        /// Mean length of a burst, at least one packet.
        mean_on_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.5, label "Mean burst";
        /// Mean silence between bursts.
        mean_off_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.5, label "Mean silence";
    }
}

impl Part<DatagramContext> for ExponentialOnOff {
    const LABEL: &'static str = "On/off, exponential";
    const SOURCE: &'static str = "ns-2, Application/Traffic/Exponential";
    type Running = Packets;
    fn start(&self, context: &DatagramContext) -> Packets {
        let pace = Pace::new(self.packet_bytes, self.rate_bps);
        let times = OnOff::exponential(pace, self.mean_on_s, self.mean_off_s, context.stream.clone());
        Packets { times, bytes: self.packet_bytes + context.header_bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::super::DatagramRule;
    use super::super::tests::{context, waits};
    use super::*;

    #[test]
    fn a_very_short_burst_sends_one_packet_after_each_silence() {
        // 8000 bits at 1 Mbit/s; burst lengths round to zero packets, but are at least one.
        let part = ExponentialOnOff { rate_bps: 1_000_000, packet_bytes: 1_000, mean_on_s: 0.0, mean_off_s: 0.1 };
        let mut stream = context(2).stream;
        for wait in waits(part.start(&context(2)), 1_000) {
            stream.uniform();
            let silence = (-1e8 * libm::log(1.0 - stream.uniform())).round() as u64;
            assert!(wait.abs_diff(8_000_000 + silence) <= 1);
        }
        assert_eq!(
            part.start(&context(2)).next_burst().map(|burst| (burst.packets, burst.last_bytes)),
            Some((1, 1_028))
        );
    }

    #[test]
    fn the_mean_rate_is_packets_per_cycle_over_its_length() {
        // A cycle has 62.5 packets of 8 ms and 1.5 s of silence on average, so the mean rate is about a quarter of the
        // burst rate. The last cycle may be incomplete.
        let part = ExponentialOnOff { rate_bps: 1_000_000, packet_bytes: 1_000, mean_on_s: 0.5, mean_off_s: 1.5 };
        let packets = 0.5 / libm::sinh(0.5 / 62.5) + 1.0 - libm::exp(-0.5 / 62.5);
        let expected = packets / (packets * 0.008 + 1.5);
        for seed in 0..5 {
            let n = 1_000_000;
            let time = waits(part.start(&context(seed)), n).iter().sum::<u64>() as f64 / 1e9;
            let rate = n as f64 / time;
            // 16,000 cycles. The number of packets fixes the time in bursts. The silences, 0.75 of the time, vary with
            // their lengths and with the number of cycles, each with a relative deviation of 1 / sqrt(16,000).
            let allowed = 5.0 * 0.75 * 2_f64.sqrt() / 16_000_f64.sqrt();
            assert!((rate / expected - 1.0).abs() < allowed, "seed {seed}: {rate} packets/s, expected {expected}");
        }
    }
}
