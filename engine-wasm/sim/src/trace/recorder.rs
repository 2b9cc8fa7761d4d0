//! Takes down what happens: rows for the trace, the digest, and how many rows were thinned.

use super::digest::Digest;
use super::tables::{FlowState, SegmentKind, Tables};
use crate::kernel::{Nanos, seconds};
use crate::net::queue::Backlog;
use crate::tcp::window::Window;

/// One RTT sample with the estimates after it; times in ms, NaN where nothing is known.
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
#[derive(Debug)]
pub struct Recorder {
    tables: Tables,
    digest: Digest,
    max_rows: u64,
    /// Rows that there were, kept or not, and those that were kept.
    seen: u64,
    recorded: u64,
    /// Of the samples, one in so many is kept, less one; and when that doubles.
    mask: u64,
    thins_at: u64,
}

/// Spreads the bits of a row over a word, so that a word of the digest can hold it together with the time.
#[inline]
fn spread(row: u64) -> u64 {
    row.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Recorder {
    /// A recorder that keeps every row up to `max_rows`, then fewer and fewer samples.
    pub fn new(max_rows: u64) -> Self {
        let (tables, digest) = (Tables::default(), Digest::default());
        Self { tables, digest, max_rows, seen: 0, recorded: 0, mask: 0, thins_at: max_rows }
    }

    /// Whether any row may be kept.
    #[inline]
    pub fn keeps_rows(&self) -> bool {
        self.max_rows > 0
    }

    /// Whether to keep a sample: all of the first `max_rows` rows, then every second of as many again, and so on.
    #[inline]
    fn keeps_sample(&mut self) -> bool {
        if self.max_rows == 0 {
            self.seen += 1;
            return false;
        }
        self.samples_next()
    }

    #[inline(never)]
    fn samples_next(&mut self) -> bool {
        while self.seen >= self.thins_at {
            self.thins_at += self.max_rows;
            self.mask = (self.mask << 1 | 1) & ((1 << 40) - 1);
        }
        let keep = self.seen & self.mask == 0;
        self.seen += 1;
        self.recorded += u64::from(keep);
        keep
    }

    /// An event of a segment or ACK. Losses, retransmissions and duplicate ACKs are kept whatever the number of rows,
    /// unless nothing at all is recorded.
    #[inline]
    pub fn segment(&mut self, now: Nanos, flow: u16, kind: SegmentKind, seq: u32, place: u16) {
        let row = u64::from(flow) << 56 ^ u64::from(kind as u8) << 48 ^ u64::from(place) << 32 ^ u64::from(seq);
        self.digest.word(now ^ spread(row));
        if self.max_rows == 0 {
            self.seen += 1;
        } else {
            self.keep_segment(now, flow, kind, seq, place);
        }
    }

    #[inline(never)]
    fn keep_segment(&mut self, now: Nanos, flow: u16, kind: SegmentKind, seq: u32, place: u16) {
        let sampled = self.keeps_sample();
        if sampled || kind.is_mark() {
            self.recorded += u64::from(!sampled);
            self.tables.segments.push(seconds(now), flow, kind as u8, seq, place);
        }
    }

    /// The windows after a change.
    #[inline]
    pub fn window(&mut self, now: Nanos, flow: u16, window: &Window, flight: u32) {
        self.digest.word(now ^ spread(u64::from(flow) << 32 | u64::from(flight)));
        self.digest.real(window.cwnd);
        self.digest.real(window.ssthresh);
        if self.keeps_sample() {
            self.keep_window(now, flow, window, flight);
        }
    }

    #[inline(never)]
    fn keep_window(&mut self, now: Nanos, flow: u16, window: &Window, flight: u32) {
        self.tables.windows.push(seconds(now), flow, window.cwnd, window.ssthresh, flight);
    }

    /// An RTT sample as the sender's fine clock shows it, with `diff`; the rest of the row is only made when it is kept, and
    /// shows itself in what the sender does.
    #[inline]
    pub fn rtt(&mut self, now: Nanos, flow: u16, shown: Nanos, diff: f64, row: impl FnOnce() -> RttRow) {
        self.digest.word(now ^ spread(u64::from(flow) << 48 ^ shown));
        self.digest.real(diff);
        if self.keeps_sample() {
            self.keep_rtt(now, flow, row());
        }
    }

    #[inline(never)]
    fn keep_rtt(&mut self, now: Nanos, flow: u16, row: RttRow) {
        let RttRow { rtt_ms, srtt_ms, rto_ms, base_rtt_ms, diff } = row;
        self.tables.rtts.push(seconds(now), flow, rtt_ms, srtt_ms, rto_ms, base_rtt_ms, diff);
    }

    /// The contents of a buffer after a packet was taken in.
    #[inline]
    pub fn queue(&mut self, now: Nanos, link: u16, backlog: Backlog) {
        self.digest.word(now ^ spread(u64::from(link) << 48 ^ backlog.bytes << 16 ^ backlog.packets));
        self.departure(now, link, backlog);
    }

    /// The contents of a buffer after a packet has left it. The digest does not see it: it follows from when packets were
    /// taken in, and shows itself in what the next one finds.
    #[inline]
    pub fn departure(&mut self, now: Nanos, link: u16, backlog: Backlog) {
        if self.keeps_sample() {
            self.keep_queue(now, link, backlog);
        }
    }

    #[inline(never)]
    fn keep_queue(&mut self, now: Nanos, link: u16, backlog: Backlog) {
        let clip = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        self.tables.queues.push(seconds(now), link, clip(backlog.bytes), clip(backlog.packets));
    }

    /// A change of state. These are few, and kept.
    pub fn state(&mut self, now: Nanos, flow: u16, state: FlowState) {
        self.digest.word(now);
        self.digest.word(u64::from(flow) << 8 | state as u64);
        if self.max_rows > 0 {
            self.seen += 1;
            self.recorded += 1;
            self.tables.states.push(seconds(now), flow, state as u8);
        }
    }

    /// Takes the rows that came since the last call.
    pub fn take(&mut self) -> Tables {
        std::mem::take(&mut self.tables)
    }

    /// Rows recorded, and samples left out.
    pub fn counts(&self) -> (u64, u64) {
        (self.recorded, self.seen - self.recorded)
    }

    /// Digest of everything so far.
    pub fn digest(&self) -> Digest {
        self.digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn past_the_limit_samples_thin_out_and_marks_stay() {
        let mut recorder = Recorder::new(100);
        for n in 0..1_000_u32 {
            recorder.segment(u64::from(n), 0, SegmentKind::Send, n, 0);
            if n % 100 == 0 {
                recorder.segment(u64::from(n), 0, SegmentKind::DropFull, n, 0);
            }
        }
        let (recorded, thinned) = recorder.counts();
        let tables = recorder.take();
        assert_eq!(recorded + thinned, 1_010);
        assert_eq!(tables.rows() as u64, recorded);
        let drops = tables.segments.kind.iter().filter(|&&kind| kind == SegmentKind::DropFull as u8).count();
        assert_eq!(drops, 10);
        // 100 of the first 100, 50 of the next, 25, 12, ...: about 200 in all.
        assert!((150..250).contains(&recorded), "{recorded}");
    }

    #[test]
    fn the_digest_does_not_see_how_much_is_recorded() {
        let digest = |max_rows| {
            let mut recorder = Recorder::new(max_rows);
            for n in 0..1_000_u32 {
                recorder.segment(u64::from(n), 0, SegmentKind::DupAck, n, 0);
                recorder.queue(u64::from(n), 1, Backlog { bytes: 552, packets: 1 });
            }
            recorder.digest().hex()
        };
        assert_eq!(digest(0), digest(10));
        assert_eq!(digest(0), digest(1_000_000));
    }
}
