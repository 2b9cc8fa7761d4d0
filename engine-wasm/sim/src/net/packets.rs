//! Stores the packets under way in slots. Each packet keeps its slot from sender to receiver, and links pass on only
//! the slot number. So a hop copies nothing and touches one cache line of the packet, and there are never more slots
//! than the largest number of packets under way at one time.

use std::ops::{Index, IndexMut};

#[cfg(doc)]
use super::route::END;
use super::{Ecn, Packet, Payload};
use crate::kernel::Nanos;

/// Number of a slot, and of the packet in it.
pub type PacketId = u32;

/// The id that means no packet.
pub const NO_PACKET: PacketId = PacketId::MAX;

/// Ranks arrivals at the same time, and says where the packet goes next: its order number in the high 48 bits, the next
/// link in the low 16. Packets are numbered in the order in which they enter links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rank(u64);

impl Rank {
    /// The rank of a packet with this order number; `next` is the link behind the one that it enters, or [`END`].
    #[inline]
    pub fn new(order: u64, next: u16) -> Self {
        Self(order << 16 | u64::from(next))
    }

    /// Returns the number that the schedule compares.
    #[inline]
    pub fn number(self) -> u64 {
        self.0
    }

    /// The rank with this number.
    #[inline]
    pub fn of_number(number: u64) -> Self {
        Self(number)
    }

    /// Order number of the packet.
    #[inline]
    pub fn order(self) -> u64 {
        self.0 >> 16
    }

    /// The link that the packet is offered to when it arrives; [`END`] at its host.
    #[inline]
    pub fn next(self) -> u16 {
        self.0 as u16
    }
}

/// An arrival at the far end of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Its time.
    pub time: Nanos,
    /// Its rank among arrivals at the same time.
    pub rank: Rank,
}

/// A packet under way, with the bookkeeping of the link that it is on. Fills one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Transit {
    /// The packet.
    pub packet: Packet,
    /// The packet behind it on its link, or the next free slot if this one is free.
    pub next: PacketId,
    /// Arrival of the packet behind it.
    pub next_due: Due,
    /// Time at which it entered the buffer.
    pub since: Nanos,
    /// Time at which its last bit leaves the buffer.
    pub until: Nanos,
}

/// All packets under way.
#[derive(Clone, Debug)]
pub struct Packets {
    slots: Vec<Transit>,
    /// The slot that was freed last.
    free: PacketId,
}

impl Default for Packets {
    fn default() -> Self {
        Self { slots: Vec::new(), free: NO_PACKET }
    }
}

impl Packets {
    /// Adds a packet that isn't on a link yet.
    #[inline]
    pub fn add(&mut self, packet: Packet) -> PacketId {
        // If the call below got the packet, it would be built in memory in small pieces and then copied in larger ones,
        // and processors wait for that.
        if self.free == NO_PACKET {
            self.add_slot();
        }
        let id = self.free;
        let slot = &mut self[id];
        let next = slot.next;
        slot.packet = packet;
        self.free = next;
        id
    }

    /// Adds a free slot.
    #[cold]
    fn add_slot(&mut self) {
        let payload = Payload::Datagram(0);
        let packet = Packet {
            flow: 0,
            place: 0,
            connection: 0,
            ecn: Ecn::NotCapable,
            corrupted: false,
            scripted: false,
            size: 0,
            payload,
        };
        self.free = self.slots.len() as PacketId;
        self.slots.push(Transit { packet, next: NO_PACKET, next_due: Due::default(), since: 0, until: 0 });
    }

    /// Removes a packet that is no longer on a link.
    #[inline]
    pub fn remove(&mut self, id: PacketId) -> Packet {
        let free = std::mem::replace(&mut self.free, id);
        let slot = &mut self[id];
        slot.next = free;
        slot.packet
    }

    /// The packet with this id; `None` for [`NO_PACKET`].
    #[inline]
    pub fn get(&self, id: PacketId) -> Option<&Transit> {
        self.slots.get(id as usize)
    }

    /// Bytes of the slots.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Number of packets under way.
    pub fn count(&self) -> usize {
        let free = self.behind(self.free).count();
        self.slots.len() - free
    }

    /// This packet and those behind it on its link.
    pub fn behind(&self, id: PacketId) -> impl Iterator<Item = (PacketId, &Transit)> {
        let entry = |id| self.get(id).map(|transit| (id, transit));
        std::iter::successors(entry(id), move |(_, transit)| entry(transit.next))
    }
}

impl Index<PacketId> for Packets {
    type Output = Transit;
    #[inline]
    fn index(&self, id: PacketId) -> &Transit {
        &self.slots[id as usize]
    }
}

impl IndexMut<PacketId> for Packets {
    #[inline]
    fn index_mut(&mut self, id: PacketId) -> &mut Transit {
        &mut self.slots[id as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(number: u32) -> Packet {
        let payload = Payload::Datagram(number);
        Packet {
            flow: 0,
            place: 0,
            connection: 0,
            ecn: Ecn::NotCapable,
            corrupted: false,
            scripted: false,
            size: 40,
            payload,
        }
    }

    #[test]
    fn a_packet_with_its_bookkeeping_fills_a_cache_line() {
        assert_eq!(size_of::<Transit>(), 64);
    }

    #[test]
    fn reuses_the_last_freed_slot_before_adding_new_ones() {
        let mut packets = Packets::default();
        let ids: Vec<_> = (0..3).map(|number| packets.add(packet(number))).collect();
        assert_eq!((ids, packets.count()), (vec![0, 1, 2], 3));
        assert_eq!(packets.remove(0).payload, Payload::Datagram(0));
        assert_eq!(packets.remove(2).payload, Payload::Datagram(2));
        assert_eq!(packets.count(), 1);
        assert_eq!([3, 4, 5].map(|number| packets.add(packet(number))), [2, 0, 3]);
        assert_eq!([1, 2, 0, 3].map(|id| packets[id].packet.payload), [1, 3, 4, 5].map(Payload::Datagram));
        assert_eq!(packets.count(), 4);
    }
}
