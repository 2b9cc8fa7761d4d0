//! Sets of segment numbers, for a receiver's out-of-order segments and a sender's SACKed and lost segments.

/// A set of segment numbers, stored as sorted runs. Each run is a pair of its first number and one past its last. Runs
/// never touch.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    runs: Vec<(u32, u32)>,
}

impl Runs {
    /// The runs.
    #[inline]
    pub fn as_slice(&self) -> &[(u32, u32)] {
        &self.runs
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The run that contains this number, if any.
    pub fn containing(&self, seq: u32) -> Option<(u32, u32)> {
        let at = self.runs.partition_point(|&(_, right)| right <= seq);
        self.runs.get(at).copied().filter(|&(left, _)| left <= seq)
    }

    /// Adds the numbers of `left..right`, at least one, and joins runs that touch. Returns the run that now contains
    /// them.
    pub fn insert(&mut self, left: u32, right: u32) -> (u32, u32) {
        let at = self.runs.partition_point(|run| run.1 < left);
        let touched = self.runs[at..].iter().take_while(|run| run.0 <= right).count();
        if touched == 0 {
            self.runs.insert(at, (left, right));
            return (left, right);
        }
        let joined = (left.min(self.runs[at].0), right.max(self.runs[at + touched - 1].1));
        self.runs[at] = joined;
        if touched > 1 {
            self.runs.drain(at + 1..at + touched);
        }
        joined
    }

    /// Removes all numbers below this one.
    pub fn remove_below(&mut self, first: u32) {
        let past = self.runs.partition_point(|&(_, right)| right <= first);
        self.runs.drain(..past);
        if let Some((left, _)) = self.runs.first_mut() {
            *left = (*left).max(first);
        }
    }

    /// Removes one number, if the set contains it.
    pub fn remove(&mut self, seq: u32) {
        let at = self.runs.partition_point(|&(_, right)| right <= seq);
        let Some(&(left, right)) = self.runs.get(at).filter(|&&(left, _)| left <= seq) else { return };
        match (left < seq, seq + 1 < right) {
            (false, false) => _ = self.runs.remove(at),
            (false, true) => self.runs[at].0 = seq + 1,
            (true, false) => self.runs[at].1 = seq,
            (true, true) => {
                self.runs[at].1 = seq;
                self.runs.insert(at + 1, (seq + 1, right));
            }
        }
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.runs.clear();
    }

    /// Number of the set's members in `from..to`.
    pub fn count(&self, from: u32, to: u32) -> u32 {
        self.runs.iter().map(|&(left, right)| right.min(to).saturating_sub(left.max(from))).sum()
    }

    /// The `nth`-largest number; `nth` is at least 1.
    pub fn nth_largest(&self, mut nth: u32) -> Option<u32> {
        for &(left, right) in self.runs.iter().rev() {
            if nth <= right - left {
                return Some(right - nth);
            }
            nth -= right - left;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random::Stream;
    use std::collections::BTreeSet;

    fn runs(ranges: &[(u32, u32)]) -> Runs {
        let mut runs = Runs::default();
        for &(left, right) in ranges {
            runs.insert(left, right);
        }
        runs
    }

    #[test]
    fn joins_runs_that_touch() {
        assert_eq!(runs(&[(5, 6), (1, 2), (8, 9)]).as_slice(), [(1, 2), (5, 6), (8, 9)]);
        assert_eq!(runs(&[(5, 6), (1, 2), (6, 8), (8, 9)]).as_slice(), [(1, 2), (5, 9)]);
        assert_eq!(runs(&[(5, 6), (1, 2), (8, 9), (2, 8)]).as_slice(), [(1, 9)]);
        assert_eq!(runs(&[(1, 9), (3, 5)]).as_slice(), [(1, 9)]);
    }

    #[test]
    fn finds_counts_and_removes_numbers() {
        let mut runs = runs(&[(2, 4), (6, 9)]);
        assert_eq!(
            (runs.containing(1), runs.containing(3), runs.containing(4), runs.containing(6)),
            (None, Some((2, 4)), None, Some((6, 9)))
        );
        assert_eq!((runs.count(0, 100), runs.count(3, 7), runs.count(4, 6), runs.count(7, 7)), (5, 2, 0, 0));
        assert_eq!([1, 3, 4, 5, 6].map(|nth| runs.nth_largest(nth)), [Some(8), Some(6), Some(3), Some(2), None]);
        runs.remove_below(7);
        assert_eq!(runs.as_slice(), [(7, 9)]);
        runs.remove_below(9);
        assert!(runs.is_empty());
    }

    #[test]
    fn contains_the_same_numbers_as_a_btree_set() {
        let mut stream = Stream::new(1, "runs");
        let (mut runs, mut set) = (Runs::default(), BTreeSet::new());
        for step in 0..2_000 {
            let left = stream.below(100) as u32;
            if step % 50 == 0 {
                runs.remove_below(left);
                set.retain(|&seq| seq >= left);
            } else {
                let right = left + 1 + stream.below(4) as u32;
                runs.insert(left, right);
                set.extend(left..right);
            }
            let numbers = runs.as_slice().iter().flat_map(|&(left, right)| left..right);
            assert!(numbers.eq(set.iter().copied()), "step {step}: {:?}", runs.as_slice());
            assert!(runs.as_slice().windows(2).all(|pair| pair[0].1 < pair[1].0), "{:?}", runs.as_slice());
            assert_eq!(runs.count(20, 60) as usize, set.range(20..60).count());
            assert_eq!(runs.nth_largest(7), set.iter().rev().nth(6).copied());
        }
    }
}
