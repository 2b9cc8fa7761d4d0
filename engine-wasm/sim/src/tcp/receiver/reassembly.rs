//! What the receiver holds: everything below `rcv_nxt`, and runs of segments beyond it.

use super::Arrival;
use crate::tcp::sack::SackBlocks;

/// The receiver's sequence space.
#[derive(Clone, Debug, Default)]
pub struct Reassembly {
    rcv_nxt: u32,
    /// Runs beyond `rcv_nxt`, in order; each from its first segment to one past its last.
    runs: Vec<(u32, u32)>,
    /// A segment of each run, that of the run which changed last at the front.
    recent: Vec<u32>,
}

impl Reassembly {
    /// Nothing has arrived; this segment is expected.
    pub fn expecting(rcv_nxt: u32) -> Self {
        Self { rcv_nxt, ..Self::default() }
    }

    /// Next segment expected.
    pub fn rcv_nxt(&self) -> u32 {
        self.rcv_nxt
    }

    /// Takes a segment in.
    pub fn take(&mut self, seq: u32) -> Arrival {
        if seq < self.rcv_nxt {
            return Arrival::Duplicate;
        }
        if seq > self.rcv_nxt {
            return self.take_beyond(seq);
        }
        self.rcv_nxt += 1;
        let held = !self.runs.is_empty();
        if self.runs.first().is_some_and(|&(left, _)| left == self.rcv_nxt) {
            self.rcv_nxt = self.runs.remove(0).1;
            let rcv_nxt = self.rcv_nxt;
            self.recent.retain(|&seq| seq >= rcv_nxt);
        }
        if held { Arrival::FillsHole } else { Arrival::InOrder }
    }

    fn take_beyond(&mut self, seq: u32) -> Arrival {
        // The first run that ends at or after the segment: the only one that it can lie in or prolong.
        let at = self.runs.partition_point(|&(_, right)| right < seq);
        match self.runs.get_mut(at) {
            Some(&mut (left, right)) if (left..right).contains(&seq) => {
                self.note(left, right, seq);
                return Arrival::Duplicate;
            }
            Some((_, right)) if *right == seq => *right += 1,
            Some((left, _)) if *left == seq + 1 => *left = seq,
            _ => self.runs.insert(at, (seq, seq + 1)),
        }
        if let Some(&(next, right)) = self.runs.get(at + 1)
            && self.runs[at].1 == next
        {
            self.runs[at].1 = right;
            self.runs.remove(at + 1);
        }
        let (left, right) = self.runs[at];
        self.note(left, right, seq);
        Arrival::OutOfOrder
    }

    /// The run that holds this segment is the most recent one.
    fn note(&mut self, left: u32, right: u32, seq: u32) {
        self.recent.retain(|other| !(left..right).contains(other));
        self.recent.insert(0, seq);
    }

    /// The blocks that an ACK reports: the run that changed last first, then those reported before (RFC 2018, section 4).
    pub fn blocks(&self, most: u32) -> SackBlocks {
        let mut blocks = SackBlocks::default();
        for &seq in self.recent.iter().take(most as usize) {
            let at = self.runs.partition_point(|&(_, right)| right <= seq);
            if let Some(&(left, right)) = self.runs.get(at) {
                blocks.push(left, right);
            }
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
        let mut held = Reassembly::default();
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
        let mut held = Reassembly::default();
        for seq in [1, 2, 5, 9, 8] {
            held.take(seq);
        }
        assert_eq!(held.blocks(3).as_slice(), [(8, 10), (5, 6), (1, 3)]);
        held.take(3);
        assert_eq!(held.blocks(3).as_slice(), [(1, 4), (8, 10), (5, 6)]);
        assert_eq!(held.blocks(2).as_slice(), [(1, 4), (8, 10)]);
        held.take(4); // joins two runs
        assert_eq!(held.blocks(3).as_slice(), [(1, 6), (8, 10)]);
        held.take(0);
        assert_eq!(held.rcv_nxt(), 6);
        assert_eq!(held.blocks(3).as_slice(), [(8, 10)]);
        held.take(7);
        held.take(6);
        assert!(held.blocks(4).is_empty());
    }

    #[test]
    fn any_order_of_arrival_ends_with_everything_in_one_piece() {
        for seed in 0..50 {
            let mut stream = Stream::new(seed, "arrivals");
            let mut order: Vec<u32> = (0..200).collect();
            for n in (1..order.len()).rev() {
                order.swap(n, stream.below(n as u64 + 1) as usize);
            }
            let mut held = Reassembly::default();
            let mut arrived = vec![false; 201];
            for &seq in &order {
                held.take(seq);
                arrived[seq as usize] = true;
                let first_missing = arrived.iter().position(|&here| !here).expect("201 never comes") as u32;
                assert_eq!(held.rcv_nxt(), first_missing, "seed {seed}");
                assert!(held.runs.iter().all(|&(left, right)| (left..right).all(|seq| arrived[seq as usize])));
                assert!(held.runs.windows(2).all(|pair| pair[0].1 < pair[1].0), "seed {seed}: {:?}", held.runs);
                let outside: u32 = held.runs.iter().map(|&(left, right)| right - left).sum();
                let here = arrived.iter().filter(|&&here| here).count() as u32;
                assert_eq!(held.rcv_nxt() + outside, here, "seed {seed}");
            }
        }
    }
}
