//! The mean throughput of flows that halve their windows at losses and lose each segment with the same probability. The
//! model assumes empty queues, so it doesn't apply if the flows would overload a link.

use vegaslab_sim::message::Message;
use vegaslab_sim::net::loss::Loss;
use vegaslab_sim::net::topology::Topology;
use vegaslab_sim::scenario::Scenario;

use super::flows::{Member, ack_path};
use super::law::Law;
use super::premises;
use super::report::{AtRest, FlowAtRest, Interval, RangeEnd};
use crate::loss_throughput::{Path, padhye_full};
use crate::messages;

/// Predicts the means of these flows, or returns the reason why there is no prediction.
pub fn interval(scenario: &Scenario, topology: &Topology<'_>, members: &[Member<'_>]) -> Result<Interval, Message> {
    let from_s = members.iter().map(|member| member.start_s).fold(f64::INFINITY, f64::min);
    let mut caveats = Vec::new();
    let mut load = vec![0.0; topology.directed.len()];
    let mut flows = Vec::new();
    for member in members {
        let (path, name) = (path_of(member), &member.flow.name);
        let payload = padhye_full(&path, member.loss);
        let wire = payload / path.smss_bytes * member.wire_bytes();
        member.data.iter().for_each(|&link| load[link] += wire);
        flows.push(FlowAtRest {
            name: name.clone(),
            wire_rate_bytes_per_s: wire,
            payload_rate_bytes_per_s: payload,
            cwnd_segments: payload / path.smss_bytes * path.rtt_s,
            rtt_ms: path.rtt_s * 1e3,
            base_rtt_ms: path.rtt_s * 1e3,
            propagation_rtt_ms: path.rtt_s * 1e3,
            target_segments: 0.0,
            diff_segments: 0.0,
            marked_share: None,
        });
        caveats.push(messages::timer_waits(name, path.rto_s));
        let loses = |&link: &usize| !matches!(topology.directed[link].loss, Loss::NoLoss(_));
        if ack_path(member.flow, topology).iter().any(loses) {
            caveats.push(messages::acks_are_lost(name));
        }
    }
    let full = topology.directed.iter().zip(&load).find(|(link, load)| **load > link.rate_bps as f64 / 8.0);
    if let Some((link, load)) = full {
        return Err(messages::queue_decides(*load, &link.name()));
    }
    let mean = AtRest { range_end: RangeEnd::Point, flows, links: Vec::new(), residuals: None };
    let times = (from_s, scenario.duration_s);
    premises::check_times(scenario, members, Some(&mean), times, &mut caveats);
    let words = (messages::padhye_full_form(), messages::mean_of_losses());
    Ok(Interval::new(times, words, caveats, vec![mean]))
}

fn path_of(member: &Member<'_>) -> Path {
    let (segments_per_ack, min_rto_s) = match member.law {
        Law::Losses { segments_per_ack, min_rto_s } => (segments_per_ack, min_rto_s),
        _ => (1.0, 0.0),
    };
    Path {
        rtt_s: member.propagation_s,
        rto_s: min_rto_s.max(member.propagation_s),
        smss_bytes: f64::from(member.flow.smss_bytes),
        segments_per_ack,
        max_window: (member.flow.rwnd_bytes / u64::from(member.flow.smss_bytes)) as f64,
    }
}
