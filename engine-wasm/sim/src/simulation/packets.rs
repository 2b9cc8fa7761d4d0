//! The behavior of packets in the network.

use super::Simulation;
use super::flow::PacketCounts;
use crate::net::packets::{PacketId, Transit};
use crate::net::port::Offer;
use crate::net::route::END;
use crate::net::{Ecn, Packet, Payload};
use crate::tcp::sender::Acknowledgment;
use crate::trace::hops::Hop;
use crate::trace::tables::SegmentKind;

/// The event kinds of one outcome at a port: for data, for an ACK and for a datagram.
type EventKinds = [SegmentKind; 3];

const FULL: EventKinds = [SegmentKind::DropFull, SegmentKind::AckDropFull, SegmentKind::DatagramDropFull];
const LOST: EventKinds = [SegmentKind::DropError, SegmentKind::AckDropError, SegmentKind::DatagramDropError];
const MARKED: EventKinds = [SegmentKind::Marked, SegmentKind::AckMarked, SegmentKind::DatagramMarked];

/// The head of a link, as the schedule carries it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head {
    packet: PacketId,
    /// The link that it's offered to when it arrives; [`END`] if it has reached its host.
    next: u32,
}

/// The hop of a packet that this link has accepted.
fn hop(link: u32, transit: &Transit) -> Hop {
    let Transit { packet: Packet { flow, payload, .. }, since, order, .. } = *transit;
    Hop { link, flow, payload, since, order }
}

impl Simulation {
    #[inline]
    pub(super) fn on_arrival(&mut self, link: u32, head: Head) {
        let Self { ports, packets, recorder, .. } = self;
        let port = &mut ports[link as usize];
        if recorder.keeps_rows() || port.holds_head() {
            port.settle(self.now, packets, |time, backlog| recorder.departure(time, link as u16, backlog));
            if recorder.keeps_rows() {
                recorder.hop_arrived(self.now, &hop(link, &packets[head.packet]));
            }
        }
        let corrupted = port.deliver(&mut packets[head.packet]);
        self.plan_head(link);
        if corrupted {
            return self.drop_packet(head.packet, link, LOST);
        }
        if head.next == END { self.receive(head.packet) } else { self.offer(head.next, head.packet) }
    }

    /// Plans the arrival of a link's head, if it has one.
    #[inline(always)]
    pub(super) fn plan_head(&mut self, link: u32) {
        if let Some((id, transit)) = self.ports[link as usize].head(&self.packets) {
            let head = Head { packet: id, next: self.routes.at(transit.packet.place + 1) };
            self.schedule.plan_arrival(link, transit.arrives, transit.order, head);
        }
    }

    /// Does the same for a link that was empty.
    #[inline(never)]
    fn plan_only_packet(&mut self, link: u32) {
        self.plan_head(link);
    }

    /// Delivers a packet to its destination host.
    #[inline]
    fn receive(&mut self, id: PacketId) {
        let Packet { flow, connection, ecn, payload, .. } = self.packets.remove(id);
        match payload {
            Payload::Data { seq, cwr } => self.on_data(flow, connection, seq, ecn == Ecn::Marked, cwr),
            Payload::Ack { next, marks, sack } => {
                let blocks = self.sacks.take(sack);
                self.on_ack(flow, connection, &Acknowledgment { next, blocks, marks: u32::from(marks) });
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
            self.offer(first, id);
        }
    }

    /// Offers a packet to a link.
    #[inline(always)]
    fn offer(&mut self, link: u32, id: PacketId) {
        let Self { ports, packets, recorder, .. } = self;
        let port = &mut ports[link as usize];
        port.settle(self.now, packets, |time, backlog| recorder.departure(time, link as u16, backlog));
        let order = self.packets_sent;
        self.packets_sent += 1;
        let offer = port.offer(self.now, order, id, packets);
        match offer {
            Offer::Accepted | Offer::Marked => {}
            Offer::Full => return self.drop_at_entry(id, link, order, FULL),
            Offer::Refused => return self.drop_at_entry(id, link, order, LOST),
        }
        let backlog = port.backlog();
        if port.is_head(id) {
            self.plan_only_packet(link);
        }
        if offer == Offer::Marked {
            let Packet { flow, payload, .. } = self.packets[id].packet;
            self.record_packet(flow, payload, link, MARKED);
        }
        self.recorder.accepted(self.now, link as u16, backlog, || hop(link, &self.packets[id]));
    }

    /// Removes the packets from a buffer that have been transmitted by now.
    #[inline(always)]
    pub(super) fn settle(&mut self, link: u32) {
        let recorder = &mut self.recorder;
        let left = |time, backlog| recorder.departure(time, link as u16, backlog);
        self.ports[link as usize].settle(self.now, &self.packets, left);
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
        if let Payload::Ack { sack, .. } = payload {
            self.sacks.take(sack);
        }
        self.counts(flow, payload).dropped += 1;
        self.record_packet(flow, payload, link, kinds);
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
