//! FIFO list of a port's packets between buffer entry and arrival at the far end. Each packet stores the id of the one
//! behind it, see [`Packets`].

use crate::net::packets::{NO_PACKET, PacketId, Packets, Transit};

/// Packets in order.
#[derive(Debug)]
pub struct InTransit {
    first: PacketId,
    last: PacketId,
    /// Counts of packets that have arrived and that have entered.
    delivered: u64,
    entered: u64,
}

impl Default for InTransit {
    fn default() -> Self {
        Self { first: NO_PACKET, last: NO_PACKET, delivered: 0, entered: 0 }
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

    /// The first packet, or [`NO_PACKET`].
    #[inline]
    pub fn first(&self) -> PacketId {
        self.first
    }

    /// Appends a packet; its `next` must be [`NO_PACKET`].
    #[inline]
    pub fn push(&mut self, id: PacketId, packets: &mut Packets) {
        if self.first == NO_PACKET {
            self.first = id;
        } else {
            packets[self.last].next = id;
        }
        self.last = id;
        self.entered += 1;
    }

    /// Removes the first packet, which must be `first`.
    #[inline]
    pub fn pop(&mut self, first: &Transit) {
        self.first = first.next;
        self.delivered += 1;
    }
}
