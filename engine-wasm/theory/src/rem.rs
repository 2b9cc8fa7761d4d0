//! Vegas over links with random exponential marking (Low, Peterson & Wang 2000, section 5, equations 24 to 27). The
//! rates are those of Theorem 1, but the price of a link is a number that the link maintains and signals by marking
//! packets, not the time in its queue. With rates in packets per ms and delays in ms, prices are in ms too.
//!
//! The paper prints neither prices nor marking probabilities, only base RTTs (Table 7) and measured utilization. With
//! its parameters, `phi = 1.1` and 2 packets per ms, the marking probability grows from 0.28 with one flow to 0.92 with
//! five. With 2 packets per second it would be practically 0.

use crate::equilibrium::Equilibrium;
use crate::network::{Network, Source, Unsolvable};

/// Probability that a link or a path of this price marks a packet (equations 25 and 26).
pub fn marking(phi: f64, price: f64) -> f64 {
    -libm::expm1(-price * libm::log(phi))
}

/// The price that a source infers from the share of its packets that are marked (equation 27).
pub fn price(phi: f64, marked: f64) -> f64 {
    -libm::log1p(-marked) / libm::log(phi)
}

/// Parameters of a link's price (equation 24).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriceLaw {
    /// Step size of the price: `gamma`.
    pub gamma: f64,
    /// Weight of the backlog relative to the rate: `mu`.
    pub mu: f64,
    /// Packets that the link can send in a period.
    pub capacity: f64,
}

impl PriceLaw {
    /// The next price, after a period in which `arrived` packets arrived, with `backlog` packets in the buffer.
    pub fn next(&self, price: f64, backlog: f64, arrived: f64) -> f64 {
        (price + self.gamma * (self.mu * backlog + arrived - self.capacity)).max(0.0)
    }

    /// The utilization of a link whose price has settled, from the mean number of packets in its buffer: arrivals plus
    /// `mu` times the backlog equal the capacity.
    pub fn utilization(&self, mean_backlog: f64) -> f64 {
        1.0 - self.mu * mean_backlog / self.capacity
    }

    /// The mean backlog at a given utilization.
    pub fn mean_backlog(&self, utilization: f64) -> f64 {
        (1.0 - utilization) * self.capacity / self.mu
    }
}

/// The equilibrium if marks signal prices. Queues are empty, so RTTs equal propagation delays and senders estimate them
/// exactly. `utilization` is the links' load; 1 means full, as in the fluid model.
///
/// # Errors
/// See [`Network::equilibrium`].
pub fn equilibrium(network: &Network, utilization: f64) -> Result<Equilibrium, Unsolvable> {
    let exact = |source: &Source| Source { estimate: source.propagation, ..source.clone() };
    let marked = Network {
        capacities: network.capacities.iter().map(|capacity| capacity * utilization).collect(),
        sources: network.sources.iter().map(exact).collect(),
    };
    let equilibrium = marked.equilibrium()?;
    let rtts: Vec<f64> = marked.sources.iter().map(|source| source.propagation).collect();
    Ok(Equilibrium {
        windows: equilibrium.rates.iter().zip(&rtts).map(|(rate, rtt)| rate * rtt).collect(),
        queues: vec![0.0; equilibrium.queues.len()],
        rtts,
        ..equilibrium
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Target;

    #[test]
    fn marking_and_price_are_inverse_functions() {
        // 1 - 1.1^-3.395
        assert!((marking(1.1, 3.395) - 0.276_4).abs() < 5e-5, "{}", marking(1.1, 3.395));
        for price_ms in [0.0, 1e-9, 0.5, 3.395, 27.0] {
            assert!((price(1.1, marking(1.1, price_ms)) - price_ms).abs() <= 1e-13 * price_ms.max(1e-9));
        }
        // Two links of 1 ms mark like one of 2 ms: a packet passes both unmarked with the product of their
        // probabilities.
        let passes = 1.0 - marking(1.1, 1.0);
        assert!((1.0 - passes * passes - marking(1.1, 2.0)).abs() < 1e-15);
    }

    #[test]
    fn a_price_settles_when_arrivals_and_weighted_backlog_equal_the_capacity() {
        let law = PriceLaw { gamma: 0.005, mu: 0.5, capacity: 6.0 };
        assert_eq!(law.next(3.0, 0.0, 8.0), 3.0 + 0.005 * 2.0);
        assert_eq!(law.next(0.01, 0.0, 0.0), 0.0);
        // The measured 90 and 96 % correspond to 1.2 and 0.48 packets in the buffer.
        assert!((law.mean_backlog(0.90) - 1.2).abs() < 1e-12 && (law.mean_backlog(0.96) - 0.48).abs() < 1e-12);
        assert!((law.utilization(1.2) - 0.9).abs() < 1e-12);
        assert!((law.next(3.0, 1.2, 6.0 * law.utilization(1.2)) - 3.0).abs() < 1e-15);
    }

    #[test]
    fn queues_are_empty_and_wrong_estimates_do_not_matter() {
        let source = Source::new(vec![0], Target::PerTime(2.0), 10.0).with_estimate(13.0);
        let network = Network { capacities: vec![6.0], sources: vec![source] };
        let equilibrium = equilibrium(&network, 0.5).unwrap();
        let close = |ours: f64, expected: f64| assert!((ours - expected).abs() < 1e-12, "{ours} for {expected}");
        close(equilibrium.rates[0], 3.0);
        close(equilibrium.prices[0], 20.0 / 3.0);
        close(equilibrium.windows[0], 30.0);
        assert_eq!((equilibrium.queues[0], equilibrium.rtts[0]), (0.0, 10.0));
    }
}
