//! The packets of a port between buffer entry and arrival at the far end, first in, first out. They are numbered in the
//! order in which they came, and kept in a ring whose size is a power of two: a packet's number says where it is.

use crate::kernel::Nanos;
use crate::net::Packet;

/// A packet between buffer entry and arrival.
#[derive(Clone, Copy, Debug)]
pub struct Transit {
    /// The packet.
    pub packet: Packet,
    /// Its place in the order of all packets.
    pub order: u64,
    /// When it entered the buffer.
    pub since: Nanos,
    /// When its last bit leaves the buffer.
    pub until: Nanos,
    /// When it arrives.
    pub arrives: Nanos,
}

impl Transit {
    /// Stands where there is room.
    const NONE: Self = Self { packet: Packet::NONE, order: 0, since: 0, until: 0, arrives: 0 };
}

/// How many packets there is room for at first.
const LEAST: usize = 4;

/// Packets in order.
#[derive(Debug, Default)]
pub struct InTransit {
    ring: Vec<Transit>,
    /// Numbers of the first packet and of the one that will come next.
    first: u64,
    next: u64,
}

impl InTransit {
    /// How many there have been.
    #[inline]
    pub fn came(&self) -> u64 {
        self.next
    }

    /// How many have arrived.
    #[inline]
    pub fn went(&self) -> u64 {
        self.first
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        (self.next - self.first) as usize
    }

    #[inline]
    fn index(&self, number: u64) -> usize {
        number as usize & self.ring.len().wrapping_sub(1)
    }

    /// The packet with this number, which is there or has gone since the last one came.
    #[inline]
    pub fn at(&self, number: u64) -> &Transit {
        &self.ring[self.index(number)]
    }

    /// The packet with this number, which is there.
    pub fn at_mut(&mut self, number: u64) -> &mut Transit {
        let index = self.index(number);
        &mut self.ring[index]
    }

    /// The first packet.
    #[inline]
    pub fn first(&self) -> Option<&Transit> {
        (self.first < self.next).then(|| self.at(self.first))
    }

    /// All packets.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Transit> {
        (0..self.len()).map(|nth| self.at(self.first + nth as u64))
    }

    /// A packet comes.
    #[inline]
    pub fn push(&mut self, transit: Transit) {
        if self.len() == self.ring.len() {
            self.grow();
        }
        let index = self.index(self.next);
        self.ring[index] = transit;
        self.next += 1;
    }

    /// Makes room for twice as many.
    #[cold]
    fn grow(&mut self) {
        let mut ring = vec![Transit::NONE; (2 * self.ring.len()).max(LEAST)];
        let mask = ring.len() - 1;
        (self.first..self.next).for_each(|number| ring[number as usize & mask] = *self.at(number));
        self.ring = ring;
    }

    /// The first packet goes.
    #[inline]
    pub fn pop(&mut self) -> Option<&Transit> {
        let number = self.first;
        if number == self.next {
            return None;
        }
        self.first += 1;
        Some(self.at(number))
    }
}
