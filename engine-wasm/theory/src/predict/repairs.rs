//! The cost of repairing losses by the formula of Ahn et al. ([`crate::time_saved`]). The formula uses the path's
//! bandwidth, so it covers only transfers that don't share their path. The time that a flow spends on repairs then
//! follows from their number, and the time that it saves over another flow is the difference.

use vegaslab_sim::net::topology::Topology;
use vegaslab_sim::scenario::{Flow, Scenario};

use super::flows::{ack_path, data_path, propagation_s};
use super::report::Repairs;
use crate::messages;
use crate::time_saved::RepairCosts;

/// The cost of repairs for each flow, in order.
pub fn costs(scenario: &Scenario, topology: &Topology<'_>) -> Vec<Repairs> {
    let paths: Vec<Vec<usize>> = scenario.flows.iter().map(|flow| data_path(flow, topology)).collect();
    // For each link, the flows that send data or ACKs over it, and whether datagrams pass it.
    let mut users: Vec<(Vec<&Flow>, bool)> = vec![(Vec::new(), false); topology.directed.len()];
    for (flow, data) in scenario.flows.iter().zip(&paths) {
        ack_path(flow, topology).iter().chain(data).for_each(|&link| users[link].0.push(flow));
    }
    for source in &scenario.datagrams {
        topology.route(&source.from, &source.to).into_iter().flatten().for_each(|link| users[link as usize].1 = true);
    }
    let cost = |flow: &Flow, data: &[usize]| {
        if flow.traffic.bytes().is_none() {
            return Err(messages::no_end());
        }
        // Flows that take turns never send at the same time.
        let competes = |other: &&Flow| {
            let takes_turns = |one: &Flow, two: &Flow| one.turns_with.as_ref() == Some(&two.name);
            other.name != flow.name && !takes_turns(flow, other) && !takes_turns(other, flow)
        };
        let shared = |&&link: &&usize| users[link].1 || users[link].0.iter().any(competes);
        if let Some(&link) = data.iter().find(shared) {
            return Err(messages::shares_link(&topology.directed[link].name()));
        }
        if data.is_empty() {
            return Err(messages::data_pass_no_link());
        }
        let rates = data.iter().map(|&link| topology.directed[link].rate_bps as f64 / 8.0);
        let payload = f64::from(flow.smss_bytes);
        let bandwidth = rates.fold(f64::INFINITY, f64::min) * payload / (payload + f64::from(flow.wire_header_bytes()));
        Ok(RepairCosts::on(propagation_s(flow, topology), bandwidth, payload))
    };
    let repairs = |(flow, data): (&Flow, &Vec<usize>)| Repairs::new(flow.name.clone(), cost(flow, data));
    scenario.flows.iter().zip(&paths).map(repairs).collect()
}
