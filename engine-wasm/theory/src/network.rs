//! The theory's model of a network: links with capacities, and sources that pass some of them (Low, Peterson & Wang
//! 2000, section 2.1). The order of the links on a path doesn't matter.
//!
//! In the paper each source has an `alpha_s`, the difference between its expected and its actual rate. Only the product
//! of `alpha_s` and the source's estimate of its propagation delay matters: its target backlog in queues. In the
//! original code of Vegas all sources have the same target backlog (alpha per RTT, PF); in its description they have
//! the same `alpha_s` (alpha per unit of time, WPF).

use crate::messages::unsolvable;

/// A source's target backlog.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// This backlog: the paper's proportionally fair form, PF.
    PerRtt(f64),
    /// This backlog per unit of the source's estimated propagation delay: the paper's weighted form, WPF.
    PerTime(f64),
}

/// A source of traffic.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Indexes of the links that it passes.
    pub route: Vec<usize>,
    /// The target backlog.
    pub target: Target,
    /// Round trip without queues, transmission times included: `d_s`.
    pub propagation: f64,
    /// The source's estimate of that delay, its `base_rtt`: `(1 + eps_s) d_s` in the paper.
    pub estimate: f64,
}

impl Source {
    /// A source that knows its propagation delay.
    pub fn new(route: Vec<usize>, target: Target, propagation: f64) -> Self {
        Self { route, target, propagation, estimate: propagation }
    }

    /// Sets the source's estimate of its propagation delay.
    pub fn with_estimate(self, estimate: f64) -> Self {
        Self { estimate, ..self }
    }

    /// The source's target backlog in queues: `(1 + eps_s) alpha_s d_s`.
    pub fn backlog(&self) -> f64 {
        match self.target {
            Target::PerRtt(backlog) => backlog,
            Target::PerTime(rate) => rate * self.estimate,
        }
    }

    /// The source's overestimate of its propagation delay: `eps_s d_s`.
    pub fn error(&self) -> f64 {
        self.estimate - self.propagation
    }
}

/// Links and sources.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// Capacities of the links.
    pub capacities: Vec<f64>,
    /// The sources.
    pub sources: Vec<Source>,
}

/// The reason why a network has no equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// The capacity of this link isn't positive and finite.
    Capacity(usize),
    /// This source passes no link, or a link that doesn't exist.
    Route(usize),
    /// The target backlog of this source isn't positive and finite.
    Backlog(usize),
    /// The propagation delay of this source, or its estimate, is negative or not finite.
    Propagation(usize),
    /// The search didn't converge. In exact arithmetic it always does, so the numbers differ by too many orders of
    /// magnitude.
    Precision,
}

impl std::fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        unsolvable(*self).fmt(f)
    }
}

impl std::error::Error for Unsolvable {}

impl Network {
    /// Sums the sources' rates at each link.
    pub fn load(&self, rates: &[f64]) -> Vec<f64> {
        let mut load = vec![0.0; self.capacities.len()];
        for (source, rate) in self.sources.iter().zip(rates) {
            for &link in &source.route {
                load[link] += rate;
            }
        }
        load
    }

    /// Sums the prices along each source's path.
    pub fn path_prices(&self, prices: &[f64]) -> Vec<f64> {
        self.sources.iter().map(|source| source.route.iter().map(|&link| prices[link]).sum()).collect()
    }

    /// Checks that the theory covers the network.
    pub(crate) fn check(&self) -> Result<(), Unsolvable> {
        let positive = |value: f64| value > 0.0 && value.is_finite();
        if let Some(link) = self.capacities.iter().position(|&capacity| !positive(capacity)) {
            return Err(Unsolvable::Capacity(link));
        }
        for (number, source) in self.sources.iter().enumerate() {
            if source.route.is_empty() || source.route.iter().any(|&link| link >= self.capacities.len()) {
                return Err(Unsolvable::Route(number));
            }
            let delays = [source.propagation, source.estimate];
            if delays.iter().any(|&delay| delay < 0.0 || !delay.is_finite()) {
                return Err(Unsolvable::Propagation(number));
            }
            if !positive(source.backlog()) {
                return Err(Unsolvable::Backlog(number));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_backlog_is_constant_or_proportional_to_the_delay() {
        // 2 packets per RTT; 2 packets per 10 ms, with a delay of 20.34 ms.
        assert_eq!(Source::new(vec![0], Target::PerRtt(2.0), 20.34).backlog(), 2.0);
        assert_eq!(Source::new(vec![0], Target::PerTime(0.2), 20.34).backlog(), 0.2 * 20.34);
        // Estimating a delay of 10 ms as 13 ms raises a target per unit of time, but not a target per RTT.
        let overestimating = |target| Source::new(vec![0], target, 10.0).with_estimate(13.0);
        assert_eq!(
            (overestimating(Target::PerTime(2.0)).backlog(), overestimating(Target::PerTime(2.0)).error()),
            (26.0, 3.0)
        );
        assert_eq!(overestimating(Target::PerRtt(2.0)).backlog(), 2.0);
    }

    #[test]
    fn networks_without_an_equilibrium_are_rejected() {
        let source = |route: Vec<usize>| Source::new(route, Target::PerRtt(2.0), 10.0);
        let check = |capacities: &[f64], source: Source| {
            Network { capacities: capacities.to_vec(), sources: vec![source] }.check()
        };
        assert_eq!(check(&[6.0], source(vec![0])), Ok(()));
        assert_eq!(check(&[6.0, 0.0], source(vec![0])), Err(Unsolvable::Capacity(1)));
        assert_eq!(check(&[f64::INFINITY], source(vec![0])), Err(Unsolvable::Capacity(0)));
        assert_eq!(check(&[6.0], source(vec![])), Err(Unsolvable::Route(0)));
        assert_eq!(check(&[6.0], source(vec![1])), Err(Unsolvable::Route(0)));
        assert_eq!(check(&[6.0], Source::new(vec![0], Target::PerRtt(0.0), 1.0)), Err(Unsolvable::Backlog(0)));
        assert_eq!(check(&[6.0], source(vec![0]).with_estimate(-1.0)), Err(Unsolvable::Propagation(0)));
        assert_eq!(check(&[6.0], source(vec![0]).with_estimate(f64::NAN)), Err(Unsolvable::Propagation(0)));
    }
}
