//! Measures the share of the window that is kept after fast retransmits, by the cause of the loss.

use std::collections::{BTreeMap, VecDeque};

use vegaslab_sim::trace::tables::SegmentKind;

/// Minimum share of the window that ssthresh keeps in a mild cut. It separates Veno's two cuts for windows of 3.75
/// segments or more: four fifths, rounded down to whole segments, is at least three fifths; half (at least 2) is less.
const MILD: f64 = 0.6;

/// Fast retransmits by cause of the loss (a full buffer or anything else), and the window left after them.
#[derive(Clone, Debug, Default)]
pub struct Cuts {
    pub mild_full: u64,
    pub mild_error: u64,
    pub deep_full: u64,
    pub deep_error: u64,
    /// Sum of the shares kept by mild cuts.
    kept_by_mild: f64,
    /// Lost segments, and whether a full buffer caused their latest loss.
    lost_to_full: BTreeMap<u32, bool>,
    /// Fast retransmits that wait for the window's next row: their times, and whether a full buffer dropped the
    /// segment.
    repairs: VecDeque<(f64, bool)>,
}

impl Cuts {
    /// Records a segment event.
    pub fn segment(&mut self, kind: u8, seq: u32, time_s: f64, within: bool) {
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

    /// Records a row of the window. At the time of a fast retransmit, `ssthresh` is its cut of the window `before`,
    /// segments.
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

    /// The mean share of the window that mild cuts keep.
    pub fn mean_kept_by_mild(&self) -> Option<f64> {
        let mild = self.mild_full + self.mild_error;
        (mild > 0).then(|| self.kept_by_mild / mild as f64)
    }
}
