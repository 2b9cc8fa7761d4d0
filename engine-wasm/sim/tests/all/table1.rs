//! Ahn et al. 1995, Table 1, the two columns without unknown parameters: Reno and Vegas by turns send 512 KB beside five
//! transfers without end, by Tahoe (5TS) or by Vegas (5VS). Rates in units of 1000 bytes/s, from the first segment to the last
//! ACK, means over the transfers; resent data in KB of 1024 bytes. Beside each paper's figure stands that of an independent
//! simulation with all flows in one direction.

use serde_json::{Value, json};
use vegaslab_sim::Simulation;

use crate::support::anchors::Verdict::{Agrees, Deviates};
use crate::support::anchors::{Mean, compare};
use crate::support::{checked, value};

/// Of one sender: rate, KB/s, and what it resent, KB.
struct Column {
    rate: Mean,
    resent: Mean,
}

/// Reno's and Vegas' column over so many seeds, with a change to the scenario.
fn columns(name: &str, seeds: u64, change: impl Fn(&mut Value)) -> [Column; 2] {
    let mut rates = [Vec::new(), Vec::new()];
    let mut resent = [Vec::new(), Vec::new()];
    for seed in 1..=seeds {
        let mut value = value(name);
        value["seed"] = json!(seed);
        value["record"]["max_rows"] = json!(0);
        change(&mut value);
        value["duration_s"] = json!(10_000);
        let mut simulation = Simulation::new(&checked(value));
        // The background has no end: what follows the last measured transfer is not needed.
        let summary = loop {
            assert!(!simulation.step(50_000), "{name}, seed {seed}: a transfer does not complete");
            let summary = simulation.summary();
            if summary.flows[..2].iter().all(|flow| flow.completed_at_s.is_some()) {
                break summary;
            }
        };
        for (sender, flow) in summary.flows[..2].iter().enumerate() {
            let count = flow.transfers.len() as f64;
            assert_eq!(flow.transfers.len(), 10, "{name}, seed {seed}");
            let rate = |transfer: &vegaslab_sim::trace::summary::TransferSummary| {
                524.288 / (transfer.completed_at_s.expect("every transfer completes") - transfer.opened_at_s)
            };
            rates[sender].push(flow.transfers.iter().map(rate).sum::<f64>() / count);
            resent[sender].push(flow.retransmitted_bytes as f64 / 1024.0 / count);
        }
    }
    [0, 1].map(|sender| Column { rate: Mean::of(&rates[sender]), resent: Mean::of(&resent[sender]) })
}

/// Two of the five background transfers go the other way, as nearly half of them as can be.
fn both_ways(value: &mut Value) {
    let flows = value["flows"].as_array_mut().expect("flows");
    let background = flows.pop().expect("the background");
    for n in 1..=5 {
        let mut flow = background.clone();
        flow["copies"] = json!(1);
        flow["name"] = json!(format!("background {n}"));
        let (sender, receiver) = if n <= 2 { ("to", "from") } else { ("from", "to") };
        flow[sender] = json!(format!("s{n}"));
        flow[receiver] = json!(format!("r{n}"));
        flows.push(flow);
    }
}

#[test]
fn beside_five_tahoe_transfers_reno_gets_more_and_vegas_resends_less() {
    let [reno, vegas] = columns("ahn-table1-5ts", 20, |_| {});
    compare("Reno, KB/s", reno.rate, (12.4, 13.3), Agrees);
    let why = "every Tahoe transfer of ours fills the measured direction; the paper's sent in both (see below)";
    compare("Vegas, KB/s", vegas.rate, (7.8, 12.1), Deviates(6.7, 7.25, why));
    compare("Reno resends, KB", reno.resent, (13.6, 15.0), Agrees);
    compare("Vegas resends, KB", vegas.resent, (1.6, 3.7), Deviates(5.4, 7.3, why));
    assert!(reno.rate.low() > vegas.rate.high() && vegas.resent.high() < reno.resent.low());
}

#[test]
fn beside_five_vegas_transfers_reno_takes_more_still_and_vegas_resends_nothing() {
    let [reno, vegas] = columns("ahn-table1-5vs", 20, |_| {});
    compare("Reno, KB/s", reno.rate, (23.5, 28.0), Agrees);
    let why = "2 % below a run of ten transfers, of which one of ours has a standard deviation of 0.9 KB/s";
    compare("Vegas, KB/s", vegas.rate, (20.4, 21.2), Deviates(19.5, 20.36, why));
    assert!(20.4 - vegas.rate.mean < vegas.rate.deviation, "{:?}", vegas.rate);
    let why = "one overshoot of slow start and the go-back-N after it, which also resends what had arrived";
    compare("Reno resends, KB", reno.resent, (10.7, 12.1), Deviates(16.0, 16.9, why));
    compare("Vegas resends, KB", vegas.resent, (0.0, 0.2), Agrees);
    assert!(reno.rate.low() > vegas.rate.high());
}

#[test]
fn with_background_both_ways_vegas_beside_tahoe_has_the_paper_s_figures() {
    let [reno, vegas] = columns("ahn-table1-5ts", 20, both_ways);
    compare("Vegas, KB/s", vegas.rate, (7.8, 12.1), Agrees);
    compare("Vegas resends, KB", vegas.resent, (1.6, 3.7), Agrees);
    compare("Reno resends, KB", reno.resent, (13.6, 15.0), Agrees);
    // Only three transfers are left in Reno's way.
    let why = "how many of the paper's five went which way is not known";
    compare("Reno, KB/s", reno.rate, (12.4, 13.3), Deviates(15.1, 16.7, why));
    let [reno, vegas] = columns("ahn-table1-5vs", 10, both_ways);
    assert!(reno.rate.low() > vegas.rate.high());
    assert_eq!(vegas.resent.mean, 0.0);
}

#[test]
fn a_vegas_newcomer_gets_more_than_its_share_because_it_takes_the_queue_for_propagation() {
    // 92.75 KB/s of payload among six.
    let equal = 92.75 / 6.0;
    let told = |flows: &'static [usize]| {
        columns("ahn-table1-5vs", 10, move |value| {
            for &flow in flows {
                value["flows"][flow]["sender"]["base_rtt"] = json!("told");
            }
        })
    };
    let [_, none] = told(&[]);
    let [_, newcomer] = told(&[1]);
    let [_, all] = told(&[1, 2]);
    assert!(none.rate.low() > equal, "{:?}", none.rate);
    // Told the truth, it gets at most an equal share, and the slow start is part of the time.
    assert!(newcomer.rate.high() < equal && all.rate.high() < equal, "{:?} {:?}", newcomer.rate, all.rate);
}

#[test]
fn by_what_is_in_transit_as_in_ns_2_vegas_leaves_reno_less() {
    let in_transit = |value: &mut Value| {
        for flow in [1, 2] {
            value["flows"][flow]["sender"]["rate_of"] = json!("transit");
        }
    };
    let [reno, vegas] = columns("ahn-table1-5vs", 20, in_transit);
    let why = "an ACK of two segments hides one of those that wait, so that each Vegas holds up to one more";
    compare("Vegas, KB/s", vegas.rate, (20.4, 21.2), Deviates(22.9, 23.9, why));
    assert!(reno.rate.high() < 25.0 && reno.rate.low() < vegas.rate.high(), "{:?} {:?}", reno.rate, vegas.rate);
}
