//! The digest of a trace: one number over every row in order, before any thinning, so that it depends neither on how
//! much is recorded nor on how the run was cut into chunks.

/// Hashes 64-bit words (the round of wyhash: a 128-bit product folded).
#[derive(Clone, Copy, Debug)]
pub struct Digest {
    state: u64,
}

impl Default for Digest {
    fn default() -> Self {
        Self { state: 0x2d35_8dcc_aa6c_78a5 }
    }
}

impl Digest {
    /// Adds a word.
    #[inline]
    pub fn word(&mut self, word: u64) {
        let product = u128::from(self.state ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
        self.state = (product as u64) ^ ((product >> 64) as u64) ^ 0x8bb8_4b93_962e_acc9;
    }

    /// Adds the bits of a real number. All NaNs are alike: their bits are not specified.
    #[inline]
    pub fn real(&mut self, value: f64) {
        self.word(if value.is_nan() { u64::MAX } else { value.to_bits() });
    }

    /// Sixteen hexadecimal digits.
    pub fn hex(&self) -> String {
        format!("{:016x}", self.state)
    }
}
