//! The digest of a trace: one number over the rows in order. It is computed before any thinning, so it depends neither
//! on how much is recorded nor on how the run was divided into chunks. It omits only rows that follow from others:
//! those of packets that leave a buffer, because their departure is determined when the buffer accepts them.

/// Hashes 64-bit words with one multiplication by an odd constant and one shift per word, which is fast in wasm too. It
/// doesn't resist deliberate collisions.
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
        let product = (self.state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.state = product ^ (product >> 32);
    }

    /// Adds the bits of a real number. All NaNs hash to the same word, because their bits aren't specified.
    #[inline]
    pub fn real(&mut self, value: f64) {
        self.word(if value.is_nan() { u64::MAX } else { value.to_bits() });
    }

    /// Returns the digest as sixteen hexadecimal digits.
    pub fn hex(&self) -> String {
        format!("{:016x}", self.state)
    }
}
