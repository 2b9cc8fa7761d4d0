//! Predicts a scenario: the flows that the theory covers, and their equilibrium.
//!
//! A scenario is translated into bytes and seconds: target backlogs in bytes, headers included, and capacities in bytes
//! per s. So flows with different segment sizes can share a link. The propagation delay is the round trip of a full
//! segment and its ACK without queues, as the simulator's senders see it.
//!
//! Flows that start one after another, each after the earlier ones have settled, mistake each other's queues for
//! propagation delay, unless their base RTT is configured ([`crate::persistent`]). Flows that start before the earlier
//! ones have settled are modeled as starting together, with exact estimates (Theorem 1).

mod flows;
pub mod law;
mod losses;
mod premises;
mod repairs;
pub mod report;
mod size;
mod starts;

use vegaslab_sim::message::Message;
use vegaslab_sim::net::topology::Topology;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::tcp::rounds::BaseRtt;

use crate::diff::diff;
use crate::equilibrium::Equilibrium;
use crate::messages;
use crate::network::{Network, Source, Target, Unsolvable};
use crate::persistent::Arrivals;
use crate::rem;
use flows::Member;
use law::{End, Law};
use report::{AtRest, FlowAtRest, Interval, LinkAtRest, Prediction, RangeEnd, Verdict};

/// Predicts a checked scenario.
pub fn predict(scenario: &Scenario) -> Prediction {
    let topology = Topology::new(&scenario.links);
    let mut classified = flows::classify(scenario, &topology);
    let mut members: Vec<Member<'_>> = classified.iter().filter_map(|flow| flow.clone().ok()).collect();
    let mut intervals = Vec::new();
    while let Some(first) = members.first().map(|member| member.law.clone()) {
        let (alike, others): (Vec<_>, Vec<_>) = members.into_iter().partition(|member| member.law.is_like(&first));
        members = others;
        let names: Vec<&str> = alike.iter().map(|member| member.flow.name.as_str()).collect();
        let predicted = match first {
            Law::Losses { .. } => losses::interval(scenario, &topology, &alike).map(|interval| vec![interval]),
            Law::Delay(_) | Law::Marks { .. } => equilibria(scenario, &topology, alike.clone()),
        };
        match predicted {
            Ok(predicted) => intervals.extend(predicted),
            Err(reason) => {
                let unsolved = |flow: &Result<Member<'_>, Message>| {
                    flow.as_ref().is_ok_and(|member| names.contains(&member.flow.name.as_str()))
                };
                classified.iter_mut().filter(|flow| unsolved(flow)).for_each(|flow| *flow = Err(reason.clone()));
            }
        }
    }
    let verdict = |(flow, classified): (&vegaslab_sim::scenario::Flow, Result<Member<'_>, Message>)| {
        Verdict::new(flow.name.clone(), classified.err())
    };
    let flows = scenario.flows.iter().zip(classified).map(verdict).collect();
    let repairs = repairs::costs(scenario, &topology);
    Prediction { scenario: scenario.name.clone(), flows, intervals, repairs }
}

/// The equilibrium intervals of flows that are all controlled by delay, or all by marks.
fn equilibria(
    scenario: &Scenario,
    topology: &Topology<'_>,
    mut members: Vec<Member<'_>>,
) -> Result<Vec<Interval>, Message> {
    members.sort_by(|a, b| a.start_s.total_cmp(&b.start_s));
    let capacities = capacities(topology);
    size::check(&capacities, &members)?;
    let groups = starts::groups(&capacities, &members).map_err(messages::unsolvable)?;
    let mut courses = [Course::new(End::Lower), Course::new(End::Upper)];
    let mut intervals = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        let from_s = members[group.start].start_s;
        let to_s = groups.get(number + 1).map_or(scenario.duration_s, |next| members[next.start].start_s);
        let present = &members[..group.end];
        let is_point = |member: &Member<'_>| {
            let at = |end| member.law.segments(end, member.propagation_s);
            at(End::Lower) == at(End::Upper)
        };
        let ends = match present.iter().all(is_point) {
            true => vec![(RangeEnd::Point, End::Upper)],
            false => vec![(RangeEnd::Lower, End::Lower), (RangeEnd::Upper, End::Upper)],
        };
        let accepts_empty_queues = |member: &&Member<'_>| member.law.segments(End::Lower, member.propagation_s) == 0.0;
        let mut caveats = Vec::new();
        let mut at_rest = Vec::new();
        let mut has_errors = false;
        for (range_end, end) in ends {
            if let (RangeEnd::Lower, Some(member)) = (range_end, present.iter().find(accepts_empty_queues)) {
                caveats.push(messages::no_lower_end(&member.flow.name));
                continue;
            }
            let course = courses.iter_mut().find(|course| course.end == end).expect("a course for each end");
            let (network, equilibrium) =
                course.settle(&capacities, &members, &groups[..=number]).map_err(messages::unsolvable)?;
            has_errors |= network.sources.iter().any(|source| source.error() != 0.0);
            at_rest.push(report_of(topology, present, &network, &equilibrium, range_end));
            premises::check(scenario, topology, present, &equilibrium, &mut caveats);
        }
        if at_rest.len() > 1 && present.len() > 1 {
            caveats.push(messages::rest_anywhere());
        }
        premises::check_times(scenario, present, at_rest.last(), (from_s, to_s), &mut caveats);
        let theory = match (&members[0].law, has_errors) {
            (Law::Marks { .. }, _) => messages::low_theorem_1_with_marks(),
            (_, true) => messages::low_theorem_3(),
            (_, false) => messages::low_theorem_1(),
        };
        intervals.push(Interval::new((from_s, to_s), (theory, messages::at_rest()), caveats, at_rest));
    }
    Ok(intervals)
}

fn capacities(topology: &Topology<'_>) -> Vec<f64> {
    topology.directed.iter().map(|link| link.rate_bps as f64 / 8.0).collect()
}

/// The network while groups of flows start one after another, with every flow at the same end of its target range.
struct Course {
    /// The end of each flow's target range.
    end: End,
    /// The flows that have started; `None` before the first.
    arrivals: Option<Arrivals>,
    /// Number of groups that have started.
    started: usize,
}

impl Course {
    fn new(end: End) -> Self {
        Self { end, arrivals: None, started: 0 }
    }

    /// Computes the equilibrium after these groups have started. Only the groups that are new since the last call are
    /// added.
    fn settle(
        &mut self,
        capacities: &[f64],
        members: &[Member<'_>],
        groups: &[std::ops::Range<usize>],
    ) -> Result<(Network, Equilibrium), Unsolvable> {
        let mut arrivals = match self.arrivals.take() {
            Some(arrivals) => arrivals,
            None => Arrivals::new(capacities.to_vec())?,
        };
        for group in &groups[self.started..] {
            admit(&mut arrivals, &members[group.clone()], self.end)?;
        }
        self.started = groups.len();
        let (network, equilibrium) = (arrivals.network().clone(), arrivals.equilibrium().clone());
        self.arrivals = Some(arrivals);
        match members[0].law {
            Law::Delay(_) | Law::Losses { .. } => Ok((network, equilibrium)),
            Law::Marks { .. } => rem::equilibrium(&network, 1.0).map(|equilibrium| (network, equilibrium)),
        }
    }
}

/// Adds flows that start together.
fn admit(arrivals: &mut Arrivals, newcomers: &[Member<'_>], end: End) -> Result<(), Unsolvable> {
    let source = |member: &Member<'_>| {
        let exact = Source::new(member.data.clone(), Target::PerRtt(0.0), member.propagation_s);
        let estimate_s = match (&member.law, member.flow.sender.base_rtt) {
            (Law::Delay(_), BaseRtt::Measured) => arrivals.estimated_delay(&exact),
            _ => member.propagation_s,
        };
        let target = Target::PerRtt(member.law.segments(end, estimate_s) * member.wire_bytes());
        Source { target, estimate: estimate_s, ..exact }
    };
    let sources: Vec<Source> = newcomers.iter().map(source).collect();
    arrivals.admit(sources).map(|_| ())
}

/// Reports an equilibrium in the scenario's units.
fn report_of(
    topology: &Topology<'_>,
    members: &[Member<'_>],
    network: &Network,
    equilibrium: &Equilibrium,
    range_end: RangeEnd,
) -> AtRest {
    let marked_share = |price_s: f64| match members[0].law {
        Law::Delay(_) | Law::Losses { .. } => None,
        Law::Marks { phi, .. } => Some(rem::marking(phi, price_s * 1e3)),
    };
    let flow = |(number, member): (usize, &Member<'_>)| {
        let (wire, source) = (member.wire_bytes(), &network.sources[number]);
        FlowAtRest {
            name: member.flow.name.clone(),
            wire_rate_bytes_per_s: equilibrium.rates[number],
            payload_rate_bytes_per_s: equilibrium.rates[number] * f64::from(member.flow.smss_bytes) / wire,
            cwnd_segments: equilibrium.windows[number] / wire,
            rtt_ms: equilibrium.rtts[number] * 1e3,
            base_rtt_ms: source.estimate * 1e3,
            propagation_rtt_ms: source.propagation * 1e3,
            target_segments: source.backlog() / wire,
            diff_segments: diff(equilibrium.windows[number] / wire, source.estimate, equilibrium.rtts[number]),
            marked_share: marked_share(equilibrium.path_prices[number]),
        }
    };
    let load = network.load(&equilibrium.rates);
    // Packets per s that pass each link; its queue has the same mixture of packet sizes. And the mean bytes in
    // transmission: the packets of a flow are in transmission for its share of the capacity.
    let (mut packets, mut transmitted) = (vec![0.0; load.len()], vec![0.0; load.len()]);
    for (member, rate) in members.iter().zip(&equilibrium.rates) {
        for &link in &member.data {
            packets[link] += rate / member.wire_bytes();
            transmitted[link] += rate / network.capacities[link] * member.wire_bytes();
        }
    }
    let link = |link: usize| LinkAtRest {
        name: topology.directed[link].name(),
        capacity_bytes_per_s: network.capacities[link],
        utilization: load[link] / network.capacities[link],
        price_ms: equilibrium.prices[link] * 1e3,
        price_is_unique: equilibrium.unique[link],
        queue_bytes: equilibrium.queues[link],
        queue_packets: equilibrium.queues[link] * packets[link] / load[link],
        held_bytes: equilibrium.queues[link] + transmitted[link],
        held_packets: equilibrium.queues[link] * packets[link] / load[link] + load[link] / network.capacities[link],
        marked_share: marked_share(equilibrium.prices[link]),
    };
    AtRest {
        range_end,
        flows: members.iter().enumerate().map(flow).collect(),
        links: (0..load.len()).filter(|&number| load[number] > 0.0).map(link).collect(),
        residuals: Some(equilibrium.residuals),
    }
}
