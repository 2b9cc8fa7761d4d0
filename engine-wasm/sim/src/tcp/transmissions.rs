//! RACK, "Recent ACKnowledgment" (RFC 8985): a segment is lost once a segment that was sent after it has been
//! delivered. Unlike counting duplicate ACKs, this also finds lost retransmissions.
//!
//! Packets may be reordered in the network. So if the evidence is weak, RACK waits before it marks a segment: for the
//! reordering window, a quarter of the smallest RTT. The window is zero once three segments are SACKed, and while
//! losses are being repaired. Linux widens it when it has seen reordering; links here keep the order unless a timeline
//! changes a route or a script delays a packet. Tail loss probes are not implemented, so the loss of the last segments sent is left to the
//! retransmission timer.

use std::collections::VecDeque;
use std::ops::Range;

use super::runs::Runs;
use super::segments::SegmentRecord;
use crate::kernel::Nanos;

/// A transmission: its time and its segment. Segments sent at the same time are ordered by their numbers.
pub type Transmission = (Nanos, u32);

/// Finds lost segments among the outstanding ones.
#[derive(Clone, Debug, Default)]
pub struct Transmissions {
    /// Time from the end of a reordering window until its timer fires.
    timer_slack: Nanos,
    /// Transmissions that may still be lost, in the order in which they were sent.
    order: VecDeque<Transmission>,
    /// Lost segments that haven't been retransmitted since.
    lost: Runs,
    /// The latest transmission that has been delivered.
    latest: Transmission,
    /// RTT of that transmission.
    rtt: Nanos,
    /// Smallest RTT of a segment that was sent once.
    min_rtt: Option<Nanos>,
    /// Deadline of the reordering timer: `timer_slack` after the reordering window of the last missing segment that was
    /// sent before `latest`.
    reordering_deadline: Option<Nanos>,
}

impl Transmissions {
    /// Number of SACKed segments that reduces the reordering window to zero (`DupThresh`).
    pub const DUP_THRESH: u32 = 3;

    /// Starts with nothing outstanding.
    pub fn new(timer_slack: Nanos) -> Self {
        Self { timer_slack, ..Self::default() }
    }

    /// Bytes of this and of the transmissions.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.order.len() * size_of::<Transmission>()
    }

    /// Records a transmission.
    #[inline(never)]
    pub fn on_send(&mut self, seq: u32, now: Nanos) {
        self.order.push_back((now, seq));
        self.lost.remove(seq);
    }

    /// Called when a SACK block covers this segment.
    pub fn on_sack(&mut self, seq: u32) {
        self.lost.remove(seq);
    }

    /// Called when everything below this segment is acknowledged.
    #[inline(never)]
    pub fn on_ack(&mut self, snd_una: u32) {
        self.lost.remove_below(snd_una);
    }

    /// Processes the deliveries that an ACK reports; `transmission` is the latest of them. `retransmitted` is set if
    /// its segment had been sent before.
    pub fn on_delivered(&mut self, transmission: Transmission, retransmitted: bool, now: Nanos) {
        let rtt = now - transmission.0;
        if retransmitted {
            // An ACK after less than the smallest RTT acknowledges an earlier transmission (RFC 8985, section 6.2, step
            // 2).
            if self.min_rtt.is_some_and(|min_rtt| rtt < min_rtt) {
                return;
            }
        } else {
            self.min_rtt = Some(self.min_rtt.map_or(rtt, |min_rtt| min_rtt.min(rtt)));
        }
        if transmission >= self.latest {
            self.latest = transmission;
            self.rtt = rtt;
        }
    }

    /// Marks as lost the segments that were sent before the latest delivered transmission and whose reordering window
    /// is over. If `certain` is set, there is no such window. `record` returns the record of an outstanding segment.
    /// Returns the number of segments marked.
    pub fn mark(&mut self, certain: bool, now: Nanos, record: impl Fn(u32) -> Option<SegmentRecord>) -> u32 {
        let (latest, rtt) = (self.latest, self.rtt);
        let window = if certain { 0 } else { self.min_rtt.map_or(0, |min_rtt| min_rtt / 4) };
        let over = |sent_at| sent_at + rtt + window;
        let marked = self.mark_while(|transmission| transmission < latest && over(transmission.0) <= now, &record);
        let waiting = self.order.iter().take_while(|&&transmission| transmission < latest);
        let missing = waiting.filter(|&&transmission| is_missing(transmission, &record));
        self.reordering_deadline = missing.last().map(|&(sent_at, _)| over(sent_at) + self.timer_slack);
        marked
    }

    /// Time of the next call of [`mark`](Self::mark), unless an ACK arrives first.
    pub fn reordering_deadline(&self) -> Option<Nanos> {
        self.reordering_deadline
    }

    /// Called when the retransmission timer expires. Marks as lost the first outstanding segment and those sent an RTT
    /// ago or earlier (RFC 8985, section 6.3). Returns the number of segments marked.
    pub fn mark_at_timeout(&mut self, snd_una: u32, now: Nanos, record: impl Fn(u32) -> Option<SegmentRecord>) -> u32 {
        let rtt = self.rtt;
        self.reordering_deadline = None;
        self.mark_lost(snd_una) + self.mark_while(|(sent_at, _)| sent_at + rtt <= now, record)
    }

    /// Marks all these segments as lost. Returns their number.
    pub fn mark_all(&mut self, segments: Range<u32>) -> u32 {
        segments.map(|seq| self.mark_lost(seq)).sum()
    }

    /// Removes transmissions from the front of the order while they meet `condition`, and marks as lost those whose
    /// segment was neither delivered nor retransmitted since. Returns the number of segments marked.
    fn mark_while(
        &mut self,
        condition: impl Fn(Transmission) -> bool,
        record: impl Fn(u32) -> Option<SegmentRecord>,
    ) -> u32 {
        let mut marked = 0;
        while let Some(&transmission) = self.order.front().filter(|&&transmission| condition(transmission)) {
            self.order.pop_front();
            if is_missing(transmission, &record) {
                marked += self.mark_lost(transmission.1);
            }
        }
        marked
    }

    fn mark_lost(&mut self, seq: u32) -> u32 {
        if self.lost.containing(seq).is_some() {
            return 0;
        }
        self.lost.insert(seq, seq + 1);
        1
    }

    /// The first lost segment that hasn't been retransmitted since.
    pub fn first_lost(&self) -> Option<u32> {
        self.lost.as_slice().first().map(|&(left, _)| left)
    }

    /// Number of lost segments below this one that haven't been retransmitted since.
    pub fn lost_below(&self, end: u32) -> u32 {
        self.lost.count(0, end)
    }

    /// Discards all lost segments and all transmissions so far.
    pub fn clear(&mut self) {
        self.order.clear();
        self.lost.clear();
        self.reordering_deadline = None;
    }
}

/// Returns whether the segment has been neither delivered nor retransmitted since this transmission.
fn is_missing((sent_at, seq): Transmission, record: &impl Fn(u32) -> Option<SegmentRecord>) -> bool {
    record(seq).is_some_and(|record| record.sent_at == sent_at && !record.sacked)
}

#[cfg(test)]
mod tests {
    use crate::kernel::MILLISECOND;
    use crate::tcp::sack::SackBlocks;
    use crate::tcp::segments::Segments;

    const MS: u64 = MILLISECOND;

    /// Sends segments 0 to 9, one per millisecond from time 0.
    fn ten() -> Segments {
        let mut segments = Segments::starting_at(0);
        segments.track_transmissions(0);
        (0..10).for_each(|seq| _ = segments.transmitted(seq, u64::from(seq) * MS));
        segments
    }

    /// Passes in a SACK block during a repair, when there is no reordering window. Returns the number of segments
    /// marked.
    fn sack(segments: &mut Segments, left: u32, right: u32, now_ms: u64) -> u32 {
        let delivered = segments.sack(&SackBlocks::of(&[(left, right)]));
        segments.mark_lost(delivered, true, now_ms * MS)
    }

    #[test]
    fn marks_segments_sent_before_a_delivered_one() {
        let mut segments = ten();
        // 0 and 2 are lost, 1 and 3 arrive.
        assert_eq!((sack(&mut segments, 1, 2, 41), segments.first_lost()), (1, Some(0)));
        assert_eq!(sack(&mut segments, 3, 4, 43), 1);
        // Ten sent, two SACKed, two lost.
        assert_eq!((segments.lost(), segments.in_flight(10)), (2, 6));
    }

    #[test]
    fn finds_a_lost_retransmission_by_a_segment_sent_after_it() {
        let mut segments = ten();
        sack(&mut segments, 1, 2, 41);
        segments.transmitted(0, 41 * MS);
        assert_eq!((segments.lost(), segments.in_flight(10)), (0, 9));
        segments.transmitted(10, 42 * MS);
        // Segments 2 to 9 were sent before the retransmission and show nothing about it; 10 was sent after it.
        assert_eq!((sack(&mut segments, 2, 10, 50), segments.first_lost()), (0, None));
        assert_eq!((sack(&mut segments, 10, 11, 82), segments.first_lost()), (1, Some(0)));
    }

    #[test]
    fn an_ack_of_the_first_transmission_marks_nothing_sent_since() {
        let mut segments = ten();
        sack(&mut segments, 1, 2, 41); // the smallest RTT is 40 ms
        segments.transmitted(0, 41 * MS);
        // The first transmission of segment 0 was only late: an ACK of the second can't arrive after 1 ms.
        let mut delivered = segments.sack(&SackBlocks::of(&[]));
        segments.acknowledge(2, &mut delivered);
        assert_eq!(segments.mark_lost(delivered, true, 42 * MS), 0);
        assert_eq!(segments.lost(), 0);
    }

    #[test]
    fn waits_a_quarter_of_the_smallest_rtt_with_fewer_than_three_sacked() {
        let mut segments = ten();
        let mut sack = |right, now_ms| {
            let delivered = segments.sack(&SackBlocks::of(&[(2, right)]));
            let marked = segments.mark_lost(delivered, false, now_ms * MS);
            (marked, segments.reordering_deadline())
        };
        // The RTT is 40 ms, so the windows of segments 0 and 1, sent at 0 and 1 ms, are over at 50 and 51 ms.
        assert_eq!(sack(3, 42), (0, Some(51 * MS)));
        assert_eq!(sack(4, 43), (0, Some(51 * MS)));
        assert_eq!(segments.mark_overdue(50 * MS), 1);
        assert_eq!(segments.mark_overdue(51 * MS), 1);
        assert_eq!((segments.lost(), segments.reordering_deadline()), (2, None));
        let mut certain = ten();
        let delivered = certain.sack(&SackBlocks::of(&[(2, 5)]));
        assert_eq!(certain.mark_lost(delivered, false, 44 * MS), 2, "with three SACKed segments there is no window");
    }

    #[test]
    fn a_timeout_marks_the_first_segment_and_those_sent_an_rtt_ago() {
        let mut segments = ten();
        sack(&mut segments, 1, 2, 41); // RTT 40 ms; segment 0 is lost
        segments.transmitted(0, 41 * MS);
        // At 46 ms, segments 2 to 6 were sent 40 ms ago or earlier.
        assert_eq!(segments.mark_lost_at_timeout(46 * MS), 6);
        assert_eq!((segments.first_lost(), segments.in_flight(10)), (Some(0), 3));
    }
}
