//! Equilibria of random networks. The residuals of the optimality conditions must be tiny, no other feasible rates may
//! be better, and a slow, independent method must find the same rates.

use vegaslab_sim::kernel::random::Stream;
use vegaslab_theory::network::{Network, Source, Target};

/// Number of random networks.
const SEEDS: u64 = 400;

fn between(stream: &mut Stream, least: f64, most: f64) -> f64 {
    least + (most - least) * stream.uniform()
}

fn below(stream: &mut Stream, count: usize) -> usize {
    ((stream.uniform() * count as f64) as usize).min(count - 1)
}

/// A network of 1 to 12 links with capacities over three decades (in some networks all equal) and 1 to 20 sources on
/// random paths, with PF and WPF targets over two decades. In half of the networks, sources under- or overestimate
/// their delays.
fn network(seed: u64) -> Network {
    let mut stream = Stream::new(seed, "network");
    let stream = &mut stream;
    let links = 1 + below(stream, 12);
    let equal = stream.uniform() < 0.3;
    let errors = stream.uniform() < 0.5;
    let mut capacity = || if equal { 6.0 } else { libm::pow(10.0, between(stream, -1.0, 2.0)) };
    let capacities: Vec<f64> = (0..links).map(|_| capacity()).collect();
    let sources = 1 + below(stream, 20);
    let mut source = || {
        let passes = between(stream, 0.1, 0.7);
        let mut route: Vec<usize> = (0..links).filter(|_| stream.uniform() < passes).collect();
        if route.is_empty() {
            route.push(below(stream, links));
        }
        let propagation = between(stream, 1.0, 100.0);
        let target = match stream.uniform() < 0.5 {
            true => Target::PerRtt(libm::pow(10.0, between(stream, -1.0, 1.0))),
            false => Target::PerTime(libm::pow(10.0, between(stream, -2.0, 0.0))),
        };
        let factor = if errors { between(stream, 0.8, 3.0) } else { 1.0 };
        Source::new(route, target, propagation).with_estimate(factor * propagation)
    };
    let sources = (0..sources).map(|_| source()).collect();
    Network { capacities, sources }
}

#[test]
fn optimality_conditions_are_met_to_the_last_digits() {
    let (mut not_full, mut several, mut not_unique) = (0, 0, 0);
    for seed in 0..SEEDS {
        let network = network(seed);
        let equilibrium = network.equilibrium().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert!(equilibrium.residuals.worst() < 1e-11, "seed {seed}: {:?}", equilibrium.residuals);
        assert!(equilibrium.prices.iter().all(|&price| price >= 0.0), "seed {seed}: {:?}", equilibrium.prices);
        // By Little's law the queues hold the sum of all target backlogs, plus the effect of wrong delay estimates.
        let queued: f64 = equilibrium.queues.iter().sum();
        let wanted: f64 =
            network.sources.iter().zip(&equilibrium.rates).map(|(s, x)| s.backlog() + s.error() * x).sum();
        assert!((queued - wanted).abs() < 1e-9 * wanted.abs().max(1.0), "seed {seed}: {queued}, {wanted}");
        not_full += usize::from(equilibrium.prices.contains(&0.0));
        let priced = |source: &Source| source.route.iter().filter(|&&link| equilibrium.prices[link] > 0.0).count();
        several += usize::from(network.sources.iter().any(|source| priced(source) > 1));
        not_unique += usize::from(equilibrium.unique.contains(&false));
    }
    // Enough networks have links that aren't full, sources with several full links, and prices that aren't unique.
    assert!(not_full > 100 && several > 100 && not_unique > 5, "{not_full}, {several}, {not_unique}");
}

#[test]
fn no_other_feasible_rates_are_better() {
    for seed in 0..SEEDS {
        let network = network(seed);
        let equilibrium = network.equilibrium().unwrap();
        let mut stream = Stream::new(seed, "other rates");
        for _ in 0..50 {
            let mut rates: Vec<f64> =
                equilibrium.rates.iter().map(|rate| rate * between(&mut stream, 0.2, 5.0)).collect();
            // Scale the rates so that the most loaded link is exactly full.
            let load = network.load(&rates);
            let tightest = load.iter().zip(&network.capacities).map(|(load, capacity)| load / capacity);
            let tightest = tightest.fold(0.0, f64::max);
            rates.iter_mut().for_each(|rate| *rate /= tightest);
            let gain: f64 = network
                .sources
                .iter()
                .zip(rates.iter().zip(&equilibrium.rates))
                .map(|(source, (other, ours))| (source.backlog() / ours + source.error()) * (other - ours))
                .sum();
            let waiting: f64 = equilibrium.queues.iter().sum();
            assert!(gain <= 1e-10 * waiting, "seed {seed}: {gain} of {waiting}");
        }
    }
}

/// Computes rates by coordinate descent: in turn, each link sets its price so that it is just full at the current
/// prices of the others, or to the lowest price that its sources allow. Returns `None` if a thousand rounds aren't
/// enough.
fn by_coordinate_descent(network: &Network) -> Option<Vec<f64>> {
    let links = network.capacities.len();
    let mut prices = vec![0.0; links];
    let passes = |source: &Source, link: usize| source.route.contains(&link);
    for _ in 0..1_000 {
        let mut moved = 0.0_f64;
        for link in 0..links {
            let using: Vec<(f64, f64)> = network
                .sources
                .iter()
                .filter(|source| passes(source, link))
                .map(|source| {
                    let others = source.route.iter().filter(|&&l| l != link).map(|&l| prices[l]).sum::<f64>();
                    (source.backlog(), source.error() - others)
                })
                .collect();
            if using.is_empty() {
                continue;
            }
            let floor = using.iter().fold(0.0_f64, |floor, (_, least)| floor.max(*least));
            let demand = |price: f64| using.iter().map(|(backlog, least)| backlog / (price - least)).sum::<f64>();
            let (mut low, mut high) = (floor, floor + 1.0);
            while demand(high) > network.capacities[link] {
                high = floor + 2.0 * (high - floor);
            }
            for _ in 0..100 {
                let middle = 0.5 * (low + high);
                if demand(middle) > network.capacities[link] { low = middle } else { high = middle }
            }
            moved = moved.max((high - prices[link]).abs());
            prices[link] = high;
        }
        if moved < 1e-13 {
            let path = network.path_prices(&prices);
            let rates = network.sources.iter().zip(path).map(|(s, price)| s.backlog() / (price - s.error()));
            return Some(rates.collect());
        }
    }
    None
}

#[test]
fn a_slow_method_finds_the_same_rates() {
    let mut compared = 0;
    for seed in 0..150 {
        let network = network(seed);
        let Some(slow) = by_coordinate_descent(&network) else { continue };
        compared += 1;
        for (ours, slow) in network.equilibrium().unwrap().rates.iter().zip(&slow) {
            assert!((ours / slow - 1.0).abs() < 1e-6, "seed {seed}: {ours} instead of {slow}");
        }
    }
    assert!(compared > 75, "{compared}");
}

#[test]
fn solves_networks_with_hundreds_of_links_and_sources() {
    let mut stream = Stream::new(1, "large network");
    let links = 150;
    let capacities = (0..links).map(|_| between(&mut stream, 1.0, 10.0)).collect();
    let mut source = || {
        let first = below(&mut stream, links);
        let hops = 1 + below(&mut stream, 8);
        let route: Vec<usize> = (first..(first + hops).min(links)).collect();
        Source::new(route, Target::PerRtt(2.0), between(&mut stream, 5.0, 200.0))
    };
    let sources = (0..400).map(|_| source()).collect();
    let equilibrium = Network { capacities, sources }.equilibrium().unwrap();
    assert!(equilibrium.residuals.worst() < 1e-11, "{:?}", equilibrium.residuals);
}
