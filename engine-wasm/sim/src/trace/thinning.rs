//! Decides which samples to keep: all of the first `max_rows` rows, then every second of the next `max_rows`, then
//! every fourth, and so on.

/// Thins the rows of some tables together.
#[derive(Clone, Debug)]
pub struct Thinning {
    max_rows: u64,
    /// Rows so far, and rows kept so far.
    seen: u64,
    recorded: u64,
    /// One in `mask + 1` samples is kept; the second field is the number of rows at which that doubles.
    mask: u64,
    thins_at: u64,
}

impl Thinning {
    /// Keeps every row up to `max_rows`, then fewer and fewer samples.
    pub fn new(max_rows: u64) -> Self {
        Self { max_rows, seen: 0, recorded: 0, mask: 0, thins_at: max_rows }
    }

    /// Returns true if any row may be kept.
    #[inline]
    pub fn keeps_rows(&self) -> bool {
        self.max_rows > 0
    }

    /// Counts a row that isn't kept because recording is off.
    #[inline]
    pub fn skip(&mut self) {
        self.seen += 1;
    }

    /// Counts a row that is always kept.
    pub fn keep(&mut self) {
        self.seen += 1;
        self.recorded += 1;
    }

    /// Returns true if the sample should be kept.
    #[inline(never)]
    pub fn samples_next(&mut self) -> bool {
        while self.seen >= self.thins_at {
            self.thins_at += self.max_rows;
            self.mask = (self.mask << 1 | 1) & ((1 << 40) - 1);
        }
        let keep = self.seen & self.mask == 0;
        self.seen += 1;
        self.recorded += u64::from(keep);
        keep
    }

    /// Returns true if the last sample was beyond those that are all kept.
    #[inline]
    pub fn has_begun(&self) -> bool {
        self.mask > 0
    }

    /// Counts the last sample as kept, although it would have been thinned out.
    pub fn keep_last(&mut self) {
        self.recorded += 1;
    }

    /// Rows recorded, and samples thinned out.
    pub fn counts(&self) -> (u64, u64) {
        (self.recorded, self.seen - self.recorded)
    }
}
