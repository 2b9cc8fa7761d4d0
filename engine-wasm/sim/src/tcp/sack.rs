//! SACK blocks of an ACK (RFC 2018), and a pool that stores the blocks of ACKs in transit. With the pool, packets stay
//! small and have the same size with or without blocks.

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

/// Index of an ACK's blocks in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot(NonZeroU32);

/// The blocks of all ACKs in transit.
#[derive(Debug, Default)]
pub struct SackPool {
    slots: Vec<SackBlocks>,
    free: Vec<u32>,
}

impl SackPool {
    /// Stores the blocks of an outgoing ACK; returns `None` if it has no blocks.
    pub fn store(&mut self, blocks: Option<&SackBlocks>) -> Option<Slot> {
        let blocks = blocks?;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(SackBlocks::default());
            self.slots.len() as u32 - 1
        });
        self.slots[slot as usize] = *blocks;
        Some(Slot(NonZeroU32::MIN.saturating_add(slot)))
    }

    /// Removes the blocks of an ACK that arrived or was lost.
    #[inline]
    pub fn take(&mut self, slot: Option<Slot>) -> Option<SackBlocks> {
        slot.map(|slot| self.take_from(slot))
    }

    #[inline(never)]
    fn take_from(&mut self, Slot(slot): Slot) -> SackBlocks {
        let slot = slot.get() - 1;
        self.free.push(slot);
        self.slots[slot as usize]
    }

    /// Number of ACKs whose blocks are stored.
    pub fn stored(&self) -> usize {
        self.slots.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reuses_slots_and_drops_a_fifth_block() {
        let mut pool = SackPool::default();
        assert_eq!((pool.store(None), pool.take(None)), (None, None));
        let blocks = SackBlocks::of(&[(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)]);
        assert_eq!(blocks.as_slice().len(), 4);
        let first = pool.store(Some(&blocks));
        assert_eq!(pool.take(first), Some(blocks));
        assert_eq!(pool.store(Some(&SackBlocks::of(&[(1, 2)]))), first);
    }
}
