//! Measures the share of the window that fast retransmits leave, by the cause of the loss.

use std::collections::{BTreeMap, VecDeque};

use vegaslab_sim::trace::tables::SegmentKind;

/// Share of the window before that ssthresh keeps at least in a mild cut. Between Veno's two: of 3.75 segments and more, four
/// fifths are at least three fifths when rounded down to whole segments, and half, at least 2, is less.
const MILD: f64 = 0.6;

/// Fast retransmits by cause of the loss (a full buffer or anything else), and the window left after them.
#[derive(Clone, Debug, Default)]
pub struct Cuts {
    pub mild_full: u64,
    pub mild_error: u64,
    pub deep_full: u64,
    pub deep_error: u64,
    /// Sum of the shares that mild cuts kept.
    kept_by_mild: f64,
    /// Segments that were lost on the way: whether, the last time, a full buffer dropped them.
    lost_to_full: BTreeMap<u32, bool>,
    /// Fast retransmits of which the window's row is still to come: their times, and whether a full buffer dropped the segment.
    repairs: VecDeque<(f64, bool)>,
}

impl Cuts {
    /// Something happens to a segment.
    pub fn take(&mut self, kind: u8, seq: u32, time_s: f64, within: bool) {
        let full = kind == SegmentKind::DropFull as u8;
        if full || kind == SegmentKind::DropError as u8 {
            self.lost_to_full.insert(seq, full);
        }
        if within
            && kind == SegmentKind::RetransmitFast as u8
            && let Some(&full) = self.lost_to_full.get(&seq)
        {
            self.repairs.push_back((time_s, full));
        }
    }

    /// The window's next row, which shows what a fast retransmit at that moment has left of the window `before`, segments.
    pub fn window(&mut self, time_s: f64, ssthresh: f64, before: f64) {
        while let Some(&(at_s, full)) = self.repairs.front().filter(|(at_s, _)| *at_s <= time_s) {
            self.repairs.pop_front();
            if at_s == time_s {
                self.add(full, ssthresh / before);
            }
        }
    }

    fn add(&mut self, full: bool, kept: f64) {
        let count = match (kept >= MILD, full) {
            (true, true) => &mut self.mild_full,
            (true, false) => &mut self.mild_error,
            (false, true) => &mut self.deep_full,
            (false, false) => &mut self.deep_error,
        };
        *count += 1;
        if kept >= MILD {
            self.kept_by_mild += kept;
        }
    }

    /// The share of the window that mild cuts keep, on average.
    pub fn kept(&self) -> Option<f64> {
        let mild = self.mild_full + self.mild_error;
        (mild > 0).then(|| self.kept_by_mild / mild as f64)
    }
}
