//! An output port with its link: a FIFO buffer, a transmitter, propagation, and optionally the hitbox emulator's
//! release clock. Ahn et al. 1995, section 4: a packet of `p` bits that finds the queueing delay `Q` is held for `Q + p
//! / rate + delay`. Their printed recursion for `Q` omits the previous packet's own transmission time, so it would
//! never queue anything. They must mean Lindley's, `Q = max(0, Q' + p' / rate - (T - T'))`; the port computes it from
//! the time at which the transmitter becomes free.
//!
//! A port does its accounting lazily. [`Port::settle`] removes sent packets from the buffer, each with the exact time
//! at which it left. It runs before a packet is offered, before delivery of a head that still counts as in the buffer,
//! and, if the run keeps rows, at every arrival. So queue samples have exact times but may be recorded late.

#[cfg(test)]
mod tests;
mod totals;
mod transit;
mod transmitter;

use super::drops::Script;
use super::loss::{Outcome, RunningLoss};
use super::packets::{Due, NO_PACKET, PacketId, Packets, Rank, Transit};
use super::queue::{Arrival, Backlog, Buffer, Limit, PortContext, Queue, RunningQueue, Verdict};
use super::{Ecn, Packet};
use crate::kernel::Nanos;
use crate::kernel::clock::Clock;
use crate::kernel::random::Stream;
pub use totals::PortTotals;
use transit::InTransit;
use transmitter::{Transmitter, work};

/// Outcome of offering a packet to a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// The packet is in the buffer, waiting or being sent.
    Accepted,
    /// The packet is in the buffer, and the queue has marked it.
    Marked,
    /// The buffer had no room, or the queue dropped it early.
    Full,
    /// The packet was lost at the entry of the link.
    Refused,
}

/// The losses of a link.
#[derive(Debug)]
struct Losses {
    model: Option<RunningLoss>,
    script: Option<Script>,
}

impl Losses {
    /// The outcome of a packet. The loss model also draws for packets that the script drops, so that the script doesn't
    /// shift its draws.
    #[inline(never)]
    fn outcome(&mut self, packet: &Packet) -> Outcome {
        let scripted = self.script.as_mut().is_some_and(|script| script.drops(packet.flow, packet.payload));
        let outcome = self.model.as_mut().map_or(Outcome::Intact, |model| model.outcome(packet.size));
        if scripted { Outcome::Refused } else { outcome }
    }
}

/// A running port. Among many flows the processor's caches hold only some of the ports, so the fields are in the order
/// in which they're needed: the first line of 64 bytes for every event, the next two when a packet enters.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Port {
    transit: InTransit,
    /// Contents of the buffer: the last packets of `transit`.
    buffer: Buffer,
    transmitter: Transmitter,
    /// Time at which the packet in transmission leaves; `Nanos::MAX` without one. Usually one comparison with
    /// this shows that nothing has left.
    next_departure: Nanos,
    /// The packet in transmission, or the last one transmitted.
    in_transmission: PacketId,
    /// Time at which it entered the buffer.
    in_service_since: Nanos,
    delay: Nanos,
    /// The queue's limit if nothing else decides what happens to a packet; zero if loss, the discipline or the clock
    /// has a say.
    limit: Limit,
    /// Arrival time of the last packet of `transit`, or of the last packet that arrived if `transit` is empty.
    last_arrives: Nanos,
    /// Totals, except those that follow from `transit` and `transmitter`; times include only packets that have left the
    /// buffer.
    totals: PortTotals,
    release: Clock,
    queue: RunningQueue,
    /// Loss model and scripted drops; `None` if this link loses nothing.
    losses: Option<Box<Losses>>,
}

impl Port {
    /// Creates an idle port.
    pub fn new(rate_bps: u64, delay: Nanos, release: Clock, queue: RunningQueue, loss: RunningLoss) -> Self {
        let mut port = Self {
            transit: InTransit::default(),
            buffer: Buffer::default(),
            next_departure: Nanos::MAX,
            in_transmission: NO_PACKET,
            transmitter: Transmitter::new(rate_bps),
            delay,
            limit: Limit::ZERO,
            last_arrives: 0,
            in_service_since: 0,
            totals: PortTotals::default(),
            release,
            queue,
            losses: None,
        };
        port.set_loss(loss);
        port
    }

    /// Updates `limit` after a change of what decides on packets.
    fn set_limit(&mut self) {
        let limit = self.queue.limit().filter(|_| self.losses.is_none() && self.release.is_exact());
        self.limit = limit.unwrap_or(Limit::ZERO);
    }

    /// Installs the scripted drops.
    pub fn set_script(&mut self, script: Script) {
        let model = self.losses.take().and_then(|losses| losses.model);
        self.losses = Some(Box::new(Losses { model, script: Some(script) }));
        self.set_limit();
    }

    /// Replaces the queue discipline. The buffer keeps its packets.
    pub fn set_queue(&mut self, queue: &Queue, stream: Stream) {
        let (rate_bps, delay) = self.link();
        self.queue = queue.start(&PortContext { rate_bps, delay, stream });
        self.set_limit();
    }

    /// Replaces the loss model. Scripted drops stay.
    pub fn set_loss(&mut self, mut loss: RunningLoss) {
        let script = self.losses.take().and_then(|losses| losses.script);
        let model = loss.can_lose().then_some(loss);
        self.losses = (model.is_some() || script.is_some()).then(|| Box::new(Losses { model, script }));
        self.set_limit();
    }

    /// Removes the packets from the buffer that have been sent by `now`, and calls `left(time, remaining backlog)` for
    /// each.
    #[inline(always)]
    pub fn settle(&mut self, now: Nanos, packets: &Packets, mut left: impl FnMut(Nanos, Backlog)) {
        while self.next_departure <= now {
            let when = self.next_departure;
            self.depart(packets);
            left(when, self.buffer.backlog);
        }
    }

    /// Removes the packet in transmission from the buffer, and starts the one behind it.
    #[inline]
    fn depart(&mut self, packets: &Packets) {
        let when = self.next_departure;
        let size = self.buffer.in_service;
        self.totals.add_packet(size, when - self.in_service_since);
        self.buffer.backlog.bytes -= u64::from(size);
        self.buffer.backlog.packets -= 1;
        if self.buffer.backlog.packets == 0 {
            (self.next_departure, self.buffer.in_service) = (Nanos::MAX, 0);
        } else {
            self.transmit(packets[self.in_transmission].next, packets);
        }
        self.queue.on_departure(when, self.buffer.backlog);
    }

    /// Sets the packet in transmission.
    #[inline]
    fn transmit(&mut self, id: PacketId, packets: &Packets) {
        let Transit { packet, since, until, .. } = &packets[id];
        (self.in_transmission, self.next_departure) = (id, *until);
        (self.buffer.in_service, self.in_service_since) = (packet.size, *since);
    }

    /// Offers a packet at `now`, after [`settle`](Self::settle).
    #[inline(always)]
    pub fn offer(&mut self, now: Nanos, rank: Rank, id: PacketId, packets: &mut Packets) -> Offer {
        if !self.limit.admits(packets[id].packet.size, self.buffer.backlog) {
            return self.offer_to_rules(now, rank, id, packets);
        }
        let until = self.transmit_behind(now, id, packets);
        self.enter(now, rank, id, until, until + self.delay, packets);
        Offer::Accepted
    }

    /// Offers a packet that the limit doesn't admit: asks loss model, script and queue discipline.
    #[inline(never)]
    fn offer_to_rules(&mut self, now: Nanos, rank: Rank, id: PacketId, packets: &mut Packets) -> Offer {
        let transit = &mut packets[id];
        let Packet { size, ecn, .. } = transit.packet;
        let outcome = self.losses.as_mut().map_or(Outcome::Intact, |losses| losses.outcome(&transit.packet));
        if outcome == Outcome::Refused {
            self.totals.refused += 1;
            return Offer::Refused;
        }
        let arrival = Arrival { size, ecn, free_at: self.transmitter.free_at() };
        let verdict = self.queue.on_arrival(now, arrival, &self.buffer);
        if verdict == Verdict::Drop {
            self.totals.dropped_full += 1;
            return Offer::Full;
        }
        if outcome == Outcome::Corrupted {
            transit.packet.corrupted = true;
        }
        let marked = verdict == Verdict::Mark;
        if marked {
            self.totals.marked += 1;
            transit.packet.ecn = Ecn::Marked;
        }
        let until = self.transmit_behind(now, id, packets);
        self.enter(now, rank, id, until, self.release.at_or_after(until + self.delay), packets);
        if marked { Offer::Marked } else { Offer::Accepted }
    }

    /// Puts a packet in the buffer, behind the others. Returns when its last bit leaves.
    #[inline(always)]
    fn transmit_behind(&mut self, now: Nanos, id: PacketId, packets: &Packets) -> Nanos {
        let size = packets[id].packet.size;
        let until = self.transmitter.send(now, size);
        if self.buffer.backlog.packets == 0 {
            (self.in_transmission, self.next_departure) = (id, until);
            (self.buffer.in_service, self.in_service_since) = (size, now);
        }
        self.buffer.backlog.packets += 1;
        self.buffer.backlog.bytes += u64::from(size);
        self.totals.max_bytes = self.totals.max_bytes.max(self.buffer.backlog.bytes);
        until
    }

    /// Puts a packet that leaves the buffer at `until` on the link. It arrives at `arrives`, but not before the packet
    /// ahead of it.
    #[inline(always)]
    fn enter(&mut self, now: Nanos, rank: Rank, id: PacketId, until: Nanos, arrives: Nanos, packets: &mut Packets) {
        self.last_arrives = self.last_arrives.max(arrives);
        let transit = &mut packets[id];
        (transit.since, transit.until, transit.next) = (now, until, NO_PACKET);
        self.transit.push(id, Due { time: self.last_arrives, rank }, packets);
    }

    /// Changes rate and delay of the link at `now`, after [`settle`](Self::settle). Bits that have been sent stay sent;
    /// the rest of the packet in transmission and the packets behind it are sent at the new rate. Packets that have
    /// left the buffer keep their arrival times, and no packet overtakes another. Returns whether the head's arrival time
    /// has changed.
    pub fn set_link(&mut self, now: Nanos, rate_bps: u64, delay: Nanos, packets: &mut Packets) -> bool {
        let old_head = self.head();
        self.delay = delay;
        let held: Vec<_> = self.buffered(packets).map(|(id, _)| id).collect();
        if rate_bps != self.transmitter.rate_bps() {
            let left = self.work_left(now, packets);
            self.transmitter.change_rate(now, rate_bps);
            self.queue.on_rate(now, rate_bps, self.buffer.backlog);
            for (nth, &id) in held.iter().enumerate() {
                let work = if nth == 0 { left } else { work(packets[id].packet.size) };
                packets[id].until = self.transmitter.resume(work);
            }
            if let Some(&first) = held.first() {
                self.transmit(first, packets);
            }
        }
        let on_link: Vec<_> = self.transit.iter(packets).collect();
        let (sent, held) = on_link.split_at(on_link.len() - held.len());
        let mut before = sent.last().copied();
        self.last_arrives = before.map_or(now, |(_, due)| due.time);
        for &(id, Due { rank, .. }) in held {
            self.last_arrives = self.release.at_or_after(packets[id].until + delay).max(self.last_arrives);
            let due = Due { time: self.last_arrives, rank };
            self.transit.set_due(before.map(|(id, _)| id), due, packets);
            before = Some((id, due));
        }
        self.head() != old_head
    }

    /// The packets in the buffer.
    fn buffered<'a>(&self, packets: &'a Packets) -> impl Iterator<Item = (PacketId, &'a Transit)> + use<'a> {
        packets.behind(self.in_transmission).take(self.buffer.backlog.packets as usize)
    }

    /// Remaining work for the packet in transmission; 0 if there is none.
    fn work_left(&self, now: Nanos, packets: &Packets) -> u64 {
        let mut held = self.buffered(packets).map(|(_, transit)| work(transit.packet.size));
        let Some(first) = held.next() else { return 0 };
        let all = u128::from(self.transmitter.free_at() - now) * u128::from(self.transmitter.rate_bps())
            + u128::from(self.transmitter.residue());
        let behind: u128 = held.map(u128::from).sum();
        // The sum may include a fraction of a nanosecond of the packet before, which counts as sent.
        all.saturating_sub(behind).min(u128::from(first)) as u64
    }

    /// Time from when a packet of this size enters an idle port to its arrival at the far end.
    pub fn unloaded_delay(&self, size: u32) -> Nanos {
        self.delay + work(size) / self.transmitter.rate_bps()
    }

    /// Rate of the link, bit/s, and its propagation delay.
    pub fn link(&self) -> (u64, Nanos) {
        (self.transmitter.rate_bps(), self.delay)
    }

    /// Returns whether the head of the link still counts as in the buffer. [`settle`](Self::settle) must record its
    /// departure before it is delivered, and the departure of other packets before the next arrival. Checking only here
    /// gives the best branch prediction.
    #[inline]
    pub fn holds_head(&self) -> bool {
        self.buffer.backlog.packets == self.transit.len()
    }

    /// Delivers the head of the link; returns whether it is corrupted. The scheduler calls this at the arrival time,
    /// after [`settle`](Self::settle), so the head has left the buffer.
    #[inline(always)]
    pub fn deliver(&mut self, head: &mut Transit) -> bool {
        self.transit.pop(head);
        head.packet.place += 1;
        if head.packet.corrupted {
            self.totals.dropped_error += 1;
        }
        head.packet.corrupted
    }

    /// The link's head and its arrival.
    #[inline]
    pub fn head(&self) -> Option<(PacketId, Due)> {
        self.transit.first()
    }

    /// Contents of the buffer.
    #[inline]
    pub fn backlog(&self) -> Backlog {
        self.buffer.backlog
    }

    /// Number of packets between buffer entry and arrival.
    #[inline]
    pub fn carried(&self) -> u64 {
        self.transit.len()
    }

    /// Number of packets that have arrived, corrupted or not.
    #[inline]
    pub fn arrived(&self) -> u64 {
        self.transit.delivered()
    }

    /// Packets between buffer entry and arrival, starting with the head of the link, and their arrivals.
    pub fn in_transit<'a>(&self, packets: &'a Packets) -> impl Iterator<Item = (PacketId, Due)> + use<'a> {
        self.transit.iter(packets)
    }

    /// Totals up to `now`. Packets in the buffer count with the time they have spent there so far.
    pub fn totals(&self, now: Nanos, packets: &Packets) -> PortTotals {
        let mut totals = self.totals.clone();
        for (_, Transit { packet, since, until, .. }) in self.buffered(packets) {
            totals.add_packet(packet.size, now.min(*until).saturating_sub(*since));
        }
        totals.accepted = self.transit.entered();
        totals.delivered = self.transit.delivered() - totals.dropped_error;
        totals.busy = self.transmitter.busy(now);
        totals
    }
}
