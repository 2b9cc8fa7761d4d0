//! Predicts a scenario: the flows that the theory covers, and their equilibrium.
//!
//! A scenario is translated into bytes and seconds: a flow wants its segments, headers included, in queues, and a link of
//! so many bit/s carries an eighth of that in bytes per s. So flows with segments of several sizes can share a link. The
//! propagation delay is the round trip of a full segment and its ACK without queues, as the simulator's senders see it.
//!
//! Flows that start one after another, each after the earlier ones have settled, take each other's queues for propagation
//! delay, unless their base RTT is configured ([`crate::persistent`]). The model lets flows that start sooner start together;
//! they don't mistake each other's queues then (Theorem 1).

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
    let mut sorted = flows::sort(scenario, &topology);
    let mut members: Vec<Member<'_>> = sorted.iter().filter_map(|flow| flow.clone().ok()).collect();
    let mut intervals = Vec::new();
    while let Some(first) = members.first().map(|member| member.law.clone()) {
        let (alike, others): (Vec<_>, Vec<_>) = members.into_iter().partition(|member| member.law.is_like(&first));
        members = others;
        let names: Vec<&str> = alike.iter().map(|member| member.flow.name.as_str()).collect();
        let of_these = match first {
            Law::Losses { .. } => losses::interval(scenario, &topology, &alike).map(|interval| vec![interval]),
            Law::Delay(_) | Law::Marks { .. } => of_one_law(scenario, &topology, alike.clone()),
        };
        match of_these {
            Ok(of_these) => intervals.extend(of_these),
            Err(why) => {
                let unsolved = |flow: &Result<Member<'_>, Message>| {
                    flow.as_ref().is_ok_and(|member| names.contains(&member.flow.name.as_str()))
                };
                sorted.iter_mut().filter(|flow| unsolved(flow)).for_each(|flow| *flow = Err(why.clone()));
            }
        }
    }
    let verdict = |(flow, sorted): (&vegaslab_sim::scenario::Flow, Result<Member<'_>, Message>)| {
        Verdict::new(flow.name.clone(), sorted.err())
    };
    let flows = scenario.flows.iter().zip(sorted).map(verdict).collect();
    let repairs = repairs::costs(scenario, &topology);
    Prediction { scenario: scenario.name.clone(), flows, intervals, repairs }
}

/// The intervals of flows that are all moved by delay, or all by marks.
fn of_one_law(
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
        let nothing_open = |member: &Member<'_>| {
            let at = |end| member.law.segments(end, member.propagation_s);
            at(End::Lower) == at(End::Upper)
        };
        let ends = match present.iter().all(nothing_open) {
            true => vec![(RangeEnd::Point, End::Upper)],
            false => vec![(RangeEnd::Lower, End::Lower), (RangeEnd::Upper, End::Upper)],
        };
        let content = |member: &&Member<'_>| member.law.segments(End::Lower, member.propagation_s) == 0.0;
        let mut caveats = Vec::new();
        let mut at_rest = Vec::new();
        let mut errs = false;
        for (range_end, end) in ends {
            if let (RangeEnd::Lower, Some(member)) = (range_end, present.iter().find(content)) {
                caveats.push(messages::no_lower_end(&member.flow.name));
                continue;
            }
            let course = courses.iter_mut().find(|course| course.end == end).expect("one for each end");
            let (network, rest) =
                course.settle(&capacities, &members, &groups[..=number]).map_err(messages::unsolvable)?;
            errs |= network.sources.iter().any(|source| source.error() != 0.0);
            at_rest.push(figures(topology, present, &network, &rest, range_end));
            premises::check(scenario, topology, present, &rest, &mut caveats);
        }
        if at_rest.len() > 1 && present.len() > 1 {
            caveats.push(messages::rest_anywhere());
        }
        premises::check_times(scenario, present, at_rest.last(), (from_s, to_s), &mut caveats);
        let theory = match (&members[0].law, errs) {
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

/// Groups of flows come, one after the other.
struct Course {
    /// The end of each flow's target range.
    end: End,
    /// Those who have come; none before the first.
    arrivals: Option<Arrivals>,
    /// Number of groups that have started.
    come: usize,
}

impl Course {
    fn new(end: End) -> Self {
        Self { end, arrivals: None, come: 0 }
    }

    /// Where all rest when these groups are there; those that have come before are not asked again.
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
        for group in &groups[self.come..] {
            admit(&mut arrivals, &members[group.clone()], self.end)?;
        }
        self.come = groups.len();
        let (network, rest) = (arrivals.network().clone(), arrivals.rest().clone());
        self.arrivals = Some(arrivals);
        match members[0].law {
            Law::Delay(_) | Law::Losses { .. } => Ok((network, rest)),
            Law::Marks { .. } => rem::equilibrium(&network, 1.0).map(|rest| (network, rest)),
        }
    }
}

/// Flows that start together.
fn admit(arrivals: &mut Arrivals, newcomers: &[Member<'_>], end: End) -> Result<(), Unsolvable> {
    let source = |member: &Member<'_>| {
        let unaware = Source::new(member.data.clone(), Target::PerRtt(0.0), member.propagation_s);
        let believed_s = match (&member.law, member.flow.sender.base_rtt) {
            (Law::Delay(_), BaseRtt::Measured) => arrivals.delay_found(&unaware),
            _ => member.propagation_s,
        };
        let target = Target::PerRtt(member.law.segments(end, believed_s) * member.wire_bytes());
        Source { target, believed: believed_s, ..unaware }
    };
    let sources: Vec<Source> = newcomers.iter().map(source).collect();
    arrivals.admit(sources).map(|_| ())
}

/// A network at rest in the figures of the report.
fn figures(
    topology: &Topology<'_>,
    members: &[Member<'_>],
    network: &Network,
    rest: &Equilibrium,
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
            wire_rate_bytes_per_s: rest.rates[number],
            payload_rate_bytes_per_s: rest.rates[number] * f64::from(member.flow.smss_bytes) / wire,
            cwnd_segments: rest.windows[number] / wire,
            rtt_ms: rest.rtts[number] * 1e3,
            base_rtt_ms: source.believed * 1e3,
            propagation_rtt_ms: source.propagation * 1e3,
            target_segments: source.backlog() / wire,
            diff_segments: diff(rest.windows[number] / wire, source.believed, rest.rtts[number]),
            marked_share: marked_share(rest.path_prices[number]),
        }
    };
    let load = network.load(&rest.rates);
    // Packets per s that pass each link: queues are made of the same mixture of sizes. And the bytes of the packet that is
    // being transmitted: each kind is there as long as its share of the capacity.
    let (mut packets, mut transmitted) = (vec![0.0; load.len()], vec![0.0; load.len()]);
    for (member, rate) in members.iter().zip(&rest.rates) {
        for &link in &member.data {
            packets[link] += rate / member.wire_bytes();
            transmitted[link] += rate / network.capacities[link] * member.wire_bytes();
        }
    }
    let link = |link: usize| LinkAtRest {
        name: topology.directed[link].name(),
        capacity_bytes_per_s: network.capacities[link],
        utilization: load[link] / network.capacities[link],
        price_ms: rest.prices[link] * 1e3,
        price_is_unique: rest.unique[link],
        queue_bytes: rest.queues[link],
        queue_packets: rest.queues[link] * packets[link] / load[link],
        held_bytes: rest.queues[link] + transmitted[link],
        held_packets: rest.queues[link] * packets[link] / load[link] + load[link] / network.capacities[link],
        marked_share: marked_share(rest.prices[link]),
    };
    AtRest {
        range_end,
        flows: members.iter().enumerate().map(flow).collect(),
        links: (0..load.len()).filter(|&number| load[number] > 0.0).map(link).collect(),
        residuals: Some(rest.residuals),
    }
}
