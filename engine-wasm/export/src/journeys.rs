//! Finds the rows of a flow that belong to the same packet: where it is sent, dropped or marked, and received. Links are
//! FIFO, so of several copies in flight the oldest arrives first. A dropped copy is taken to be the youngest, which has
//! traveled least.

use std::collections::BTreeMap;

use vegaslab_sim::trace::tables::{SegmentKind, Segments};

use crate::kind_of;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Packet {
    Data,
    Ack,
    Datagram,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Sent,
    Received,
    Dropped,
    Marked,
}

fn event_of(kind: SegmentKind) -> (Packet, Event) {
    use SegmentKind as Kind;
    match kind {
        Kind::Send | Kind::RetransmitFast | Kind::RetransmitEarly | Kind::RetransmitTimeout => {
            (Packet::Data, Event::Sent)
        }
        Kind::DataArrived => (Packet::Data, Event::Received),
        Kind::DropFull | Kind::DropError => (Packet::Data, Event::Dropped),
        Kind::Marked => (Packet::Data, Event::Marked),
        Kind::AckSent | Kind::DupAckSent => (Packet::Ack, Event::Sent),
        Kind::Ack | Kind::DupAck => (Packet::Ack, Event::Received),
        Kind::AckDropFull | Kind::AckDropError => (Packet::Ack, Event::Dropped),
        Kind::AckMarked => (Packet::Ack, Event::Marked),
        Kind::DatagramSent => (Packet::Datagram, Event::Sent),
        Kind::DatagramArrived => (Packet::Datagram, Event::Received),
        Kind::DatagramDropFull | Kind::DatagramDropError => (Packet::Datagram, Event::Dropped),
        Kind::DatagramMarked => (Packet::Datagram, Event::Marked),
    }
}

/// The rows that belong together.
#[derive(Debug, Default)]
pub struct Journeys {
    /// By the row at which a packet was received, the row at which it was sent; the row itself if the trace doesn't
    /// contain it.
    left: Vec<u32>,
    /// By the row at which a packet was sent, the row at which it was dropped.
    dropped: BTreeMap<usize, usize>,
    /// By the row at which a packet was sent, the row at which it was marked.
    marked: BTreeMap<usize, usize>,
}

impl Journeys {
    pub fn new(rows: &Segments) -> Self {
        let mut journeys = Self { left: (0..rows.len() as u32).collect(), ..Self::default() };
        let mut in_flight: BTreeMap<(Packet, u32), Vec<u32>> = BTreeMap::new();
        for (row, (&code, &number)) in rows.kind.iter().zip(&rows.seq).enumerate() {
            let Some((packet, event)) = kind_of(code).map(event_of) else { continue };
            if matches!(event, Event::Sent) {
                in_flight.entry((packet, number)).or_default().push(row as u32);
                continue;
            }
            let Some(copies) = in_flight.get_mut(&(packet, number)) else { continue };
            match event {
                Event::Sent => {}
                Event::Marked => {
                    journeys.marked.insert(copies[0] as usize, row);
                }
                Event::Received => journeys.left[row] = copies.remove(0),
                Event::Dropped => {
                    journeys.dropped.extend(copies.pop().map(|sent| (sent as usize, row)));
                }
            }
            if copies.is_empty() {
                in_flight.remove(&(packet, number));
            }
        }
        journeys
    }

    /// The row at which the packet of a row was sent.
    pub fn left(&self, row: usize) -> usize {
        self.left[row] as usize
    }

    /// The row at which a packet was dropped, by the row at which it was sent.
    pub fn dropped(&self, sent: usize) -> Option<usize> {
        self.dropped.get(&sent).copied()
    }

    /// The row at which a packet was marked, by the row at which it was sent.
    pub fn marked(&self, sent: usize) -> Option<usize> {
        self.marked.get(&sent).copied()
    }
}
