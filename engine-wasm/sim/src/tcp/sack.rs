//! SACK blocks of an ACK (RFC 2018), and a pool that stores the options of ACKs in transit. With the pool, packets stay
//! small and have the same size with or without options.

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
    /// Its SACK blocks.
    pub blocks: Option<SackBlocks>,
    /// The timestamp that it echoes (TSecr).
    pub echo: Option<Timestamp>,
}

/// Index of an ACK's options in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot(NonZeroU32);

/// The options of all ACKs in transit.
#[derive(Debug, Default)]
pub struct OptionPool {
    slots: Vec<AckOptions>,
    free: Vec<u32>,
}

impl OptionPool {
    /// Stores the options of an outgoing ACK; returns `None` if it has none.
    #[inline]
    pub fn store(&mut self, blocks: Option<&SackBlocks>, echo: Option<Timestamp>) -> Option<Slot> {
        if blocks.is_none() && echo.is_none() { None } else { self.add(AckOptions { blocks: blocks.copied(), echo }) }
    }

    #[inline(never)]
    fn add(&mut self, options: AckOptions) -> Option<Slot> {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(AckOptions::default());
            self.slots.len() as u32 - 1
        });
        self.slots[slot as usize] = options;
        Some(Slot(NonZeroU32::MIN.saturating_add(slot)))
    }

    /// Removes the options of an ACK that arrived or was lost.
    #[inline]
    pub fn take(&mut self, slot: Option<Slot>) -> AckOptions {
        slot.map_or(AckOptions::default(), |slot| self.take_from(slot))
    }

    #[inline(never)]
    fn take_from(&mut self, Slot(slot): Slot) -> AckOptions {
        let slot = slot.get() - 1;
        self.free.push(slot);
        self.slots[slot as usize]
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
        assert_eq!((pool.store(None, None), pool.take(None)), (None, AckOptions::default()));
        let blocks = SackBlocks::of(&[(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)]);
        assert_eq!(blocks.as_slice().len(), 4);
        let first = pool.store(Some(&blocks), None);
        assert_eq!(pool.take(first), AckOptions { blocks: Some(blocks), echo: None });
        let echo = Some(Timestamp::at(5_000));
        assert_eq!(pool.store(None, echo), first);
        assert_eq!(pool.take(first), AckOptions { blocks: None, echo });
    }
}
