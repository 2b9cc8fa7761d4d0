//! Segments that were sent and aren't acknowledged yet, for round-trip times. No call looks at all of them, because a
//! capture may repeat one segment a hundred thousand times.

/// First transmissions in ascending order of their ends.
#[derive(Default)]
pub struct Unacknowledged {
    segments: Vec<Sent>,
    /// The first segment that isn't acknowledged.
    head: usize,
}

struct Sent {
    start: i64,
    end: i64,
    row: usize,
    /// Itself, or if it doesn't count any more, a later one from which on the next one that does is.
    next: usize,
    retransmitted: bool,
}

impl Unacknowledged {
    /// Adds a segment whose bytes were sent for the first time.
    pub fn sent(&mut self, start: i64, end: i64, row: usize) {
        let next = self.segments.len();
        self.segments.push(Sent { start, end, row, next, retransmitted: false });
    }

    /// Marks the segments that were retransmitted from `from` to `to`: their ACKs are ambiguous (Karn).
    pub fn retransmitted(&mut self, from: i64, to: i64) {
        self.leave(from, to, true);
    }

    /// Marks the segments in a SACK block: a later ACK that covers them was delayed by a hole before.
    pub fn sacked(&mut self, from: i64, to: i64) {
        self.leave(from, to, false);
    }

    fn leave(&mut self, from: i64, to: i64, retransmitted: bool) {
        let first = self.segments.partition_point(|sent| sent.end <= from).max(self.head);
        let mut at = self.remaining(first);
        while let Some(sent) = self.segments.get_mut(at) {
            // A retransmission of a part makes the whole segment ambiguous; a SACK block must cover it.
            let overlaps = if retransmitted { sent.start < to } else { sent.end <= to };
            if !overlaps {
                return;
            }
            sent.next = at + 1;
            sent.retransmitted = retransmitted;
            at = self.remaining(at + 1);
        }
    }

    /// Takes an ACK. Returns the row that sent its last byte, if none of the bytes that it acknowledges was
    /// retransmitted, and if they weren't in a SACK block before.
    pub fn acknowledged(&mut self, ack: i64) -> Option<usize> {
        let mut ambiguous = false;
        let mut latest = None;
        while let Some(sent) = self.segments.get(self.head) {
            let (counts, done) = (sent.next == self.head, sent.end <= ack);
            if sent.start >= ack {
                break;
            }
            ambiguous |= sent.retransmitted;
            latest = counts.then_some(sent.row);
            if !done {
                break;
            }
            self.head += 1;
        }
        latest.filter(|_| !ambiguous)
    }

    /// The first segment from a place on that counts. It shortens the path that it follows, for the next call.
    fn remaining(&mut self, place: usize) -> usize {
        let mut at = place;
        while let Some(next) = self.segments.get(at).map(|sent| sent.next)
            && next != at
        {
            let beyond = self.segments.get(next).map_or(next, |sent| sent.next);
            if let Some(sent) = self.segments.get_mut(at) {
                sent.next = beyond;
            }
            at = beyond;
        }
        at
    }
}
