//! The sender's record of each outstanding segment: when it was sent, how often, and whether a SACK block has
//! covered it. Vegas 0.8 in ns-2 kept this in circular arrays that showed stale counts after a wrap; here a record goes when
//! its segment is acknowledged.

use super::rack::{Rack, Transmission};
use super::runs::Runs;
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
    /// A SACK block had covered it, whether or not the sender has forgotten its blocks since.
    pub delivered: bool,
}

impl SegmentRecord {
    const UNSENT: Self = Self { sent_at: 0, transmissions: 0, sacked: false, delivered: false };
}

/// The news in an acknowledgment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delivered {
    /// Segments reported for the first time, cumulatively or by SACK blocks.
    pub segments: u32,
    /// A segment that it acknowledges cumulatively had been sent more than once: what lies above may have waited for it at the
    /// receiver.
    pub resent: bool,
    /// The transmission that left last of these.
    latest: Transmission,
    /// Its segment had been sent before.
    latest_again: bool,
}

impl Delivered {
    /// Of these segments, the one that was sent last.
    #[inline]
    pub fn latest(&self) -> Option<u32> {
        (self.segments > 0).then_some(self.latest.1)
    }

    /// Its RTT, if it was sent once.
    #[inline]
    pub fn sample(&self, now: Nanos) -> Option<Nanos> {
        (self.segments > 0 && !self.latest_again).then(|| now - self.latest.0)
    }

    #[inline]
    fn add(&mut self, seq: u32, record: &SegmentRecord) {
        self.segments += 1;
        // Of segments that left at one moment, the highest left last, whether blocks or the cumulative ACK report it.
        if (record.sent_at, seq) >= self.latest {
            self.latest = (record.sent_at, seq);
            self.latest_again = record.transmissions > 1;
        }
    }
}

/// Records of the segments from `snd_una` up to `snd_max`.
#[derive(Clone, Debug)]
pub struct Segments {
    first: u32,
    /// One past the last.
    end: u32,
    /// The record of a segment is at its number modulo the length, which is a power of two.
    ring: Vec<SegmentRecord>,
    /// Those that SACK blocks have covered.
    sacked: Runs,
    /// Those that are lost, where recovery asks for RACK.
    rack: Option<Box<Rack>>,
}

impl Default for Segments {
    fn default() -> Self {
        Self::starting_at(0)
    }
}

impl Segments {
    /// Starts with no outstanding segments; `first` will be the first one sent.
    pub fn starting_at(first: u32) -> Self {
        Self { first, end: first, ring: vec![SegmentRecord::UNSENT; 4], sacked: Runs::default(), rack: None }
    }

    /// From now on the order of transmissions shows which segments are lost; a timer fires so long after the end of each
    /// reordering window.
    pub fn follow_order(&mut self, timer_slack: Nanos) {
        self.rack = Some(Box::new(Rack::new(timer_slack)));
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

    /// Notes a transmission of an outstanding segment or of the next one. Returns how often it has now been sent.
    #[inline]
    pub fn transmitted(&mut self, seq: u32, now: Nanos) -> u32 {
        if let Some(rack) = &mut self.rack {
            rack.on_send(seq, now);
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

    /// Forgets the segments below `ack`, at least one; returns the record of the last of them.
    #[inline]
    pub fn acknowledge(&mut self, ack: u32, delivered: &mut Delivered) -> SegmentRecord {
        let mut last = SegmentRecord::UNSENT;
        // A copy can stay in registers, and every ACK comes through this loop.
        let mut sum = *delivered;
        for seq in self.first..ack {
            last = *self.record(seq);
            sum.resent |= last.transmissions > 1;
            if !last.delivered {
                sum.add(seq, &last);
            }
        }
        *delivered = sum;
        self.first = ack;
        if !self.sacked.is_empty() {
            self.sacked.remove_below(ack);
        }
        if let Some(rack) = &mut self.rack {
            rack.on_ack(ack);
        }
        last
    }

    /// Marks lost what the order of transmissions shows to be lost by what an ACK has delivered; `repairing` while losses are
    /// being repaired. Returns how many segments that are.
    #[inline]
    pub fn mark_lost(&mut self, delivered: Delivered, repairing: bool, now: Nanos) -> u32 {
        if self.rack.is_none() { 0 } else { self.mark_by_order(delivered, repairing, now) }
    }

    #[inline(never)]
    fn mark_by_order(&mut self, delivered: Delivered, repairing: bool, now: Nanos) -> u32 {
        if delivered.segments == 0 {
            return 0;
        }
        let certain = repairing || self.sacked() >= Rack::CERTAIN;
        self.with_rack(|rack, segments| {
            rack.on_delivered(delivered.latest, delivered.latest_again, now);
            rack.mark(certain, now, |seq| segments.get(seq))
        })
    }

    /// Lets RACK mark segments by their records. Returns how many it marks; 0 without RACK.
    fn with_rack(&mut self, look: impl FnOnce(&mut Rack, &Self) -> u32) -> u32 {
        let Some(mut rack) = self.rack.take() else { return 0 };
        let marked = look(&mut rack, self);
        self.rack = Some(rack);
        marked
    }

    /// When [`mark_overdue`](Self::mark_overdue) will find more lost segments, unless an ACK comes before.
    #[inline]
    pub fn reordering_over_at(&self) -> Option<Nanos> {
        self.rack.as_ref()?.due()
    }

    /// Marks lost what reordering no longer explains. Returns how many segments that are.
    pub fn mark_overdue(&mut self, now: Nanos) -> u32 {
        self.with_rack(|rack, segments| rack.mark(false, now, |seq| segments.get(seq)))
    }

    /// Marks lost what the retransmission timer shows to be lost. Returns how many segments that are.
    pub fn lose_at_timeout(&mut self, now: Nanos) -> u32 {
        self.with_rack(|rack, segments| rack.mark_at_timeout(segments.first, now, |seq| segments.get(seq)))
    }

    /// Lost segments that have not been retransmitted since; 0 without RACK.
    pub fn lost(&self) -> u32 {
        self.lost_up_to(u32::MAX)
    }

    fn lost_up_to(&self, end: u32) -> u32 {
        self.rack.as_ref().map_or(0, |rack| rack.lost_below(end))
    }

    /// The first of them.
    pub fn first_lost(&self) -> Option<u32> {
        self.rack.as_ref()?.first_lost()
    }

    /// Segments in the network below `snd_nxt`: neither SACKed nor lost.
    pub fn in_flight(&self, snd_nxt: u32) -> u32 {
        self.holes(self.first, snd_nxt) - self.lost_up_to(snd_nxt)
    }

    /// Marks what the blocks cover. Blocks of segments that are not outstanding say nothing.
    #[inline(never)]
    pub fn sack(&mut self, blocks: &SackBlocks) -> Delivered {
        let mut delivered = Delivered::default();
        for &(left, right) in blocks.as_slice() {
            let (left, right) = (left.max(self.first), right.min(self.end));
            let mut seq = left;
            while seq < right {
                if let Some((_, known_to)) = self.sacked.around(seq) {
                    seq = known_to;
                    continue;
                }
                let record = self.record_mut(seq);
                record.sacked = true;
                if !std::mem::replace(&mut record.delivered, true) {
                    delivered.add(seq, record);
                }
                self.sacked.insert(seq, seq + 1);
                if let Some(rack) = &mut self.rack {
                    rack.on_sack(seq);
                }
                seq += 1;
            }
        }
        delivered
    }

    /// Forgets all SACK blocks: the receiver may have thrown away what it had out of order (RFC 2018, section 8). What they
    /// showed to be lost is forgotten too.
    pub fn forget_sacks(&mut self) {
        if let Some(rack) = &mut self.rack {
            rack.forget();
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

    /// One past the highest SACKed segment, or the first outstanding one.
    pub fn forward(&self) -> u32 {
        self.sacked.as_slice().last().map_or(self.first, |&(_, right)| right)
    }

    /// Every unSACKed segment below this one has at least `threshold` SACKed segments above it and is therefore lost
    /// (`IsLost` of RFC 6675, in whole segments).
    pub fn lost_below(&self, threshold: u32) -> u32 {
        self.sacked.nth_last(threshold).unwrap_or(self.first)
    }

    /// Counts the outstanding segments in a range that aren't SACKed.
    pub fn holes(&self, from: u32, to: u32) -> u32 {
        let (from, to) = (from.max(self.first), to.min(self.end));
        to.saturating_sub(from) - self.sacked.count(from, to)
    }

    /// The first of them.
    pub fn first_hole(&self, from: u32, to: u32) -> Option<u32> {
        let from = from.max(self.first);
        let hole = self.sacked.around(from).map_or(from, |(_, right)| right);
        (hole < to.min(self.end)).then_some(hole)
    }

    /// The last of them.
    pub fn last_hole(&self, from: u32, to: u32) -> Option<u32> {
        let last = to.min(self.end).checked_sub(1)?;
        let hole = self.sacked.around(last).map_or(Some(last), |(left, _)| left.checked_sub(1))?;
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
    fn blocks_are_counted_once_and_go_with_the_cumulative_ack() {
        let mut segments = sent(10);
        let delivered = segments.sack(&SackBlocks::of(&[(3, 5), (7, 9)]));
        assert_eq!((delivered.segments, delivered.latest()), (4, Some(8)));
        let delivered = segments.sack(&SackBlocks::of(&[(3, 6), (20, 30)]));
        assert_eq!((delivered.segments, delivered.latest()), (1, Some(5)));
        assert_eq!((segments.sacked(), segments.forward()), (5, 9));
        // 0, 1, 2, 6 and 9 are holes.
        assert_eq!((segments.holes(0, 10), segments.holes(2, 8), segments.holes(3, 3)), (5, 2, 0));
        assert_eq!([0, 3, 7].map(|from| segments.first_hole(from, 9)), [Some(0), Some(6), None]);
        assert_eq!([10, 9, 6, 0].map(|to| segments.last_hole(2, to)), [Some(9), Some(6), Some(2), None]);
        let mut delivered = Delivered::default();
        segments.acknowledge(6, &mut delivered);
        assert_eq!((delivered.segments, delivered.latest()), (3, Some(2)));
        assert_eq!(segments.sacked(), 2);
    }

    #[test]
    fn three_sacked_segments_above_make_a_segment_lost() {
        let mut segments = sent(10);
        segments.sack(&SackBlocks::of(&[(2, 3), (4, 5)]));
        assert_eq!(segments.lost_below(3), 0);
        segments.sack(&SackBlocks::of(&[(6, 7)]));
        // 2, 4 and 6 are above 0 and 1; only 4 and 6 are above 3.
        assert_eq!(segments.lost_below(3), 2);
        segments.forget_sacks();
        assert_eq!((segments.lost_below(3), segments.sacked(), segments.forward()), (0, 0, 0));
    }
}
