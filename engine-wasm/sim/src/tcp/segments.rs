//! What the sender remembers of each outstanding segment: when it was sent, how often, and whether a SACK block has
//! covered it. Vegas 0.8 in ns-2 kept this in circular arrays that showed stale counts after a wrap; here a record goes when
//! its segment is acknowledged.

use std::collections::VecDeque;

use super::sack::SackBlocks;
use crate::kernel::Nanos;

/// Record of one outstanding segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentRecord {
    /// Time of the latest transmission.
    pub sent_at: Nanos,
    /// Number of transmissions.
    pub transmissions: u32,
    /// A SACK block has covered it.
    pub sacked: bool,
}

/// What an acknowledgment newly reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delivered {
    /// Segments reported for the first time, cumulatively or by SACK blocks.
    pub segments: u32,
    /// Of these, the one that was sent last.
    pub latest: Option<u32>,
    /// A segment that it acknowledges cumulatively had been sent more than once: what lies above may have waited for it at the
    /// receiver.
    pub resent: bool,
    latest_sent_at: Nanos,
}

impl Delivered {
    fn add(&mut self, seq: u32, record: &SegmentRecord) {
        self.segments += 1;
        if self.latest.is_none() || record.sent_at >= self.latest_sent_at {
            self.latest = Some(seq);
            self.latest_sent_at = record.sent_at;
        }
    }
}

/// Records of the segments from `snd_una` up to `snd_max`.
#[derive(Clone, Debug, Default)]
pub struct Segments {
    first: u32,
    records: VecDeque<SegmentRecord>,
    sacked: u32,
    /// One past the highest SACKed segment; 0 when there is none.
    forward: u32,
}

impl Segments {
    /// Nothing is outstanding; this segment will be the first.
    pub fn starting_at(first: u32) -> Self {
        Self { first, ..Self::default() }
    }

    /// Notes a transmission. Returns how often the segment has now been sent.
    pub fn transmitted(&mut self, seq: u32, now: Nanos) -> u32 {
        let index = (seq - self.first) as usize;
        match self.records.get_mut(index) {
            Some(record) => {
                record.sent_at = now;
                record.transmissions += 1;
                record.transmissions
            }
            None => {
                self.records.push_back(SegmentRecord { sent_at: now, transmissions: 1, sacked: false });
                1
            }
        }
    }

    /// The record of an outstanding segment.
    pub fn get(&self, seq: u32) -> Option<SegmentRecord> {
        self.records.get(seq.checked_sub(self.first)? as usize).copied()
    }

    /// Forgets the segments below `ack`; returns the record of the last of them.
    pub fn acknowledge(&mut self, ack: u32, delivered: &mut Delivered) -> Option<SegmentRecord> {
        let mut last = None;
        while self.first < ack {
            last = self.records.pop_front();
            delivered.resent |= last.is_some_and(|record| record.transmissions > 1);
            match &last {
                Some(record) if record.sacked => self.sacked -= 1,
                Some(record) => delivered.add(self.first, record),
                None => {}
            }
            self.first += 1;
        }
        last
    }

    /// Marks what the blocks cover. Blocks of segments that are not outstanding say nothing.
    pub fn sack(&mut self, blocks: &SackBlocks, delivered: &mut Delivered) {
        let end = self.first + self.records.len() as u32;
        for &(left, right) in blocks.as_slice() {
            for seq in left.max(self.first)..right.min(end) {
                let record = &mut self.records[(seq - self.first) as usize];
                if !record.sacked {
                    record.sacked = true;
                    self.sacked += 1;
                    self.forward = self.forward.max(seq + 1);
                    delivered.add(seq, record);
                }
            }
        }
    }

    /// Forgets all SACK blocks: the receiver may have thrown away what it had out of order (RFC 2018, section 8).
    pub fn forget_sacks(&mut self) {
        if self.sacked > 0 {
            self.records.iter_mut().for_each(|record| record.sacked = false);
            self.sacked = 0;
        }
        self.forward = 0;
    }

    /// Outstanding segments that SACK blocks have covered.
    pub fn sacked(&self) -> u32 {
        self.sacked
    }

    /// One past the highest SACKed segment, or the first outstanding one.
    pub fn forward(&self) -> u32 {
        self.forward.max(self.first)
    }

    /// Every unSACKed segment below this one has at least `threshold` SACKed segments above it and is therefore lost
    /// (`IsLost` of RFC 6675, in whole segments).
    pub fn lost_below(&self, threshold: u32) -> u32 {
        if self.sacked < threshold {
            return self.first;
        }
        let top = self.forward();
        let mut found = 0;
        for seq in (self.first..top).rev() {
            found += u32::from(self.records[(seq - self.first) as usize].sacked);
            if found == threshold {
                return seq;
            }
        }
        self.first
    }

    /// UnSACKed outstanding segments in a range, lowest first.
    pub fn holes(&self, from: u32, to: u32) -> impl Iterator<Item = u32> + '_ {
        let end = self.first + self.records.len() as u32;
        (from.max(self.first)..to.min(end)).filter(|&seq| !self.records[(seq - self.first) as usize].sacked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(count: u32) -> Segments {
        let mut segments = Segments::default();
        for seq in 0..count {
            segments.transmitted(seq, u64::from(seq) * 10);
        }
        segments
    }

    #[test]
    fn blocks_are_counted_once_and_go_with_the_cumulative_ack() {
        let mut segments = sent(10);
        let mut delivered = Delivered::default();
        segments.sack(&SackBlocks::of(&[(3, 5), (7, 9)]), &mut delivered);
        segments.sack(&SackBlocks::of(&[(3, 6), (20, 30)]), &mut delivered);
        assert_eq!((delivered.segments, delivered.latest), (5, Some(8)));
        assert_eq!((segments.sacked(), segments.forward()), (5, 9));
        assert_eq!(segments.holes(0, 10).collect::<Vec<_>>(), [0, 1, 2, 6, 9]);
        let mut delivered = Delivered::default();
        segments.acknowledge(6, &mut delivered);
        assert_eq!((delivered.segments, delivered.latest), (3, Some(2)));
        assert_eq!(segments.sacked(), 2);
    }

    #[test]
    fn three_sacked_segments_above_make_a_segment_lost() {
        let mut segments = sent(10);
        segments.sack(&SackBlocks::of(&[(2, 3), (4, 5)]), &mut Delivered::default());
        assert_eq!(segments.lost_below(3), 0);
        segments.sack(&SackBlocks::of(&[(6, 7)]), &mut Delivered::default());
        // 2, 4 and 6 are above 0 and 1; only 4 and 6 are above 3.
        assert_eq!(segments.lost_below(3), 2);
        segments.forget_sacks();
        assert_eq!((segments.lost_below(3), segments.sacked(), segments.forward()), (0, 0, 0));
    }
}
