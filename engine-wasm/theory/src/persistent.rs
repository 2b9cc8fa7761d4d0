//! Persistent congestion (Low, Peterson & Wang 2000, section 4.2 and Tables 5 and 6): a source that starts while there
//! is a queue mistakes the queueing delay for propagation delay. Its target backlog is then too large, so the next
//! source finds an even longer queue. Between two starts, the network is in the equilibrium of Theorem 3. The sequence
//! of starts is a recursion:
//!
//! estimated delay of a new source = its propagation delay + queueing delay on its path before it started.
//!
//! The paper prints no formula for the recursion. On one link of capacity c, with all delays d and n sources, the price
//! solves `sum_k alpha dh_k / (P - (dh_k - d)) = c` over `P > dh_n - d`, and `dh_(n+1) = d + P`.
//!
//! The recursion reproduces the tables' model columns with d = 10 ms, the latency alone; the printed baseRTTs include
//! another 0.18 ms of transmission time. Rates agree to 1.2 %, the rounding of the table. Two baseRTTs differ: 31.2 and
//! 49.80 ms are printed where the recursion gives 31.40 and 49.73. A simulator measures d = 10.184 ms, so its queues
//! are 1.84 % longer.

use crate::equilibrium::Equilibrium;
use crate::network::{Network, Source, Unsolvable};

/// A network whose sources start one after another, and its current equilibrium.
#[derive(Clone, Debug)]
pub struct Arrivals {
    network: Network,
    equilibrium: Equilibrium,
}

impl Arrivals {
    /// Starts with no sources.
    ///
    /// # Errors
    /// A link has no capacity.
    pub fn new(capacities: Vec<f64>) -> Result<Self, Unsolvable> {
        let network = Network { capacities, sources: Vec::new() };
        let equilibrium = network.equilibrium()?;
        Ok(Self { network, equilibrium })
    }

    /// The propagation delay that a source starting now would estimate.
    pub fn estimated_delay(&self, source: &Source) -> f64 {
        source.propagation + source.route.iter().map(|&link| self.equilibrium.prices[link]).sum::<f64>()
    }

    /// Adds sources and computes the new equilibrium.
    ///
    /// # Errors
    /// See [`Network::equilibrium`].
    pub fn admit(&mut self, newcomers: impl IntoIterator<Item = Source>) -> Result<&Equilibrium, Unsolvable> {
        self.network.sources.extend(newcomers);
        self.equilibrium = self.network.equilibrium()?;
        Ok(&self.equilibrium)
    }

    /// The network with all sources that have started.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The current equilibrium.
    pub fn equilibrium(&self) -> &Equilibrium {
        &self.equilibrium
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Target;

    #[test]
    fn estimates_match_an_example_worked_out_by_hand() {
        // Each wants 2 packets per ms of its delay of 10 ms, over 6 packets/ms. The first keeps 20 packets in the
        // queue, for 10/3 ms. So the second wants 80/3 packets, and the price at which both reach their targets is 10
        // ms (see the tests of `equilibrium`). The third estimates 20 ms.
        let mut arrivals = Arrivals::new(vec![6.0]).unwrap();
        let mut estimates = Vec::new();
        for _ in 0..3 {
            let source = Source::new(vec![0], Target::PerTime(2.0), 10.0);
            let delay = arrivals.estimated_delay(&source);
            estimates.push(delay);
            arrivals.admit([source.with_estimate(delay)]).unwrap();
        }
        for (estimate, expected) in estimates.iter().zip([10.0, 40.0 / 3.0, 20.0]) {
            assert!((estimate - expected).abs() < 1e-12, "{estimate} instead of {expected}");
        }
    }

    #[test]
    fn sources_with_the_true_propagation_delay_add_equal_queues() {
        let mut arrivals = Arrivals::new(vec![6.0]).unwrap();
        for n in 1..=5 {
            // Figure 5a: the sources' estimates are exact.
            let equilibrium = arrivals.admit([Source::new(vec![0], Target::PerTime(2.0), 10.0)]).unwrap();
            assert!((equilibrium.queues[0] - 20.0 * f64::from(n)).abs() < 1e-11, "{:?}", equilibrium.queues);
        }
    }

    #[test]
    fn a_new_source_measures_only_the_queues_on_its_path() {
        let mut arrivals = Arrivals::new(vec![6.0, 3.0]).unwrap();
        arrivals.admit([Source::new(vec![0], Target::PerRtt(3.0), 10.0)]).unwrap();
        let of = |route: Vec<usize>| arrivals.estimated_delay(&Source::new(route, Target::PerRtt(3.0), 20.0));
        assert_eq!(of(vec![1]), 20.0);
        assert!((of(vec![0, 1]) - 20.5).abs() < 1e-12);
    }
}
