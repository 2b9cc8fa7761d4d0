//! The theory's assumptions: buffers that hold the queues (otherwise Vegas reverts to Reno, section 3.3 of the paper),
//! receivers whose windows don't limit the flow, links that only queue, ACKs that never wait, and enough time to
//! settle. A prediction's caveats list the assumptions that the scenario breaks.

use vegaslab_sim::message::Message;
use vegaslab_sim::net::queue::Queue;
use vegaslab_sim::net::topology::Topology;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::tcp::receiver::Receiver;

use super::flows::{Member, ack_path};
use super::law::Law;
use super::report::AtRest;
use crate::equilibrium::Equilibrium;
use crate::messages;
use crate::rem::PriceLaw;

/// Adds the assumptions that this equilibrium breaks.
pub fn check(
    scenario: &Scenario,
    topology: &Topology<'_>,
    members: &[Member<'_>],
    equilibrium: &Equilibrium,
    caveats: &mut Vec<Message>,
) {
    let mut add = |caveat: Message| {
        if !caveats.contains(&caveat) {
            caveats.push(caveat);
        }
    };
    for (link, directed) in topology.directed.iter().enumerate().filter(|(link, _)| equilibrium.prices[*link] > 0.0) {
        let name = directed.name();
        let waiting = equilibrium.queues[link];
        if let Some(problem) = queue_problem(&name, directed.queue, &members[0].law, waiting, members, link) {
            add(problem);
        } else if let Queue::Rem(rem) = directed.queue {
            let period_s = f64::from(rem.period_us) / 1e6;
            let capacity = directed.rate_bps as f64 / 8.0 / f64::from(rem.mean_packet_bytes) * period_s;
            let one_waiting = 100.0 * PriceLaw { gamma: rem.gamma, mu: rem.mu, capacity }.utilization(1.0);
            add(messages::price_rests(&name, one_waiting));
        }
        if !equilibrium.unique[link] {
            add(messages::only_sum_is_certain(&name));
        }
        if directed.clock_us > 0 {
            add(messages::link_has_clock(&name, directed.clock_us));
        }
        if let Some(flow) = scenario.flows.iter().find(|flow| ack_path(flow, topology).contains(&link)) {
            add(messages::acks_wait(&name, &flow.name));
        }
    }
    for (member, window) in members.iter().zip(&equilibrium.windows) {
        let flow = member.flow;
        let (window, rwnd) = (window / member.wire_bytes(), flow.rwnd_bytes / u64::from(flow.smss_bytes));
        if window > rwnd as f64 {
            add(messages::window_too_small(&flow.name, window, rwnd));
        }
    }
}

/// Returns how a link's buffer breaks the theory's assumptions, if it does.
fn queue_problem(
    name: &str,
    queue: &Queue,
    law: &Law,
    waiting: f64,
    members: &[Member<'_>],
    link: usize,
) -> Option<Message> {
    let largest = members.iter().filter(|member| member.data.contains(&link)).map(Member::wire_bytes);
    let packet = largest.fold(0.0, f64::max);
    match (law, queue) {
        (Law::Marks { phi, .. }, Queue::Rem(rem)) if rem.phi == *phi => None,
        (Law::Marks { .. }, Queue::Rem(_)) => Some(messages::other_phi(name)),
        (Law::Marks { .. }, _) => Some(messages::no_price_by_marks(name)),
        (Law::Delay(_), Queue::DropTailPackets(part)) if waiting / packet + 1.0 > part.limit_packets as f64 => {
            Some(messages::buffer_of_packets_too_small(name, part.limit_packets))
        }
        (Law::Delay(_), Queue::DropTailBytes(part)) if waiting + packet > part.limit_bytes as f64 => {
            Some(messages::buffer_of_bytes_too_small(name, part.limit_bytes))
        }
        (Law::Delay(_), Queue::DropTailPackets(_) | Queue::DropTailBytes(_) | Queue::Unlimited(_))
        | (Law::Losses { .. }, _) => None,
        (Law::Delay(_), _) => Some(messages::acts_before_full(name)),
    }
}

/// Adds caveats about start and end times, changes during the run, and ACKs.
pub fn check_times(
    scenario: &Scenario,
    members: &[Member<'_>],
    at_rest: Option<&AtRest>,
    (from_s, to_s): (f64, f64),
    caveats: &mut Vec<Message>,
) {
    let settling = at_rest
        .into_iter()
        .flat_map(|equilibrium| &equilibrium.flows)
        .map(|flow| flow.cwnd_segments * flow.rtt_ms / 1e3);
    let settling_s = settling.fold(0.0, f64::max);
    if to_s - from_s < settling_s {
        let available_s = (to_s - from_s).max(0.0);
        caveats.push(messages::too_little_time(available_s, settling_s));
    }
    if members.iter().any(|member| member.start_s > from_s) {
        caveats.push(messages::taken_to_start_together());
    }
    let changed_s = scenario.timeline.iter().map(|change| change.at_s).fold(f64::INFINITY, f64::min);
    if changed_s < to_s {
        caveats.push(messages::timeline_left_out(changed_s));
    }
    if !scenario.drops.is_empty() {
        caveats.push(messages::drops_left_out());
    }
    if members.iter().any(|member| member.ends) {
        caveats.push(messages::transfers_end());
    }
    // The model of loss-based senders takes delayed ACKs into account and doesn't depend on when ACKs arrive.
    let mut timed = members.iter().filter(|member| !matches!(member.law, Law::Losses { .. }));
    if timed.clone().any(|member| !matches!(member.flow.receiver, Receiver::EveryPacket(_))) {
        caveats.push(messages::acks_may_be_delayed());
    }
    if timed.any(|member| member.flow.sender.fine_clock_us > 0) {
        caveats.push(messages::clock_with_ticks());
    }
}
