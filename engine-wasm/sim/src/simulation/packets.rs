//! What happens to packets on their way.

use super::Simulation;
use super::flow::PacketCounts;
use crate::net::port::Offer;
use crate::net::{Ecn, Packet, Payload};
use crate::tcp::sender::Acknowledgment;
use crate::trace::tables::SegmentKind;

/// What a record says of a packet that meets its fate at a port: of data, of an ACK, of a datagram.
type Fate = [SegmentKind; 3];

const FULL: Fate = [SegmentKind::DropFull, SegmentKind::AckDropFull, SegmentKind::DatagramDropFull];
const LOST: Fate = [SegmentKind::DropError, SegmentKind::AckDropError, SegmentKind::DatagramDropError];
const MARKED: Fate = [SegmentKind::Marked, SegmentKind::AckMarked, SegmentKind::DatagramMarked];

impl Simulation {
    #[inline]
    pub(super) fn on_arrival(&mut self, link: u32) {
        // Nothing else depends on when a departure is noted, as long as it is before the next packet comes.
        if self.recorder.keeps_rows() {
            self.settle(link);
        }
        let port = &mut self.ports[link as usize];
        let Some(mut packet) = port.deliver() else { return };
        if let Some((time, order)) = port.head() {
            self.schedule.plan_arrival(link, time, order);
        }
        self.packet_hops += 1;
        if packet.corrupted {
            return self.drop_packet(packet.flow, packet.payload, link, LOST);
        }
        packet.place += 1;
        match self.routes.at(packet.place) {
            Some(next) => self.put(next, packet),
            None => self.take(packet),
        }
    }

    /// A packet has come to its host.
    #[inline]
    fn take(&mut self, packet: Packet) {
        let Packet { flow, connection, ecn, payload, .. } = packet;
        self.counts(flow, payload).arrived += 1;
        match payload {
            Payload::Data { seq, cwr } => self.on_data(flow, connection, seq, ecn == Ecn::Marked, cwr),
            Payload::Ack { next, marks, sack } => {
                let blocks = self.sacks.take(sack);
                self.on_ack(flow, connection, &Acknowledgment { next, blocks, marks: u32::from(marks) });
            }
            Payload::Datagram(number) => {
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

    /// A packet leaves its host.
    #[inline(always)]
    pub(super) fn send(&mut self, packet: Packet) {
        self.counts(packet.flow, packet.payload).sent += 1;
        if let Some(first) = self.routes.at(packet.place) {
            self.put(first, packet);
        }
    }

    /// A packet is put on a link.
    #[inline(always)]
    fn put(&mut self, link: u32, packet: Packet) {
        let (port, recorder) = (&mut self.ports[link as usize], &mut self.recorder);
        port.settle(self.now, |time, backlog| recorder.departure(time, link as u16, backlog));
        let order = self.packets_sent;
        self.packets_sent += 1;
        let offer = port.offer(self.now, order, packet);
        match offer {
            Offer::Accepted | Offer::Marked => {}
            Offer::Full => return self.drop_packet(packet.flow, packet.payload, link, FULL),
            Offer::Refused => return self.drop_packet(packet.flow, packet.payload, link, LOST),
        }
        let backlog = port.backlog();
        if port.carried() == 1
            && let Some((time, order)) = port.head()
        {
            self.schedule.plan_arrival(link, time, order);
        }
        if offer == Offer::Marked {
            self.record_packet(packet.flow, packet.payload, link, MARKED);
        }
        self.recorder.queue(self.now, link as u16, backlog);
    }

    /// Takes what has been transmitted by now out of a buffer.
    #[inline(always)]
    pub(super) fn settle(&mut self, link: u32) {
        let recorder = &mut self.recorder;
        self.ports[link as usize].settle(self.now, |time, backlog| recorder.departure(time, link as u16, backlog));
    }

    #[inline(never)]
    fn drop_packet(&mut self, flow: u16, payload: Payload, link: u32, fate: Fate) {
        if let Payload::Ack { sack, .. } = payload {
            self.sacks.take(sack);
        }
        self.counts(flow, payload).dropped += 1;
        self.record_packet(flow, payload, link, fate);
    }

    #[inline(never)]
    fn record_packet(&mut self, flow: u16, payload: Payload, link: u32, fate: Fate) {
        let [of_data, of_ack, of_datagram] = fate;
        let (kind, seq) = match payload {
            Payload::Data { seq, .. } => (of_data, seq),
            Payload::Ack { next, .. } => (of_ack, next),
            Payload::Datagram(number) => (of_datagram, number),
        };
        self.recorder.segment(self.now, flow, kind, seq, link as u16);
    }
}
