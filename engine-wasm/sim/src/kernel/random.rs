//! Random streams: one per purpose, derived from the scenario's seed and a name, e.g. `loss/R1>R2`. Draw `n` of a
//! stream depends only on (seed, name, n), so adding a flow or switching a part never shifts another part's draws.

/// A counter-based random stream: SplitMix64 (Steele, Lea, Flood 2014), whose state is a plain counter.
#[derive(Clone, Debug)]
pub struct Stream {
    counter: u64,
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Stream {
    /// Creates the stream with this name for this seed.
    pub fn new(seed: u64, name: &str) -> Self {
        let key = name
            .bytes()
            .fold(mix(seed.wrapping_add(GOLDEN)), |key, byte| mix(key ^ u64::from(byte)).wrapping_add(GOLDEN));
        Self { counter: mix(key) }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(GOLDEN);
        mix(self.counter)
    }

    /// Uniform in [0, 1), a multiple of 2^-53.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Uniform integer in [0, bound); `bound` is at least 1. The bias is below bound / 2^64.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_depend_only_on_seed_and_name() {
        let draws = |seed, name| {
            let mut s = Stream::new(seed, name);
            [s.bits(), s.bits(), s.bits()]
        };
        assert_eq!(draws(1, "loss/a"), draws(1, "loss/a"));
        assert_ne!(draws(1, "loss/a"), draws(2, "loss/a"));
        assert_ne!(draws(1, "loss/a"), draws(1, "loss/b"));
        assert_ne!(draws(1, "ab"), draws(1, "ba"));
    }

    #[test]
    fn uniform_draws_have_the_right_mean_and_stay_in_range() {
        let mut stream = Stream::new(7, "test");
        let n = 100_000;
        let mean =
            (0..n).map(|_| stream.uniform()).inspect(|u| assert!((0.0..1.0).contains(u))).sum::<f64>() / f64::from(n);
        // Five standard errors of the mean, 0.0009 each.
        assert!((mean - 0.5).abs() < 0.0046, "mean {mean}");
        assert!((0..1_000).all(|_| stream.below(10) < 10));
    }
}
