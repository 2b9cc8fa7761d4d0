//! Notes where samples are missing, so that no reader takes a thinned table for the whole one.

use super::tables::{Gaps, SampledTable};
use crate::kernel::{Nanos, seconds};

/// The rows of one table that belong to one flow or link.
#[derive(Clone, Copy, Debug, Default)]
struct Stream {
    /// Rows kept so far.
    rows: u32,
    /// True if rows after the last kept one were left out.
    gap: bool,
}

/// Counts the kept rows of each stream.
#[derive(Clone, Debug, Default)]
pub struct Streams {
    tables: [Vec<Stream>; SampledTable::ALL.len()],
}

impl Streams {
    /// Counts a row that is kept, which ends the stream's gap, or adds a gap that begins with a row that is left out.
    #[inline(never)]
    pub fn note(&mut self, kept: bool, now: Nanos, table: SampledTable, key: u16, gaps: &mut Gaps) {
        let streams = &mut self.tables[table as usize];
        let place = usize::from(key);
        if place >= streams.len() {
            streams.resize(place + 1, Stream::default());
        }
        let stream = &mut streams[place];
        if kept {
            stream.rows += 1;
        } else if !stream.gap {
            gaps.push(seconds(now), table as u8, key, stream.rows);
        }
        stream.gap = !kept;
    }
}
