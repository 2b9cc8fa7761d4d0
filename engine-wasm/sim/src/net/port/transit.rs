//! The packets of a port between buffer entry and arrival at the far end, as a FIFO list: each packet stores the one
//! behind it, see [`Packets`].

use crate::net::packets::{NO_PACKET, PacketId, Packets, Transit};

/// Packets in order.
#[derive(Debug)]
pub struct InTransit {
    first: PacketId,
    last: PacketId,
    /// Number of packets that have arrived, and number that have entered.
    went: u64,
    came: u64,
}

impl Default for InTransit {
    fn default() -> Self {
        Self { first: NO_PACKET, last: NO_PACKET, went: 0, came: 0 }
    }
}

impl InTransit {
    /// Number of packets that have entered.
    #[inline]
    pub fn came(&self) -> u64 {
        self.came
    }

    /// Number of packets that have arrived.
    #[inline]
    pub fn went(&self) -> u64 {
        self.went
    }

    /// Number of packets in transit.
    #[inline]
    pub fn len(&self) -> u64 {
        self.came - self.went
    }

    /// The first packet, or [`NO_PACKET`].
    #[inline]
    pub fn first(&self) -> PacketId {
        self.first
    }

    /// Appends a packet; none may be behind it.
    #[inline]
    pub fn push(&mut self, id: PacketId, packets: &mut Packets) {
        if self.first == NO_PACKET {
            self.first = id;
        } else {
            packets[self.last].next = id;
        }
        self.last = id;
        self.came += 1;
    }

    /// Removes the first packet, which must be `first`.
    #[inline]
    pub fn pop(&mut self, first: &Transit) {
        self.first = first.next;
        self.went += 1;
    }
}
