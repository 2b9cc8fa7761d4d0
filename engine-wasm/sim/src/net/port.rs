//! An output port with its link: a FIFO buffer, a transmitter, propagation, and optionally the hitbox emulator's
//! release clock. Ahn et al. 1995, section 4: a packet of `p` bits that finds the queueing delay `Q` is held for
//! `Q + p / rate + delay`. Their printed recursion for `Q` leaves out the previous packet's own transmission time and
//! would never queue anything; meant is Lindley's, `Q = max(0, Q' + p' / rate - (T - T'))`, which is what "the moment
//! at which the transmitter is free" computes here.

use std::collections::VecDeque;

use super::drops::Script;
use super::loss::{Fate, RunningLoss};
use super::queue::{Arrival, Backlog, PortContext, Queue, RunningQueue, Verdict};
use super::{Ecn, Packet};
use crate::kernel::clock::Clock;
use crate::kernel::random::Stream;
use crate::kernel::{Nanos, SECOND, real};

/// A transmission that would end after this time, some 146 years, ends then, so that no sum of times runs over.
const FAR: Nanos = u64::MAX / 4;

/// What became of a packet offered to a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// It waits or is being sent.
    Accepted {
        /// The link was idle, so this packet is the new head and will arrive at this time.
        head_arrives: Option<Nanos>,
        /// The queue marked it.
        marked: bool,
    },
    /// The buffer had no room, or the queue dropped it early.
    Full,
    /// It was lost at the entry of the link.
    Refused,
}

/// The packet that reaches the far end of a link.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    /// The packet.
    pub packet: Packet,
    /// Bit errors make it worthless.
    pub corrupted: bool,
}

/// A packet between buffer entry and arrival.
#[derive(Debug)]
struct Transit {
    packet: Packet,
    corrupted: bool,
    order: u64,
    /// When it entered the buffer, and when its last bit leaves.
    since: Nanos,
    until: Nanos,
    arrives: Nanos,
}

/// What a port must know of the packet in transmission whenever it is looked at: kept beside the queue, so that mostly one
/// comparison tells that nothing has left.
#[derive(Clone, Copy, Debug)]
struct Service {
    since: Nanos,
    until: Nanos,
    size: u32,
}

impl Service {
    /// Nothing is in transmission.
    const IDLE: Self = Self { since: 0, until: Nanos::MAX, size: 0 };
}

/// Sums over the life of a port.
#[derive(Clone, Debug, Default)]
pub struct PortTotals {
    /// Packets taken into the buffer.
    pub accepted: u64,
    /// Packets that reached the far end intact.
    pub delivered: u64,
    /// Packets that were marked.
    pub marked: u64,
    /// Packets that found no room.
    pub dropped_full: u64,
    /// Packets spoiled on the link after they were taken in.
    pub dropped_error: u64,
    /// Packets lost at the entry.
    pub refused: u64,
    /// Integral of the bytes held, in byte nanoseconds, of packets that have left.
    pub byte_time: f64,
    /// The same in packets.
    pub packet_time: f64,
    /// Largest number of bytes held.
    pub max_bytes: u64,
    /// Time spent transmitting by packets that have left.
    pub busy: Nanos,
}

/// What a packet costs a transmitter, in bits times nanoseconds per second: its time times the rate.
#[inline]
fn work(size: u32) -> u64 {
    u64::from(size) * 8 * SECOND
}

/// A port at work.
#[derive(Debug)]
pub struct Port {
    rate_bps: u64,
    delay: Nanos,
    release: Clock,
    queue: RunningQueue,
    loss: RunningLoss,
    script: Option<Box<Script>>,
    /// When the transmitter has sent all that was accepted, and the fraction of a nanosecond beyond it, times the rate.
    free_at: Nanos,
    residue: u64,
    /// Work of a packet, and its whole and remaining part when divided by the rate: mostly the next packet is as large.
    divided: (u64, u64, u64),
    /// What the buffer holds: the last packets of `transit`.
    backlog: Backlog,
    in_service: Service,
    /// When the last packet of `transit` arrives, or the one before if there is none.
    last_arrives: Nanos,
    transit: VecDeque<Transit>,
    totals: PortTotals,
}

impl Port {
    /// An idle port.
    pub fn new(rate_bps: u64, delay: Nanos, release: Clock, queue: RunningQueue, loss: RunningLoss) -> Self {
        Self {
            rate_bps,
            delay,
            release,
            queue,
            loss,
            script: None,
            free_at: 0,
            residue: 0,
            divided: (0, 0, 0),
            backlog: Backlog::default(),
            in_service: Service::IDLE,
            last_arrives: 0,
            transit: VecDeque::new(),
            totals: PortTotals::default(),
        }
    }

    /// Gives the port its scripted drops.
    pub fn set_script(&mut self, script: Script) {
        self.script = Some(Box::new(script));
    }

    /// Replaces the queue discipline. What the buffer holds stays.
    pub fn set_queue(&mut self, queue: &Queue, stream: Stream) {
        self.queue = queue.start(&PortContext { rate_bps: self.rate_bps, delay: self.delay, stream });
    }

    /// Replaces the losses.
    pub fn set_loss(&mut self, loss: RunningLoss) {
        self.loss = loss;
    }

    /// Index in `transit` of the packet in transmission.
    #[inline]
    fn first_held(&self) -> usize {
        self.transit.len() - self.backlog.packets as usize
    }

    /// Takes the packets out of the buffer that have been sent by `now` and tells `left(when, backlog after)` of each.
    #[inline(always)]
    pub fn settle(&mut self, now: Nanos, mut left: impl FnMut(Nanos, Backlog)) {
        while self.in_service.until <= now {
            let when = self.in_service.until;
            self.depart();
            left(when, self.backlog);
        }
    }

    /// The packet in transmission leaves the buffer.
    #[inline(never)]
    fn depart(&mut self) {
        let Service { since, until, size } = self.in_service;
        let span = real(until - since);
        self.totals.byte_time += span * f64::from(size);
        self.totals.packet_time += span;
        self.backlog.bytes -= u64::from(size);
        self.backlog.packets -= 1;
        self.look_at_transmission();
        self.queue.on_departure(until, self.backlog);
    }

    /// Notes which packet is in transmission.
    #[inline]
    fn look_at_transmission(&mut self) {
        let first = self.transit.get(self.first_held());
        self.in_service = first.map_or(Service::IDLE, |&Transit { since, until, ref packet, .. }| Service {
            since,
            until,
            size: packet.size,
        });
    }

    /// Offers a packet at `now`, after [`settle`](Self::settle). `order` is its place in the order of all packets.
    #[inline]
    pub fn offer(&mut self, now: Nanos, order: u64, packet: &Packet) -> Offer {
        let scripted = self.script.as_mut().is_some_and(|script| script.loses(packet));
        let fate = self.loss.fate(packet.size);
        if scripted || fate == Fate::Refused {
            self.totals.refused += 1;
            return Offer::Refused;
        }
        let idle = (self.backlog.packets == 0).then(|| now.saturating_sub(self.free_at));
        let Packet { size, ecn, .. } = *packet;
        let arrival = Arrival { now, size, backlog: self.backlog, in_service: self.in_service.size, ecn, idle };
        let verdict = self.queue.on_arrival(&arrival);
        if verdict == Verdict::Drop {
            self.totals.dropped_full += 1;
            return Offer::Full;
        }
        let marked = verdict == Verdict::Mark;
        self.totals.marked += u64::from(marked);
        if self.free_at < now {
            self.free_at = now;
            self.residue = 0;
        }
        let starts = self.free_at;
        self.transmit(work(size));
        let until = self.free_at;
        self.totals.busy += until - starts;
        self.totals.accepted += 1;
        if self.backlog.packets == 0 {
            self.in_service = Service { since: now, until, size };
        }
        self.backlog.bytes += u64::from(size);
        self.backlog.packets += 1;
        self.totals.max_bytes = self.totals.max_bytes.max(self.backlog.bytes);
        let arrives = self.release.at_or_after(until + self.delay).max(self.last_arrives);
        self.last_arrives = arrives;
        let head_arrives = self.transit.is_empty().then_some(arrives);
        let ecn = if marked { Ecn::Marked } else { ecn };
        let packet = Packet { ecn, ..*packet };
        self.transit.push_back(Transit {
            packet,
            corrupted: fate == Fate::Corrupted,
            order,
            since: now,
            until,
            arrives,
        });
        Offer::Accepted { head_arrives, marked }
    }

    /// Adds a transmission behind the others.
    #[inline]
    fn transmit(&mut self, work: u64) {
        if self.divided.0 != work {
            self.divided = (work, work / self.rate_bps, work % self.rate_bps);
        }
        let (_, mut whole, rest) = self.divided;
        // Both are below the rate, and the rate is below 2^40.
        self.residue += rest;
        if self.residue >= self.rate_bps {
            self.residue -= self.rate_bps;
            whole += 1;
        }
        self.free_at = (self.free_at + whole).min(FAR);
    }

    /// Changes rate and delay of the link at `now`, after [`settle`](Self::settle). What has been sent of the packet in
    /// transmission stays sent; the rest of it and the packets behind it are sent at the new rate. Packets that have been
    /// sent arrive when they would have, and none overtakes another. Returns the head's new time of arrival and its place in
    /// the order of packets, if that time has changed.
    pub fn set_link(&mut self, now: Nanos, rate_bps: u64, delay: Nanos) -> Option<(Nanos, u64)> {
        let old_head = self.head();
        self.delay = delay;
        if rate_bps != self.rate_bps {
            let left = self.work_left(now);
            self.rate_bps = rate_bps;
            self.divided = (0, 0, 0);
            self.queue.on_rate(now, rate_bps, self.backlog);
            if let Some(mut work_of_next) = left {
                self.totals.busy -= self.free_at - now;
                (self.free_at, self.residue) = (now, 0);
                for index in self.first_held()..self.transit.len() {
                    self.transmit(work_of_next);
                    self.transit[index].until = self.free_at;
                    work_of_next = self.transit.get(index + 1).map_or(0, |next| work(next.packet.size));
                }
                self.totals.busy += self.free_at - now;
                self.look_at_transmission();
            } else {
                self.residue = 0; // less than a nanosecond of a packet that counts as sent
            }
        }
        // What is held are the last packets on the link.
        let first = self.first_held();
        let mut before = first.checked_sub(1).map_or(now, |last| self.transit[last].arrives);
        for held in self.transit.range_mut(first..) {
            held.arrives = self.release.at_or_after(held.until + delay).max(before);
            before = held.arrives;
        }
        self.last_arrives = before;
        self.head().filter(|head| Some(*head) != old_head)
    }

    /// What is left to send of the packet in transmission.
    fn work_left(&self, now: Nanos) -> Option<u64> {
        let mut held = self.transit.range(self.first_held()..).map(|held| held.packet.size);
        let first = held.next()?;
        let all = u128::from(self.free_at - now) * u128::from(self.rate_bps) + u128::from(self.residue);
        let behind: u128 = held.map(|size| u128::from(work(size))).sum();
        // Of the packet before, a fraction of a nanosecond may be in the sum: that counts as sent.
        Some(all.saturating_sub(behind).min(u128::from(work(first))) as u64)
    }

    /// Rate of the link, bit/s, and its propagation delay.
    pub fn link(&self) -> (u64, Nanos) {
        (self.rate_bps, self.delay)
    }

    /// Delivers the head of the link; the scheduler calls this at its time of arrival, after [`settle`](Self::settle) has
    /// taken it out of the buffer.
    #[inline]
    pub fn deliver(&mut self) -> Option<Delivery> {
        let Transit { packet, corrupted, .. } = self.transit.pop_front()?;
        match corrupted {
            true => self.totals.dropped_error += 1,
            false => self.totals.delivered += 1,
        }
        Some(Delivery { packet, corrupted })
    }

    /// When the head of the link arrives, and its place in the order of all packets.
    #[inline]
    pub fn head(&self) -> Option<(Nanos, u64)> {
        self.transit.front().map(|head| (head.arrives, head.order))
    }

    /// What the buffer holds.
    pub fn backlog(&self) -> Backlog {
        self.backlog
    }

    /// Packets between buffer entry and arrival.
    pub fn in_transit(&self) -> impl ExactSizeIterator<Item = &Packet> {
        self.transit.iter().map(|transit| &transit.packet)
    }

    /// When the packets arrive at the far end, and their places in the order of all packets, from the head of the link on.
    pub fn arrivals(&self) -> impl Iterator<Item = (Nanos, u64)> {
        self.transit.iter().map(|transit| (transit.arrives, transit.order))
    }

    /// Sums up to `now`, with the packets that are still held counted for the time they have been there.
    pub fn totals(&self, now: Nanos) -> PortTotals {
        let mut totals = self.totals.clone();
        for held in self.transit.range(self.first_held()..) {
            let span = real(now.min(held.until).saturating_sub(held.since));
            totals.byte_time += span * f64::from(held.packet.size);
            totals.packet_time += span;
        }
        totals.busy -= self.free_at.saturating_sub(now);
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Payload;
    use crate::net::loss::Loss;
    use crate::net::queue::{PortContext, Queue};
    use crate::scenario::typed::FromValue;

    fn hitbox(buffer: u64) -> Port {
        let queue: Queue =
            FromValue::from_value(serde_json::json!({"kind": "drop_tail_bytes", "limit_bytes": buffer})).unwrap();
        let loss: Loss = FromValue::from_value(serde_json::json!({"kind": "none"})).unwrap();
        let stream = crate::kernel::random::Stream::new(1, "test");
        let context = PortContext { rate_bps: 800_000, delay: 50_000_000, stream: stream.clone() };
        Port::new(800_000, 50_000_000, Clock::with_phase(0, 0), queue.start(&context), loss.start(&stream))
    }

    fn segment(number: u32) -> Packet {
        Packet {
            flow: 0,
            place: 0,
            connection: 0,
            ecn: Ecn::NotCapable,
            size: 552,
            payload: Payload::Data { seq: number, cwr: false },
        }
    }

    /// Delivers the head; when the next packet arrives, and its place in the order.
    fn next_head(port: &mut Port) -> Option<(Nanos, u64)> {
        port.deliver()?;
        port.head()
    }

    #[test]
    fn of_two_packets_at_once_the_second_waits_for_the_first() {
        let mut port = hitbox(16_384);
        // 552 bytes at 800 kbit/s take 5.52 ms: Q is 0 for the first packet and 5.52 ms for the second.
        assert_eq!(port.offer(0, 0, &segment(0)), Offer::Accepted { head_arrives: Some(55_520_000), marked: false });
        assert_eq!(port.free_at, 5_520_000);
        assert_eq!(port.offer(0, 1, &segment(1)), Offer::Accepted { head_arrives: None, marked: false });
        port.settle(55_520_000, |_, _| {});
        assert_eq!(next_head(&mut port), Some((5_520_000 * 2 + 50_000_000, 1)));
    }

    #[test]
    fn a_buffer_of_16384_bytes_admits_29_packets_of_552_and_drops_the_30th() {
        let mut port = hitbox(16_384);
        for number in 0..29 {
            assert_ne!(port.offer(0, u64::from(number), &segment(number)), Offer::Full, "packet {number}");
        }
        assert_eq!(port.offer(0, 29, &segment(29)), Offer::Full);
        // When the first has been transmitted there is room for one more.
        port.settle(5_520_000, |_, _| {});
        assert_ne!(port.offer(5_520_000, 30, &segment(30)), Offer::Full);
        assert_eq!(port.offer(5_520_000, 31, &segment(31)), Offer::Full);
    }

    #[test]
    fn the_release_clock_adds_jitter_but_does_not_lower_the_rate() {
        let mut port = hitbox(1 << 20);
        port.release = Clock::with_phase(1_000_000, 250_000);
        for number in 0..100 {
            port.offer(0, number, &segment(number as u32));
        }
        let mut arrives = 56_250_000;
        for number in 1..100u64 {
            let exact = 50_000_000 + 5_520_000 * (number + 1);
            port.settle(arrives, |_, _| {});
            arrives = next_head(&mut port).unwrap().0;
            assert!((exact..exact + 1_000_000).contains(&arrives), "packet {number}: {arrives} against {exact}");
        }
        assert_eq!(arrives, 602_250_000);
    }

    /// Three packets at time 0.
    fn three() -> Port {
        let mut port = hitbox(16_384);
        for number in 0..3 {
            port.offer(0, number, &segment(number as u32));
        }
        port
    }

    /// When the packets on the link arrive.
    fn arrivals(port: &Port) -> Vec<Nanos> {
        port.transit.iter().map(|transit| transit.arrives).collect()
    }

    /// When what is in the buffer leaves it.
    fn departures(port: &Port) -> Vec<Nanos> {
        port.transit.range(port.first_held()..).map(|held| held.until).collect()
    }

    #[test]
    fn half_the_rate_in_the_middle_of_a_packet_doubles_what_is_left_of_it() {
        let mut port = three();
        port.settle(2_760_000, |_, _| {});
        // 276 bytes are left: 5.52 ms at half the rate; the others take 11.04 ms each.
        assert_eq!(port.set_link(2_760_000, 400_000, 50_000_000), Some((58_280_000, 0)));
        assert_eq!(departures(&port), [8_280_000, 19_320_000, 30_360_000]);
        assert_eq!(arrivals(&port), [58_280_000, 69_320_000, 80_360_000]);
        assert_eq!(port.totals(2_760_000).busy, 2_760_000);
        // A packet that comes later queues behind them, and busy time and contents are exact in the end.
        port.offer(10_000_000, 3, &segment(3));
        let mut left = Vec::new();
        port.settle(100_000_000, |when, backlog| left.push((when, backlog.packets)));
        assert_eq!(left, [(8_280_000, 3), (19_320_000, 2), (30_360_000, 1), (41_400_000, 0)]);
        let totals = port.totals(100_000_000);
        assert_eq!(totals.busy, 41_400_000);
        assert_eq!(totals.packet_time, 8_280_000.0 + 19_320_000.0 + 30_360_000.0 + 31_400_000.0);
        assert_eq!(totals.byte_time, 552.0 * totals.packet_time);
    }

    #[test]
    fn fractions_of_a_nanosecond_carry_over_a_change_of_rate() {
        let mut port = hitbox(16_384);
        port.set_link(0, 700_000, 0);
        port.offer(0, 0, &segment(0));
        port.offer(0, 1, &segment(1));
        // 4416 bits at 700 kbit/s: 6.308571428... ms, and twice that.
        assert_eq!(departures(&port), [6_308_571, 12_617_142]);
        port.settle(1_000_000, |_, _| {});
        // 700 bits are sent; 3716 at 300 kbit/s take 12.38666666... ms, the next 14.72 ms.
        port.set_link(1_000_000, 300_000, 0);
        assert_eq!(departures(&port), [13_386_666, 28_106_666]);
        port.settle(13_400_000, |_, _| {});
        port.set_link(13_400_000, 100_000, 0);
        // Of the second, 4 bits were sent in the last 13.333 us; 4412 at 100 kbit/s take 44.12 ms.
        assert_eq!(departures(&port), [57_520_000]);
    }

    #[test]
    fn no_packet_is_the_longer_for_the_fraction_of_the_one_before() {
        let mut port = hitbox(16_384);
        port.set_link(0, 700_000, 0);
        port.offer(0, 0, &segment(0));
        port.offer(0, 1, &segment(1));
        // The first has left, 0.43 ns before its last bit, which would take 3 us at the new rate.
        port.settle(6_308_571, |_, _| {});
        port.set_link(6_308_571, 100, 0);
        assert_eq!(departures(&port), [6_308_571 + 44_160_000_000]);
    }

    #[test]
    fn what_comes_to_the_old_rate_at_once_leaves_no_trace() {
        let mut port = three();
        let before = (departures(&port), arrivals(&port), port.residue, port.totals(0).busy);
        port.settle(2_000_000, |_, _| {});
        assert!(port.set_link(2_000_000, 123_457, 50_000_000).is_some());
        assert_eq!(port.set_link(2_000_000, 800_000, 50_000_000), Some((55_520_000, 0)));
        assert_eq!((departures(&port), arrivals(&port), port.residue, port.totals(0).busy), before);
    }

    #[test]
    fn an_outage_holds_the_packets_back_and_drops_none() {
        let mut port = three();
        port.settle(2_760_000, |_, _| {});
        port.set_link(2_760_000, 100, 50_000_000);
        assert_eq!(departures(&port)[0], 2_760_000 + 22_080_000_000);
        // A second later: 100 bits of 2208 have been sent, 2108 bits take 2.635 ms.
        port.settle(1_002_760_000, |_, _| {});
        assert_eq!(port.set_link(1_002_760_000, 800_000, 50_000_000), Some((1_055_395_000, 0)));
        assert_eq!(departures(&port), [1_005_395_000, 1_010_915_000, 1_016_435_000]);
        port.settle(1_055_395_000, |_, _| {});
        assert_eq!(next_head(&mut port), Some((1_060_915_000, 1)));
    }

    #[test]
    fn a_shorter_delay_holds_for_later_packets_and_none_overtakes() {
        let mut port = three();
        port.settle(6_000_000, |_, _| {});
        // The first has been sent and arrives when it would have; the others would arrive before it.
        assert_eq!(port.set_link(6_000_000, 800_000, 1_000_000), None);
        assert_eq!(arrivals(&port), [55_520_000, 55_520_000, 55_520_000]);
        port.settle(20_000_000, |_, _| {});
        port.offer(20_000_000, 3, &segment(3));
        port.settle(60_000_000, |_, _| {});
        port.offer(60_000_000, 4, &segment(4));
        assert_eq!(arrivals(&port)[3..], [55_520_000, 66_520_000]);
        // A longer one again: the packet in the buffer takes it, those that have been sent do not.
        assert_eq!(port.set_link(60_000_000, 800_000, 90_000_000), None);
        assert_eq!(arrivals(&port)[3..], [55_520_000, 155_520_000]);
    }

    #[test]
    fn a_scripted_drop_is_lost_at_the_entry_and_moves_no_draw_of_the_losses() {
        let lossy = || {
            let mut port = hitbox(1 << 20);
            let loss: Loss = FromValue::from_value(serde_json::json!(
                {"kind": "bernoulli", "rate": 0.3, "placement": "entry"}))
            .unwrap();
            port.set_loss(loss.start(&Stream::new(1, "loss/test")));
            port
        };
        let refused = |port: &mut Port| -> Vec<u64> {
            let offer = |number: &u64| port.offer(0, *number, &segment(*number as u32)) == Offer::Refused;
            (0..100).filter(offer).collect()
        };
        let mut without = refused(&mut lossy());
        assert!(!without.contains(&20), "{without:?}");
        let mut port = lossy();
        port.set_script(Script::of_segment(0, 20));
        let with = refused(&mut port);
        without.push(20);
        without.sort_unstable();
        assert_eq!(with, without);
        assert_eq!(port.totals(0).refused, with.len() as u64);
    }
}
