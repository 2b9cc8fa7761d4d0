//! The model columns of Low, Peterson & Wang 2000, Tables 1 to 7: the definitions that reproduce them, and their
//! misprints. Rates are in packets per ms, delays in ms, queues in packets. The paper's KB/s are packets per s, because
//! a packet has 1000 bytes including headers; a link of 48 Mbit/s sends 6 packets per ms.

use vegaslab_theory::equilibrium::Equilibrium;
use vegaslab_theory::network::{Network, Source, Target};
use vegaslab_theory::persistent::Arrivals;
use vegaslab_theory::rem;

const CAPACITY: f64 = 6.0;

/// Total transmission time, in ms, of a packet and a 40-byte ACK over two host links and `hops` links of 48 Mbit/s.
fn transmission(hops: usize, host_mbit_per_s: f64) -> f64 {
    let bits = 1_040.0 * 8.0;
    bits / 48e3 * hops as f64 + bits / (host_mbit_per_s * 1e3) * 2.0
}

/// Asserts that each value is within `within` of the printed one.
fn assert_printed(what: &str, ours: &[f64], printed: &[f64], within: f64) {
    assert_eq!(ours.len(), printed.len(), "{what}");
    for (ours, printed) in ours.iter().zip(printed) {
        assert!((ours - printed).abs() <= within, "{what}: {ours} instead of {printed}");
    }
}

fn assert_share(what: &str, ours: &[f64], printed: &[f64], share: f64) {
    assert_eq!(ours.len(), printed.len(), "{what}");
    for (ours, printed) in ours.iter().zip(printed) {
        assert!((ours / printed - 1.0).abs() <= share, "{what}: {ours} instead of {printed}");
    }
}

fn kb_per_s(equilibrium: &Equilibrium) -> Vec<f64> {
    equilibrium.rates.iter().map(|rate| rate * 1e3).collect()
}

/// Tables 1 and 2: five flows over one link, hosts at 100 Mbit/s.
fn single(target: Target) -> Equilibrium {
    let base_rtts = [15.0, 15.0, 20.0, 30.0, 40.0].map(|latency| latency + transmission(1, 100.0));
    assert_printed("base RTTs", &base_rtts, &[15.34, 15.34, 20.34, 30.34, 40.34], 0.005);
    let sources = base_rtts.map(|base_rtt| Source::new(vec![0], target, base_rtt)).to_vec();
    Network { capacities: vec![CAPACITY], sources }.equilibrium().unwrap()
}

#[test]
fn table_1() {
    let equilibrium = single(Target::PerRtt(2.0));
    assert_printed("rates", &kb_per_s(&equilibrium), &[1200.0; 5], 1e-9);
    assert_printed("queue", &equilibrium.queues, &[10.0], 1e-9);
    assert_printed("RTTs", &equilibrium.rtts, &[17.0, 17.0, 22.0, 32.0, 42.0], 0.01);
    assert_printed("windows", &equilibrium.windows, &[20.4, 20.4, 26.4, 38.4, 50.4], 0.05);
}

#[test]
fn table_2() {
    // 2 packets per 10 ms of base RTT, transmission times included.
    let equilibrium = single(Target::PerTime(0.2));
    assert_printed("rates", &kb_per_s(&equilibrium), &[756.3, 756.3, 1003.0, 1496.0, 1990.0], 1.2);
    assert_printed("queue", &equilibrium.queues, &[24.34], 0.005);
    assert_printed("RTTs", &equilibrium.rtts, &[19.4, 19.4, 24.4, 34.4, 44.4], 0.05);
    // The printed windows are products of rounded numbers: 1.990 * 44.4 is 88.4, but the exact product is 88.3.
    assert_printed("windows", &equilibrium.windows, &[14.7, 14.7, 24.5, 51.5, 88.4], 0.12);
}

/// Tables 3 and 4: each flow's latency, the links that it passes (LA, SF and CH), and its printed base RTT.
const FLOWS: [(f64, &[usize], f64); 6] = [
    (75.0, &[0, 1], 75.51),
    (80.0, &[1, 2], 80.51),
    (15.0, &[0], 15.34),
    (60.0, &[1], 60.34),
    (20.0, &[2], 20.34),
    (100.0, &[0, 1, 2], 100.69),
];

/// The equilibrium of Tables 3 and 4, with a target backlog computed from latency and base RTT.
fn chain(target: impl Fn(f64, f64) -> f64) -> Equilibrium {
    let source = |(latency, route, printed): (f64, &[usize], f64)| {
        let base_rtt = latency + transmission(route.len(), 100.0);
        assert_printed("base RTT", &[base_rtt], &[printed], 0.006);
        Source::new(route.to_vec(), Target::PerRtt(target(latency, base_rtt)), base_rtt)
    };
    let network = Network { capacities: vec![CAPACITY; 3], sources: FLOWS.map(source).to_vec() };
    let equilibrium = network.equilibrium().unwrap();
    assert!(
        equilibrium.unique.iter().all(|&unique| unique) && equilibrium.residuals.worst() < 1e-13,
        "{:?}",
        equilibrium.residuals
    );
    equilibrium
}

#[test]
fn table_3() {
    let equilibrium = chain(|_, _| 2.0);
    assert_printed("rates", &kb_per_s(&equilibrium), &[1382.0, 1382.0, 3618.0, 2236.0, 3618.0, 1000.0], 0.5);
    assert_printed("RTTs", &equilibrium.rtts, &[76.96, 81.96, 15.89, 61.23, 20.89, 102.69], 0.01);
    assert_printed("windows", &equilibrium.windows, &[106.35, 113.27, 57.5, 136.93, 75.6, 102.69], 0.06);
    assert_printed("queues", &equilibrium.queues, &[3.32, 5.37, 3.32], 0.006);
    // With equal rates of 1a and 2a, the golden ratio solves the equations: 6a gets exactly 1 packet/ms, and 3a and 5a
    // get 1 plus its square.
    assert_printed("6a", &equilibrium.rates[5..], &[1.0], 1e-12);
    assert_printed("4a", &equilibrium.rates[3..4], &[5.0_f64.sqrt()], 1e-12);
}

#[test]
fn table_4() {
    // Targets of 2 packets per 10 ms of latency: the queues hold 0.2 * 350 = 70 packets in total, as printed.
    let equilibrium = chain(|latency, _| 0.2 * latency);
    // The queue of SF is 54.971, but printed as 54.96.
    assert_printed("queues", &equilibrium.queues, &[6.39, 54.97, 8.64], 0.006);
    assert_printed("printed queues", &equilibrium.queues, &[6.39, 54.96, 8.65], 0.012);
    assert_printed("all queues", &[equilibrium.queues.iter().sum()], &[70.0], 1e-9);
    // 1a is printed as 1463. 1467 agrees with its window, and with 6000 minus the rates of 3a and 6a.
    assert_printed("rates", &kb_per_s(&equilibrium), &[1467.0, 1509.0, 2819.0, 1310.0, 2775.0, 1714.0], 2.5);
    assert!((equilibrium.rates[0] * 1e3 - 1463.0).abs() > 3.0);
    assert_printed("RTTs", &equilibrium.rtts, &[85.74, 91.12, 16.4, 69.5, 21.78, 112.35], 0.02);
    assert_printed("windows", &equilibrium.windows, &[125.47, 137.5, 46.24, 91.04, 60.44, 192.6], 0.4);
}

#[test]
fn table_4_with_measured_base_rtts() {
    let equilibrium = chain(|_, base_rtt| 0.2 * base_rtt);
    assert_printed("queues", &equilibrium.queues, &[6.53, 55.23, 8.79], 0.006);
    assert_printed("all queues", &[equilibrium.queues.iter().sum()], &[70.54], 0.01);
}

/// Tables 5 and 6: five flows with the same delay start one after another, with a target of 2 packets per ms. Returns
/// their delay estimates and the equilibrium after each start.
fn arrivals(delay: f64) -> (Vec<f64>, Vec<Equilibrium>) {
    let mut arrivals = Arrivals::new(vec![CAPACITY]).unwrap();
    let (mut estimates, mut equilibria) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let source = Source::new(vec![0], Target::PerTime(2.0), delay);
        let estimate = arrivals.estimated_delay(&source);
        equilibria.push(arrivals.admit([source.with_estimate(estimate)]).unwrap().clone());
        estimates.push(estimate);
    }
    (estimates, equilibria)
}

#[test]
fn table_5() {
    // The delay is the latency, without transmission times.
    let (_, equilibria) = arrivals(10.0);
    let printed: [(&[f64], f64); 5] = [
        (&[6000.0], 20.0),
        (&[2000.0, 4000.0], 60.0),
        (&[940.0, 1490.0, 3570.0], 127.0),
        (&[500.0, 730.0, 1350.0, 3390.0], 238.0),
        (&[290.0, 400.0, 670.0, 1300.0, 3340.0], 416.0),
    ];
    for (equilibrium, (rates, queue)) in equilibria.iter().zip(printed) {
        assert_share("rates", &kb_per_s(equilibrium), rates, 0.012);
        assert_printed("queue", &equilibrium.queues, &[queue], 0.75);
    }
    // With more digits than the paper prints.
    assert_printed("rates", &kb_per_s(&equilibria[3]), &[505.6, 736.2, 1353.5, 3404.7], 0.05);
    assert_printed("rates", &kb_per_s(&equilibria[4]), &[288.7, 404.3, 674.7, 1298.8, 3333.5], 0.05);
    assert_printed("price", &equilibria[4].prices, &[69.285], 0.0005);
    // Section 6.2: 1 : 1.4 : 2.3 : 4.5 : 11.6.
    let ratios: Vec<f64> = equilibria[4].rates.iter().map(|rate| rate / equilibria[4].rates[0]).collect();
    assert_printed("ratios", &ratios, &[1.0, 1.4, 2.3, 4.5, 11.6], 0.06);
}

#[test]
fn table_6() {
    // The printed baseRTTs include transmission times, 0.184 ms.
    assert_printed("transmission", &[transmission(1, 1600.0)], &[0.18], 0.005);
    let (estimates, _) = arrivals(10.0);
    let shown: Vec<f64> = estimates.iter().map(|delay| delay + 0.18).collect();
    assert_printed("baseRTT", &shown, &[10.18, 13.51, 20.18, 31.40, 49.73], 0.005);
    // The paper prints 31.2 and 49.80.
    assert_printed("baseRTT", &shown[3..], &[31.2, 49.80], 0.2);
}

#[test]
fn tables_5_and_6_with_transmission_times_included() {
    let (estimates, equilibria) = arrivals(10.0 + transmission(1, 1600.0));
    let queues: Vec<f64> = equilibria.iter().map(|equilibrium| equilibrium.queues[0]).collect();
    assert_printed("queues", &queues, &[20.37, 61.10, 129.64, 241.68, 423.35], 0.005);
    assert_printed("baseRTT", &estimates, &[10.184, 13.578, 20.367, 31.790, 50.464], 0.0005);
    // Scaling all delays by the same factor doesn't change the rates.
    for (with, without) in equilibria.iter().zip(arrivals(10.0).1) {
        assert_printed("rates", &with.rates, &without.rates, 1e-9);
    }
}

#[test]
fn section_6_3() {
    // 2 packets per ms, phi = 1.1. Base RTTs are those of Table 7 because queues are empty.
    let base_rtts = [10.0, 10.0, 20.0, 10.0, 30.0].map(|latency| latency + transmission(1, 1600.0));
    assert_printed("base RTTs", &base_rtts, &[10.18, 10.18, 20.18, 10.18, 30.18], 0.005);
    // Price, marking probability, rates and windows, with one to five flows.
    let expected: [(f64, f64, &[f64], &[f64]); 5] = [
        (3.395, 0.2764, &[6000.0], &[61.1]),
        (6.789, 0.4764, &[3000.0; 2], &[30.6; 2]),
        (13.517, 0.7243, &[1507.0, 1507.0, 2986.0], &[15.3, 15.3, 60.3]),
        (16.912, 0.8005, &[1204.0, 1204.0, 2387.0, 1204.0], &[12.3, 12.3, 48.2, 12.3]),
        (26.973, 0.9235, &[755.0, 755.0, 1497.0, 755.0, 2238.0], &[7.7, 7.7, 30.2, 7.7, 67.6]),
    ];
    for (price, marking, rates, windows) in expected {
        let active = &base_rtts[..rates.len()];
        let sources = active.iter().map(|&base_rtt| Source::new(vec![0], Target::PerTime(2.0), base_rtt)).collect();
        let equilibrium = rem::equilibrium(&Network { capacities: vec![CAPACITY], sources }, 1.0).unwrap();
        assert_printed("price", &equilibrium.prices, &[price], 0.0005);
        assert_printed("marking", &[rem::marking(1.1, equilibrium.prices[0])], &[marking], 0.00005);
        assert_printed("rates", &kb_per_s(&equilibrium), rates, 0.6);
        assert_printed("windows", &equilibrium.windows, windows, 0.06);
        assert_eq!(equilibrium.queues, [0.0]);
    }
}
