//! The distance of rates and prices from an optimum: residuals of the Karush-Kuhn-Tucker conditions (Low, Peterson &
//! Wang 2000, equations 5, 6 and 22). They are computed from the network, the rates and the prices alone, independently
//! of the solver. All are relative, and all are 0 only at the equilibrium.

use serde::Serialize;

use crate::network::Network;

/// The residual of each condition.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct Residuals {
    /// Feasibility: how far a link's load exceeds its capacity, as a share of the capacity; the largest of all links.
    pub feasibility: f64,
    /// Complementary slackness: price times unused capacity, as a share of the sources' total backlog (actual or
    /// wanted, whichever is larger); the largest of all links. A negative price also counts.
    pub slackness: f64,
    /// Stationarity: difference between a source's backlog and the backlog it wants, as a share of the latter; the
    /// largest of all sources.
    pub stationarity: f64,
}

impl Residuals {
    /// Computes the residuals of these rates and prices.
    pub fn of(network: &Network, rates: &[f64], prices: &[f64]) -> Self {
        let worst = |values: &mut dyn Iterator<Item = f64>| {
            // NaN counts as the worst value.
            values.fold(0.0_f64, |worst, value| if value.is_nan() { f64::INFINITY } else { worst.max(value) })
        };
        let load = network.load(rates);
        let path_prices = network.path_prices(prices);
        let wanted: f64 = network.sources.iter().map(|source| source.backlog()).sum();
        let waiting: f64 = rates.iter().zip(&path_prices).map(|(rate, price)| rate * price).sum();
        // Avoid dividing by 0.
        let backlogs = if network.sources.is_empty() { 1.0 } else { wanted.max(waiting) };
        let links = || load.iter().zip(&network.capacities).zip(prices);
        let own = network.sources.iter().zip(rates).zip(&path_prices);
        Self {
            feasibility: worst(&mut links().map(|((load, capacity), _)| (load - capacity) / capacity)),
            slackness: worst(&mut links().map(|((load, capacity), price)| {
                let negative = (-price * capacity).max(0.0);
                ((price * (capacity - load)).abs() + negative) / backlogs
            })),
            stationarity: worst(&mut own.map(|((source, rate), price)| {
                let backlog = source.backlog();
                (rate * (price - source.error()) - backlog).abs() / backlog
            })),
        }
    }

    /// The largest of them.
    pub fn worst(&self) -> f64 {
        self.feasibility.max(self.slackness).max(self.stationarity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Source, Target};

    /// Two sources that want 2 packets each over 6 packets/ms, and a second link of 10 that only the first passes.
    fn network() -> Network {
        let source = |route: Vec<usize>| Source::new(route, Target::PerRtt(2.0), 10.0);
        Network { capacities: vec![6.0, 10.0], sources: vec![source(vec![0, 1]), source(vec![0])] }
    }

    #[test]
    fn residuals_are_zero_at_the_equilibrium() {
        let residuals = Residuals::of(&network(), &[3.0, 3.0], &[4.0 / 6.0, 0.0]);
        assert_eq!((residuals.feasibility, residuals.slackness), (0.0, 0.0));
        assert!(residuals.worst() < 1e-15, "{residuals:?}");
    }

    #[test]
    fn each_violated_condition_has_a_residual() {
        let of = |rates: [f64; 2], prices: [f64; 2]| Residuals::of(&network(), &rates, &prices);
        // 9 over 6 packets/ms.
        assert_eq!(of([4.5, 4.5], [0.5, 0.0]).feasibility, 0.5);
        // A price of 1 ms at a link with 7 packets/ms of spare capacity, while 3 * 1.5 and 3 * 0.5 packets wait.
        assert_eq!(of([3.0, 3.0], [0.5, 1.0]).slackness, 7.0 / 6.0);
        // Relative to the 4 packets wanted, because fewer are waiting.
        assert_eq!(of([3.0, 3.0], [0.5, -1.0]).slackness, (7.0 + 10.0) / 4.0);
        // Each has 3 * 1 packets in queues, and wants 2.
        assert_eq!(of([3.0, 3.0], [1.0, 0.0]).stationarity, 0.5);
        assert_eq!(of([f64::NAN, 3.0], [1.0, 0.0]).worst(), f64::INFINITY);
    }
}
