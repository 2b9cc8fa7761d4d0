//! REM, random exponential marking (Athuraliya, Li, Low & Yin 2001), in the form of Low, Peterson & Wang 2002,
//! equations 24 to 27. Once per period the link updates its price from the excess of arrivals over its capacity and
//! from the packets that wait, `p = max(0, p + gamma (mu b + x - c))`, and it marks an arriving packet with probability
//! `1 - phi^-p`. The prices along a path add up in the exponent, so a sender can compute their sum from its share of
//! marked packets. With rates in packets per ms and a period of 1 ms, prices are in ms.
//!
//! The paper doesn't say whether its backlog includes the packet in transmission. Its measured utilization implies that
//! it doesn't, so the default excludes it. ns-2's queue of the same name has a different price, over a target backlog,
//! and marks departing packets; it is not implemented. The port accounts lazily, so this rule processes periods only
//! when the next packet arrives or has left, with the backlog at the end of each period. Nothing arrives in between, so
//! any number of periods takes one step.

use super::{Arrival, Backlog, Buffer, PortContext, QueueRule, QueueSignal, Verdict};
use crate::kernel::Nanos;
use crate::kernel::random::Stream;
use crate::schema::shape::{Part, integer, number};

alternatives! {
    /// Which packets are the backlog.
    pub enum RemBacklog {
        /// The waiting packets.
        Waiting = "waiting",
        /// The waiting packets and the one in transmission.
        WithInService = "with_in_service",
    }
}

described! {
    /// Computes a price of the link and marks packets at random, with a probability that grows with the price.
    pub struct Rem {
        /// How fast the price changes, per packet of excess.
        gamma: f64 = number("ms/packet", 0.0, 1e3), default 0.005, label "Price step gamma", basic true;
        /// Weight of the backlog relative to the rate.
        mu: f64 = number("", 0.0, 1e3), default 0.5, label "Weight of the backlog mu";
        /// Base of the marking probability; all links and senders must use the same.
        phi: f64 = number("", 1.000_001, 1e3), default 1.1, label "Marking base phi", basic true;
        /// How often the price changes.
        period_us: u32 = integer("us", 1, 1_000_000), default 1_000, label "Price period";
        /// Size of a typical packet, which determines how many the link can send in a period.
        mean_packet_bytes: u32 = integer("bytes", 1, 65_535), default 1_000, label "Typical packet";
        /// Which packets count as the backlog in the price.
        backlog: RemBacklog = RemBacklog::SHAPE, default "waiting", label "Backlog counts";
        /// How the link signals its price.
        on_signal: QueueSignal = QueueSignal::SHAPE, default "mark", label "Signal by";
        /// Size of the buffer, the packet in transmission included.
        limit_packets: u64 = integer("packets", 1, 100_000_000), default 2_000, label "Buffer", basic true;
    }
}

/// REM at one port.
#[derive(Clone, Debug)]
pub struct Running {
    part: Rem,
    period: Nanos,
    /// Packets that the link can send in a period.
    capacity: f64,
    log_phi: f64,
    stream: Stream,
    price: f64,
    /// Number of the last period processed; `None` before the first packet.
    last_period: Option<u64>,
    /// Packets that arrived since that period.
    arrived: u64,
}

impl Part<PortContext> for Rem {
    const LABEL: &'static str = "REM";
    const SOURCE: &'static str = "Low, Peterson & Wang 2002, equations 24 to 27";
    type Running = Box<Running>;
    fn start(&self, port: &PortContext) -> Box<Running> {
        let mut running = Running {
            part: self.clone(),
            period: u64::from(self.period_us) * 1_000,
            capacity: 0.0,
            log_phi: libm::log(self.phi),
            stream: port.stream.clone(),
            price: 0.0,
            last_period: None,
            arrived: 0,
        };
        running.set_rate(port.rate_bps);
        Box::new(running)
    }
}

impl Running {
    fn set_rate(&mut self, rate_bps: u64) {
        let bits = rate_bps as f64 * crate::kernel::seconds(self.period);
        self.capacity = bits / (8.0 * f64::from(self.part.mean_packet_bytes));
    }

    /// Processes the periods up to this one, during which the buffer held this many packets.
    fn process_periods(&mut self, period: u64, held: u64) {
        let before = self.last_period.unwrap_or(period);
        self.last_period = Some(before.max(period));
        let Some(further) = period.checked_sub(before + 1) else { return };
        let backlog = match self.part.backlog {
            RemBacklog::Waiting => held.saturating_sub(1),
            RemBacklog::WithInService => held,
        };
        let step = self.part.gamma * (self.part.mu * backlog as f64 - self.capacity);
        self.price = (self.price + step + self.part.gamma * self.arrived as f64).max(0.0);
        self.arrived = 0;
        // Every further period adds the same step, and a price that reaches 0 stays there.
        self.price = (self.price + further as f64 * step).max(0.0);
    }

    fn probability(&self) -> f64 {
        -libm::expm1(-self.price * self.log_phi)
    }
}

impl QueueRule for Running {
    fn on_arrival(&mut self, now: Nanos, arrival: Arrival, buffer: &Buffer) -> Verdict {
        // A period that ends exactly now ends before the packet arrives.
        self.process_periods(now / self.period, buffer.backlog.packets);
        self.arrived += 1;
        let signals = self.stream.uniform() < self.probability();
        if buffer.backlog.packets >= self.part.limit_packets {
            Verdict::Drop
        } else if signals {
            self.part.on_signal.verdict(arrival.ecn)
        } else {
            Verdict::Accept
        }
    }

    fn on_departure(&mut self, when: Nanos, backlog: Backlog) {
        // A period that ends exactly now ends after the packet has left.
        self.process_periods(when.saturating_sub(1) / self.period, backlog.packets + 1);
    }

    fn on_rate(&mut self, now: Nanos, rate_bps: u64, backlog: Backlog) {
        self.process_periods(now / self.period, backlog.packets);
        self.set_rate(rate_bps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::MILLISECOND;
    use crate::net::Ecn;

    /// 48 Mbit/s and packets of 1000 bytes: 6 per ms.
    fn rem(backlog: RemBacklog) -> Box<Running> {
        let part = Rem {
            gamma: 0.005,
            mu: 0.5,
            phi: 1.1,
            period_us: 1_000,
            mean_packet_bytes: 1_000,
            backlog,
            on_signal: QueueSignal::Mark,
            limit_packets: 100,
        };
        part.start(&PortContext { rate_bps: 48_000_000, delay: 0, stream: Stream::new(1, "queue/test") })
    }

    fn held(packets: u64) -> Backlog {
        Backlog { bytes: 1_000 * packets, packets }
    }

    /// Offers a packet to a buffer that holds this many.
    fn offer(rem: &mut Running, now: Nanos, packets: u64, ecn: Ecn) -> Verdict {
        let in_service = if packets > 0 { 1_000 } else { 0 };
        let arrival = Arrival { size: 1_000, ecn, free_at: now + packets };
        rem.on_arrival(now, arrival, &Buffer { backlog: held(packets), in_service })
    }

    #[test]
    fn a_price_of_3_395_marks_0_2764_of_the_packets() {
        let mut rem = rem(RemBacklog::Waiting);
        assert_eq!(rem.capacity, 6.0);
        rem.price = 3.395;
        assert_eq!((rem.probability() * 1e4).round(), 2_764.0);
        rem.price = 0.0;
        assert_eq!(rem.probability(), 0.0);
        rem.price = 1e20;
        assert_eq!(rem.probability(), 1.0);
    }

    /// The price after a thousand periods with this many arrivals each, while the buffer holds `packets`.
    fn price(counted: RemBacklog, arrivals: u64, packets: u64) -> f64 {
        let mut rem = rem(counted);
        rem.process_periods(0, 0);
        rem.price = 3.395;
        for period in 0..1_000 {
            for n in 0..arrivals {
                offer(&mut rem, period * MILLISECOND + n * 100_000, packets, Ecn::Capable);
            }
        }
        rem.on_rate(1_000 * MILLISECOND, 48_000_000, held(packets));
        rem.price
    }

    #[test]
    fn the_price_is_stable_if_arrivals_plus_half_the_backlog_match_the_capacity() {
        assert_eq!(price(RemBacklog::Waiting, 5, 3), 3.395);
        assert_eq!(price(RemBacklog::Waiting, 6, 1), 3.395);
        assert_eq!(price(RemBacklog::WithInService, 5, 2), 3.395);
        // One more packet per period, or two more waiting: 0.005 ms per period.
        for higher in [price(RemBacklog::Waiting, 6, 3), price(RemBacklog::Waiting, 5, 5)] {
            assert!((higher - 8.395).abs() < 1e-9, "{higher}");
        }
        assert!((price(RemBacklog::WithInService, 5, 3) - 5.895).abs() < 1e-9);
        // One packet fewer: the price falls to 0 and stays there.
        assert_eq!(price(RemBacklog::Waiting, 4, 3), 0.0);
    }

    #[test]
    fn processing_periods_late_gives_the_same_price() {
        let mut stream = Stream::new(2, "arrivals");
        let (mut late, mut backlog, mut now) = (rem(RemBacklog::Waiting), 0_u64, 0_u64);
        late.process_periods(0, 0);
        // The price from its definition: computed at the end of every period, from the buffer's contents at that time.
        let (mut price, mut ended, mut arrived) = (0.0_f64, 0, 0);
        for _ in 0..50_000 {
            let before = backlog;
            let leaves = backlog > 0 && (backlog == 80 || stream.below(2) == 0);
            // Many events fall on the end of a period, several at the same time; occasionally nothing happens for half
            // a minute.
            now += match stream.below(2_000) {
                0 => 30_000 * MILLISECOND,
                1..1_000 => now.next_multiple_of(250_000) - now + stream.below(3) * 250_000,
                _ => stream.below(300_000),
            };
            let ends = if leaves { now.saturating_sub(1) } else { now } / MILLISECOND;
            while ended < ends {
                ended += 1;
                let waiting = before.saturating_sub(1) as f64;
                price = (price + 0.005 * (0.5 * waiting + f64::from(arrived) - 6.0)).max(0.0);
                arrived = 0;
            }
            if leaves {
                backlog -= 1;
                late.on_departure(now, held(backlog));
            } else {
                offer(&mut late, now, backlog, Ecn::Capable);
                backlog += 1;
                arrived += 1;
            }
            assert!(
                (late.price - price).abs() < 1e-9 * price.max(1.0),
                "at {now} ns: price {}, expected {price}",
                late.price
            );
        }
        assert!(now > 100 * 1_000 * MILLISECOND, "too few idle periods");
    }

    #[test]
    fn a_million_idle_seconds_take_one_step() {
        let mut rem = rem(RemBacklog::Waiting);
        offer(&mut rem, 0, 0, Ecn::Capable);
        rem.price = 1e6;
        // The price falls from a million by 0.03 per ms: by 900 in 30 seconds. The packet that arrived adds 0.005.
        rem.on_departure(30_000 * MILLISECOND + 1, held(0));
        assert!((rem.price - (1e6 - 900.0 + 0.005)).abs() < 1e-6, "{}", rem.price);
        offer(&mut rem, 1_000_000_000 * MILLISECOND, 0, Ecn::Capable);
        assert_eq!(rem.price, 0.0);
    }

    #[test]
    fn the_time_before_the_first_packet_does_not_count() {
        let mut rem = rem(RemBacklog::Waiting);
        rem.on_departure(1_000 * MILLISECOND + 1, held(50));
        assert_eq!(rem.price, 0.0);
        rem.on_departure(1_001 * MILLISECOND + 1, held(49));
        // 49 packets were waiting behind the one that just left.
        assert_eq!(rem.price, 0.005 * (0.5 * 49.0 - 6.0));
    }

    #[test]
    fn marks_capable_packets_drops_others_and_accepts_marked_ones() {
        let mut rem = rem(RemBacklog::Waiting);
        let mut verdicts = |packets, ecn, on_signal| {
            rem.price = 3.395;
            rem.part.on_signal = on_signal;
            let mut counts = [0; 3];
            for _ in 0..100_000 {
                counts[offer(&mut rem, 0, packets, ecn) as usize] += 1;
            }
            counts
        };
        // Five standard errors of 100 000 draws are 707.
        let signaled = 27_644 - 707..27_644 + 707;
        let [accepted, marked, dropped] = verdicts(3, Ecn::Capable, QueueSignal::Mark);
        assert!(signaled.contains(&marked) && dropped == 0, "{accepted} {marked} {dropped}");
        assert_eq!(verdicts(3, Ecn::Marked, QueueSignal::Mark), [100_000, 0, 0]);
        for on_signal in [QueueSignal::Mark, QueueSignal::Drop] {
            let [_, marked, dropped] = verdicts(3, Ecn::NotCapable, on_signal);
            assert!(signaled.contains(&dropped) && marked == 0, "{marked} {dropped}");
        }
        assert_eq!(verdicts(100, Ecn::Marked, QueueSignal::Mark), [0, 0, 100_000]);
    }
}
