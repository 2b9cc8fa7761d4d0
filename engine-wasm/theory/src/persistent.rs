//! Persistent congestion (Low, Peterson & Wang 2000, section 4.2 and Tables 5 and 6): a source that starts finds a queue and
//! takes the time in it for propagation delay. It then wants more in queues than it should, and the next one finds a longer
//! queue still. Between two starts the network is at rest as Theorem 3 says; over all starts that is a recursion:
//!
//! believed delay of a newcomer = its propagation delay + time in the queues on its path before it came.
//!
//! The paper prints no formula for the recursion. On one link of capacity c, with all delays d and n sources, the price
//! solves `sum_k alpha dh_k / (P - (dh_k - d)) = c` over `P > dh_n - d`, and `dh_(n+1) = d + P`.
//!
//! The model columns of the tables come out with d = 10 ms, the latency alone, and 0.18 ms of transmission time added
//! where baseRTT is printed. Rates agree to 1.2 %, the rounding of the table; of baseRTT, 31.2 and 49.80 ms are printed
//! where the recursion gives 31.40 and 49.73. A simulator measures d = 10.184 ms, with queues that are 1.84 % longer.

use crate::equilibrium::Equilibrium;
use crate::network::{Network, Source, Unsolvable};

/// Sources that came one after the other, and the network at rest among them.
#[derive(Clone, Debug)]
pub struct Arrivals {
    network: Network,
    rest: Equilibrium,
}

impl Arrivals {
    /// Starts with no sources.
    ///
    /// # Errors
    /// A link has no capacity.
    pub fn new(capacities: Vec<f64>) -> Result<Self, Unsolvable> {
        let network = Network { capacities, sources: Vec::new() };
        let rest = network.equilibrium()?;
        Ok(Self { network, rest })
    }

    /// The propagation delay that a source starting now would estimate.
    pub fn delay_found(&self, source: &Source) -> f64 {
        source.propagation + source.route.iter().map(|&link| self.rest.prices[link]).sum::<f64>()
    }

    /// Further sources come, with whatever they take for their propagation delays, and the network comes to rest again.
    ///
    /// # Errors
    /// See [`Network::equilibrium`].
    pub fn admit(&mut self, newcomers: impl IntoIterator<Item = Source>) -> Result<&Equilibrium, Unsolvable> {
        self.network.sources.extend(newcomers);
        self.rest = self.network.equilibrium()?;
        Ok(&self.rest)
    }

    /// The network with those who are there.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The network at rest.
    pub fn rest(&self) -> &Equilibrium {
        &self.rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Target;

    #[test]
    fn the_second_source_by_hand() {
        // 2 packets/ms, 10 ms, 6 packets/ms. The first keeps 20 packets there, 10/3 ms. The second wants 80/3, and the price
        // at which both have what they want is 10 ms: see the equilibrium. The third believes in 20 ms.
        let mut arrivals = Arrivals::new(vec![6.0]).unwrap();
        let mut found = Vec::new();
        for _ in 0..3 {
            let source = Source::new(vec![0], Target::PerTime(2.0), 10.0);
            let delay = arrivals.delay_found(&source);
            found.push(delay);
            arrivals.admit([source.believing(delay)]).unwrap();
        }
        for (found, expected) in found.iter().zip([10.0, 40.0 / 3.0, 20.0]) {
            assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
        }
    }

    #[test]
    fn sources_told_the_propagation_delay_add_the_same_queue_each() {
        let mut arrivals = Arrivals::new(vec![6.0]).unwrap();
        for n in 1..=5 {
            // Figure 5a: the sources are told the propagation delay.
            let rest = arrivals.admit([Source::new(vec![0], Target::PerTime(2.0), 10.0)]).unwrap();
            assert!((rest.queues[0] - 20.0 * f64::from(n)).abs() < 1e-11, "{:?}", rest.queues);
        }
    }

    #[test]
    fn a_newcomer_finds_the_queues_of_its_own_path_only() {
        let mut arrivals = Arrivals::new(vec![6.0, 3.0]).unwrap();
        arrivals.admit([Source::new(vec![0], Target::PerRtt(3.0), 10.0)]).unwrap();
        let of = |route: Vec<usize>| arrivals.delay_found(&Source::new(route, Target::PerRtt(3.0), 20.0));
        assert_eq!(of(vec![1]), 20.0);
        assert!((of(vec![0, 1]) - 20.5).abs() < 1e-12);
    }
}
