//! What happens to packets on their way.

use super::Simulation;
use super::flow::PacketCounts;
use crate::net::port::{Delivery, Offer};
use crate::net::{Ecn, Packet, Payload};
use crate::tcp::sender::Acknowledgment;
use crate::trace::tables::SegmentKind;

/// What a record says of a packet that meets its fate at a port: of data, of an ACK, of a datagram.
type Fate = [SegmentKind; 3];

const FULL: Fate = [SegmentKind::DropFull, SegmentKind::AckDropFull, SegmentKind::DatagramDropFull];
const LOST: Fate = [SegmentKind::DropError, SegmentKind::AckDropError, SegmentKind::DatagramDropError];
const MARKED: Fate = [SegmentKind::Marked, SegmentKind::AckMarked, SegmentKind::DatagramMarked];

impl Simulation {
    pub(super) fn on_arrival(&mut self, link: u32) {
        self.settle(link);
        let port = &mut self.ports[link as usize];
        let delivery = port.deliver();
        match port.head() {
            Some((time, order)) => self.schedule.plan_arrival(link, time, order),
            None => self.schedule.clear_arrival(link),
        }
        let Some(Delivery { mut packet, corrupted }) = delivery else { return };
        self.packet_hops += 1;
        if corrupted {
            return self.drop_packet(&packet, link, LOST);
        }
        packet.place += 1;
        if let Some(next) = self.routes.at(packet.place) {
            return self.transmit(next, &packet);
        }
        self.counts(&packet).arrived += 1;
        match packet.payload {
            Payload::Data { seq, cwr } => self.on_data(&packet, seq, packet.ecn == Ecn::Marked, cwr),
            Payload::Ack { next, marks, sack } => {
                let blocks = self.sacks.take(sack);
                self.on_ack(&packet, &Acknowledgment { next, blocks, marks: u32::from(marks) });
            }
            Payload::Datagram(number) => {
                self.recorder.segment(self.now, packet.flow, SegmentKind::DatagramArrived, number, 0);
            }
        }
    }

    fn counts(&mut self, packet: &Packet) -> &mut PacketCounts {
        let index = usize::from(packet.flow);
        match packet.payload {
            Payload::Datagram(_) => &mut self.sources[index - self.flows.len()].packets,
            Payload::Data { .. } | Payload::Ack { .. } => &mut self.flows[index].packets,
        }
    }

    /// A packet leaves its host.
    pub(super) fn send(&mut self, packet: &Packet) {
        self.counts(packet).sent += 1;
        if let Some(first) = self.routes.at(packet.place) {
            self.transmit(first, packet);
        }
    }

    #[inline(never)]
    fn transmit(&mut self, link: u32, packet: &Packet) {
        self.settle(link);
        let port = &mut self.ports[link as usize];
        let order = self.packets_sent;
        self.packets_sent += 1;
        match port.offer(self.now, order, packet) {
            Offer::Accepted { head_arrives, marked } => {
                let backlog = port.backlog();
                if let Some(time) = head_arrives {
                    self.schedule.plan_arrival(link, time, order);
                }
                if marked {
                    self.record_packet(packet, link, MARKED);
                }
                self.recorder.queue(self.now, link as u16, backlog);
            }
            Offer::Full => self.drop_packet(packet, link, FULL),
            Offer::Refused => self.drop_packet(packet, link, LOST),
        }
    }

    /// Takes what has been transmitted by now out of a buffer.
    #[inline(always)]
    pub(super) fn settle(&mut self, link: u32) {
        let recorder = &mut self.recorder;
        self.ports[link as usize].settle(self.now, |time, backlog| recorder.departure(time, link as u16, backlog));
    }

    fn drop_packet(&mut self, packet: &Packet, link: u32, fate: Fate) {
        if let Payload::Ack { sack, .. } = packet.payload {
            self.sacks.take(sack);
        }
        self.counts(packet).dropped += 1;
        self.record_packet(packet, link, fate);
    }

    fn record_packet(&mut self, packet: &Packet, link: u32, fate: Fate) {
        let [of_data, of_ack, of_datagram] = fate;
        let (kind, seq) = match packet.payload {
            Payload::Data { seq, .. } => (of_data, seq),
            Payload::Ack { next, .. } => (of_ack, next),
            Payload::Datagram(number) => (of_datagram, number),
        };
        self.recorder.segment(self.now, packet.flow, kind, seq, link as u16);
    }
}
