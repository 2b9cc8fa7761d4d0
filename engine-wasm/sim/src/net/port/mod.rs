//! An output port with its link: a FIFO buffer, a transmitter, propagation, and optionally the hitbox emulator's
//! release clock. Ahn et al. 1995, section 4: a packet of `p` bits that finds the queueing delay `Q` is held for `Q + p
//! / rate + delay`. Their printed recursion for `Q` omits the previous packet's own transmission time, so it would
//! never queue anything. They must mean Lindley's, `Q = max(0, Q' + p' / rate - (T - T'))`; the port computes it from
//! the time at which the transmitter becomes free.
//!
//! A port does its accounting lazily. [`Port::settle`] removes sent packets from the buffer, each with the exact time
//! at which it left. It runs before a packet is offered, before delivery of a head that still counts as in the buffer,
//! and, if the run keeps rows, at every arrival. So queue samples have exact times but may be recorded late.

mod rules;
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
use rules::Rules;
pub use totals::PortTotals;
use totals::{Counts, Occupancy};
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
    /// The packet must be offered this much later.
    Later(Nanos),
    /// The packet must be offered now, and a copy of it this much later.
    Twice(Nanos),
}

/// A running port. Among many flows the processor's caches hold only some of the ports, so the fields are in the order
/// in which they're needed: the first line of 64 bytes for every event, the next two when a packet enters.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Port {
    transit: InTransit,
    /// Contents of the buffer: the last packets of `transit`.
    backlog: Backlog,
    /// Bytes of the packet in transmission; 0 without one.
    in_service: u32,
    /// The packet in transmission, or the last one transmitted.
    in_transmission: PacketId,
    /// Time at which the packet in transmission leaves; `Nanos::MAX` without one. Usually one comparison with
    /// this shows that nothing has left.
    next_departure: Nanos,
    transmitter: Transmitter,
    /// Time at which the packet in transmission entered the buffer. Not next to `next_departure`: the compiler would
    /// store both at once, and the processor would wait for that when it reads one of them.
    in_service_since: Nanos,
    delay: Nanos,
    /// The queue's limit if nothing else decides what happens to a packet; zero if `rules` must be asked.
    limit: Limit,
    /// Includes only packets that have left the buffer.
    occupancy: Occupancy,
    /// `None` as long as the port has nothing but a limit and has dropped nothing.
    rules: Option<Box<Rules>>,
}

impl Port {
    /// Creates an idle port.
    pub fn new(rate_bps: u64, delay: Nanos, release: Clock, queue: RunningQueue, mut loss: RunningLoss) -> Self {
        let mut rules = Box::new(Rules::new(queue));
        rules.release = release;
        rules.model = loss.can_lose().then_some(loss);
        let limit = rules.limit();
        Self {
            transit: InTransit::default(),
            backlog: Backlog::default(),
            in_service: 0,
            in_transmission: NO_PACKET,
            transmitter: Transmitter::new(rate_bps),
            next_departure: Nanos::MAX,
            in_service_since: 0,
            delay,
            limit,
            occupancy: Occupancy::default(),
            rules: (limit == Limit::ZERO).then_some(rules),
        }
    }

    /// The rules; a port that had only a limit gets them now.
    #[inline(never)]
    fn rules(&mut self) -> &mut Rules {
        let limit = self.limit;
        self.rules.get_or_insert_with(|| Box::new(Rules::new(RunningQueue::from(limit))))
    }

    /// Updates `limit` after a change of the rules.
    #[inline(never)]
    fn set_limit(&mut self) {
        self.limit = self.rules().limit();
    }

    /// Bytes of the rules, if the port has any.
    pub fn heap_bytes(&self) -> usize {
        self.rules.as_ref().map_or(0, |_| size_of::<Rules>())
    }

    /// Installs the scripted packets.
    pub fn set_script(&mut self, script: Script) {
        self.rules().script = Some(script);
        self.set_limit();
    }

    /// Replaces the queue discipline. The buffer keeps its packets.
    pub fn set_queue(&mut self, queue: &Queue, stream: Stream) {
        let (rate_bps, delay) = self.link();
        self.rules().queue = queue.start(&PortContext { rate_bps, delay, stream });
        self.set_limit();
    }

    /// Replaces the loss model. Scripted packets stay.
    pub fn set_loss(&mut self, mut loss: RunningLoss) {
        self.rules().model = loss.can_lose().then_some(loss);
        self.set_limit();
    }

    /// Removes the packets from the buffer that have been sent by `now`, and calls `left(time, remaining backlog)` for
    /// each.
    #[inline(always)]
    pub fn settle(&mut self, now: Nanos, packets: &Packets, mut left: impl FnMut(Nanos, Backlog)) {
        while self.next_departure <= now {
            let when = self.next_departure;
            self.depart(packets);
            left(when, self.backlog);
        }
    }

    /// Removes the packet in transmission from the buffer, and starts the one behind it.
    #[inline]
    fn depart(&mut self, packets: &Packets) {
        let when = self.next_departure;
        self.occupancy.add_packet(self.in_service, when - self.in_service_since);
        self.backlog.bytes -= u64::from(self.in_service);
        self.backlog.packets -= 1;
        if self.backlog.packets == 0 {
            (self.next_departure, self.in_service) = (Nanos::MAX, 0);
        } else {
            let next = packets[self.in_transmission].next;
            self.transmit(next, &packets[next]);
        }
        if let Some(rules) = &mut self.rules {
            rules.on_departure(when, self.backlog);
        }
    }

    /// Sets the packet in transmission.
    #[inline]
    fn transmit(&mut self, id: PacketId, transit: &Transit) {
        (self.in_transmission, self.next_departure) = (id, transit.until);
        (self.in_service, self.in_service_since) = (transit.packet.size, transit.since);
    }

    /// Offers a packet at `now`, after [`settle`](Self::settle).
    #[inline(always)]
    pub fn offer(&mut self, now: Nanos, rank: Rank, id: PacketId, packets: &mut Packets) -> Offer {
        let size = packets[id].packet.size;
        if !self.limit.admits(size, self.backlog) {
            return self.offer_to_rules(now, rank, id, packets);
        }
        let until = self.transmitter.send(now, size);
        self.enter(now, id, until, Due { time: until + self.delay, rank }, packets);
        Offer::Accepted
    }

    /// Offers a packet that the limit doesn't admit: asks script, loss model and queue discipline.
    #[inline(never)]
    fn offer_to_rules(&mut self, now: Nanos, rank: Rank, id: PacketId, packets: &mut Packets) -> Offer {
        let buffer = Buffer { backlog: self.backlog, in_service: self.in_service };
        let free_at = self.transmitter.free_at();
        let rules = self.rules();
        let packet = &mut packets[id].packet;
        let effects = rules.effects(packet);
        if !effects.drop {
            if let Some(delay) = effects.delay {
                return Offer::Later(delay);
            }
            if let Some(delay) = effects.copy {
                return Offer::Twice(delay);
            }
        }
        let scripted_mark = effects.mark && packet.ecn == Ecn::Capable;
        if scripted_mark {
            packet.ecn = Ecn::Marked;
        }
        let Packet { size, ecn, .. } = *packet;
        let outcome = rules.outcome(size, effects.drop);
        if outcome == Outcome::Refused {
            rules.counts.refused += 1;
            return Offer::Refused;
        }
        let verdict = rules.queue.on_arrival(now, Arrival { size, ecn, free_at }, &buffer);
        if verdict == Verdict::Drop {
            rules.counts.dropped_full += 1;
            return Offer::Full;
        }
        if outcome == Outcome::Corrupted {
            packet.corrupted = true;
        }
        let marked = verdict == Verdict::Mark || scripted_mark;
        if marked {
            packet.ecn = Ecn::Marked;
        }
        let until = self.transmitter.send(now, size);
        self.enter(now, id, until, Due { time: self.arrival(until), rank }, packets);
        if marked { Offer::Marked } else { Offer::Accepted }
    }

    /// Time at which a packet arrives whose last bit leaves the buffer at `until`.
    fn arrival(&self, until: Nanos) -> Nanos {
        let exact = until + self.delay;
        self.rules.as_ref().map_or(exact, |rules| rules.release.at_or_after(exact).max(rules.not_before))
    }

    /// Puts a packet in the buffer, behind the others, and on the link. Its last bit leaves at `until`.
    #[inline(always)]
    fn enter(&mut self, now: Nanos, id: PacketId, until: Nanos, due: Due, packets: &mut Packets) {
        let transit = &mut packets[id];
        (transit.since, transit.until, transit.next) = (now, until, NO_PACKET);
        self.backlog.bytes += u64::from(transit.packet.size);
        self.backlog.packets += 1;
        self.occupancy.max_bytes = self.occupancy.max_bytes.max(self.backlog.bytes);
        if self.backlog.packets == 1 {
            self.transmit(id, transit);
        }
        self.transit.push(id, due, packets);
    }

    /// Changes rate and delay of the link at `now`, after [`settle`](Self::settle). Bits that have been sent stay sent;
    /// the rest of the packet in transmission and the packets behind it are sent at the new rate. Packets that have
    /// left the buffer keep their arrival times, and no packet overtakes another. Returns whether the head's arrival time
    /// has changed.
    pub fn set_link(&mut self, now: Nanos, rate_bps: u64, delay: Nanos, packets: &mut Packets) -> bool {
        let old_head = self.head();
        let held: Vec<_> = self.buffered(packets).map(|(id, _)| id).collect();
        if rate_bps != self.transmitter.rate_bps() {
            let left = self.work_left(now, packets);
            self.transmitter.change_rate(now, rate_bps);
            if let Some(rules) = &mut self.rules {
                rules.queue.on_rate(now, rate_bps, self.backlog);
            }
            for (nth, &id) in held.iter().enumerate() {
                let work = if nth == 0 { left } else { work(packets[id].packet.size) };
                packets[id].until = self.transmitter.resume(work);
            }
            if let Some(&first) = held.first() {
                self.transmit(first, &packets[first]);
            }
        }
        let on_link: Vec<_> = self.transit.iter(packets).collect();
        let (sent, held) = on_link.split_at(on_link.len() - held.len());
        let mut before = sent.last().copied();
        if delay < self.delay
            && let Some((_, due)) = before
        {
            self.rules().not_before = due.time;
            self.set_limit();
        }
        self.delay = delay;
        for &(id, Due { rank, .. }) in held {
            let due = Due { time: self.arrival(packets[id].until), rank };
            self.transit.set_due(before.map(|(id, _)| id), due, packets);
            before = Some((id, due));
        }
        self.head() != old_head
    }

    /// The packets in the buffer.
    fn buffered<'a>(&self, packets: &'a Packets) -> impl Iterator<Item = (PacketId, &'a Transit)> + use<'a> {
        packets.behind(self.in_transmission).take(self.backlog.packets as usize)
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
        self.backlog.packets == self.transit.len()
    }

    /// Delivers the head of the link; returns whether it is corrupted. The scheduler calls this at the arrival time,
    /// after [`settle`](Self::settle), so the head has left the buffer.
    #[inline(always)]
    pub fn deliver(&mut self, head: &mut Transit) -> bool {
        self.transit.pop(head);
        head.packet.place += 1;
        if head.packet.corrupted {
            self.rules().counts.dropped_error += 1;
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
        self.backlog
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
        let mut occupancy = self.occupancy;
        for (_, Transit { packet, since, until, .. }) in self.buffered(packets) {
            occupancy.add_packet(packet.size, now.min(*until).saturating_sub(*since));
        }
        let counts = self.rules.as_ref().map_or(Counts::default(), |rules| rules.counts);
        PortTotals {
            occupancy,
            counts,
            accepted: self.transit.entered(),
            delivered: self.transit.delivered() - counts.dropped_error,
            busy: self.transmitter.busy(now),
        }
    }
}
