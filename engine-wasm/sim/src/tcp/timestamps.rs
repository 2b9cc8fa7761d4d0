//! The timestamps option (RFC 7323). Each segment carries the time at which it left, and each ACK echoes one of these
//! times. So every new ACK gives the timer an RTT sample, even one for a retransmission: the echo shows which
//! transmission it answers.
//!
//! Timestamps count microseconds in 32 bits, and wrap around after 71 minutes. The option adds 12 bytes to every header:
//! 10, and 2 of padding (RFC 7323, appendix A).

use crate::kernel::Nanos;

/// Bytes that the option adds to a header.
pub const OPTION_BYTES: u32 = 12;

const MICROSECOND: Nanos = 1_000;

/// The time at which a segment left, as its option carries it (TSval).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timestamp(u32);

impl Timestamp {
    /// The timestamp of a segment that leaves now.
    pub fn at(now: Nanos) -> Self {
        Self((now / MICROSECOND) as u32)
    }

    /// Time since then.
    pub fn elapsed(self, now: Nanos) -> Nanos {
        Nanos::from(Self::at(now).0.wrapping_sub(self.0)) * MICROSECOND
    }

    fn is_at_least(self, other: Self) -> bool {
        self.0.wrapping_sub(other.0) as i32 >= 0
    }
}

/// The timestamp that a receiver echoes: that of the earliest segment since its last ACK, or of the segment that filled
/// the first hole (`TS.Recent` and `Last.ACK.sent`; RFC 7323, section 4.3).
#[derive(Clone, Copy, Debug)]
pub struct Echo {
    recent: Timestamp,
    last_ack_sent: u32,
}

impl Echo {
    /// Nothing has arrived yet; the receiver expects this segment first.
    pub fn expecting(first_seq: u32) -> Self {
        Self { recent: Timestamp::default(), last_ack_sent: first_seq }
    }

    /// Called when a segment arrives, before it is processed.
    pub fn on_segment(&mut self, seq: u32, timestamp: Timestamp) {
        if seq <= self.last_ack_sent && timestamp.is_at_least(self.recent) {
            self.recent = timestamp;
        }
    }

    /// The timestamp for an ACK that expects this segment next.
    pub fn on_ack(&mut self, next: u32) -> Timestamp {
        self.last_ack_sent = next;
        self.recent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_microseconds_across_the_wrap() {
        let wrap = (1_u64 << 32) * MICROSECOND;
        assert_eq!(Timestamp::at(5_999).elapsed(1_000_000_999), 999_995_000);
        assert_eq!(Timestamp::at(wrap - 3_000).elapsed(wrap + 7_000), 10_000);
        assert!(Timestamp::at(wrap + 1_000).is_at_least(Timestamp::at(wrap - 1_000)));
        assert!(!Timestamp::at(wrap - 1_000).is_at_least(Timestamp::at(wrap)));
    }

    /// The examples of RFC 7323, section 4.3: delayed ACKs, and a hole that is filled later.
    #[test]
    fn echoes_the_earliest_unacknowledged_segment_and_the_one_that_fills_a_hole() {
        let at = |us: u64| Timestamp::at(us * MICROSECOND);
        let mut echo = Echo::expecting(0);
        (0..3).for_each(|seq| echo.on_segment(seq, at(1 + u64::from(seq))));
        assert_eq!(echo.on_ack(3), at(1), "three segments, one delayed ACK");
        let mut echo = Echo::expecting(0);
        let mut arrives = |seq, us, next| {
            echo.on_segment(seq, at(us));
            echo.on_ack(next)
        };
        // A, C, B, E, D: every ACK until D's echoes the segment before the hole.
        let echoes = [arrives(0, 1, 1), arrives(2, 3, 1), arrives(1, 2, 3), arrives(4, 5, 3), arrives(3, 4, 5)];
        assert_eq!(echoes, [1, 1, 2, 2, 4].map(at));
    }
}
