//! The sender's record of each outstanding segment: when it was last sent, how often, and whether a SACK block has
//! covered it. Vegas 0.8 in ns-2 kept this in circular arrays that showed stale counts after they wrapped around. Here
//! a record is dropped when its segment is acknowledged.

use super::runs::Runs;
use super::sack::SackBlocks;
use super::transmissions::{Transmission, Transmissions};
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
    /// A SACK block has covered it, even if the sender has discarded its blocks since.
    pub delivered: bool,
}

impl SegmentRecord {
    const UNSENT: Self = Self { sent_at: 0, transmissions: 0, sacked: false, delivered: false };
}

/// Segments that an acknowledgment is the first to report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deliveries {
    /// Number of these segments, reported cumulatively or by SACK blocks.
    pub segments: u32,
    /// The ACK cumulatively acknowledges a segment that was sent more than once. The segments above it may have waited
    /// for it at the receiver.
    pub retransmitted: bool,
    /// The latest transmission among these segments.
    latest: Transmission,
    /// `latest` is a retransmission.
    latest_retransmitted: bool,
}

impl Deliveries {
    /// The most recently sent of these segments.
    #[inline]
    pub fn latest(&self) -> Option<u32> {
        (self.segments > 0).then_some(self.latest.1)
    }

    /// RTT of that segment, if it was sent once.
    #[inline]
    pub fn sample(&self, now: Nanos) -> Option<Nanos> {
        (self.segments > 0 && !self.latest_retransmitted).then(|| now - self.latest.0)
    }

    #[inline]
    fn add(&mut self, seq: u32, record: &SegmentRecord) {
        self.segments += 1;
        // Among segments sent at the same time, the highest-numbered left last, whether a block or the cumulative ACK
        // reports it.
        if (record.sent_at, seq) >= self.latest {
            self.latest = (record.sent_at, seq);
            self.latest_retransmitted = record.transmissions > 1;
        }
    }
}

/// Records of the segments from `snd_una` up to `snd_max`.
#[derive(Clone, Debug)]
pub struct Segments {
    first: u32,
    /// One past the last.
    end: u32,
    /// Segment `seq` has its record at `seq` modulo the length, which is a power of two.
    ring: Vec<SegmentRecord>,
    /// Segments that SACK blocks have covered.
    sacked: Runs,
    /// Finds lost segments, if detection or recovery asks for that.
    transmissions: Option<Box<Transmissions>>,
}

impl Default for Segments {
    fn default() -> Self {
        Self::starting_at(0)
    }
}

impl Segments {
    /// Starts with nothing outstanding; `first` will be the first segment sent.
    pub fn starting_at(first: u32) -> Self {
        Self { first, end: first, ring: vec![SegmentRecord::UNSENT; 4], sacked: Runs::default(), transmissions: None }
    }

    /// Marks lost segments from now on, by the order of transmissions. The reordering timer fires this long after the
    /// end of each reordering window.
    pub fn track_transmissions(&mut self, timer_slack: Nanos) {
        self.transmissions = Some(Box::new(Transmissions::new(timer_slack)));
    }

    /// Bytes of the records.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.ring) + self.transmissions.as_ref().map_or(0, |transmissions| transmissions.bytes())
    }

    #[inline]
    fn record(&self, seq: u32) -> &SegmentRecord {
        &self.ring[seq as usize & (self.ring.len() - 1)]
    }

    #[inline]
    fn record_mut(&mut self, seq: u32) -> &mut SegmentRecord {
        let place = seq as usize & (self.ring.len() - 1);
        &mut self.ring[place]
    }

    /// Records a transmission of an outstanding segment or of the next one. Returns how often the segment has been
    /// sent.
    #[inline]
    pub fn transmitted(&mut self, seq: u32, now: Nanos) -> u32 {
        if let Some(transmissions) = &mut self.transmissions {
            transmissions.on_send(seq, now);
        }
        if seq == self.end {
            if (self.end - self.first) as usize == self.ring.len() {
                self.grow();
            }
            self.end += 1;
            *self.record_mut(seq) = SegmentRecord { sent_at: now, transmissions: 1, ..SegmentRecord::UNSENT };
            return 1;
        }
        let record = self.record_mut(seq);
        record.sent_at = now;
        record.transmissions += 1;
        record.transmissions
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = vec![SegmentRecord::UNSENT; 2 * self.ring.len()];
        let mask = larger.len() - 1;
        (self.first..self.end).for_each(|seq| larger[seq as usize & mask] = *self.record(seq));
        self.ring = larger;
    }

    /// The record of an outstanding segment.
    #[inline]
    pub fn get(&self, seq: u32) -> Option<SegmentRecord> {
        (self.first..self.end).contains(&seq).then(|| *self.record(seq))
    }

    /// Drops the records of the segments below `ack`, at least one, and adds them to `delivered`. Returns the record of
    /// the last one.
    #[inline]
    pub fn acknowledge(&mut self, ack: u32, delivered: &mut Deliveries) -> SegmentRecord {
        let mut last = SegmentRecord::UNSENT;
        // Hot loop: a local copy can stay in registers.
        let mut sum = *delivered;
        for seq in self.first..ack {
            last = *self.record(seq);
            sum.retransmitted |= last.transmissions > 1;
            if !last.delivered {
                sum.add(seq, &last);
            }
        }
        *delivered = sum;
        self.first = ack;
        if !self.sacked.is_empty() {
            self.sacked.remove_below(ack);
        }
        if let Some(transmissions) = &mut self.transmissions {
            transmissions.on_ack(ack);
        }
        last
    }

    /// Marks the segments that are lost after an ACK with these deliveries. `repairing` is set while losses are
    /// being repaired. Returns the number of segments marked.
    #[inline]
    pub fn mark_lost(&mut self, delivered: Deliveries, repairing: bool, now: Nanos) -> u32 {
        if self.transmissions.is_none() { 0 } else { self.mark_overtaken(delivered, repairing, now) }
    }

    #[inline(never)]
    fn mark_overtaken(&mut self, delivered: Deliveries, repairing: bool, now: Nanos) -> u32 {
        if delivered.segments == 0 {
            return 0;
        }
        let certain = repairing || self.sacked() >= Transmissions::DUP_THRESH;
        self.mark_with(|transmissions, segments| {
            transmissions.on_delivered(delivered.latest, delivered.latest_retransmitted, now);
            transmissions.mark(certain, now, |seq| segments.get(seq))
        })
    }

    /// Runs `mark` with the transmissions and the records. Returns the number of segments marked; 0 without transmissions.
    fn mark_with(&mut self, mark: impl FnOnce(&mut Transmissions, &Self) -> u32) -> u32 {
        let Some(mut transmissions) = self.transmissions.take() else { return 0 };
        let marked = mark(&mut transmissions, self);
        self.transmissions = Some(transmissions);
        marked
    }

    /// Time of the next call of [`mark_overdue`](Self::mark_overdue), unless an ACK arrives first.
    #[inline]
    pub fn reordering_deadline(&self) -> Option<Nanos> {
        self.transmissions.as_ref()?.reordering_deadline()
    }

    /// Marks as lost the segments whose reordering window is over. Returns the number of segments marked.
    pub fn mark_overdue(&mut self, now: Nanos) -> u32 {
        self.mark_with(|transmissions, segments| transmissions.mark(false, now, |seq| segments.get(seq)))
    }

    /// Marks the segments that count as lost when the retransmission timer expires. Returns the number of segments
    /// marked. If a block covers the first outstanding segment, which its receiver would have acknowledged, the receiver
    /// has discarded what it had reported: none of its blocks counts, and everything is lost, as in Linux
    /// (`tcp_timeout_mark_lost`).
    pub fn mark_lost_at_timeout(&mut self, now: Nanos) -> u32 {
        if self.get(self.first).is_some_and(|record| record.sacked) {
            self.discard_sacks();
            let outstanding = self.first..self.end;
            return self.mark_with(|transmissions, _| transmissions.mark_all(outstanding));
        }
        self.mark_with(|transmissions, segments| {
            transmissions.mark_at_timeout(segments.first, now, |seq| segments.get(seq))
        })
    }

    /// Lost segments that have not been retransmitted since; 0 without transmissions.
    pub fn lost(&self) -> u32 {
        self.lost_up_to(u32::MAX)
    }

    fn lost_up_to(&self, end: u32) -> u32 {
        self.transmissions.as_ref().map_or(0, |transmissions| transmissions.lost_below(end))
    }

    /// The first lost segment that has not been retransmitted since.
    pub fn first_lost(&self) -> Option<u32> {
        self.transmissions.as_ref()?.first_lost()
    }

    /// Segments in the network below `snd_nxt`: neither SACKed nor lost.
    pub fn in_flight(&self, snd_nxt: u32) -> u32 {
        self.holes(self.first, snd_nxt) - self.lost_up_to(snd_nxt)
    }

    /// Marks the segments that the blocks cover, and returns those reported for the first time. Ignores segments that
    /// are not outstanding.
    #[inline(never)]
    pub fn sack(&mut self, blocks: &SackBlocks) -> Deliveries {
        let mut delivered = Deliveries::default();
        for &block in blocks.as_slice() {
            let (mut seq, right) = self.outstanding(block);
            while seq < right {
                if let Some((_, known_to)) = self.sacked.containing(seq) {
                    seq = known_to;
                    continue;
                }
                let record = self.record_mut(seq);
                record.sacked = true;
                if !std::mem::replace(&mut record.delivered, true) {
                    delivered.add(seq, record);
                }
                self.sacked.insert(seq, seq + 1);
                if let Some(transmissions) = &mut self.transmissions {
                    transmissions.on_sack(seq);
                }
                seq += 1;
            }
        }
        delivered
    }

    /// Returns whether the blocks cover an outstanding segment that no earlier block has covered.
    pub fn are_news(&self, blocks: &SackBlocks) -> bool {
        blocks.as_slice().iter().any(|&block| {
            let (left, right) = self.outstanding(block);
            self.holes(left, right) > 0
        })
    }

    /// The part of a block that is outstanding, empty if it can't be true: a receiver that had the first outstanding
    /// segment would have acknowledged it. Linux ignores such blocks too (`tcp_is_sackblock_valid`).
    fn outstanding(&self, (left, right): (u32, u32)) -> (u32, u32) {
        if left > self.first { (left, right.min(self.end).max(left)) } else { (self.first, self.first) }
    }

    /// Discards all SACK blocks, because the receiver may have discarded its out-of-order segments (RFC 2018, section
    /// 8). Also discards the losses that the blocks showed.
    pub fn discard_sacks(&mut self) {
        if let Some(transmissions) = &mut self.transmissions {
            transmissions.clear();
        }
        if !self.sacked.is_empty() {
            self.ring.iter_mut().for_each(|record| record.sacked = false);
            self.sacked.clear();
        }
    }

    /// Outstanding segments that SACK blocks have covered.
    pub fn sacked(&self) -> u32 {
        self.sacked.count(self.first, self.end)
    }

    /// One past the highest SACKed segment (`snd.fack`); without SACK blocks, the first outstanding segment.
    pub fn fack(&self) -> u32 {
        self.sacked.as_slice().last().map_or(self.first, |&(_, right)| right)
    }

    /// Bound below which every unsacked segment is lost, because at least `threshold` SACKed segments are above it
    /// (`IsLost` of RFC 6675, in whole segments).
    pub fn lost_below(&self, threshold: u32) -> u32 {
        self.sacked.nth_largest(threshold).unwrap_or(self.first)
    }

    /// Number of outstanding segments in a range that are not SACKed.
    pub fn holes(&self, from: u32, to: u32) -> u32 {
        let (from, to) = (from.max(self.first), to.min(self.end));
        to.saturating_sub(from) - self.sacked.count(from, to)
    }

    /// The first outstanding segment in a range that is not SACKed.
    pub fn first_hole(&self, from: u32, to: u32) -> Option<u32> {
        let from = from.max(self.first);
        let hole = self.sacked.containing(from).map_or(from, |(_, right)| right);
        (hole < to.min(self.end)).then_some(hole)
    }

    /// The last outstanding segment in a range that is not SACKed.
    pub fn last_hole(&self, from: u32, to: u32) -> Option<u32> {
        let last = to.min(self.end).checked_sub(1)?;
        let hole = self.sacked.containing(last).map_or(Some(last), |(left, _)| left.checked_sub(1))?;
        (hole >= from.max(self.first)).then_some(hole)
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
    fn counts_blocks_once_and_drops_them_with_the_cumulative_ack() {
        let mut segments = sent(10);
        let delivered = segments.sack(&SackBlocks::of(&[(3, 5), (7, 9)]));
        assert_eq!((delivered.segments, delivered.latest()), (4, Some(8)));
        let delivered = segments.sack(&SackBlocks::of(&[(3, 6), (20, 30)]));
        assert_eq!((delivered.segments, delivered.latest()), (1, Some(5)));
        assert_eq!((segments.sacked(), segments.fack()), (5, 9));
        // 0, 1, 2, 6 and 9 are holes.
        assert_eq!((segments.holes(0, 10), segments.holes(2, 8), segments.holes(3, 3)), (5, 2, 0));
        assert_eq!([0, 3, 7].map(|from| segments.first_hole(from, 9)), [Some(0), Some(6), None]);
        assert_eq!([10, 9, 6, 0].map(|to| segments.last_hole(2, to)), [Some(9), Some(6), Some(2), None]);
        let mut delivered = Deliveries::default();
        segments.acknowledge(6, &mut delivered);
        assert_eq!((delivered.segments, delivered.latest()), (3, Some(2)));
        assert_eq!(segments.sacked(), 2);
    }

    #[test]
    fn a_block_that_covers_the_first_outstanding_segment_is_ignored() {
        let mut segments = sent(10);
        let blocks = SackBlocks::of(&[(0, 4), (6, 6), (9, 8)]);
        assert!(!segments.are_news(&blocks));
        assert_eq!((segments.sack(&blocks).segments, segments.sacked()), (0, 0));
        let blocks = SackBlocks::of(&[(1, 40)]);
        assert!(segments.are_news(&blocks));
        assert_eq!((segments.sack(&blocks).segments, segments.sacked()), (9, 9));
    }

    #[test]
    fn three_sacked_segments_above_make_a_segment_lost() {
        let mut segments = sent(10);
        segments.sack(&SackBlocks::of(&[(2, 3), (4, 5)]));
        assert_eq!(segments.lost_below(3), 0);
        segments.sack(&SackBlocks::of(&[(6, 7)]));
        // 2, 4 and 6 are above 0 and 1; only 4 and 6 are above 3.
        assert_eq!(segments.lost_below(3), 2);
        segments.discard_sacks();
        assert_eq!((segments.lost_below(3), segments.sacked(), segments.fack()), (0, 0, 0));
    }
}
