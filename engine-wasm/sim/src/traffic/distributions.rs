//! The distributions that sources draw from. They are sampled by inversion: each value takes exactly one uniform
//! number. So tests can check draws against quantiles, and rejected draws never shift later ones.

use crate::kernel::random::Stream;
use crate::kernel::{Nanos, from_seconds};
use crate::schema::limits;

/// The shortest time between two actions of a source. Without this limit, a source with extreme parameters could act
/// infinitely often at the same time.
pub const SHORTEST_WAIT: Nanos = 1_000;

/// A distribution of positive numbers.
#[derive(Clone, Copy, Debug)]
pub enum Distribution {
    /// Exponential.
    Exponential {
        /// Mean.
        mean: f64,
    },
    /// Pareto: `P(X > x) = (scale / x)^shape` for `x >= scale`.
    Pareto {
        /// Smallest value.
        scale: f64,
        /// Exponent, above 1.
        shape: f64,
    },
}

impl Distribution {
    /// The Pareto distribution with this mean.
    pub fn pareto(mean: f64, shape: f64) -> Self {
        Self::Pareto { scale: mean * (shape - 1.0) / shape, shape }
    }

    /// The quantile at `u` in [0, 1): a share `u` of all draws is below it.
    pub fn quantile(self, u: f64) -> f64 {
        match self {
            Self::Exponential { mean } => -mean * libm::log(1.0 - u),
            Self::Pareto { scale, shape } => scale * libm::pow(1.0 - u, -1.0 / shape),
        }
    }

    /// The next value.
    pub fn draw(self, stream: &mut Stream) -> f64 {
        self.quantile(stream.uniform())
    }
}

/// Converts seconds to a wait, rounded to the nearest nanosecond and at most as long as the longest run.
pub fn seconds_to_wait(seconds: f64) -> Nanos {
    from_seconds(seconds.min(limits::DURATION_S))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_match_the_formulas() {
        let exponential = Distribution::Exponential { mean: 2.0 };
        assert_eq!(exponential.quantile(0.0), 0.0);
        assert_eq!(exponential.quantile(0.5), 2.0 * std::f64::consts::LN_2);
        // With mean 6 and shape 1.5, the smallest value is 2, and seven eighths of the draws are below 2 * 8^(2/3) = 8.
        let pareto = Distribution::pareto(6.0, 1.5);
        assert_eq!(pareto.quantile(0.0), 2.0);
        assert!((pareto.quantile(0.875) - 8.0).abs() < 1e-14);
        assert_eq!(Distribution::pareto(2.0, 2.0).quantile(0.75), 2.0);
    }

    #[test]
    fn the_largest_draw_is_a_finite_wait() {
        let largest = 1.0 - 1.0 / (1_u64 << 53) as f64;
        for distribution in
            [Distribution::Exponential { mean: limits::DURATION_S }, Distribution::pareto(limits::DURATION_S, 1.01)]
        {
            assert!(distribution.quantile(largest).is_finite());
            assert_eq!(seconds_to_wait(distribution.quantile(largest)), 1_000_000_000_000_000);
        }
        assert_eq!(Distribution::Exponential { mean: 0.0 }.quantile(largest), 0.0);
    }

    #[test]
    fn sample_means_match_the_parameters() {
        let n = 400_000;
        // Standard deviations: the mean for the exponential distribution, mean / sqrt(shape (shape - 2)) for the Pareto
        // distribution.
        let shape: f64 = 4.0;
        for (distribution, deviation) in [
            (Distribution::Exponential { mean: 3.0 }, 3.0),
            (Distribution::pareto(3.0, shape), 3.0 / (shape * (shape - 2.0)).sqrt()),
        ] {
            for seed in 0..4 {
                let mut stream = Stream::new(seed, "traffic/law");
                let mean = (0..n).map(|_| distribution.draw(&mut stream)).sum::<f64>() / f64::from(n);
                let allowed = 5.0 * deviation / f64::from(n).sqrt();
                assert!(
                    (mean - 3.0).abs() < allowed,
                    "seed {seed} {distribution:?}: mean {mean}, expected 3 +- {allowed}"
                );
            }
        }
    }
}
