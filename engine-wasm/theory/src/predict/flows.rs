//! Selects the flows of a scenario that the theory covers, and gives a reason for each of the others. It covers flows
//! that always have data to send, over links that they share only with such flows: a flow that shares a link with a
//! flow of unknown rate has an unknown rate too. Delay- and mark-based senders need links without random losses;
//! loss-based senders need links with them.

use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::kernel::seconds;
use vegaslab_sim::message::Message;
use vegaslab_sim::net::loss::Loss;
use vegaslab_sim::net::topology::Topology;
use vegaslab_sim::scenario::{Flow, Scenario};
use vegaslab_sim::traffic::TrafficContext;

use super::law::{End, Law};
use crate::messages;

/// A flow that the theory covers.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    /// The flow in the scenario.
    pub flow: &'a Flow,
    /// The law that controls the flow.
    pub law: Law,
    /// Directed links of its data.
    pub data: Vec<usize>,
    /// Round trip of a full segment and its ACK without queues, s.
    pub propagation_s: f64,
    /// Time at which its connection opens, s.
    pub start_s: f64,
    /// True if the flow sends a limited number of bytes.
    pub ends: bool,
    /// Share of its segments that are lost at random.
    pub loss: f64,
}

impl Member<'_> {
    /// Size of a full segment with its headers, bytes.
    pub fn wire_bytes(&self) -> f64 {
        f64::from(self.flow.smss_bytes) + f64::from(self.flow.wire_header_bytes())
    }
}

/// Classifies each flow of a scenario, in order: as a member, or with the reason why the theory doesn't cover it.
pub fn classify<'a>(scenario: &'a Scenario, topology: &Topology<'_>) -> Vec<Result<Member<'a>, Message>> {
    let mut flows: Vec<_> = scenario.flows.iter().map(|flow| member(flow, topology)).collect();
    let paths: Vec<Vec<usize>> = scenario.flows.iter().map(|flow| data_path(flow, topology)).collect();
    // For each link that the theory doesn't cover, the reason.
    let mut reasons: Vec<Option<Message>> = vec![None; topology.directed.len()];
    let name = |link: usize| topology.directed[link].name();
    for source in &scenario.datagrams {
        for link in topology.route(&source.from, &source.to).into_iter().flatten() {
            let link = link as usize;
            reasons[link] = Some(messages::link_shared_with_datagrams(&name(link), &source.name));
        }
    }
    let mut laws: Vec<Option<Law>> = vec![None; topology.directed.len()];
    for (member, path) in flows.iter().zip(&paths).filter_map(|(flow, path)| Some((flow.as_ref().ok()?, path))) {
        for &link in path {
            if !laws[link].get_or_insert_with(|| member.law.clone()).is_like(&member.law) {
                reasons[link] = Some(messages::link_has_several_laws(&name(link)));
            }
        }
    }
    // A flow that shares a link with an unpredicted flow isn't predicted either.
    loop {
        let unknown = scenario.flows.iter().zip(&flows).zip(&paths).filter(|((_, result), _)| result.is_err());
        for ((flow, _), path) in unknown {
            for &link in path {
                reasons[link].get_or_insert_with(|| messages::link_shared_with_flow(&name(link), &flow.name));
            }
        }
        let mut changed = false;
        for (result, path) in flows.iter_mut().zip(&paths).filter(|(result, _)| result.is_ok()) {
            if let Some(reason) = path.iter().find_map(|&link| reasons[link].clone()) {
                *result = Err(reason);
                changed = true;
            }
        }
        if !changed {
            return flows;
        }
    }
}

/// Directed links of a flow's data.
pub fn data_path(flow: &Flow, topology: &Topology<'_>) -> Vec<usize> {
    let path = topology.path_of_flow(&flow.from, &flow.route, &flow.to).unwrap_or_default();
    path.into_iter().map(|link| link as usize).collect()
}

/// Directed links of a flow's ACKs.
pub fn ack_path(flow: &Flow, topology: &Topology<'_>) -> Vec<usize> {
    let path = topology.path_of_flow(&flow.to, &flow.route_back, &flow.from).unwrap_or_default();
    path.into_iter().map(|link| link as usize).collect()
}

/// Round trip of a full segment and its ACK without queues, s, as the simulator configures it for senders with a fixed
/// base RTT.
pub fn propagation_s(flow: &Flow, topology: &Topology<'_>) -> f64 {
    let narrow = |path: Vec<usize>| path.into_iter().map(|link| link as u32).collect::<Vec<_>>();
    let (out, back) = (narrow(data_path(flow, topology)), narrow(ack_path(flow, topology)));
    let header = flow.wire_header_bytes();
    seconds(topology.unloaded_delay(&out, flow.smss_bytes + header) + topology.unloaded_delay(&back, header))
}

/// Classifies a flow, ignoring the flows that it shares links with.
fn member<'a>(flow: &'a Flow, topology: &Topology<'_>) -> Result<Member<'a>, Message> {
    let law = Law::of(flow)?;
    if let Some(other) = &flow.turns_with {
        return Err(messages::takes_turns(other));
    }
    let data = data_path(flow, topology);
    let propagation_s = propagation_s(flow, topology);
    if data.is_empty() {
        return Err(messages::data_pass_no_link());
    }
    let lossy = data.iter().map(|&link| &topology.directed[link]).find(|link| !matches!(link.loss, Loss::NoLoss(_)));
    let loss = match (&law, lossy) {
        (Law::Losses { .. }, Some(_)) => random_loss(&data, topology)?,
        (Law::Losses { .. }, None) => return Err(messages::no_random_losses()),
        (_, Some(link)) => return Err(messages::link_loses_at_random(&link.name())),
        (_, None) if law.segments(End::Upper, propagation_s) <= 0.0 => {
            return Err(messages::wants_nothing_in_queues());
        }
        (_, None) => 0.0,
    };
    let context = TrafficContext { stream: Stream::new(0, "prediction"), smss_bytes: flow.smss_bytes };
    let mut traffic = flow.traffic.start(&context);
    let Some(first) = traffic.next_connection().filter(|first| !first.in_portions) else {
        return Err(messages::application_decides());
    };
    let mut member =
        Member { flow, law, data, propagation_s, start_s: flow.start_s + seconds(first.wait), ends: false, loss };
    if let Some(bytes) = first.bytes {
        if traffic.next_connection().is_some() {
            return Err(messages::series_of_transfers());
        }
        member.ends = true;
        if let Law::Losses { .. } = member.law {
            let losses = bytes as f64 / f64::from(flow.smss_bytes) * loss;
            return match losses < MIN_LOSSES {
                true => Err(messages::too_few_losses(losses)),
                false => Ok(member),
            };
        }
        let (least_s, settling_s) = transfer_times(&member, bytes, topology);
        if least_s < settling_s {
            return Err(messages::too_short_to_rest(least_s, settling_s));
        }
    }
    Ok(member)
}

/// A transfer with fewer expected losses than this isn't predicted by a mean. Even with ten, the standard error is a
/// sixth.
const MIN_LOSSES: f64 = 10.0;

/// Share of the packets that these links lose at random.
fn random_loss(links: &[usize], topology: &Topology<'_>) -> Result<f64, Message> {
    let mut arrive = 1.0;
    for link in links.iter().map(|&link| &topology.directed[link]) {
        match link.loss {
            Loss::NoLoss(_) => {}
            Loss::Bernoulli(loss) => arrive *= 1.0 - loss.rate,
            _ => return Err(messages::link_loses_unevenly(&link.name())),
        }
    }
    if arrive == 0.0 {
        return Err(messages::nothing_arrives());
    }
    Ok(1.0 - arrive)
}

/// The shortest possible duration of a transfer of `bytes`, and how long its window needs to reach the size that fills
/// its path, growing by a segment per RTT; both in s.
fn transfer_times(member: &Member<'_>, bytes: u64, topology: &Topology<'_>) -> (f64, f64) {
    let rates = member.data.iter().map(|&link| topology.directed[link].rate_bps as f64 / 8.0);
    let narrowest = rates.fold(f64::INFINITY, f64::min);
    let least_s = bytes as f64 / f64::from(member.flow.smss_bytes) * member.wire_bytes() / narrowest;
    let window = narrowest * member.propagation_s / member.wire_bytes();
    (least_s, window * member.propagation_s)
}
