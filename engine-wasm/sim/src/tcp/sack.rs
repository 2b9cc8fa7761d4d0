//! SACK blocks of an ACK (RFC 2018), and a pool that stores for ACKs in transit what most of them don't carry. With the
//! pool, packets stay small and have the same size with or without blocks.

use super::timestamps::Timestamp;
use std::num::NonZeroU32;

/// Maximum number of blocks that fit into the options of an ACK.
pub const MAX_BLOCKS: usize = 4;

/// The blocks of one ACK, the most recent first. Each block is a pair of its first segment and one past its last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SackBlocks {
    blocks: [(u32, u32); MAX_BLOCKS],
    count: u8,
}

impl SackBlocks {
    /// Collects blocks; those beyond the fourth are dropped.
    pub fn of(blocks: &[(u32, u32)]) -> Self {
        let mut all = Self::default();
        blocks.iter().for_each(|&(left, right)| all.push(left, right));
        all
    }

    /// Adds a block if it fits.
    pub fn push(&mut self, left: u32, right: u32) {
        if let Some(place) = self.blocks.get_mut(usize::from(self.count)) {
            *place = (left, right);
            self.count += 1;
        }
    }

    /// The blocks.
    pub fn as_slice(&self) -> &[(u32, u32)] {
        &self.blocks[..usize::from(self.count)]
    }
}

/// The options of an ACK.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AckOptions {
    /// SACK blocks.
    pub blocks: Option<SackBlocks>,
    /// A new advertised window, segments.
    pub rwnd: Option<u32>,
    /// The timestamp that it echoes (TSecr).
    pub echo: Option<Timestamp>,
}

/// Index of an ACK's options in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot(NonZeroU32);

/// The options of all ACKs in transit.
#[derive(Clone, Debug, Default)]
pub struct OptionPool {
    slots: Vec<AckOptions>,
    free: Vec<u32>,
}

impl OptionPool {
    /// Stores the options of an outgoing ACK; returns `None` if it has none.
    #[inline]
    pub fn store(&mut self, options: &AckOptions) -> Option<Slot> {
        let any = options.blocks.is_some() || options.rwnd.is_some() || options.echo.is_some();
        any.then(|| self.store_in_slot(options))
    }

    #[inline(never)]
    fn store_in_slot(&mut self, options: &AckOptions) -> Slot {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(AckOptions::default());
            self.slots.len() as u32 - 1
        });
        self.slots[slot as usize] = *options;
        Slot(NonZeroU32::MIN.saturating_add(slot))
    }

    /// Removes the options of an ACK that arrived or was lost.
    #[inline]
    pub fn take(&mut self, slot: Option<Slot>) -> AckOptions {
        slot.map_or_else(AckOptions::default, |slot| self.take_from(slot))
    }

    /// Stores an ACK's options once more, for a copy of it.
    pub fn copy(&mut self, slot: Option<Slot>) -> Option<Slot> {
        let Slot(slot) = slot?;
        let options = self.slots[slot.get() as usize - 1];
        self.store(&options)
    }

    #[inline(never)]
    fn take_from(&mut self, Slot(slot): Slot) -> AckOptions {
        let slot = slot.get() - 1;
        self.free.push(slot);
        self.slots[slot as usize]
    }

    /// Bytes of its slots.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.slots) + size_of_val(&*self.free)
    }

    /// Number of ACKs whose options are stored.
    pub fn stored(&self) -> usize {
        self.slots.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reuses_slots_and_drops_a_fifth_block() {
        let mut pool = OptionPool::default();
        let none = AckOptions::default();
        assert_eq!((pool.store(&none), pool.take(None)), (None, none));
        let blocks = SackBlocks::of(&[(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)]);
        assert_eq!(blocks.as_slice().len(), 4);
        let options = AckOptions { blocks: Some(blocks), ..none };
        let first = pool.store(&options);
        let copy = pool.copy(first);
        assert_eq!(pool.take(first), options);
        for other in [AckOptions { rwnd: Some(7), ..none }, AckOptions { echo: Some(Timestamp::at(5_000)), ..none }] {
            assert_eq!(pool.store(&other), first);
            assert_eq!(pool.take(first), other);
        }
        assert_eq!((pool.take(copy), pool.stored()), (options, 0));
    }
}
