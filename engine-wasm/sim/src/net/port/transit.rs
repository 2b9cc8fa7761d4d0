//! FIFO list of a port's packets between buffer entry and arrival at the far end. Each packet stores the id of the one
//! behind it and when that one arrives, see [`Packets`]. So the next arrival can be planned without access to its
//! packet, which may no longer be in the processor's cache.

use crate::net::packets::{Due, NO_PACKET, PacketId, Packets, Transit};

/// Packets in order.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct InTransit {
    first: PacketId,
    last: PacketId,
    /// Counts of packets that have arrived and that have entered.
    delivered: u64,
    entered: u64,
    /// Arrival of the first packet.
    due: Due,
}

impl Default for InTransit {
    fn default() -> Self {
        Self { first: NO_PACKET, last: NO_PACKET, delivered: 0, entered: 0, due: Due::default() }
    }
}

impl InTransit {
    /// Number of packets that have entered.
    #[inline]
    pub fn entered(&self) -> u64 {
        self.entered
    }

    /// Number of packets that have arrived.
    #[inline]
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// Number of packets in transit.
    #[inline]
    pub fn len(&self) -> u64 {
        self.entered - self.delivered
    }

    /// The first packet and its arrival.
    #[inline]
    pub fn first(&self) -> Option<(PacketId, Due)> {
        (self.first != NO_PACKET).then_some((self.first, self.due))
    }

    /// Appends a packet; its `next` must be [`NO_PACKET`].
    #[inline]
    pub fn push(&mut self, id: PacketId, due: Due, packets: &mut Packets) {
        if self.first == NO_PACKET {
            (self.first, self.due) = (id, due);
        } else {
            let last = &mut packets[self.last];
            (last.next, last.next_due) = (id, due);
        }
        self.last = id;
        self.entered += 1;
    }

    /// Removes the first packet, which must be `first`.
    #[inline]
    pub fn pop(&mut self, first: &Transit) {
        (self.first, self.due) = (first.next, first.next_due);
        self.delivered += 1;
    }

    /// The packets in order, with their arrivals.
    pub fn iter<'a>(&self, packets: &'a Packets) -> impl Iterator<Item = (PacketId, Due)> + use<'a> {
        std::iter::successors(self.first(), |&(id, _)| {
            let Transit { next, next_due, .. } = packets[id];
            (next != NO_PACKET).then_some((next, next_due))
        })
    }

    /// Changes the arrival of the packet behind `before`; `None` means the first one.
    pub fn set_due(&mut self, before: Option<PacketId>, due: Due, packets: &mut Packets) {
        match before {
            Some(before) => packets[before].next_due = due,
            None => self.due = due,
        }
    }
}
