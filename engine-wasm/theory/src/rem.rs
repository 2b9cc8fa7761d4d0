//! Vegas over links with random exponential marking (Low, Peterson & Wang 2000, section 5, equations 24 to 27). The rates are
//! those of Theorem 1, but the price of a link is a number that the link keeps and signals by marks, not the time in its
//! queue. With rates in packets per ms and delays in ms, prices are in ms too.
//!
//! The paper prints no prices and no marking probabilities, only base RTTs (Table 7) and measured utilisations; with its
//! parameters, `phi = 1.1` and 2 packets per ms, marking grows from 0.28 with one flow to 0.92 with five. In packets per
//! second instead of per ms there would be no marks at all.

use crate::equilibrium::Equilibrium;
use crate::network::{Network, Source, Unsolvable};

/// Probability that a link or a path of this price marks a packet (equations 25 and 26).
pub fn marking(phi: f64, price: f64) -> f64 {
    -libm::expm1(-price * libm::log(phi))
}

/// The price that a source reads off the share of its packets that are marked (equation 27).
pub fn price(phi: f64, marked: f64) -> f64 {
    -libm::log1p(-marked) / libm::log(phi)
}

/// Parameters of a link's price (equation 24).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriceLaw {
    /// Step size of the price: `gamma`.
    pub gamma: f64,
    /// Weight of the backlog against that of the rate: `mu`.
    pub mu: f64,
    /// Packets that the link can send in a period.
    pub capacity: f64,
}

impl PriceLaw {
    /// The next price, after a period in which so many packets arrived, with so many in the buffer.
    pub fn next(&self, price: f64, backlog: f64, arrived: f64) -> f64 {
        (price + self.gamma * (self.mu * backlog + arrived - self.capacity)).max(0.0)
    }

    /// The share of its capacity that a link uses whose price has come to rest, with so many packets in the buffer on average:
    /// what arrives and `mu` times what waits make up the capacity.
    pub fn utilization(&self, mean_backlog: f64) -> f64 {
        1.0 - self.mu * mean_backlog / self.capacity
    }

    /// The mean backlog that goes with a utilisation.
    pub fn mean_backlog(&self, utilization: f64) -> f64 {
        (1.0 - utilization) * self.capacity / self.mu
    }
}

/// The equilibrium if marks signal prices: queues are empty, so senders know the propagation delay exactly, and RTTs are
/// propagation delays. `utilization` is the links' load; 1 means full, as in the fluid model.
///
/// # Errors
/// See [`Network::equilibrium`].
pub fn equilibrium(network: &Network, utilization: f64) -> Result<Equilibrium, Unsolvable> {
    let truthful = |source: &Source| Source { believed: source.propagation, ..source.clone() };
    let marked = Network {
        capacities: network.capacities.iter().map(|capacity| capacity * utilization).collect(),
        sources: network.sources.iter().map(truthful).collect(),
    };
    let rest = marked.equilibrium()?;
    let rtts: Vec<f64> = marked.sources.iter().map(|source| source.propagation).collect();
    Ok(Equilibrium {
        windows: rest.rates.iter().zip(&rtts).map(|(rate, rtt)| rate * rtt).collect(),
        queues: vec![0.0; rest.queues.len()],
        rtts,
        ..rest
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Target;

    #[test]
    fn marks_and_prices_are_each_other_s_inverse() {
        // 1 - 1.1^-3.395
        assert!((marking(1.1, 3.395) - 0.276_4).abs() < 5e-5, "{}", marking(1.1, 3.395));
        for price_ms in [0.0, 1e-9, 0.5, 3.395, 27.0] {
            assert!((price(1.1, marking(1.1, price_ms)) - price_ms).abs() <= 1e-13 * price_ms.max(1e-9));
        }
        // Two links of 1 ms mark as one of 2 ms: what both let pass is the product.
        let passes = 1.0 - marking(1.1, 1.0);
        assert!((1.0 - passes * passes - marking(1.1, 2.0)).abs() < 1e-15);
    }

    #[test]
    fn a_price_rests_when_arrivals_and_weighted_backlog_fill_the_link() {
        let law = PriceLaw { gamma: 0.005, mu: 0.5, capacity: 6.0 };
        assert_eq!(law.next(3.0, 0.0, 8.0), 3.0 + 0.005 * 2.0);
        assert_eq!(law.next(0.01, 0.0, 0.0), 0.0);
        // 90 and 96 %, as measured: 1.2 and 0.48 packets in the buffer.
        assert!((law.mean_backlog(0.90) - 1.2).abs() < 1e-12 && (law.mean_backlog(0.96) - 0.48).abs() < 1e-12);
        assert!((law.utilization(1.2) - 0.9).abs() < 1e-12);
        assert!((law.next(3.0, 1.2, 6.0 * law.utilization(1.2)) - 3.0).abs() < 1e-15);
    }

    #[test]
    fn queues_are_empty_and_nobody_errs() {
        let source = Source::new(vec![0], Target::PerTime(2.0), 10.0).believing(13.0);
        let network = Network { capacities: vec![6.0], sources: vec![source] };
        let rest = equilibrium(&network, 0.5).unwrap();
        let close = |ours: f64, expected: f64| assert!((ours - expected).abs() < 1e-12, "{ours} for {expected}");
        close(rest.rates[0], 3.0);
        close(rest.prices[0], 20.0 / 3.0);
        close(rest.windows[0], 30.0);
        assert_eq!((rest.queues[0], rest.rtts[0]), (0.0, 10.0));
    }
}
