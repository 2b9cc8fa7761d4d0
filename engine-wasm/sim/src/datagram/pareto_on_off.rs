//! ns-2's Pareto on/off source: see [`crate::traffic::on_off`] for the exact rule. With a shape below 2, the on and off
//! times have infinite variance, and the sum of many such sources is bursty at every time scale.

use super::{DatagramContext, PAYLOAD_BYTES, Packets};
use crate::schema::limits;
use crate::schema::shape::{Part, integer, number};
use crate::traffic::on_off::OnOff;
use crate::traffic::pace::Pace;

described! {
    /// Datagrams at a fixed rate in bursts, with Pareto-distributed lengths of bursts and silences.
    pub struct ParetoOnOff {
        /// Rate of payload within a burst; never more than one packet per us.
        rate_bps: u64 = integer("bit/s", 100, 10_000_000_000), default 1_000_000;
        /// Payload of each packet.
        packet_bytes: u32 = integer("bytes", 1, PAYLOAD_BYTES), default 1_000, label "Packet size";
        /// Mean length of a burst, at least one packet.
        mean_on_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.5, label "Mean burst";
        /// Mean silence between bursts.
        mean_off_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.5, label "Mean silence";
        /// Exponent of both distributions; lower values give heavier tails.
        shape: f64 = number("", 1.01, 100.0), default 1.5, label "Pareto exponent";
    }
}

impl Part<DatagramContext> for ParetoOnOff {
    const LABEL: &'static str = "On/off, Pareto";
    const SOURCE: &'static str = "ns-2, Application/Traffic/Pareto";
    type Running = Packets;
    fn start(&self, context: &DatagramContext) -> Packets {
        let pace = Pace::new(self.packet_bytes, self.rate_bps);
        let times = OnOff::pareto(pace, self.mean_on_s, self.mean_off_s, self.shape, context.stream.clone());
        Packets { times, bytes: self.packet_bytes + context.header_bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{context, waits};
    use super::*;

    #[test]
    fn bursts_and_silences_are_at_least_the_pareto_scale() {
        // With shape 1.5, times are at least a third of their means: bursts 24 ms, with packets every 8 ms, and
        // silences 100 ms.
        let part =
            ParetoOnOff { rate_bps: 1_000_000, packet_bytes: 1_000, mean_on_s: 0.072, mean_off_s: 0.3, shape: 1.5 };
        let waits = waits(part.start(&context(6)), 100_000);
        assert!(waits[0] >= 108_000_000);
        assert!(waits.iter().all(|&wait| wait == 8_000_000 || wait >= 108_000_000));
        let mut lengths = waits.split(|&wait| wait > 8_000_000).skip(1).map(|rest| rest.len() + 1).collect::<Vec<_>>();
        lengths.pop(); // the last burst is incomplete
        assert_eq!(lengths.iter().min(), Some(&3));
    }

    #[test]
    fn with_a_light_tail_the_mean_rate_is_packets_per_cycle_over_its_length() {
        // With shape 5, the standard deviation is mean / sqrt(15). A cycle has 100 packets of 8 ms and 0.8 s of
        // silence, so the mean rate is half the burst rate.
        let part =
            ParetoOnOff { rate_bps: 1_000_000, packet_bytes: 1_000, mean_on_s: 0.8, mean_off_s: 0.8, shape: 5.0 };
        for seed in 0..5 {
            let n = 1_000_000;
            let time = waits(part.start(&context(seed)), n).iter().sum::<u64>() as f64 / 1e9;
            let allowed = 5.0 * 0.5 * (2.0_f64 / 15.0).sqrt() / 10_000_f64.sqrt();
            assert!(
                (n as f64 / time / 62.5 - 1.0).abs() < allowed,
                "seed {seed}: {} packets/s, expected 62.5",
                n as f64 / time
            );
        }
    }
}
