//! A network as the theory sees it: links with a capacity, and sources that pass some of them (Low, Peterson & Wang 2000,
//! section 2.1). No topology is needed beyond which source passes which link.
//!
//! The paper gives each source an `alpha_s`, the rate by which it stays behind what an empty path would carry. All that
//! counts is `alpha_s` times the propagation delay that the source believes in: the backlog that it wants to have in
//! queues. The code of Vegas has that backlog the same for all (alpha per RTT, PF), its prose has `alpha_s` the same for all
//! (alpha per unit of time, WPF).

use crate::messages::unsolvable;

/// A source's target backlog.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// This backlog: the paper's proportionally fair form, PF.
    PerRtt(f64),
    /// This backlog per unit of the propagation delay that the source believes in: the paper's weighted form, WPF.
    PerTime(f64),
}

/// One source.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Numbers of the links that it passes.
    pub route: Vec<usize>,
    /// The target backlog.
    pub target: Target,
    /// Round trip without queues, transmission times included: `d_s`.
    pub propagation: f64,
    /// The source's estimate of that delay, its `base_rtt`: `(1 + eps_s) d_s` in the paper.
    pub believed: f64,
}

impl Source {
    /// A source that knows its propagation delay.
    pub fn new(route: Vec<usize>, target: Target, propagation: f64) -> Self {
        Self { route, target, propagation, believed: propagation }
    }

    /// The same source, with another idea of its propagation delay.
    pub fn believing(self, believed: f64) -> Self {
        Self { believed, ..self }
    }

    /// The backlog that it wants to have in queues: `(1 + eps_s) alpha_s d_s`.
    pub fn backlog(&self) -> f64 {
        match self.target {
            Target::PerRtt(backlog) => backlog,
            Target::PerTime(rate) => rate * self.believed,
        }
    }

    /// By how much it takes its propagation delay for longer than it is: `eps_s d_s`.
    pub fn error(&self) -> f64 {
        self.believed - self.propagation
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

/// Why a network has no equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// A capacity is not positive and finite: that of this link.
    Capacity(usize),
    /// This source passes a link that is not there, or none at all.
    Route(usize),
    /// This source wants no positive, finite backlog: any rate would suit it.
    Backlog(usize),
    /// The propagation delay of this source, or what it takes for it, is negative or no number.
    Propagation(usize),
    /// The search came to no end. It always does in exact arithmetic: the numbers are too far apart.
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
            let delays = [source.propagation, source.believed];
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
    fn the_target_is_the_same_for_all_or_grows_with_the_delay() {
        // 2 packets per RTT; 2 packets per 10 ms of 20.34 ms.
        assert_eq!(Source::new(vec![0], Target::PerRtt(2.0), 20.34).backlog(), 2.0);
        assert_eq!(Source::new(vec![0], Target::PerTime(0.2), 20.34).backlog(), 0.2 * 20.34);
        // A source that takes 13 ms for a 10 ms delay has a larger target per unit of time, but not per RTT.
        let believing = |target| Source::new(vec![0], target, 10.0).believing(13.0);
        assert_eq!((believing(Target::PerTime(2.0)).backlog(), believing(Target::PerTime(2.0)).error()), (26.0, 3.0));
        assert_eq!(believing(Target::PerRtt(2.0)).backlog(), 2.0);
    }

    #[test]
    fn what_has_no_equilibrium_is_refused() {
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
        assert_eq!(check(&[6.0], source(vec![0]).believing(-1.0)), Err(Unsolvable::Propagation(0)));
        assert_eq!(check(&[6.0], source(vec![0]).believing(f64::NAN)), Err(Unsolvable::Propagation(0)));
    }
}
