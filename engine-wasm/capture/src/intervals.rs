//! Sets of byte ranges that grow and shrink. Each range is added and removed once, so that a capture of any shape takes
//! time in proportion to its size, but for a logarithm.

use std::collections::BTreeMap;

/// Disjoint ranges, from their first byte to the one after their last.
#[derive(Debug, Default)]
pub struct Intervals {
    by_start: BTreeMap<i64, i64>,
    total: i64,
}

impl Intervals {
    /// Bytes in all ranges.
    pub const fn total(&self) -> i64 {
        self.total
    }

    /// The end of the last range.
    pub fn last_end(&self) -> Option<i64> {
        self.by_start.last_key_value().map(|(_, end)| *end)
    }

    /// Adds a range.
    pub fn add(&mut self, from: i64, to: i64) {
        if from >= to {
            return;
        }
        let (mut from, mut to) = (from, to);
        while let Some((&start, &end)) = self.by_start.range(..=to).next_back() {
            if end < from {
                break;
            }
            self.by_start.remove(&start);
            self.total -= end - start;
            from = from.min(start);
            to = to.max(end);
        }
        self.by_start.insert(from, to);
        self.total += to - from;
    }

    /// Removes a range. Returns how many of its bytes were there.
    pub fn remove(&mut self, from: i64, to: i64) -> i64 {
        let before = self.total;
        while let Some((&start, &end)) = self.by_start.range(..to).next_back() {
            if end <= from || from >= to {
                break;
            }
            self.by_start.remove(&start);
            self.total -= end - start;
            if start < from {
                self.by_start.insert(start, from);
                self.total += from - start;
            }
            if end > to {
                self.by_start.insert(to, end);
                self.total += end - to;
            }
        }
        before - self.total
    }

    /// True if one range contains all of this one.
    pub fn contain(&self, from: i64, to: i64) -> bool {
        self.by_start.range(..=from).next_back().is_some_and(|(_, end)| *end >= to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_merge_and_split() {
        let mut ranges = Intervals::default();
        ranges.add(0, 10);
        ranges.add(20, 30);
        assert_eq!((ranges.total(), ranges.last_end()), (20, Some(30)));
        ranges.add(10, 20);
        assert_eq!((ranges.total(), ranges.contain(5, 25)), (30, true));
        assert_eq!(ranges.remove(5, 7), 2);
        assert_eq!((ranges.contain(0, 5), ranges.contain(4, 6), ranges.contain(7, 30)), (true, false, true));
        assert_eq!(ranges.remove(-5, 100), 28);
        assert_eq!((ranges.remove(0, 5), ranges.last_end()), (0, None));
        ranges.add(5, 5);
        assert_eq!(ranges.total(), 0);
    }
}
