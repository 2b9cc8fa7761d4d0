//! Received segments: everything below `rcv_nxt`, and runs of segments beyond it.

use super::Arrival;
use crate::tcp::runs::Runs;
use crate::tcp::sack::SackBlocks;

/// The receiver's sequence space.
#[derive(Clone, Debug, Default)]
pub struct Reassembly {
    rcv_nxt: u32,
    /// Maximum number of SACK blocks in an ACK.
    max_blocks: u32,
    /// Runs of segments beyond `rcv_nxt`.
    beyond: Runs,
    /// One segment of each run, the most recently changed run first. Empty if ACKs carry no SACK blocks.
    recent: Vec<u32>,
}

impl Reassembly {
    /// An empty sequence space that expects this segment first. An ACK reports at most this many runs.
    pub fn expecting(rcv_nxt: u32, max_blocks: u32) -> Self {
        Self { rcv_nxt, max_blocks, ..Self::default() }
    }

    /// Next segment expected.
    #[inline]
    pub fn rcv_nxt(&self) -> u32 {
        self.rcv_nxt
    }

    /// Adds a segment and returns its position in the data received so far.
    #[inline]
    pub fn insert(&mut self, seq: u32) -> Arrival {
        if seq == self.rcv_nxt && self.beyond.is_empty() {
            self.rcv_nxt += 1;
            return Arrival::InOrder;
        }
        self.insert_with_holes(seq)
    }

    #[inline(never)]
    fn insert_with_holes(&mut self, seq: u32) -> Arrival {
        if seq < self.rcv_nxt {
            return Arrival::Duplicate;
        }
        if seq > self.rcv_nxt {
            return self.insert_beyond(seq);
        }
        self.rcv_nxt = self.beyond.containing(seq + 1).map_or(seq + 1, |(_, right)| right);
        self.beyond.remove_below(self.rcv_nxt);
        self.recent.retain(|&seq| seq >= self.rcv_nxt);
        Arrival::FillsHole
    }

    fn insert_beyond(&mut self, seq: u32) -> Arrival {
        let known = self.beyond.containing(seq);
        let (left, right) = known.unwrap_or_else(|| self.beyond.insert(seq, seq + 1));
        if self.max_blocks > 0 {
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
        let recent = self.recent.iter().take(self.max_blocks as usize);
        for (left, right) in recent.filter_map(|&seq| self.beyond.containing(seq)) {
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
    fn distinguishes_the_four_kinds_of_arrival() {
        let mut reassembly = Reassembly::expecting(0, 3);
        assert_eq!(reassembly.insert(0), Arrival::InOrder);
        assert_eq!(reassembly.insert(2), Arrival::OutOfOrder);
        assert_eq!(reassembly.insert(2), Arrival::Duplicate);
        assert_eq!(reassembly.insert(4), Arrival::OutOfOrder);
        assert_eq!(reassembly.insert(1), Arrival::FillsHole);
        assert_eq!(reassembly.rcv_nxt(), 3);
        assert_eq!(reassembly.insert(0), Arrival::Duplicate);
        assert_eq!(reassembly.insert(3), Arrival::FillsHole);
        assert_eq!(reassembly.rcv_nxt(), 5);
        assert_eq!(reassembly.insert(5), Arrival::InOrder);
    }

    #[test]
    fn reports_the_most_recently_changed_block_first() {
        let mut reassembly = Reassembly::expecting(0, 3);
        for seq in [1, 2, 5, 9, 8] {
            reassembly.insert(seq);
        }
        assert_eq!(reassembly.blocks().unwrap().as_slice(), [(8, 10), (5, 6), (1, 3)]);
        reassembly.insert(3);
        assert_eq!(reassembly.blocks().unwrap().as_slice(), [(1, 4), (8, 10), (5, 6)]);
        assert_eq!(Reassembly { max_blocks: 2, ..reassembly.clone() }.blocks().unwrap().as_slice(), [(1, 4), (8, 10)]);
        reassembly.insert(4); // joins two runs
        assert_eq!(reassembly.blocks().unwrap().as_slice(), [(1, 6), (8, 10)]);
        reassembly.insert(0);
        assert_eq!(reassembly.rcv_nxt(), 6);
        assert_eq!(reassembly.blocks().unwrap().as_slice(), [(8, 10)]);
        reassembly.insert(7);
        reassembly.insert(6);
        assert_eq!(reassembly.blocks(), None);
    }

    #[test]
    fn reassembles_segments_in_any_order_of_arrival() {
        for seed in 0..50 {
            let mut stream = Stream::new(seed, "arrivals");
            let mut order: Vec<u32> = (0..200).collect();
            for n in (1..order.len()).rev() {
                order.swap(n, stream.below(n as u64 + 1) as usize);
            }
            let mut reassembly = Reassembly::expecting(0, 3);
            let mut arrived = vec![false; 201];
            for &seq in &order {
                reassembly.insert(seq);
                arrived[seq as usize] = true;
                let first_missing =
                    arrived.iter().position(|&arrived| !arrived).expect("segment 200 never arrives") as u32;
                assert_eq!(reassembly.rcv_nxt(), first_missing, "seed {seed}");
                let runs = reassembly.beyond.as_slice();
                assert!(runs.iter().all(|&(left, right)| (left..right).all(|seq| arrived[seq as usize])));
                assert!(runs.windows(2).all(|pair| pair[0].1 < pair[1].0), "seed {seed}: {runs:?}");
                let outside: u32 = runs.iter().map(|&(left, right)| right - left).sum();
                let received = arrived.iter().filter(|&&arrived| arrived).count() as u32;
                assert_eq!(reassembly.rcv_nxt() + outside, received, "seed {seed}");
            }
        }
    }
}
