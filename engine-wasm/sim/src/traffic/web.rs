//! Web-like transfers: exponential think times, and sizes with a Pareto distribution. With a shape of 1.2, a few huge
//! files carry most of the bytes and the variance is infinite, which makes such traffic bursty at every time scale.
//!
//! `mean_bytes` is the mean before the cap. Sizes above `max_bytes` become `max_bytes`, which removes the share `(scale
//! / max_bytes)^(shape - 1) / shape` of the mean, where `scale = mean_bytes (shape - 1) / shape` is the smallest size:
//! with the defaults 15.2 %, so that 10,180 of 12,000 bytes remain. Without the cap, the largest file would dominate a
//! sample of any length.

use super::distributions::{Distribution, SHORTEST_WAIT, seconds_to_wait};
use super::{Connection, TrafficContext, TrafficRule};
use crate::kernel::random::Stream;
use crate::schema::limits;
use crate::schema::shape::{Part, integer, number};

described! {
    /// Transfers of Pareto sizes, each over a new connection after an exponential think time.
    pub struct Web {
        /// Mean think time between transfers.
        mean_think_s: f64 = number("s", 0.0, limits::DURATION_S), default 1.0, label "Mean think time";
        /// Exponent of the distribution of sizes; lower values give a heavier tail.
        shape: f64 = number("", 1.01, 100.0), default 1.2, label "Pareto exponent";
        /// Mean size before the cap.
        mean_bytes: u64 = integer("bytes", 1, 1_000_000_000), default 12_000, label "Mean size";
        /// Largest size. Larger ones are cut to this, which lowers the mean: by 15 % with the defaults.
        max_bytes: u64 = integer("bytes", 1, limits::TRANSFER_BYTES), default 10_000_000, label "Largest size";
    }
}

/// State of a user who alternately thinks and loads.
#[derive(Clone, Debug)]
pub struct Running {
    think: Distribution,
    size: Distribution,
    max_bytes: u64,
    stream: Stream,
}

impl Part<TrafficContext> for Web {
    const LABEL: &'static str = "Web transfers";
    const SOURCE: &'static str = "Crovella & Bestavros 1997";
    type Running = Running;
    fn start(&self, context: &TrafficContext) -> Running {
        Running {
            think: Distribution::Exponential { mean: self.mean_think_s },
            size: Distribution::pareto(self.mean_bytes as f64, self.shape),
            max_bytes: self.max_bytes,
            stream: context.stream.clone(),
        }
    }
}

impl TrafficRule for Running {
    fn next_connection(&mut self) -> Option<Connection> {
        let wait = seconds_to_wait(self.think.draw(&mut self.stream)).max(SHORTEST_WAIT);
        let bytes = (self.size.draw(&mut self.stream).round() as u64).clamp(1, self.max_bytes);
        Some(Connection { wait, bytes: Some(bytes), in_portions: false })
    }

    fn most_bytes(&mut self) -> Option<u64> {
        Some(self.max_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::context;
    use super::*;
    use crate::kernel::seconds;

    fn web() -> Web {
        Web { mean_think_s: 2.0, shape: 1.2, mean_bytes: 12_000, max_bytes: 10_000_000 }
    }

    #[test]
    fn each_connection_draws_a_think_time_and_then_a_size() {
        let mut source = web().start(&context(9));
        let mut stream = context(9).stream;
        for _ in 0..1_000 {
            let think = -2e9 * libm::log(1.0 - stream.uniform());
            let size = 2_000.0 * libm::pow(1.0 - stream.uniform(), -1.0 / 1.2);
            let connection = source.next_connection().expect("web traffic is unlimited");
            assert!((connection.wait as f64 - think).abs() <= 0.6);
            let bytes = connection.bytes.expect("every transfer has a size") as f64;
            assert!((bytes - size.min(1e7)).abs() <= 0.501, "{bytes} bytes, expected {size}");
        }
    }

    #[test]
    fn means_match_the_parameters_and_the_cap() {
        // The smallest size is 2000 bytes; the cap at 10 MB removes (2e-4)^0.2 / 1.2 of the mean.
        let expected = 12_000.0 * (1.0 - libm::pow(2e-4, 0.2) / 1.2);
        assert!((expected - 10_179.5).abs() < 0.5, "{expected}");
        let n = 1_000_000;
        for seed in 0..3 {
            let mut source = web().start(&context(seed));
            let (mut sum, mut squares, mut think) = (0.0, 0.0, 0.0);
            for _ in 0..n {
                let connection = source.next_connection().expect("web traffic is unlimited");
                let bytes = connection.bytes.expect("every transfer has a size") as f64;
                sum += bytes;
                squares += bytes * bytes;
                think += seconds(connection.wait);
            }
            let n = f64::from(n);
            let allowed = 5.0 * ((squares / n - sum / n * (sum / n)) / n).sqrt();
            assert!(
                (sum / n - expected).abs() < allowed,
                "seed {seed}: mean {} bytes, expected {expected} +- {allowed}",
                sum / n
            );
            assert!((think / n - 2.0).abs() < 5.0 * 2.0 / n.sqrt(), "seed {seed}: mean {} s, expected 2 s", think / n);
        }
    }

    #[test]
    fn a_cap_below_the_smallest_size_makes_all_sizes_equal() {
        let mut source = Web { max_bytes: 1_500, ..web() }.start(&context(1));
        assert!((0..100).all(|_| source.next_connection().is_some_and(|connection| connection.bytes == Some(1_500))));
    }
}
