//! The prices of the links, by Newton's method on the dual problem (Low, Peterson & Wang 2000, equation 8, with the
//! utilities of equation 20).
//!
//! Let `q_s` be the price of a source's path, `a_s` its target backlog and `e_s` the error in its propagation delay.
//! The source then sends `x_s = a_s / (q_s - e_s)`, and the prices minimize the convex function `D(p) = sum c_l p_l -
//! sum a_s ln(q_s - e_s)` over `p >= 0`. The paper's gradient steps converge to them slowly. This solver adds a
//! barrier: it minimizes `D - mu * sum ln p_l` for smaller and smaller `mu`, each time from the last minimum. At such a
//! minimum `p_l (c_l - load_l) = mu` at every link, so the price of a link that isn't full is nearly zero. Where prices
//! aren't unique, the answer is in the middle of all correct ones.
//!
//! The search always ends: the objective is self-concordant (Nesterov & Nemirovskii), so a Newton step of length `1 /
//! (1 + decrement)` reduces it by a known amount, whatever the network. The solver takes longer steps while the slope
//! along them shows that the objective still falls, and full steps as soon as the decrement is small.

use crate::cholesky::Cholesky;

/// The problem, scaled so that the largest capacity and the largest backlog are 1.
#[derive(Clone, Debug)]
pub struct Dual {
    /// Capacities of the links.
    pub capacities: Vec<f64>,
    /// Links of each source.
    pub routes: Vec<Vec<usize>>,
    /// Target backlog of each source.
    pub backlogs: Vec<f64>,
    /// Each source's overestimate of its propagation delay.
    pub errors: Vec<f64>,
}

/// The last `mu`: price times spare capacity of every link, with the largest backlog scaled to 1.
const LAST_MU: f64 = 1e-17;
/// The factor by which `mu` falls from stage to stage.
const STAGE: f64 = 0.02;
/// Maximum Newton steps of one stage. A stage needs about five; only rounding errors can make it need more.
const STEPS: usize = 200;
/// Added to the curvature of each price, relative to it. Where prices aren't unique, the Hessian is singular without
/// it.
const REGULARIZATION: f64 = 1e-10;

/// The rates and the spare capacity that follow from a set of prices.
struct Point {
    /// `q_s - e_s`.
    margins: Vec<f64>,
    rates: Vec<f64>,
    /// Unused capacity of each link.
    spare: Vec<f64>,
}

impl Dual {
    /// Computes the prices, or returns `None` if the arithmetic isn't precise enough for the numbers.
    pub fn prices(&self) -> Option<Vec<f64>> {
        let mut prices = vec![self.safe_price(); self.capacities.len()];
        let smallest = self.backlogs.iter().fold(1.0_f64, |smallest, &backlog| smallest.min(backlog));
        let last_mu = LAST_MU * smallest;
        let spare = self.at(&prices).spare;
        let mut mu = prices.iter().zip(&spare).map(|(price, spare)| price * spare).fold(0.0_f64, f64::max).max(last_mu);
        loop {
            self.minimize(&mut prices, mu, smallest, mu <= last_mu)?;
            if mu <= last_mu {
                return Some(prices);
            }
            mu = (mu * STAGE).max(last_mu);
        }
    }

    /// Moves the prices near the minimum for this `mu`; in the last stage, as near as rounding allows.
    fn minimize(&self, prices: &mut [f64], mu: f64, smallest_backlog: f64, last: bool) -> Option<()> {
        let mut before = f64::INFINITY;
        for _ in 0..STEPS {
            let decrement = self.step(prices, mu, smallest_backlog)?;
            let still_improves = last && decrement < 0.5 * before;
            if decrement < 0.25 && !still_improves {
                break;
            }
            before = decrement;
        }
        Some(())
    }

    /// A common price at which no link is more than half full.
    fn safe_price(&self) -> f64 {
        let mut wanted = vec![0.0; self.capacities.len()];
        for (route, backlog) in self.routes.iter().zip(&self.backlogs) {
            route.iter().for_each(|&link| wanted[link] += backlog);
        }
        let queueing = wanted.iter().zip(&self.capacities).map(|(wanted, capacity)| wanted / capacity);
        let error = self.errors.iter().fold(0.0_f64, |most, &error| most.max(error));
        error + 2.0 * queueing.fold(0.0_f64, f64::max)
    }

    fn at(&self, prices: &[f64]) -> Point {
        let margin = |(route, error): (&Vec<usize>, &f64)| route.iter().map(|&link| prices[link]).sum::<f64>() - error;
        let margins: Vec<f64> = self.routes.iter().zip(&self.errors).map(margin).collect();
        let rates: Vec<f64> = self.backlogs.iter().zip(&margins).map(|(backlog, margin)| backlog / margin).collect();
        let mut spare = self.capacities.clone();
        for (route, rate) in self.routes.iter().zip(&rates) {
            route.iter().for_each(|&link| spare[link] -= rate);
        }
        Point { margins, rates, spare }
    }

    /// Makes one Newton step. Returns the Newton decrement before it, a scaled distance to the minimum.
    fn step(&self, prices: &mut [f64], mu: f64, smallest_backlog: f64) -> Option<f64> {
        let size = prices.len();
        let point = self.at(prices);
        let slopes: Vec<f64> = slopes(&point, prices, mu);
        let mut curvature = vec![0.0; size * size];
        for ((route, rate), margin) in self.routes.iter().zip(&point.rates).zip(&point.margins) {
            for &row in route {
                for &column in route {
                    curvature[row * size + column] += rate / margin;
                }
            }
        }
        for (link, price) in prices.iter().enumerate() {
            let own = &mut curvature[link * size + link];
            *own += REGULARIZATION * *own + mu / (price * price);
        }
        let downhill: Vec<f64> = slopes.iter().map(|slope| -slope).collect();
        let step = Cholesky::new(curvature, size)?.solve(&downhill);
        let slope = dot(&slopes, &step);
        let decrement = ((-slope).max(0.0) / mu.min(smallest_backlog)).sqrt();
        if !decrement.is_finite() {
            return None;
        }
        let length = if decrement < 0.25 { 1.0 } else { self.length(prices, &point, &step, mu, decrement) };
        prices.iter_mut().zip(&step).for_each(|(price, step)| *price += length * step);
        Some(decrement)
    }

    /// The length of a step: as long as the objective still falls, up to a full step, and at least `1 / (1 +
    /// decrement)`.
    fn length(&self, prices: &[f64], point: &Point, step: &[f64], mu: f64, decrement: f64) -> f64 {
        let along = |route: &Vec<usize>| route.iter().map(|&link| step[link]).sum::<f64>();
        let prices_end = prices.iter().zip(step).map(|(price, step)| (*price, *step));
        let margins_end = point.margins.iter().zip(&self.routes).map(|(margin, route)| (*margin, along(route)));
        let ends = prices_end.chain(margins_end).filter(|(_, step)| *step < 0.0).map(|(left, step)| -left / step);
        let mut far = ends.fold(1.0 / 0.99, f64::min) * 0.99;
        let safe = 1.0 / (1.0 + decrement);
        for _ in 0..20 {
            if far <= safe * 1.1 {
                break;
            }
            let there: Vec<f64> = prices.iter().zip(step).map(|(price, step)| price + far * step).collect();
            if dot(&slopes(&self.at(&there), &there, mu), step) <= 0.0 {
                return far;
            }
            far = (safe * far).sqrt().max(far / 2.0);
        }
        safe.min(far)
    }
}

/// The gradient of the objective.
fn slopes(point: &Point, prices: &[f64], mu: f64) -> Vec<f64> {
    point.spare.iter().zip(prices).map(|(spare, price)| spare - mu / price).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices(capacities: &[f64], sources: &[(&[usize], f64, f64)]) -> Vec<f64> {
        let dual = Dual {
            capacities: capacities.to_vec(),
            routes: sources.iter().map(|(route, ..)| route.to_vec()).collect(),
            backlogs: sources.iter().map(|(_, backlog, _)| *backlog).collect(),
            errors: sources.iter().map(|(.., error)| *error).collect(),
        };
        dual.prices().expect("prices")
    }

    fn assert_close(ours: &[f64], expected: &[f64]) {
        assert_eq!(ours.len(), expected.len());
        for (ours, expected) in ours.iter().zip(expected) {
            assert!((ours - expected).abs() < 1e-12 * expected.max(1e-3), "{ours} instead of {expected}");
        }
    }

    #[test]
    fn prices_match_examples_worked_out_by_hand() {
        // One link: 1 over 1, and 1 + 0.5 over 1.
        assert_close(&prices(&[1.0], &[(&[0], 1.0, 0.0)]), &[1.0]);
        assert_close(&prices(&[1.0], &[(&[0], 1.0, 0.0), (&[0], 0.5, 0.0)]), &[1.5]);
        // A single source that errs by 3 pays 3 more: 1 / (p - 3) = 1.
        assert_close(&prices(&[1.0], &[(&[0], 1.0, 3.0)]), &[4.0]);
        // A narrow link followed by a wide one.
        assert_close(&prices(&[0.25, 1.0], &[(&[0, 1], 1.0, 0.0)]), &[4.0, 0.0]);
        // Two links, a source over both and one over each: 1 / 2p + 1 / p = 1.
        assert_close(&prices(&[1.0; 2], &[(&[0, 1], 1.0, 0.0), (&[0], 1.0, 0.0), (&[1], 1.0, 0.0)]), &[1.5, 1.5]);
    }

    #[test]
    fn solves_capacities_over_nine_decades() {
        // Each link has its own source, and one more source passes all of them.
        let capacities: Vec<f64> = (0..10).map(|decade| libm::pow(10.0, -f64::from(decade))).collect();
        let all: Vec<usize> = (0..10).collect();
        let own: Vec<Vec<usize>> = (0..10).map(|link| vec![link]).collect();
        let mut sources: Vec<(&[usize], f64, f64)> = own.iter().map(|route| (&route[..], 1.0, 0.0)).collect();
        sources.push((&all, 1.0, 0.0));
        let prices = prices(&capacities, &sources);
        let path: f64 = prices.iter().sum();
        for (price, capacity) in prices.iter().zip(&capacities) {
            let load = 1.0 / price + 1.0 / path;
            assert!((load / capacity - 1.0).abs() < 1e-12, "{load} of {capacity}");
        }
    }
}
