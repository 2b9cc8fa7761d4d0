//! What the sender remembers of each outstanding segment. Vegas 0.8 in ns-2 kept this in circular arrays that showed
//! stale counts after a wrap; here a record goes when its segment is acknowledged.

use std::collections::VecDeque;

use crate::kernel::Nanos;

/// Record of one outstanding segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentRecord {
    /// Time of the latest transmission.
    pub sent_at: Nanos,
    /// Number of transmissions.
    pub transmissions: u32,
}

/// Records of the segments from `snd_una` up to `snd_max`.
#[derive(Clone, Debug, Default)]
pub struct Segments {
    first: u32,
    records: VecDeque<SegmentRecord>,
}

impl Segments {
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
                self.records.push_back(SegmentRecord { sent_at: now, transmissions: 1 });
                1
            }
        }
    }

    /// The record of an outstanding segment.
    pub fn get(&self, seq: u32) -> Option<SegmentRecord> {
        self.records.get(seq.checked_sub(self.first)? as usize).copied()
    }

    /// Forgets the segments below `ack`; returns the record of the last of them.
    pub fn acknowledge(&mut self, ack: u32) -> Option<SegmentRecord> {
        let mut last = None;
        while self.first < ack {
            last = self.records.pop_front();
            self.first += 1;
        }
        last
    }
}
