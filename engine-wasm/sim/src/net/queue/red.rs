//! RED, random early detection (Floyd & Jacobson 1993), in packets, as in ns-2: a weighted average of the waiting packets,
//! the one in transmission not counted, decides how likely an arriving packet is dropped. "Wait" spaces the drops more
//! evenly than the original paper's formula; "gentle" lets the probability rise to one between the upper threshold and
//! its double, where the original drops everything.

use super::{Arrival, PortContext, QueueRule, Verdict};
use crate::kernel::random::Stream;
use crate::kernel::seconds;
use crate::scenario::shape::{Part, flag, integer, number};

described! {
    /// Drops arriving packets at random, the more likely the longer the queue has been on average.
    pub struct Red {
        /// Average queue from which on packets are dropped.
        min_threshold: f64 = number("packets", 0.0, 1e6), default 5.0;
        /// Average queue at which the probability reaches its maximum.
        max_threshold: f64 = number("packets", 0.0, 1e6), default 15.0;
        /// Weight of the present queue in the average.
        weight: f64 = number("", 1e-6, 1.0), default 0.002;
        /// Probability of dropping at the upper threshold.
        max_p: f64 = number("", 0.0, 1.0), default 0.1;
        /// Whether the probability rises on to one at twice the upper threshold, instead of jumping.
        gentle: bool = flag(), default false;
        /// Whether drops are spaced by waiting, as in ns-2.
        wait: bool = flag(), default true;
        /// Size of the buffer, the packet in transmission included.
        limit_packets: u64 = integer("packets", 1, 100_000_000), default 50;
        /// Size of a typical packet: how fast the average falls while the queue is idle.
        mean_packet_bytes: u32 = integer("bytes", 1, 65_535), default 500;
    }
}

/// RED at one port.
#[derive(Clone, Debug)]
pub struct Running {
    part: Red,
    packets_per_second: f64,
    stream: Stream,
    average: f64,
    /// Packets since the last drop.
    count: u64,
    /// The average was above the lower threshold at the last arrival.
    above: bool,
}

impl Part<PortContext> for Red {
    const SOURCE: &'static str = "Floyd & Jacobson 1993; ns-2, Queue/RED";
    type Running = Running;
    fn start(&self, port: &PortContext) -> Running {
        let packets_per_second = port.rate_bps as f64 / (8.0 * f64::from(self.mean_packet_bytes));
        Running {
            part: self.clone(),
            packets_per_second,
            stream: port.stream.clone(),
            average: 0.0,
            count: 0,
            above: false,
        }
    }
}

impl Running {
    fn update_average(&mut self, waiting: f64, arrival: &Arrival) {
        let missed = arrival.idle.map_or(0.0, |idle| (self.packets_per_second * seconds(idle)).floor());
        let kept = libm::pow(1.0 - self.part.weight, missed + 1.0);
        self.average = self.average * kept + self.part.weight * waiting;
    }

    /// Probability before the count of packets since the last drop is looked at.
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

    fn probability(&self) -> f64 {
        let p_b = self.base_probability();
        let product = self.count as f64 * p_b;
        match self.part.wait {
            true if product < 1.0 => 0.0,
            true if product < 2.0 => p_b / (2.0 - product),
            false if product < 1.0 => p_b / (1.0 - product),
            _ => 1.0,
        }
    }
}

impl QueueRule for Running {
    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        let waiting = arrival.backlog.packets.saturating_sub(1);
        self.update_average(waiting as f64, arrival);
        self.count += 1;
        if self.average < self.part.min_threshold || waiting <= 1 {
            self.above = false;
        } else if !self.above {
            self.above = true;
            self.count = 1;
        } else if self.stream.uniform() <= self.probability() {
            self.count = 0;
            return Verdict::Drop;
        }
        if arrival.backlog.packets >= self.part.limit_packets {
            self.count = 0;
            return Verdict::Drop;
        }
        Verdict::Accept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::queue::Backlog;

    fn red(gentle: bool, wait: bool) -> Running {
        let part = Red {
            min_threshold: 5.0,
            max_threshold: 15.0,
            weight: 0.002,
            max_p: 0.1,
            gentle,
            wait,
            limit_packets: 50,
            mean_packet_bytes: 500,
        };
        part.start(&PortContext { rate_bps: 1_000_000, stream: Stream::new(1, "queue/test") })
    }

    fn probability(average: f64, count: u64, gentle: bool, wait: bool) -> f64 {
        let mut red = red(gentle, wait);
        red.average = average;
        red.count = count;
        red.probability()
    }

    #[test]
    fn thresholds_5_and_15_at_an_average_of_10_give_a_twentieth() {
        let mut red = red(false, true);
        red.average = 10.0;
        assert_eq!(red.base_probability(), 0.05);
        assert_eq!(probability(10.0, 10, false, false), 0.1);
        assert_eq!(probability(10.0, 10, false, true), 0.0);
        assert!((probability(10.0, 25, false, true) - 0.066_666_666).abs() < 1e-8);
    }

    #[test]
    fn above_the_upper_threshold_it_drops_all_or_gently_more() {
        assert_eq!(probability(16.0, 1, false, true), 1.0);
        assert_eq!(probability(16.0, 7, false, false), 1.0);
        let mut gentle = red(true, true);
        gentle.average = 22.5;
        assert!((gentle.base_probability() - 0.55).abs() < 1e-12);
        gentle.average = 40.0;
        assert_eq!(gentle.base_probability(), 1.0);
    }

    #[test]
    fn the_average_follows_the_queue_and_falls_while_idle() {
        let mut red = red(false, true);
        let busy =
            Arrival { now: 0, size: 500, backlog: Backlog { bytes: 5_500, packets: 11 }, markable: false, idle: None };
        for _ in 0..2_000 {
            red.update_average(10.0, &busy);
        }
        assert!((red.average - 10.0 * (1.0 - libm::pow(0.998, 2_000.0))).abs() < 1e-9);
        let before = red.average;
        // One second idle at 250 packets/s counts as 250 packets that saw an empty queue.
        red.update_average(0.0, &Arrival { idle: Some(1_000_000_000), ..busy });
        assert!((red.average - before * libm::pow(0.998, 251.0)).abs() < 1e-12);
    }
}
