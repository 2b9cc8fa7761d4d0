//! A user who types: one segment at a time over one connection. The times between segments are those of tcplib's
//! telnet, which ns-2 includes as a table of 10,000 samples.
//!
//! The distribution used here interpolates between eleven quantiles of that table, linearly in the logarithm of the
//! time: the tail is so long that interpolating the time itself would give a mean of 1.409 s. Its mean is 1.243 s, 14 %
//! above the table's own 1.092 s; two thirds of it come from the longest 5 % of the times, where the quantiles are far
//! apart. The times aren't rescaled to correct this. The quantiles don't include the shortest time; it's set to half
//! the first quantile, which makes no visible difference.

use super::distributions::seconds_to_wait;
use super::{Connection, TrafficContext, TrafficRule, Write};
use crate::kernel::random::Stream;
use crate::schema::shape::Part;

/// Cumulative shares of inter-arrival times, and the times that they don't exceed, s.
const QUANTILES: [(f64, f64); 12] = [
    (0.0, 0.000_6),
    (0.01, 0.001_2),
    (0.05, 0.020),
    (0.1, 0.068),
    (0.25, 0.136),
    (0.5, 0.236),
    (0.75, 0.532),
    (0.9, 1.57),
    (0.95, 3.49),
    (0.99, 20.0),
    (0.999, 59.9),
    (1.0, 209.9),
];

described! {
    /// One connection that sends a segment whenever someone types, as in tcplib's telnet.
    pub struct Telnet {}
}

/// The connection and its keystrokes.
#[derive(Clone, Debug)]
pub struct Running {
    opened: bool,
    stream: Stream,
}

impl Part<TrafficContext> for Telnet {
    const SOURCE: &'static str = "tcplib (Danzig & Jamin 1991); ns-2, Application/Telnet";
    type Running = Running;
    fn start(&self, context: &TrafficContext) -> Running {
        Running { opened: false, stream: context.stream.clone() }
    }
}

/// The time that a share `u` in [0, 1) of all times does not exceed, s.
fn quantile(u: f64) -> f64 {
    let above = QUANTILES.partition_point(|&(share, _)| share <= u);
    let ((p, from), (q, to)) = (QUANTILES[above - 1], QUANTILES[above]);
    from * libm::pow(to / from, (u - p) / (q - p))
}

impl TrafficRule for Running {
    fn next_connection(&mut self) -> Option<Connection> {
        let first = !std::mem::replace(&mut self.opened, true);
        first.then_some(Connection { wait: 0, bytes: None, in_portions: true })
    }

    fn next_write(&mut self) -> Option<Write> {
        Some(Write { wait: seconds_to_wait(quantile(self.stream.uniform())), segments: 1 })
    }

    fn most_bytes(&mut self) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::context;
    use super::*;
    use crate::kernel::seconds;

    /// Integral of a power of the time over the distribution; a power of 1 gives the mean.
    fn moment(power: f64) -> f64 {
        QUANTILES
            .windows(2)
            .map(|pair| {
                let ((p, from), (q, to)) = (pair[0], pair[1]);
                (q - p) * (libm::pow(to, power) - libm::pow(from, power)) / (power * libm::log(to / from))
            })
            .sum()
    }

    #[test]
    fn the_distribution_passes_through_its_quantiles_and_their_geometric_means() {
        for (share, time) in &QUANTILES[..11] {
            assert_eq!(quantile(*share), *time);
        }
        // Halfway between 136 and 236 ms: the square root of 0.136 * 0.236.
        assert!((quantile(0.375) - 0.032_096_f64.sqrt()).abs() < 1e-15);
        assert!(quantile(1.0 - 1.0 / (1_u64 << 53) as f64) <= 209.9);
    }

    #[test]
    fn the_sample_mean_matches_the_distribution_14_percent_above_the_table() {
        let (mean, deviation) = (moment(1.0), (moment(2.0) - moment(1.0) * moment(1.0)).sqrt());
        assert!((mean - 1.242_661_85).abs() < 1e-8, "{mean}");
        assert!((mean / 1.092 - 1.138).abs() < 5e-4);
        let n = 1_000_000;
        for seed in 0..3 {
            let mut source = Telnet {}.start(&context(seed));
            let time: f64 = (0..n).map(|_| seconds(source.next_write().map_or(0, |write| write.wait))).sum();
            let (sampled, allowed) = (time / f64::from(n), 5.0 * deviation / f64::from(n).sqrt());
            assert!((sampled - mean).abs() < allowed, "seed {seed}: mean {sampled} s, expected {mean} +- {allowed}");
        }
    }

    #[test]
    fn one_connection_carries_single_segments() {
        let mut source = Telnet {}.start(&context(1));
        assert_eq!(source.next_connection(), Some(Connection { wait: 0, bytes: None, in_portions: true }));
        assert_eq!(source.next_connection(), None);
        assert!((0..1_000).all(|_| source.next_write().is_some_and(|write| write.segments == 1)));
    }
}
