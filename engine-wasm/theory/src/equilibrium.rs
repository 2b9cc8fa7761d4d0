//! The equilibrium of Vegas on any network (Low, Peterson & Wang 2000, Theorem 1; with errors in the propagation
//! delays, Theorem 3): the rates that maximize `sum a_s ln x_s + e_s x_s` without exceeding any link's capacity. `a_s`
//! is the backlog that source s wants in queues, and `e_s` the error in its propagation delay. The price of a link is
//! the time that a packet waits there; a link that isn't full has price 0. With `q_s` for the sum of the prices on the
//! path of s:
//!
//! `x_s = a_s / (q_s - e_s)`, `D_s = d_s + q_s`, `w_s = x_s D_s`, queue of link l `b_l = c_l p_l`.
//!
//! The rates, the windows and each source's backlog are unique, but the prices of single links need not be: two
//! consecutive links of the same capacity have the same rates however the queue is divided between them. (In a real
//! network, the first one queues.) `unique` reports for each link whether its price is the only possible one.

use crate::dual::Dual;
use crate::network::{Network, Unsolvable};
use crate::residuals::Residuals;

/// The equilibrium of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// Rate of each source.
    pub rates: Vec<f64>,
    /// Window of each source: rate times RTT.
    pub windows: Vec<f64>,
    /// RTT of each source.
    pub rtts: Vec<f64>,
    /// Time that a packet of each source waits in queues.
    pub path_prices: Vec<f64>,
    /// Time that a packet waits at each link.
    pub prices: Vec<f64>,
    /// The queue of each link, without the packet in transmission.
    pub queues: Vec<f64>,
    /// True for each link whose price is the only one that fits these rates.
    pub unique: Vec<bool>,
    /// Residuals of the optimality conditions.
    pub residuals: Residuals,
}

/// Largest residual of a valid solution.
const TOLERANCE: f64 = 1e-9;
/// A price counts as 0 if it is below this share of the highest path price, or of the largest backlog over the widest
/// link.
const ZERO_PRICE: f64 = 1e-12;

impl Network {
    /// Computes the equilibrium.
    ///
    /// # Errors
    /// The theory doesn't cover this network.
    pub fn equilibrium(&self) -> Result<Equilibrium, Unsolvable> {
        self.check()?;
        if self.sources.is_empty() {
            return Ok(self.at(&vec![0.0; self.capacities.len()]));
        }
        let candidates = self.candidates();
        let mut places = vec![None; self.capacities.len()];
        candidates.iter().enumerate().for_each(|(place, &link)| places[link] = Some(place));
        let largest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0_f64, f64::max);
        let rate = largest(&mut candidates.iter().map(|&link| self.capacities[link]));
        let backlog = largest(&mut self.sources.iter().map(|source| source.backlog()));
        let price = backlog / rate;
        let dual = Dual {
            capacities: candidates.iter().map(|&link| self.capacities[link] / rate).collect(),
            routes: self
                .sources
                .iter()
                .map(|source| source.route.iter().filter_map(|&link| places[link]).collect())
                .collect(),
            backlogs: self.sources.iter().map(|source| source.backlog() / backlog).collect(),
            errors: self.sources.iter().map(|source| source.error() / price).collect(),
        };
        let solution = dual.prices().ok_or(Unsolvable::Precision)?;
        let mut prices = vec![0.0; self.capacities.len()];
        candidates.iter().zip(solution).for_each(|(&link, scaled)| prices[link] = scaled * price);
        let least = ZERO_PRICE * self.path_prices(&prices).into_iter().fold(price, f64::max);
        let load = self.load(&self.at(&prices).rates);
        for (link, price) in prices.iter_mut().enumerate() {
            // The search leaves small positive prices at links that have spare capacity.
            if *price < least && load[link] < self.capacities[link] * (1.0 - TOLERANCE) {
                *price = 0.0;
            }
        }
        let equilibrium = self.at(&prices);
        if equilibrium.residuals.worst() > TOLERANCE { Err(Unsolvable::Precision) } else { Ok(equilibrium) }
    }

    /// Computes everything that follows from the prices.
    fn at(&self, prices: &[f64]) -> Equilibrium {
        let path_prices = self.path_prices(prices);
        let sources = || self.sources.iter().zip(&path_prices);
        let rates: Vec<f64> = sources().map(|(source, price)| source.backlog() / (price - source.error())).collect();
        let rtts: Vec<f64> = sources().map(|(source, price)| source.propagation + price).collect();
        Equilibrium {
            windows: rates.iter().zip(&rtts).map(|(rate, rtt)| rate * rtt).collect(),
            queues: self.capacities.iter().zip(prices).map(|(capacity, price)| capacity * price).collect(),
            unique: self.unique(prices),
            residuals: Residuals::of(self, &rates, prices),
            prices: prices.to_vec(),
            rates,
            rtts,
            path_prices,
        }
    }

    /// The links that may be full at the equilibrium, in ascending order of how many sources pass them. A link is
    /// excluded if the other remaining links on its sources' paths limit their total rate to less than its capacity.
    /// This excludes most access links.
    pub(crate) fn candidates(&self) -> Vec<usize> {
        let mut kept = vec![false; self.capacities.len()];
        let mut passing: Vec<Vec<usize>> = vec![Vec::new(); self.capacities.len()];
        for (number, source) in self.sources.iter().enumerate() {
            for &link in &source.route {
                kept[link] = true;
                passing[link].push(number);
            }
        }
        // The widest first, so that of two links in a row the narrower one stays.
        let mut order: Vec<usize> = (0..kept.len()).filter(|&link| kept[link]).collect();
        order.sort_by(|&a, &b| self.capacities[b].total_cmp(&self.capacities[a]));
        for link in order {
            let elsewhere = |&source: &usize| {
                let others = self.sources[source].route.iter().filter(|&&other| other != link && kept[other]);
                others.map(|&other| self.capacities[other]).fold(f64::INFINITY, f64::min)
            };
            kept[link] = passing[link].iter().map(elsewhere).sum::<f64>() >= self.capacities[link];
        }
        let mut candidates: Vec<usize> = (0..kept.len()).filter(|&link| kept[link]).collect();
        candidates.sort_by_key(|&link| passing[link].len());
        candidates
    }

    /// Returns for each link whether the rates determine its price: any change of the prices that preserves every
    /// path's sum leaves it unchanged. Uses Gaussian elimination, one path at a time; links without a pivot have free
    /// prices.
    fn unique(&self, prices: &[f64]) -> Vec<bool> {
        let priced: Vec<usize> = (0..prices.len()).filter(|&link| prices[link] > 0.0).collect();
        let mut rows: Vec<Vec<f64>> = Vec::new();
        let mut pivots: Vec<usize> = Vec::new();
        for source in &self.sources {
            if rows.len() == priced.len() {
                break;
            }
            let times = |link: &usize| source.route.iter().filter(|&passed| passed == link).count() as f64;
            let mut path: Vec<f64> = priced.iter().map(times).collect();
            let clear = |row: &mut Vec<f64>, by: &Vec<f64>, pivot: usize| {
                let factor = row[pivot];
                row.iter_mut().zip(by).for_each(|(value, by)| *value -= factor * by);
            };
            rows.iter().zip(&pivots).for_each(|(row, &pivot)| clear(&mut path, row, pivot));
            let Some(pivot) = (0..path.len()).max_by(|&a, &b| path[a].abs().total_cmp(&path[b].abs())) else { break };
            if path[pivot].abs() < 1e-9 {
                continue;
            }
            let largest = path[pivot];
            path.iter_mut().for_each(|value| *value /= largest);
            rows.iter_mut().for_each(|row| clear(row, &path, pivot));
            rows.push(path);
            pivots.push(pivot);
        }
        let free: Vec<usize> = (0..priced.len()).filter(|place| !pivots.contains(place)).collect();
        let mut unique = vec![true; prices.len()];
        free.iter().for_each(|&place| unique[priced[place]] = false);
        for (row, &pivot) in rows.iter().zip(&pivots) {
            unique[priced[pivot]] = free.iter().all(|&place| row[place].abs() < 1e-9);
        }
        unique
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Source, Target};

    fn close(ours: &[f64], expected: &[f64]) {
        assert_eq!(ours.len(), expected.len());
        for (ours, expected) in ours.iter().zip(expected) {
            assert!((ours - expected).abs() <= 1e-12 * expected.abs(), "{ours} instead of {expected}");
        }
    }

    fn pf(route: &[usize]) -> Source {
        Source::new(route.to_vec(), Target::PerRtt(2.0), 10.0)
    }

    #[test]
    fn one_link_is_shared_equally_or_by_delay() {
        // PF: c / N each, and N alpha packets in the queue.
        let network = |target: Target| Network {
            capacities: vec![6.0],
            sources: [10.0, 20.0, 30.0].map(|delay| Source::new(vec![0], target, delay)).to_vec(),
        };
        let equal = network(Target::PerRtt(2.0)).equilibrium().unwrap();
        close(&equal.rates, &[2.0; 3]);
        close(&equal.queues, &[6.0]);
        close(&equal.rtts, &[11.0, 21.0, 31.0]);
        close(&equal.windows, &[22.0, 42.0, 62.0]);
        // WPF: c d / sum d, and alpha times sum d.
        let weighted = network(Target::PerTime(0.2)).equilibrium().unwrap();
        close(&weighted.rates, &[1.0, 2.0, 3.0]);
        close(&weighted.queues, &[12.0]);
    }

    #[test]
    fn an_overestimated_delay_gains_rate() {
        // Both want 2 packets per ms of a delay of 10 ms, over 6 packets/ms. One believes the delay to be 40/3 ms:
        // 20/P + (80/3)/(P - 10/3) = 6, so P = 10.
        let source = |estimate| Source::new(vec![0], Target::PerTime(2.0), 10.0).with_estimate(estimate);
        let network = Network { capacities: vec![6.0], sources: vec![source(10.0), source(40.0 / 3.0)] };
        let equilibrium = network.equilibrium().unwrap();
        close(&equilibrium.rates, &[2.0, 4.0]);
        close(&equilibrium.queues, &[60.0]);
    }

    #[test]
    fn an_underestimated_delay_leaves_a_link_idle() {
        // It believes 8 ms and measures 10 ms without any queue: x (10 - 8) = 2, whatever the capacity.
        let network = Network { capacities: vec![6.0], sources: vec![pf(&[0]).with_estimate(8.0)] };
        let equilibrium = network.equilibrium().unwrap();
        assert_eq!((equilibrium.prices[0], equilibrium.queues[0]), (0.0, 0.0));
        close(&equilibrium.rates, &[1.0]);
    }

    #[test]
    fn a_path_over_n_links_gets_one_part_of_n_plus_one() {
        for links in [1_usize, 2, 5, 20] {
            let long = pf(&(0..links).collect::<Vec<_>>());
            let sources = std::iter::once(long).chain((0..links).map(|link| pf(&[link]))).collect();
            let equilibrium = Network { capacities: vec![6.0; links], sources }.equilibrium().unwrap();
            let n = links as f64;
            close(&equilibrium.rates[..1], &[6.0 / (n + 1.0)]);
            close(&equilibrium.rates[1..], &vec![6.0 * n / (n + 1.0); links]);
            assert!(equilibrium.unique.iter().all(|&unique| unique));
        }
    }

    #[test]
    fn a_link_that_is_not_full_has_price_zero() {
        // 6, 100 and 4 packets/ms: the third link limits the first source; the second source gets the rest of the first
        // link.
        let network = Network { capacities: vec![6.0, 100.0, 1.0, 50.0], sources: vec![pf(&[0, 1, 2]), pf(&[0, 1])] };
        let equilibrium = network.equilibrium().unwrap();
        close(&equilibrium.rates, &[1.0, 5.0]);
        close(&equilibrium.prices, &[0.4, 0.0, 1.6, 0.0]);
        assert_eq!(equilibrium.unique, [true; 4]);
        assert!(equilibrium.residuals.worst() < 1e-13, "{:?}", equilibrium.residuals);
    }

    #[test]
    fn prices_that_are_not_unique_are_reported() {
        // Two consecutive links of the same capacity: 2 packets wait, at either of them.
        let equilibrium = Network { capacities: vec![6.0, 6.0], sources: vec![pf(&[0, 1])] }.equilibrium().unwrap();
        close(&[equilibrium.rates[0], equilibrium.queues[0] + equilibrium.queues[1]], &[6.0, 2.0]);
        assert!((equilibrium.queues[0] - 1.0).abs() < 1e-6, "the middle: {:?}", equilibrium.queues);
        assert_eq!(equilibrium.unique, [false, false]);
        // 2 and 4 packets/ms into 6: the narrow links fill the wide one exactly, and all three can have prices. The
        // path prices are 1 and 0.5 ms.
        let sources = vec![pf(&[0, 2]), pf(&[1, 2])];
        let equilibrium = Network { capacities: vec![2.0, 4.0, 6.0], sources }.equilibrium().unwrap();
        close(&equilibrium.rates, &[2.0, 4.0]);
        close(&equilibrium.path_prices, &[1.0, 0.5]);
        assert_eq!(equilibrium.unique, [false; 3]);
        // A third source that passes only the first link determines its price, and thereby all others.
        let sources = vec![pf(&[0, 2]), pf(&[1, 2]), pf(&[0])];
        let equilibrium = Network { capacities: vec![2.0, 4.0, 5.0], sources }.equilibrium().unwrap();
        assert_eq!(equilibrium.unique, [true; 3]);
    }

    #[test]
    fn without_sources_queues_are_empty() {
        let equilibrium = Network { capacities: vec![6.0], sources: vec![] }.equilibrium().unwrap();
        assert_eq!((equilibrium.queues[0], equilibrium.residuals.worst()), (0.0, 0.0));
    }
}
