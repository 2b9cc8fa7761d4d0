//! The segments that the receiver has: everything below `rcv_nxt`, and runs of segments beyond it.

use super::Arrival;
use crate::tcp::runs::Runs;
use crate::tcp::sack::SackBlocks;

/// The receiver's sequence space.
#[derive(Clone, Debug, Default)]
pub struct Reassembly {
    rcv_nxt: u32,
    /// Maximum number of SACK blocks in an ACK.
    most_blocks: u32,
    /// Runs of segments beyond `rcv_nxt`.
    beyond: Runs,
    /// One segment of each run, the most recently changed run first. Empty if ACKs carry no SACK blocks.
    recent: Vec<u32>,
}

impl Reassembly {
    /// An empty sequence space that expects this segment first. An ACK reports at most this many runs.
    pub fn expecting(rcv_nxt: u32, most_blocks: u32) -> Self {
        Self { rcv_nxt, most_blocks, ..Self::default() }
    }

    /// Next segment expected.
    #[inline]
    pub fn rcv_nxt(&self) -> u32 {
        self.rcv_nxt
    }

    /// Adds a segment.
    #[inline]
    pub fn take(&mut self, seq: u32) -> Arrival {
        if seq == self.rcv_nxt && self.beyond.is_empty() {
            self.rcv_nxt += 1;
            return Arrival::InOrder;
        }
        self.take_amid_holes(seq)
    }

    #[inline(never)]
    fn take_amid_holes(&mut self, seq: u32) -> Arrival {
        if seq < self.rcv_nxt {
            return Arrival::Duplicate;
        }
        if seq > self.rcv_nxt {
            return self.take_beyond(seq);
        }
        self.rcv_nxt = self.beyond.around(seq + 1).map_or(seq + 1, |(_, right)| right);
        self.beyond.remove_below(self.rcv_nxt);
        self.recent.retain(|&seq| seq >= self.rcv_nxt);
        Arrival::FillsHole
    }

    fn take_beyond(&mut self, seq: u32) -> Arrival {
        let known = self.beyond.around(seq);
        let (left, right) = known.unwrap_or_else(|| self.beyond.insert(seq, seq + 1));
        if self.most_blocks > 0 {
            self.recent.retain(|other| !(left..right).contains(other));
            self.recent.insert(0, seq);
        }
        if known.is_some() { Arrival::Duplicate } else { Arrival::OutOfOrder }
    }

    /// The blocks that an ACK reports, if any: the most recently changed run first, then those reported earlier (RFC
    /// 2018, section 4).
    #[inline]
    pub fn blocks(&self) -> Option<SackBlocks> {
        (!self.recent.is_empty()).then(|| self.recent_blocks())
    }

    #[inline(never)]
    fn recent_blocks(&self) -> SackBlocks {
        let mut blocks = SackBlocks::default();
        let recent = self.recent.iter().take(self.most_blocks as usize);
        for (left, right) in recent.filter_map(|&seq| self.beyond.around(seq)) {
            blocks.push(left, right);
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random::Stream;

    #[test]
    fn the_four_kinds_of_arrival_are_told_apart() {
        let mut held = Reassembly::expecting(0, 3);
        assert_eq!(held.take(0), Arrival::InOrder);
        assert_eq!(held.take(2), Arrival::OutOfOrder);
        assert_eq!(held.take(2), Arrival::Duplicate);
        assert_eq!(held.take(4), Arrival::OutOfOrder);
        assert_eq!(held.take(1), Arrival::FillsHole);
        assert_eq!(held.rcv_nxt(), 3);
        assert_eq!(held.take(0), Arrival::Duplicate);
        assert_eq!(held.take(3), Arrival::FillsHole);
        assert_eq!(held.rcv_nxt(), 5);
        assert_eq!(held.take(5), Arrival::InOrder);
    }

    #[test]
    fn the_block_that_changed_last_comes_first() {
        let mut held = Reassembly::expecting(0, 3);
        for seq in [1, 2, 5, 9, 8] {
            held.take(seq);
        }
        assert_eq!(held.blocks().unwrap().as_slice(), [(8, 10), (5, 6), (1, 3)]);
        held.take(3);
        assert_eq!(held.blocks().unwrap().as_slice(), [(1, 4), (8, 10), (5, 6)]);
        assert_eq!(Reassembly { most_blocks: 2, ..held.clone() }.blocks().unwrap().as_slice(), [(1, 4), (8, 10)]);
        held.take(4); // joins two runs
        assert_eq!(held.blocks().unwrap().as_slice(), [(1, 6), (8, 10)]);
        held.take(0);
        assert_eq!(held.rcv_nxt(), 6);
        assert_eq!(held.blocks().unwrap().as_slice(), [(8, 10)]);
        held.take(7);
        held.take(6);
        assert_eq!(held.blocks(), None);
    }

    #[test]
    fn any_order_of_arrival_ends_with_everything_in_one_piece() {
        for seed in 0..50 {
            let mut stream = Stream::new(seed, "arrivals");
            let mut order: Vec<u32> = (0..200).collect();
            for n in (1..order.len()).rev() {
                order.swap(n, stream.below(n as u64 + 1) as usize);
            }
            let mut held = Reassembly::expecting(0, 3);
            let mut arrived = vec![false; 201];
            for &seq in &order {
                held.take(seq);
                arrived[seq as usize] = true;
                let first_missing = arrived.iter().position(|&here| !here).expect("201 never comes") as u32;
                assert_eq!(held.rcv_nxt(), first_missing, "seed {seed}");
                let runs = held.beyond.as_slice();
                assert!(runs.iter().all(|&(left, right)| (left..right).all(|seq| arrived[seq as usize])));
                assert!(runs.windows(2).all(|pair| pair[0].1 < pair[1].0), "seed {seed}: {runs:?}");
                let outside: u32 = runs.iter().map(|&(left, right)| right - left).sum();
                let here = arrived.iter().filter(|&&here| here).count() as u32;
                assert_eq!(held.rcv_nxt() + outside, here, "seed {seed}");
            }
        }
    }
}
