//! RED, random early detection (Floyd & Jacobson 1993), as in ns-2: a weighted average of the waiting packets, without
//! the packet in transmission, determines the probability that an arriving packet is dropped, or marked if it is
//! ECN-capable. "Wait" spaces the signals more evenly than the original paper's formula. "Gentle" raises the
//! probability to one between the upper threshold and its double, where the original drops everything. If the queue is
//! measured in bytes, a packet counts by its size: thresholds and limit are in packets of the mean size, and a small
//! packet is less likely to be hit. The automatic parameters are those of ns-2.35.

use super::{Arrival, Backlog, Buffer, PortContext, QueueRule, QueueSignal, Verdict};
use crate::kernel::random::Stream;
use crate::kernel::{Nanos, seconds};
use crate::schema::shape::{Part, flag, integer, number};

alternatives! {
    /// What the length of a queue is.
    pub enum QueueMeasure {
        /// Its packets.
        Packets = "packets",
        /// Its bytes, in packets of the mean size.
        Bytes = "bytes",
    }
}

described! {
    /// Drops or marks arriving packets at random, with a probability that grows with the average queue.
    pub struct Red {
        /// Average queue above which packets are dropped or marked.
        min_threshold: f64 = number("packets", 0.0, 1e6), default 5.0, label "Lower threshold", basic true;
        /// Average queue at which the probability reaches its maximum.
        max_threshold: f64 = number("packets", 0.0, 1e6), default 15.0, label "Upper threshold", basic true;
        /// Weight of the current queue in the average.
        weight: f64 = number("", 1e-6, 1.0), default 0.002, label "Weight of the present queue";
        /// Computes thresholds and weight from the link's rate and delay instead.
        automatic: bool = flag(), default false, label "Set thresholds from the link";
        /// Probability of a drop or mark at the upper threshold.
        max_p: f64 = number("", 0.0, 1.0), default 0.1, label "Probability at the upper threshold", basic true;
        /// Above the upper threshold the probability rises to one at twice the threshold, instead of jumping.
        gentle: bool = flag(), default false, label "Gentle above the threshold";
        /// Spaces drops and marks apart by waiting, as in ns-2.
        wait: bool = flag(), default true, label "Space the drops";
        /// Unit in which the queue is measured.
        measure: QueueMeasure = QueueMeasure::SHAPE, default "packets", label "Measured in";
        /// How the queue signals congestion.
        on_signal: QueueSignal = QueueSignal::SHAPE, default "drop", label "Signal by";
        /// Probability, before the spacing, up to which packets are marked; above it all are dropped.
        mark_p: f64 = number("", 0.0, 1.0), default 0.1, label "Mark up to this probability";
        /// Size of the buffer, the packet in transmission included.
        limit_packets: u64 = integer("packets", 1, 100_000_000), default 50, label "Buffer", basic true;
        /// Size of a typical packet, which determines how fast the average falls while the queue is idle, and
        /// converts bytes to packets.
        mean_packet_bytes: u32 = integer("bytes", 1, 65_535), default 500, label "Typical packet";
    }
}

/// RED at one port.
#[derive(Clone, Debug)]
pub struct Running {
    part: Red,
    delay: Nanos,
    packets_per_second: f64,
    stream: Stream,
    average: f64,
    /// Packets since the last hit, including the current one; in packets of the mean size if bytes are measured.
    count: f64,
    /// True if the average was above the lower threshold at the last arrival.
    above: bool,
}

impl Part<PortContext> for Red {
    const LABEL: &'static str = "RED";
    const SOURCE: &'static str = "Floyd & Jacobson 1993; ns-2, Queue/RED";
    type Running = Box<Running>;
    fn start(&self, port: &PortContext) -> Box<Running> {
        let mut running = Running {
            part: self.clone(),
            delay: port.delay,
            packets_per_second: 0.0,
            stream: port.stream.clone(),
            average: 0.0,
            count: 0.0,
            above: false,
        };
        running.set_rate(port.rate_bps);
        Box::new(running)
    }
}

impl Running {
    fn set_rate(&mut self, rate_bps: u64) {
        self.packets_per_second = rate_bps as f64 / (8.0 * f64::from(self.part.mean_packet_bytes));
        if self.part.automatic {
            let rtt = (3.0 * (seconds(self.delay) + 1.0 / self.packets_per_second)).max(0.1);
            self.part.min_threshold = (0.005 * self.packets_per_second / 2.0).max(5.0);
            self.part.max_threshold = 3.0 * self.part.min_threshold;
            self.part.weight = -libm::expm1(-1.0 / (10.0 * rtt * self.packets_per_second));
        }
    }

    /// Converts bytes to packets of the mean size.
    fn in_packets(&self, bytes: u64) -> f64 {
        bytes as f64 / f64::from(self.part.mean_packet_bytes)
    }

    /// Weight of a packet in the count: 1, or its size in packets of the mean size if bytes are measured.
    fn packet_weight(&self, size: u32) -> f64 {
        match self.part.measure {
            QueueMeasure::Packets => 1.0,
            QueueMeasure::Bytes => self.in_packets(u64::from(size)),
        }
    }

    fn update_average(&mut self, waiting: f64, now: Nanos, arrival: Arrival) {
        let missed = arrival.idle(now).map_or(0.0, |idle| (self.packets_per_second * seconds(idle)).floor());
        let kept = libm::pow(1.0 - self.part.weight, missed + 1.0);
        self.average = self.average * kept + self.part.weight * waiting;
    }

    /// Probability before adjustment for the count of packets since the last hit.
    fn base_probability(&self) -> f64 {
        let Red { min_threshold, max_threshold, max_p, gentle, .. } = self.part;
        if self.average < max_threshold {
            max_p * (self.average - min_threshold) / (max_threshold - min_threshold)
        } else if gentle {
            (max_p + (1.0 - max_p) * (self.average - max_threshold) / max_threshold).min(1.0)
        } else {
            1.0
        }
    }

    /// Probability of hitting a packet of this weight. A certain hit stays certain for small packets.
    fn probability(&self, weight: f64) -> f64 {
        let p_b = self.base_probability();
        let product = self.count * p_b;
        let spaced = match self.part.wait {
            true if product < 1.0 => 0.0,
            true if product < 2.0 => p_b / (2.0 - product),
            false if product < 1.0 => p_b / (1.0 - product),
            _ => 1.0,
        };
        if spaced < 1.0 { spaced * weight } else { 1.0 }
    }

    /// Returns whether this packet is hit.
    fn hits(&mut self, waiting: Backlog, now: Nanos, arrival: Arrival) -> bool {
        let weight = self.packet_weight(arrival.size);
        let (length, more_than_one) = match self.part.measure {
            QueueMeasure::Packets => (waiting.packets as f64, waiting.packets > 1),
            QueueMeasure::Bytes => (self.in_packets(waiting.bytes), waiting.bytes > 1),
        };
        self.update_average(length, now, arrival);
        self.count += weight;
        if self.average < self.part.min_threshold || !more_than_one {
            self.above = false;
            return false;
        }
        if !self.above {
            self.above = true;
            self.count = weight;
            return false;
        }
        self.stream.uniform() <= self.probability(weight)
    }

    fn has_room(&self, held: Backlog) -> bool {
        let limit = self.part.limit_packets;
        match self.part.measure {
            QueueMeasure::Packets => held.packets < limit,
            QueueMeasure::Bytes => held.bytes < limit * u64::from(self.part.mean_packet_bytes),
        }
    }
}

impl QueueRule for Running {
    fn on_arrival(&mut self, now: Nanos, arrival: Arrival, buffer: &Buffer) -> Verdict {
        let mut verdict = Verdict::Accept;
        if self.hits(buffer.waiting(), now, arrival) {
            self.count = 0.0;
            let mild = self.base_probability() <= self.part.mark_p;
            verdict = if mild { self.part.on_signal.verdict(arrival.ecn) } else { Verdict::Drop };
        }
        if !self.has_room(buffer.backlog) {
            self.count = 0.0;
            verdict = Verdict::Drop;
        }
        verdict
    }

    fn on_rate(&mut self, _now: Nanos, rate_bps: u64, _backlog: Backlog) {
        self.set_rate(rate_bps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Ecn;

    fn part(gentle: bool, wait: bool) -> Red {
        Red {
            min_threshold: 5.0,
            max_threshold: 15.0,
            weight: 0.002,
            automatic: false,
            max_p: 0.1,
            gentle,
            wait,
            measure: QueueMeasure::Packets,
            on_signal: QueueSignal::Drop,
            mark_p: 0.1,
            limit_packets: 50,
            mean_packet_bytes: 500,
        }
    }

    fn start(part: &Red) -> Box<Running> {
        part.start(&PortContext { rate_bps: 1_000_000, delay: 20_000_000, stream: Stream::new(1, "queue/test") })
    }

    fn red(gentle: bool, wait: bool) -> Box<Running> {
        start(&part(gentle, wait))
    }

    fn probability(average: f64, count: f64, gentle: bool, wait: bool) -> f64 {
        let mut red = red(gentle, wait);
        red.average = average;
        red.count = count;
        red.probability(1.0)
    }

    /// A packet of 500 bytes that finds the port transmitting.
    fn arrival(ecn: Ecn) -> Arrival {
        Arrival { size: 500, ecn, free_at: 1 }
    }

    /// A buffer with this many waiting packets of 500 bytes.
    fn buffer(waiting: u64) -> Buffer {
        Buffer { backlog: Backlog { bytes: 500 * (waiting + 1), packets: waiting + 1 }, in_service: 500 }
    }

    #[test]
    fn an_average_halfway_between_the_thresholds_gives_half_of_max_p() {
        let mut red = red(false, true);
        red.average = 10.0;
        assert_eq!(red.base_probability(), 0.05);
        assert_eq!(probability(10.0, 10.0, false, false), 0.1);
        assert_eq!(probability(10.0, 10.0, false, true), 0.0);
        assert_eq!(probability(10.0, 25.0, false, true), 0.05 / 0.75);
    }

    #[test]
    fn above_the_upper_threshold_every_packet_is_hit_unless_gentle() {
        assert_eq!(probability(16.0, 1.0, false, true), 1.0);
        assert_eq!(probability(16.0, 7.0, false, false), 1.0);
        let mut gentle = red(true, true);
        gentle.average = 22.5;
        assert!((gentle.base_probability() - 0.55).abs() < 1e-12);
        gentle.average = 40.0;
        assert_eq!(gentle.base_probability(), 1.0);
    }

    #[test]
    fn the_average_follows_the_queue_and_falls_while_idle() {
        let mut red = red(false, true);
        let busy = arrival(Ecn::NotCapable);
        for _ in 0..2_000 {
            red.update_average(10.0, 0, busy);
        }
        assert!((red.average - 10.0 * (1.0 - libm::pow(0.998, 2_000.0))).abs() < 1e-9);
        let before = red.average;
        // One second idle at 250 packets/s counts as 250 packets that saw an empty queue.
        red.update_average(0.0, 1_000_000_000, Arrival { free_at: 0, ..busy });
        assert!((red.average - before * libm::pow(0.998, 251.0)).abs() < 1e-12);
    }

    /// Verdict on a packet that is certain to be hit at this average.
    fn verdict_on_hit(average: f64, on_signal: QueueSignal, ecn: Ecn) -> Verdict {
        let mut red = start(&Red { on_signal, ..part(true, true) });
        (red.average, red.above, red.count) = (average, true, 1e6);
        red.on_arrival(0, arrival(ecn), &buffer(average as u64))
    }

    #[test]
    fn a_hit_marks_capable_packets_only_at_a_low_probability() {
        assert_eq!(verdict_on_hit(10.0, QueueSignal::Mark, Ecn::Capable), Verdict::Mark);
        assert_eq!(verdict_on_hit(10.0, QueueSignal::Mark, Ecn::Marked), Verdict::Accept);
        assert_eq!(verdict_on_hit(10.0, QueueSignal::Mark, Ecn::NotCapable), Verdict::Drop);
        assert_eq!(verdict_on_hit(10.0, QueueSignal::Drop, Ecn::Capable), Verdict::Drop);
        // At 16 on the gentle slope the base probability is 0.16, more than 0.1.
        for ecn in [Ecn::Capable, Ecn::Marked, Ecn::NotCapable] {
            assert_eq!(verdict_on_hit(16.0, QueueSignal::Mark, ecn), Verdict::Drop);
        }
        // If the buffer is full, marking doesn't help.
        let mut full = start(&Red { on_signal: QueueSignal::Mark, limit_packets: 11, ..part(false, true) });
        (full.average, full.above, full.count) = (10.0, true, 1e6);
        assert_eq!(full.on_arrival(0, arrival(Ecn::Capable), &buffer(10)), Verdict::Drop);
    }

    #[test]
    fn in_bytes_mode_a_packet_counts_by_its_size() {
        let mut red = start(&Red { measure: QueueMeasure::Bytes, weight: 1.0, ..part(false, true) });
        // 10 waiting packets of 1000 bytes count as 20 of the mean size; the 1500 bytes in transmission don't count.
        let backlog = Backlog { bytes: 11_500, packets: 11 };
        let large = Arrival { size: 1_000, ..arrival(Ecn::NotCapable) };
        red.on_arrival(0, large, &Buffer { backlog, in_service: 1_500 });
        assert_eq!((red.average, red.above, red.count), (20.0, true, 2.0));
        red.average = 10.0;
        red.count = 25.0;
        // 0.0667 for the mean size, twice that for twice the size, and a tenth of it for an ACK of 50 bytes.
        assert_eq!(red.probability(red.packet_weight(500)), 0.05 / 0.75);
        assert_eq!(red.probability(red.packet_weight(1_000)), 0.05 / 0.75 * 2.0);
        assert_eq!(red.probability(red.packet_weight(50)), 0.05 / 0.75 * 0.1);
        red.count = 40.0;
        assert_eq!(red.probability(red.packet_weight(50)), 1.0);
        // The limit of 50 packets means 25 000 bytes.
        assert!(red.has_room(Backlog { bytes: 24_999, packets: 500 }));
        assert!(!red.has_room(Backlog { bytes: 25_000, packets: 5 }));
    }

    #[test]
    fn automatic_parameters_come_from_the_link() {
        // 10 Mbit/s is 2500 packets of 500 bytes per second, or 12.5 in 5 ms; half of that is 6.25.
        let mut red = start(&Red { automatic: true, ..part(true, true) });
        red.on_rate(0, 10_000_000, Backlog::default());
        assert_eq!((red.part.min_threshold, red.part.max_threshold), (6.25, 18.75));
        // 3 (20 ms + 0.4 ms) is below 100 ms: 1 - exp(-1 / 2500).
        assert!((red.part.weight - 3.999_2e-4).abs() < 1e-8, "{}", red.part.weight);
        // 1 Mbit/s is 250 packets per second: the thresholds are at their minimum.
        red.on_rate(0, 1_000_000, Backlog::default());
        assert_eq!((red.part.min_threshold, red.part.max_threshold), (5.0, 15.0));
        assert!((red.part.weight - 3.992_011e-3).abs() < 1e-8, "{}", red.part.weight);
    }
}
