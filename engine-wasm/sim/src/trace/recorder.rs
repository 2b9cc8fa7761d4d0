//! Records a run: rows for the trace, the digest, how many rows were thinned, and the intervals that sum them up.

use super::digest::Digest;
use super::gaps::Streams;
use super::hops::{self, Hop, HopRecord};
use super::intervals::Intervals;
use super::tables::{FlowState, HopEvent, SampledTable, SegmentKind, SendLimit, Tables};
use super::thinning::Thinning;
use crate::kernel::{Nanos, milliseconds, seconds};
use crate::net::queue::Backlog;
use crate::scenario::{HopWindow, Recording};
use crate::tcp::decision::{Check, Decision};
use crate::tcp::sack::SackBlocks;
use crate::tcp::window::Window;

/// One RTT sample with the estimates after it; times in ms, NaN where a value is unknown.
#[derive(Clone, Copy, Debug)]
pub struct RttRow {
    /// The sample.
    pub rtt_ms: f64,
    /// Smoothed RTT of the retransmission timer.
    pub srtt_ms: f64,
    /// Retransmission timeout.
    pub rto_ms: f64,
    /// Smallest RTT seen.
    pub base_rtt_ms: f64,
    /// Vegas' diff of the last round, segments.
    pub diff: f64,
}

/// Records one run.
#[derive(Clone, Debug)]
pub struct Recorder {
    tables: Tables,
    digest: Digest,
    thinning: Thinning,
    /// Decisions, ACKs with SACK blocks and limits are thinned separately. They are rarer than other rows, so their
    /// thinning starts later.
    decisions: Thinning,
    sacks: Thinning,
    limits: Thinning,
    streams: Streams,
    hops: HopRecord,
    /// Sums up the rows from where they're thinned; `None` if nobody asked for it.
    intervals: Option<Box<Intervals>>,
}

/// Spreads the bits of a row over a word, so that one word of the digest can combine it with the time.
#[inline]
fn spread(row: u64) -> u64 {
    row.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The numbers of a row of `queues`.
fn clipped(backlog: Backlog) -> (u32, u32) {
    let clip = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    (clip(backlog.bytes), clip(backlog.packets))
}

impl Recorder {
    /// Creates a recorder with these settings.
    pub fn new(record: &Recording) -> Self {
        let thinning = Thinning::new(record.max_rows);
        Self {
            tables: Tables::default(),
            digest: Digest::default(),
            decisions: thinning.clone(),
            sacks: thinning.clone(),
            limits: thinning.clone(),
            streams: Streams::default(),
            hops: HopRecord::new(&record.hops, record.max_rows),
            intervals: None,
            thinning,
        }
    }

    /// Sums up rows from where they're thinned.
    pub fn keep_intervals(&mut self, intervals: Intervals) {
        self.intervals = Some(Box::new(intervals));
    }

    /// The intervals, if they're kept.
    pub fn intervals(&self) -> Option<&Intervals> {
        self.intervals.as_deref()
    }

    /// The intervals, if they're kept, to take changes from.
    pub fn intervals_mut(&mut self) -> Option<&mut Intervals> {
        self.intervals.as_deref_mut()
    }

    /// The intervals, if the last sample belongs in them.
    #[inline]
    fn summing(&mut self) -> Option<&mut Intervals> {
        if self.thinning.has_begun() { self.intervals.as_deref_mut() } else { None }
    }

    /// Creates a recorder that continues this digest and keeps no rows.
    pub fn without_rows(digest: Digest) -> Self {
        Self { digest, ..Self::new(&Recording { max_rows: 0, hops: HopWindow::NONE }) }
    }

    /// Creates a recorder that continues this digest and keeps every row, of packets those that enter a link before
    /// `hops_until`.
    pub fn of_all_rows(digest: Digest, hops_until: Nanos) -> Self {
        let recorder = Self::new(&Recording { max_rows: u64::MAX, hops: HopWindow::NONE });
        Self { digest, hops: HopRecord::until(hops_until), ..recorder }
    }

    /// Returns true if any row may be kept.
    #[inline]
    pub fn keeps_rows(&self) -> bool {
        self.thinning.keeps_rows()
    }

    /// Returns true if the sample should be kept. Call it only if rows are kept.
    #[inline(never)]
    fn keeps_sample(&mut self, now: Nanos, table: SampledTable, key: u16) -> bool {
        let sampled = self.thinning.samples_next();
        self.note(sampled, now, table, key);
        sampled
    }

    /// Notes that a row of a flow or link is kept or left out.
    #[inline]
    fn note(&mut self, kept: bool, now: Nanos, table: SampledTable, key: u16) {
        self.streams.note(kept, now, table, key, &mut self.tables.gaps);
    }

    /// Records an event of a segment or ACK. Losses, retransmissions and duplicate ACKs are never thinned; they are
    /// skipped only if recording is off.
    #[inline]
    pub fn segment(&mut self, now: Nanos, flow: u16, kind: SegmentKind, seq: u32, place: u16) {
        let row = u64::from(flow) << 56 ^ u64::from(kind as u8) << 48 ^ u64::from(place) << 32 ^ u64::from(seq);
        self.digest.word(now ^ spread(row));
        if self.keeps_rows() {
            self.keep_segment(now, flow, kind, seq, place);
        } else {
            self.thinning.skip();
        }
    }

    #[inline(never)]
    fn keep_segment(&mut self, now: Nanos, flow: u16, kind: SegmentKind, seq: u32, place: u16) {
        let sampled = self.thinning.samples_next();
        let kept = sampled || kind.is_never_thinned();
        self.note(kept, now, SampledTable::Segments, flow);
        if let Some(intervals) = self.summing() {
            intervals.event(now, flow, kind, seq);
        }
        if kept {
            if !sampled {
                self.thinning.keep_last();
            }
            self.tables.segments.push(seconds(now), flow, kind as u8, seq, place);
        }
    }

    /// Records the SACK blocks of an ACK that leaves the receiver (tap 0) or reaches the sender (tap 1): either all
    /// blocks of the ACK or no block. The digest omits them: they follow from the segments that arrived, and the
    /// sender's actions reflect them.
    #[inline(never)]
    pub fn sack_blocks(&mut self, now: Nanos, flow: u16, tap: u8, ack: u32, blocks: &SackBlocks) {
        if !self.keeps_rows() {
            return;
        }
        let sampled = self.sacks.samples_next();
        for &(from, to) in blocks.as_slice() {
            self.note(sampled, now, SampledTable::Sacks, flow);
            if sampled {
                self.tables.sacks.push(seconds(now), flow, tap, ack, from, to);
            }
        }
    }

    /// Records a decision, if rows are kept. The digest omits it, because the window already reflects it.
    pub fn decision(&mut self, now: Nanos, flow: u16, decision: &Decision) {
        let sampled = self.decisions.samples_next();
        self.note(sampled, now, SampledTable::Decisions, flow);
        if sampled {
            let Decision { verdict, cwnd, base_rtt_s, rtt_s, expected, actual, diff, alpha, beta } = *decision;
            let (base_rtt_ms, rtt_ms) = (base_rtt_s * 1e3, rtt_s * 1e3);
            let rows = &mut self.tables.decisions;
            let time_s = seconds(now);
            rows.push(time_s, flow, verdict as u8, cwnd, base_rtt_ms, rtt_ms, expected, actual, diff, alpha, beta);
        }
    }

    /// Records a check of the fine-grained timer of a segment; call it only if rows are kept. Checks are no more
    /// frequent than duplicate ACKs and retransmissions, and like those they are never thinned.
    pub fn check(&mut self, now: Nanos, flow: u16, seq: u32, check: &Check) {
        let Check { dup_acks, waited, timeout, expired } = *check;
        let rows = &mut self.tables.checks;
        rows.push(seconds(now), flow, seq, dup_acks, milliseconds(waited), timeout / 1e6, u8::from(expired));
    }

    /// Records that a packet has entered a link.
    pub fn hop_offered(&mut self, hop: &Hop) {
        self.hops.offered(hop, &mut self.tables.hops);
    }

    /// Records a packet that a link dropped as it entered.
    pub fn hop_dropped(&mut self, hop: &Hop) {
        if self.keeps_rows() && self.hops.offered(hop, &mut self.tables.hops) {
            hops::push(&mut self.tables.hops, hop.since, hop, HopEvent::Dropped);
        }
    }

    /// Records that a packet arrives at the far end of a link.
    #[inline(never)]
    pub fn hop_arrived(&mut self, now: Nanos, hop: &Hop) {
        self.hops.arrived(now, hop, &mut self.tables.hops);
    }

    /// Records the windows after a change.
    #[inline]
    pub fn window(&mut self, now: Nanos, flow: u16, window: &Window, flight: u32) {
        self.digest.word(now ^ spread(u64::from(flow) << 32 | u64::from(flight)));
        self.digest.real(window.cwnd);
        self.digest.real(window.ssthresh);
        if self.keeps_rows() {
            self.keep_window(now, flow, window, flight);
        } else {
            self.thinning.skip();
        }
    }

    #[inline(never)]
    fn keep_window(&mut self, now: Nanos, flow: u16, window: &Window, flight: u32) {
        let kept = self.keeps_sample(now, SampledTable::Windows, flow);
        if let Some(intervals) = self.summing() {
            intervals.window(now, flow, window.cwnd, window.ssthresh, flight);
        }
        if kept {
            self.tables.windows.push(seconds(now), flow, window.cwnd, window.ssthresh, flight);
        }
    }

    /// Records an RTT sample as the sender's fine clock shows it, with `diff`. The rest of the row is computed only if
    /// something keeps it; the digest omits it, because the sender's actions reflect it.
    #[inline]
    pub fn rtt(&mut self, now: Nanos, flow: u16, shown: Nanos, diff: f64, row: impl FnOnce() -> RttRow) {
        self.digest.word(now ^ spread(u64::from(flow) << 48 ^ shown));
        self.digest.real(diff);
        if !self.keeps_rows() {
            return self.thinning.skip();
        }
        let kept = self.keeps_sample(now, SampledTable::Rtts, flow);
        if kept || self.summing().is_some() {
            self.keep_rtt(now, flow, kept, &row());
        }
    }

    #[inline(never)]
    fn keep_rtt(&mut self, now: Nanos, flow: u16, kept: bool, row: &RttRow) {
        if let Some(intervals) = self.summing() {
            intervals.rtt(now, flow, row);
        }
        if kept {
            let RttRow { rtt_ms, srtt_ms, rto_ms, base_rtt_ms, diff } = *row;
            self.tables.rtts.push(seconds(now), flow, rtt_ms, srtt_ms, rto_ms, base_rtt_ms, diff);
        }
    }

    /// Records that a link accepted a packet: the buffer's new contents, and the hop, which is computed only if rows
    /// are kept.
    #[inline]
    pub fn accepted(&mut self, now: Nanos, link: u16, backlog: Backlog, hop: impl FnOnce() -> Hop) {
        self.digest.word(now ^ spread(u64::from(link) << 48 ^ backlog.bytes << 16 ^ backlog.packets));
        if self.keeps_rows() {
            self.keep_accepted(now, link, backlog, &hop());
        } else {
            self.thinning.skip();
        }
    }

    #[inline(never)]
    fn keep_accepted(&mut self, now: Nanos, link: u16, backlog: Backlog, hop: &Hop) {
        self.keep_queue(now, link, backlog);
        self.hop_offered(hop);
    }

    /// Records the contents of a buffer after a packet has left it. The digest omits this: it follows from when packets
    /// were accepted, and the contents recorded at the next arrival reflect it.
    #[inline]
    pub fn departure(&mut self, now: Nanos, link: u16, backlog: Backlog) {
        if self.keeps_rows() {
            self.keep_queue(now, link, backlog);
        } else {
            self.thinning.skip();
        }
    }

    /// Sums up, right after its row, that a link marked a packet, and the contents of the buffer with it.
    #[inline(never)]
    pub fn marked(&mut self, now: Nanos, link: u16, backlog: Backlog) {
        if let Some(intervals) = self.summing() {
            let (bytes, packets) = clipped(backlog);
            intervals.queue(now, link, true, bytes, packets);
        }
    }

    #[inline(never)]
    fn keep_queue(&mut self, now: Nanos, link: u16, backlog: Backlog) {
        let (bytes, packets) = clipped(backlog);
        let kept = self.keeps_sample(now, SampledTable::Queues, link);
        if let Some(intervals) = self.summing() {
            intervals.queue(now, link, false, bytes, packets);
        }
        if kept {
            self.tables.queues.push(seconds(now), link, bytes, packets);
        }
    }

    /// Records a change of state. State changes are rare, so all are kept.
    pub fn state(&mut self, now: Nanos, flow: u16, state: FlowState) {
        self.digest.word(now);
        self.digest.word(u64::from(flow) << 8 | state as u64);
        if self.keeps_rows() {
            self.thinning.keep();
            self.tables.states.push(seconds(now), flow, state as u8);
        }
    }

    /// Records that a sender now sends no more for another reason. The digest omits it, because it follows from the
    /// windows, from what was sent and from what arrived.
    #[inline(never)]
    pub fn limit(&mut self, now: Nanos, flow: u16, limit: SendLimit) {
        if !self.keeps_rows() {
            return;
        }
        let sampled = self.limits.samples_next();
        self.note(sampled, now, SampledTable::Limits, flow);
        if sampled {
            self.tables.limits.push(seconds(now), flow, limit as u8);
        }
    }

    /// Removes and returns the rows added since the last call. Later rows use the memory of `spare`, whose own rows are
    /// removed.
    pub fn take(&mut self, mut spare: Tables) -> Tables {
        spare.clear();
        std::mem::replace(&mut self.tables, spare)
    }

    /// Rows recorded, and samples thinned out. Decisions, checks, SACK blocks, limits and hops don't count: these tables
    /// only add detail.
    pub fn counts(&self) -> (u64, u64) {
        self.thinning.counts()
    }

    /// Time from which requested hops are missing because there were too many.
    pub fn hops_stopped_at_s(&self) -> Option<f64> {
        self.hops.stopped_at_s()
    }

    /// Digest of everything so far.
    pub fn digest(&self) -> Digest {
        self.digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Payload;

    fn recorder(max_rows: u64) -> Recorder {
        Recorder::new(&Recording { max_rows, hops: HopWindow::NONE })
    }

    #[test]
    fn beyond_the_limit_samples_are_thinned_but_losses_are_kept() {
        let mut recorder = recorder(100);
        for n in 0..1_000_u32 {
            recorder.segment(u64::from(n), 0, SegmentKind::Send, n, 0);
            if n % 100 == 0 {
                recorder.segment(u64::from(n), 0, SegmentKind::DropFull, n, 0);
            }
        }
        let (recorded, thinned) = recorder.counts();
        let tables = recorder.take(Tables::default());
        assert_eq!(recorded + thinned, 1_010);
        assert_eq!(tables.segments.len() as u64, recorded);
        let drops = tables.segments.kind.iter().filter(|&&kind| kind == SegmentKind::DropFull as u8).count();
        assert_eq!(drops, 10);
        // 100 of the first 100, 50 of the next, 25, 12, ...: about 200 in all.
        assert!((150..250).contains(&recorded), "{recorded}");
    }

    #[test]
    fn gaps_name_the_first_row_left_out_after_each_kept_one() {
        let mut recorder = recorder(4);
        // Kept: the first four rows, then every second of four, every fourth of four, and so on.
        let places = [(0, 0), (0, 1), (1, 2), (0, 3), (0, 4), (1, 5), (1, 6), (0, 7), (0, 8), (0, 9), (0, 10), (0, 11)];
        for (link, time_s) in places {
            recorder.departure(time_s * 1_000_000_000, link, Backlog { bytes: 552, packets: 1 });
        }
        let Tables { queues, gaps, .. } = recorder.take(Tables::default());
        let kept: Vec<_> = queues.time_s.iter().zip(&queues.link).map(|(&at, &link)| (link, at)).collect();
        assert_eq!(kept, [(0, 0.0), (0, 1.0), (1, 2.0), (0, 3.0), (0, 4.0), (1, 6.0), (0, 8.0)]);
        assert!(gaps.table.iter().all(|&table| table == SampledTable::Queues as u8));
        let found: Vec<_> = (0..gaps.len()).map(|row| (gaps.key[row], gaps.time_s[row], gaps.row[row])).collect();
        assert_eq!(found, [(1, 5.0, 1), (0, 7.0, 4), (0, 9.0, 5)]);
    }

    #[test]
    fn limits_are_thinned_by_themselves_and_leave_gaps() {
        let mut recorder = recorder(4);
        for n in 0..12_u64 {
            let limit = if n % 2 == 0 { SendLimit::Cwnd } else { SendLimit::Pacing };
            recorder.limit(n * 1_000_000_000, 0, limit);
        }
        assert_eq!(recorder.counts(), (0, 0));
        let Tables { limits, gaps, .. } = recorder.take(Tables::default());
        assert_eq!(limits.time_s, [0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0]);
        assert!(gaps.table.iter().all(|&table| table == SampledTable::Limits as u8));
        assert_eq!((gaps.time_s, gaps.row), (vec![5.0, 7.0, 9.0], vec![5, 6, 7]));
    }

    #[test]
    fn the_digest_does_not_depend_on_how_much_is_recorded() {
        let hop = Hop { link: 1, flow: 0, payload: Payload::Datagram(0), since: 0, order: 0 };
        let digest = |max_rows| {
            let mut recorder = recorder(max_rows);
            for n in 0..1_000_u32 {
                recorder.segment(u64::from(n), 0, SegmentKind::DupAck, n, 0);
                recorder.limit(u64::from(n), 0, SendLimit::Cwnd);
                recorder.accepted(u64::from(n), 1, Backlog { bytes: 552, packets: 1 }, || hop);
            }
            recorder.digest().hex()
        };
        assert_eq!(digest(0), digest(10));
        assert_eq!(digest(0), digest(1_000_000));
    }
}
