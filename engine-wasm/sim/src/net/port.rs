//! An output port with its link: a FIFO buffer, a transmitter, propagation, and optionally the hitbox emulator's
//! release clock. Ahn et al. 1995, section 4: a packet of `p` bits that finds the queueing delay `Q` is held for
//! `Q + p / rate + delay`. Their printed recursion for `Q` leaves out the previous packet's own transmission time and
//! would never queue anything; meant is Lindley's, `Q = max(0, Q' + p' / rate - (T - T'))`, which is what "the moment
//! at which the transmitter is free" computes here.

use std::collections::VecDeque;

use super::loss::{Fate, RunningLoss};
use super::queue::{Arrival, Backlog, RunningQueue, Verdict};
use super::{Ecn, Packet};
use crate::kernel::clock::Clock;
use crate::kernel::{Nanos, SECOND};

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
    /// When the next packet arrives, and its place in the order of all packets.
    pub next: Option<(Nanos, u64)>,
}

#[derive(Debug)]
struct Transit {
    packet: Packet,
    arrives: Nanos,
    order: u64,
    corrupted: bool,
}

/// One buffered packet, as the buffer accounts for it.
#[derive(Debug)]
struct Held {
    since: Nanos,
    until: Nanos,
    size: u32,
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

/// A port at work.
#[derive(Debug)]
pub struct Port {
    rate_bps: u64,
    delay: Nanos,
    release: Clock,
    queue: RunningQueue,
    loss: RunningLoss,
    /// When the transmitter has sent all that was accepted, and the fraction of a nanosecond beyond it, times the rate.
    free_at: Nanos,
    residue: u64,
    held: VecDeque<Held>,
    backlog: Backlog,
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
            free_at: 0,
            residue: 0,
            held: VecDeque::new(),
            backlog: Backlog::default(),
            transit: VecDeque::new(),
            totals: PortTotals::default(),
        }
    }

    /// Takes the packets out of the buffer that have been sent by `now` and tells `left(when, backlog after)` of each.
    pub fn settle(&mut self, now: Nanos, mut left: impl FnMut(Nanos, Backlog)) {
        while let Some(first) = self.held.front().filter(|held| held.until <= now) {
            let span = (first.until - first.since) as f64;
            self.totals.byte_time += span * f64::from(first.size);
            self.totals.packet_time += span;
            self.backlog.bytes -= u64::from(first.size);
            self.backlog.packets -= 1;
            self.queue.on_departure(first.until, self.backlog);
            left(first.until, self.backlog);
            self.held.pop_front();
        }
    }

    /// Offers a packet at `now`, after [`settle`](Self::settle). `order` is its place in the order of all packets.
    pub fn offer(&mut self, now: Nanos, order: u64, mut packet: Packet) -> Offer {
        let fate = self.loss.fate(packet.size);
        if fate == Fate::Refused {
            self.totals.refused += 1;
            return Offer::Refused;
        }
        let idle = (self.backlog.packets == 0).then(|| now.saturating_sub(self.free_at));
        let in_service = self.held.front().map_or(0, |held| held.size);
        let Packet { size, ecn, .. } = packet;
        let arrival = Arrival { now, size, backlog: self.backlog, in_service, ecn, idle };
        let verdict = self.queue.on_arrival(&arrival);
        let marked = verdict == Verdict::Mark;
        match verdict {
            Verdict::Accept => {}
            Verdict::Mark => {
                packet.ecn = Ecn::Marked;
                self.totals.marked += 1;
            }
            Verdict::Drop => {
                self.totals.dropped_full += 1;
                return Offer::Full;
            }
        }
        if self.free_at < now {
            self.free_at = now;
            self.residue = 0;
        }
        let starts = self.free_at;
        // Below 2^53 for the largest packet: 64 bits are enough, and faster to divide.
        let scaled = u64::from(packet.size) * 8 * SECOND + self.residue;
        self.free_at += scaled / self.rate_bps;
        self.residue = scaled % self.rate_bps;
        self.totals.busy += self.free_at - starts;
        self.totals.accepted += 1;
        self.held.push_back(Held { since: now, until: self.free_at, size: packet.size });
        self.backlog.bytes += u64::from(packet.size);
        self.backlog.packets += 1;
        self.totals.max_bytes = self.totals.max_bytes.max(self.backlog.bytes);
        let arrives = self.release.at_or_after(self.free_at + self.delay);
        let corrupted = fate == Fate::Corrupted;
        let head_arrives = self.transit.is_empty().then_some(arrives);
        self.transit.push_back(Transit { packet, arrives, order, corrupted });
        Offer::Accepted { head_arrives, marked }
    }

    /// Delivers the head of the link; the scheduler calls this at its time of arrival.
    pub fn deliver(&mut self) -> Option<Delivery> {
        let head = self.transit.pop_front()?;
        match head.corrupted {
            true => self.totals.dropped_error += 1,
            false => self.totals.delivered += 1,
        }
        let next = self.transit.front().map(|next| (next.arrives, next.order));
        Some(Delivery { packet: head.packet, corrupted: head.corrupted, next })
    }

    /// What the buffer holds.
    pub fn backlog(&self) -> Backlog {
        self.backlog
    }

    /// Packets between buffer entry and arrival.
    pub fn in_transit(&self) -> impl ExactSizeIterator<Item = &Packet> {
        self.transit.iter().map(|transit| &transit.packet)
    }

    /// Sums up to `now`, with the packets that are still held counted for the time they have been there.
    pub fn totals(&self, now: Nanos) -> PortTotals {
        let mut totals = self.totals.clone();
        for held in &self.held {
            let span = now.min(held.until).saturating_sub(held.since) as f64;
            totals.byte_time += span * f64::from(held.size);
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

    fn hitbox(buffer: u64) -> Port {
        let queue: Queue =
            serde_json::from_value(serde_json::json!({"kind": "drop_tail_bytes", "limit_bytes": buffer})).unwrap();
        let loss: Loss = serde_json::from_value(serde_json::json!({"kind": "none"})).unwrap();
        let stream = crate::kernel::random::Stream::new(1, "test");
        let context = PortContext { rate_bps: 800_000, delay: 50_000_000, stream: stream.clone() };
        Port::new(800_000, 50_000_000, Clock::with_phase(0, 0), queue.start(&context), loss.start(&stream))
    }

    fn segment(number: u32) -> Packet {
        Packet {
            flow: 0,
            hop: 0,
            connection: 0,
            ecn: Ecn::NotCapable,
            size: 552,
            payload: Payload::Data { seq: number, cwr: false },
        }
    }

    #[test]
    fn of_two_packets_at_once_the_second_waits_for_the_first() {
        let mut port = hitbox(16_384);
        // 552 bytes at 800 kbit/s take 5.52 ms: Q is 0 for the first packet and 5.52 ms for the second.
        assert_eq!(port.offer(0, 0, segment(0)), Offer::Accepted { head_arrives: Some(55_520_000), marked: false });
        assert_eq!(port.free_at, 5_520_000);
        assert_eq!(port.offer(0, 1, segment(1)), Offer::Accepted { head_arrives: None, marked: false });
        assert_eq!(port.deliver().unwrap().next, Some((5_520_000 * 2 + 50_000_000, 1)));
    }

    #[test]
    fn a_buffer_of_16384_bytes_admits_29_packets_of_552_and_drops_the_30th() {
        let mut port = hitbox(16_384);
        for number in 0..29 {
            assert_ne!(port.offer(0, u64::from(number), segment(number)), Offer::Full, "packet {number}");
        }
        assert_eq!(port.offer(0, 29, segment(29)), Offer::Full);
        // When the first has been transmitted there is room for one more.
        port.settle(5_520_000, |_, _| {});
        assert_ne!(port.offer(5_520_000, 30, segment(30)), Offer::Full);
        assert_eq!(port.offer(5_520_000, 31, segment(31)), Offer::Full);
    }

    #[test]
    fn the_release_clock_adds_jitter_but_does_not_lower_the_rate() {
        let mut port = hitbox(1 << 20);
        port.release = Clock::with_phase(1_000_000, 250_000);
        for number in 0..100 {
            port.offer(0, number, segment(number as u32));
        }
        let mut arrives = 50_000_000 + 5_520_000;
        for number in 1..100u64 {
            let exact = 50_000_000 + 5_520_000 * (number + 1);
            arrives = port.deliver().unwrap().next.unwrap().0;
            assert!((exact..exact + 1_000_000).contains(&arrives), "packet {number}: {arrives} against {exact}");
        }
        assert_eq!(arrives, 602_250_000);
    }
}
