//! An output port with its link: a FIFO buffer, a transmitter, propagation, and optionally the hitbox emulator's
//! release clock. Ahn et al. 1995, section 4: a packet of `p` bits that finds the queueing delay `Q` is held for
//! `Q + p / rate + delay`. Their printed recursion for `Q` leaves out the previous packet's own transmission time and
//! would never queue anything; meant is Lindley's, `Q = max(0, Q' + p' / rate - (T - T'))`, which is what "the moment
//! at which the transmitter is free" computes here.

#[cfg(test)]
mod tests;
mod totals;
mod transit;
mod transmitter;

use super::drops::Script;
use super::loss::{Fate, RunningLoss};
use super::queue::{Arrival, Backlog, Buffer, PortContext, Queue, RunningQueue, Verdict};
use super::{Ecn, Packet};
use crate::kernel::Nanos;
use crate::kernel::clock::Clock;
use crate::kernel::random::Stream;
pub use totals::PortTotals;
use transit::{InTransit, Transit};
use transmitter::{Transmitter, work};

/// What became of a packet offered to a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// It waits or is being sent.
    Accepted,
    /// So it does, and the queue has marked it.
    Marked,
    /// The buffer had no room, or the queue dropped it early.
    Full,
    /// It was lost at the entry of the link.
    Refused,
}

/// A port at work.
#[derive(Debug)]
pub struct Port {
    /// The last packets of `transit`.
    buffer: Buffer,
    /// When the packet in transmission leaves the buffer, so that mostly one comparison tells that nothing has left; never
    /// when there is none.
    next_departure: Nanos,
    transmitter: Transmitter,
    delay: Nanos,
    release: Clock,
    /// When the last packet of `transit` arrives, or the one before if there is none.
    last_arrives: Nanos,
    transit: InTransit,
    queue: RunningQueue,
    loss: RunningLoss,
    script: Option<Box<Script>>,
    /// Of what follows from `transit` and `transmitter`, nothing; of times, those of packets that have arrived.
    totals: PortTotals,
}

impl Port {
    /// An idle port.
    pub fn new(rate_bps: u64, delay: Nanos, release: Clock, queue: RunningQueue, loss: RunningLoss) -> Self {
        Self {
            buffer: Buffer::default(),
            next_departure: Nanos::MAX,
            transmitter: Transmitter::new(rate_bps),
            delay,
            release,
            last_arrives: 0,
            transit: InTransit::default(),
            queue,
            loss,
            script: None,
            totals: PortTotals::default(),
        }
    }

    /// Gives the port its scripted drops.
    pub fn set_script(&mut self, script: Script) {
        self.script = Some(Box::new(script));
    }

    /// Replaces the queue discipline. What the buffer holds stays.
    pub fn set_queue(&mut self, queue: &Queue, stream: Stream) {
        let (rate_bps, delay) = self.link();
        self.queue = queue.start(&PortContext { rate_bps, delay, stream });
    }

    /// Replaces the losses.
    pub fn set_loss(&mut self, loss: RunningLoss) {
        self.loss = loss;
    }

    /// Number in `transit` of the packet in transmission.
    #[inline]
    fn first_held(&self) -> u64 {
        self.transit.came() - self.buffer.backlog.packets
    }

    /// Takes the packets out of the buffer that have been sent by `now` and tells `left(when, backlog after)` of each.
    #[inline(always)]
    pub fn settle(&mut self, now: Nanos, mut left: impl FnMut(Nanos, Backlog)) {
        while self.next_departure <= now {
            let when = self.next_departure;
            self.depart();
            left(when, self.buffer.backlog);
        }
    }

    /// The packet in transmission leaves the buffer.
    #[inline]
    fn depart(&mut self) {
        let when = self.next_departure;
        self.buffer.backlog.bytes -= u64::from(self.buffer.in_service);
        self.buffer.backlog.packets -= 1;
        self.look_at_transmission();
        self.queue.on_departure(when, self.buffer.backlog);
    }

    /// Notes which packet is in transmission.
    #[inline]
    fn look_at_transmission(&mut self) {
        (self.next_departure, self.buffer.in_service) = match self.buffer.backlog.packets {
            0 => (Nanos::MAX, 0),
            _ => {
                let first = self.transit.at(self.first_held());
                (first.until, first.packet.size)
            }
        };
    }

    /// Offers a packet at `now`, after [`settle`](Self::settle). `order` is its place in the order of all packets.
    #[inline(always)]
    pub fn offer(&mut self, now: Nanos, order: u64, packet: Packet) -> Offer {
        let Packet { flow, size, ecn, payload, .. } = packet;
        let scripted = self.script.as_mut().is_some_and(|script| script.loses(flow, payload));
        let fate = self.loss.fate(size);
        if scripted || fate == Fate::Refused {
            self.totals.refused += 1;
            return Offer::Refused;
        }
        let arrival = Arrival { size, ecn, free_at: self.transmitter.free_at() };
        let verdict = self.queue.on_arrival(now, arrival, &self.buffer);
        if verdict == Verdict::Drop {
            self.totals.dropped_full += 1;
            return Offer::Full;
        }
        let until = self.transmitter.send(now, size);
        if self.buffer.backlog.packets == 0 {
            (self.next_departure, self.buffer.in_service) = (until, size);
        }
        self.buffer.backlog.packets += 1;
        self.buffer.backlog.bytes += u64::from(size);
        if self.buffer.backlog.bytes > self.totals.max_bytes {
            self.totals.max_bytes = self.buffer.backlog.bytes;
        }
        let arrives = self.release.at_or_after(until + self.delay).max(self.last_arrives);
        self.last_arrives = arrives;
        let marked = verdict == Verdict::Mark;
        self.totals.marked += u64::from(marked);
        let (ecn, offer) = if marked { (Ecn::Marked, Offer::Marked) } else { (ecn, Offer::Accepted) };
        let packet = Packet { ecn, corrupted: fate == Fate::Corrupted, ..packet };
        self.transit.push(Transit { packet, order, since: now, until, arrives });
        offer
    }

    /// Changes rate and delay of the link at `now`, after [`settle`](Self::settle). What has been sent of the packet in
    /// transmission stays sent; the rest of it and the packets behind it are sent at the new rate. Packets that have been
    /// sent arrive when they would have, and none overtakes another. Returns the head's new time of arrival and its place in
    /// the order of packets, if that time has changed.
    pub fn set_link(&mut self, now: Nanos, rate_bps: u64, delay: Nanos) -> Option<(Nanos, u64)> {
        let old_head = self.head();
        self.delay = delay;
        let held = self.first_held()..self.transit.came();
        if rate_bps != self.transmitter.rate_bps() {
            let left = self.work_left(now);
            self.transmitter.change_rate(now, rate_bps);
            self.queue.on_rate(now, rate_bps, self.buffer.backlog);
            for number in held.clone() {
                let in_transmission = number == held.start;
                let transit = self.transit.at_mut(number);
                let work = if in_transmission { left } else { work(transit.packet.size) };
                transit.until = self.transmitter.resume(work);
            }
            self.look_at_transmission();
        }
        let mut before = if held.start == self.transit.went() { now } else { self.transit.at(held.start - 1).arrives };
        for number in held {
            let transit = self.transit.at_mut(number);
            transit.arrives = self.release.at_or_after(transit.until + delay).max(before);
            before = transit.arrives;
        }
        self.last_arrives = before;
        self.head().filter(|head| Some(*head) != old_head)
    }

    /// What is left to send of the packet in transmission; 0 when there is none.
    fn work_left(&self, now: Nanos) -> u64 {
        let mut held = (self.first_held()..self.transit.came()).map(|number| work(self.transit.at(number).packet.size));
        let Some(first) = held.next() else { return 0 };
        let all = u128::from(self.transmitter.free_at() - now) * u128::from(self.transmitter.rate_bps())
            + u128::from(self.transmitter.residue());
        let behind: u128 = held.map(u128::from).sum();
        // Of the packet before, a fraction of a nanosecond may be in the sum: that counts as sent.
        all.saturating_sub(behind).min(u128::from(first)) as u64
    }

    /// How long a packet of this size takes through an idle port to the far end.
    pub fn passage(&self, size: u32) -> Nanos {
        self.delay + work(size) / self.transmitter.rate_bps()
    }

    /// Rate of the link, bit/s, and its propagation delay.
    pub fn link(&self) -> (u64, Nanos) {
        (self.transmitter.rate_bps(), self.delay)
    }

    /// Delivers the head of the link; the scheduler calls this at its time of arrival. That it has left the buffer may be
    /// [settled](Self::settle) later.
    #[inline]
    pub fn deliver(&mut self) -> Option<Packet> {
        let &Transit { packet, since, until, .. } = self.transit.pop()?;
        self.totals.held(packet.size, until - since);
        if packet.corrupted {
            self.totals.dropped_error += 1;
        }
        Some(packet)
    }

    /// When the head of the link arrives, and its place in the order of all packets.
    #[inline]
    pub fn head(&self) -> Option<(Nanos, u64)> {
        self.transit.first().map(|head| (head.arrives, head.order))
    }

    /// What the buffer holds.
    #[inline]
    pub fn backlog(&self) -> Backlog {
        self.buffer.backlog
    }

    /// How many packets are between buffer entry and arrival.
    #[inline]
    pub fn carried(&self) -> usize {
        self.transit.len()
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
        for &Transit { packet, since, until, .. } in self.transit.iter() {
            totals.held(packet.size, now.min(until).saturating_sub(since));
        }
        totals.accepted = self.transit.came();
        totals.delivered = self.transit.went() - totals.dropped_error;
        totals.busy = self.transmitter.busy(now);
        totals
    }
}
