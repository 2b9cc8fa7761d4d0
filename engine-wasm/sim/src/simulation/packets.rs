//! The behavior of packets in the network.

use super::Simulation;
use super::flow::PacketCounts;
use crate::kernel::Nanos;
use crate::net::packets::{PacketId, Rank, Transit};
use crate::net::port::Offer;
use crate::net::route::END;
use crate::net::{Ecn, Packet, Payload};
use crate::tcp::receiver::Arriving;
use crate::tcp::sack::AckOptions;
use crate::tcp::sender::Acknowledgment;
use crate::trace::hops::Hop;
use crate::trace::tables::SegmentKind;

/// The event kinds of one outcome at a port: for data, for an ACK and for a datagram.
type EventKinds = [SegmentKind; 3];

const FULL: EventKinds = [SegmentKind::DropFull, SegmentKind::AckDropFull, SegmentKind::DatagramDropFull];
const LOST: EventKinds = [SegmentKind::DropError, SegmentKind::AckDropError, SegmentKind::DatagramDropError];
const MARKED: EventKinds = [SegmentKind::Marked, SegmentKind::AckMarked, SegmentKind::DatagramMarked];

/// The hop of a packet that this link has accepted.
fn hop(link: u32, order: u64, transit: &Transit) -> Hop {
    let Transit { packet: Packet { flow, payload, .. }, since, .. } = *transit;
    Hop { link, flow, payload, since, order }
}

impl Simulation {
    /// Handles the arrival of a link's head.
    #[inline]
    pub(super) fn on_arrival(&mut self, link: u32, id: PacketId, rank: Rank) {
        let Self { ports, packets, recorder, .. } = self;
        let port = &mut ports[link as usize];
        if recorder.keeps_rows() || port.holds_head() {
            port.settle(self.now, packets, |time, backlog| recorder.departure(time, link as u16, backlog));
            if recorder.keeps_rows() {
                recorder.hop_arrived(self.now, &hop(link, rank.order(), &packets[id]));
            }
        }
        let corrupted = port.deliver(&mut packets[id]);
        if let Some((next, due)) = port.head() {
            self.schedule.plan_arrival(link, due.time, due.rank.number(), next);
        }
        if corrupted {
            return self.drop_packet(id, link, LOST);
        }
        match rank.next() {
            END => self.receive(id),
            next => self.offer(next, id),
        }
    }

    /// Delivers a packet to its destination host.
    #[inline]
    fn receive(&mut self, id: PacketId) {
        let Packet { flow, connection, ecn, payload, .. } = self.packets.remove(id);
        match payload {
            Payload::Data { seq, cwr, timestamp } => {
                let arriving = Arriving { seq, marked: ecn == Ecn::Marked, cwr, timestamp };
                self.on_data(flow, connection, arriving);
            }
            Payload::Ack { next, marks, options } => {
                let AckOptions { blocks, rwnd, echo } = self.ack_options.take(options);
                let ack = Acknowledgment { next, blocks, marks: u32::from(marks), rwnd, echo };
                self.on_ack(flow, connection, &ack);
            }
            Payload::Datagram(number) => {
                self.counts(flow, payload).arrived += 1;
                self.recorder.segment(self.now, flow, SegmentKind::DatagramArrived, number, 0);
            }
        }
    }

    #[inline]
    fn counts(&mut self, flow: u16, payload: Payload) -> &mut PacketCounts {
        let index = usize::from(flow);
        match payload {
            Payload::Datagram(_) => &mut self.sources[index - self.flows.len()].packets,
            Payload::Data { .. } | Payload::Ack { .. } => &mut self.flows[index].packets,
        }
    }

    /// Sends a packet from its host; the caller has counted it.
    #[inline(always)]
    pub(super) fn send(&mut self, packet: Packet) {
        let first = self.routes.at(packet.place);
        if first != END {
            let id = self.packets.add(packet);
            self.offer_to_first(first, id);
        }
    }

    /// Offers a packet to a link, where that's rare enough for a call: the first link of its route, for example.
    #[inline(never)]
    fn offer_to_first(&mut self, link: u16, id: PacketId) {
        self.offer(link, id);
    }

    /// Offers a packet to a link.
    #[inline(always)]
    fn offer(&mut self, link: u16, id: PacketId) {
        let Self { ports, packets, recorder, .. } = self;
        let port = &mut ports[usize::from(link)];
        port.settle(self.now, packets, |time, backlog| recorder.departure(time, link, backlog));
        let order = self.packets_sent;
        self.packets_sent += 1;
        let rank = Rank::new(order, self.routes.at(packets[id].packet.place + 1));
        let was_empty = port.head().is_none();
        let offer = port.offer(self.now, rank, id, packets);
        match offer {
            Offer::Accepted | Offer::Marked => {}
            Offer::Full => return self.drop_at_entry(id, u32::from(link), order, FULL),
            Offer::Refused => return self.drop_at_entry(id, u32::from(link), order, LOST),
            Offer::Later(wait) => return self.hold(link, id, wait),
            Offer::Twice(wait) => return self.offer_twice(link, id, wait),
        }
        let backlog = port.backlog();
        if was_empty && let Some((_, due)) = port.head() {
            self.schedule.plan_arrival(u32::from(link), due.time, rank.number(), id);
        }
        if offer == Offer::Marked {
            let Packet { flow, payload, .. } = self.packets[id].packet;
            self.record_packet(flow, payload, u32::from(link), MARKED);
            self.recorder.marked(self.now, link, backlog);
        }
        self.recorder.accepted(self.now, link, backlog, || hop(u32::from(link), order, &self.packets[id]));
    }

    /// Keeps a packet from a link for a while.
    #[cold]
    #[inline(never)]
    fn hold(&mut self, link: u16, id: PacketId, wait: Nanos) {
        self.packets[id].packet.scripted = true;
        self.held.add(self.now + wait, (link, id));
        self.plan_held();
    }

    /// Offers a packet now, and a copy of it later.
    #[cold]
    #[inline(never)]
    fn offer_twice(&mut self, link: u16, id: PacketId, wait: Nanos) {
        let mut copy = self.packets[id].packet;
        if let Payload::Ack { options, .. } = &mut copy.payload {
            *options = self.ack_options.copy(*options);
        }
        self.counts(copy.flow, copy.payload).sent += 1;
        self.packets[id].packet.scripted = true;
        self.offer_to_first(link, id);
        let id = self.packets.add(copy);
        self.hold(link, id, wait);
    }

    fn plan_held(&mut self) {
        if let Some(at) = self.held.next_at() {
            self.schedule.plan_timer(self.held_timer(), at);
        }
    }

    /// Offers the packets whose wait is over.
    pub(super) fn on_held(&mut self) {
        while let Some((link, id)) = self.held.take_due(self.now) {
            self.offer_to_first(link, id);
        }
        self.plan_held();
    }

    /// Removes the packets from a buffer that have been transmitted by `until`.
    #[inline(always)]
    pub(super) fn settle(&mut self, link: u32, until: Nanos) {
        let recorder = &mut self.recorder;
        let left = |time, backlog| recorder.departure(time, link as u16, backlog);
        self.ports[link as usize].settle(until, &self.packets, left);
    }

    /// Does this for all buffers.
    pub(super) fn settle_all(&mut self, until: Nanos) {
        for link in 0..self.ports.len() {
            self.settle(link as u32, until);
        }
    }

    /// Records that the packets on links have entered them.
    pub(super) fn record_carried(&mut self) {
        for (link, port) in (0..).zip(&self.ports) {
            for (id, due) in port.in_transit(&self.packets) {
                self.recorder.hop_offered(&hop(link, due.rank.order(), &self.packets[id]));
            }
        }
    }

    /// Drops a packet as it enters a link.
    #[inline(never)]
    fn drop_at_entry(&mut self, id: PacketId, link: u32, order: u64, kinds: EventKinds) {
        let Packet { flow, payload, .. } = self.packets[id].packet;
        self.recorder.hop_dropped(&Hop { link, flow, payload, since: self.now, order });
        self.drop_packet(id, link, kinds);
    }

    #[inline(never)]
    fn drop_packet(&mut self, id: PacketId, link: u32, kinds: EventKinds) {
        let Packet { flow, payload, .. } = self.packets.remove(id);
        if let Payload::Ack { options, .. } = payload {
            self.ack_options.take(options);
        }
        self.counts(flow, payload).dropped += 1;
        self.record_packet(flow, payload, link, kinds);
        if usize::from(flow) < self.flows.len() {
            self.record_limit(usize::from(flow));
        }
    }

    #[inline(never)]
    fn record_packet(&mut self, flow: u16, payload: Payload, link: u32, kinds: EventKinds) {
        let [of_data, of_ack, of_datagram] = kinds;
        let (kind, seq) = match payload {
            Payload::Data { seq, .. } => (of_data, seq),
            Payload::Ack { next, .. } => (of_ack, next),
            Payload::Datagram(number) => (of_datagram, number),
        };
        self.recorder.segment(self.now, flow, kind, seq, link as u16);
    }
}
