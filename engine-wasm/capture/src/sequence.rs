//! The only arithmetic of sequence numbers: it turns 32-bit numbers, which wrap around, into byte offsets of 64 bits.

/// One direction's sequence numbers. The peer's ACKs are in the same numbers.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// The sequence number at offset 0.
    base: u32,
    /// The offset that the next one is near to: the highest so far.
    highest: i64,
}

impl Sequence {
    /// Numbers from the byte after a SYN on.
    pub const fn after_syn(isn: u32) -> Self {
        Self { base: isn.wrapping_add(1), highest: 0 }
    }

    /// Numbers from a segment on. Older ones are negative.
    pub const fn from(seq: u32) -> Self {
        Self { base: seq, highest: 0 }
    }

    /// The offset of a number: the one that is nearest to the highest so far, so that older numbers stay lower, and a
    /// transfer may be longer than 4 GiB.
    pub const fn offset(&self, seq: u32) -> i64 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "arithmetic modulo 2^32")]
        let expected = self.base.wrapping_add(self.highest as u32);
        self.highest + seq.wrapping_sub(expected).cast_signed() as i64
    }

    /// The offset of a number that was sent or acknowledged now.
    pub fn advance(&mut self, seq: u32) -> i64 {
        let offset = self.offset(seq);
        self.highest = self.highest.max(offset);
        offset
    }
}

/// True if a 32-bit number is later than another, modulo 2^32.
pub const fn is_later(one: u32, other: u32) -> bool {
    one.wrapping_sub(other).cast_signed() > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_continue_where_numbers_wrap_around() {
        let mut sequence = Sequence::after_syn(u32::MAX - 1000);
        assert_eq!(sequence.advance(u32::MAX - 999), 0);
        assert_eq!(sequence.advance(0), 1000);
        let step = 1 << 30;
        for count in 1..=20_u32 {
            assert_eq!(sequence.advance(count.wrapping_mul(step)), 1000 + i64::from(step) * i64::from(count));
        }
    }

    #[test]
    fn older_numbers_are_lower_whichever_come_first() {
        let mut sequence = Sequence::from(5000);
        assert_eq!(sequence.advance(5000), 0);
        assert_eq!(sequence.advance(2000), -3000);
        assert_eq!(sequence.advance(6000), 1000);
        assert_eq!(sequence.advance(u32::MAX), -5001);
        assert!(is_later(3, u32::MAX) && !is_later(u32::MAX, 3) && !is_later(3, 3));
    }
}
