//! The theory's assumptions: buffers that hold the queues (otherwise Vegas reverts to Reno, section
//! 3.3 of the paper), receivers whose windows don't limit the flow, links that only queue, ACKs that never wait, and time
//! enough to settle. The prediction lists the assumptions that a scenario breaks.

use vegaslab_sim::net::queue::Queue;
use vegaslab_sim::net::topology::Topology;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::tcp::receiver::Receiver;

use super::flows::{Member, ack_path};
use super::law::Law;
use super::report::AtRest;
use crate::equilibrium::Equilibrium;
use crate::rem::PriceLaw;

/// Adds what does not hold of a network at rest.
pub fn check(
    scenario: &Scenario,
    topology: &Topology<'_>,
    members: &[Member<'_>],
    rest: &Equilibrium,
    caveats: &mut Vec<String>,
) {
    let mut say = |caveat: String| {
        if !caveats.contains(&caveat) {
            caveats.push(caveat);
        }
    };
    for (link, directed) in topology.directed.iter().enumerate().filter(|(link, _)| rest.prices[*link] > 0.0) {
        let name = directed.name();
        if let Some(problem) = queue_problem(directed.queue, &members[0].law, rest.queues[link], members, link) {
            say(format!("link {name}: {problem}"));
        } else if let Queue::Rem(rem) = directed.queue {
            let period_s = f64::from(rem.period_us) / 1e6;
            let capacity = directed.rate_bps as f64 / 8.0 / f64::from(rem.mean_packet_bytes) * period_s;
            let one_waiting = 100.0 * PriceLaw { gamma: rem.gamma, mu: rem.mu, capacity }.utilization(1.0);
            say(format!(
                "link {name}: its price rests when what arrives and mu times what waits make up its capacity; the theory has \
                 none waiting, but for each packet that waits on average the link is used to {one_waiting:.1} % instead of 100 %"
            ));
        }
        if !rest.unique[link] {
            say(format!("link {name}: only the sum of queues on a path is certain, not which link holds what"));
        }
        if directed.clock_us > 0 {
            say(format!("link {name} releases packets by a clock of {} us; the theory has none", directed.clock_us));
        }
        if let Some(flow) = scenario.flows.iter().find(|flow| ack_path(flow, topology).contains(&link)) {
            say(format!("link {name}: ACKs of {} wait there too; the theory leaves them out", flow.name));
        }
    }
    for (member, window) in members.iter().zip(&rest.windows) {
        let flow = member.flow;
        let (window, rwnd) = (window / member.wire_bytes(), flow.rwnd_bytes / u64::from(flow.smss_bytes));
        if window > rwnd as f64 {
            let name = &flow.name;
            say(format!("{name} would need a window of {window:.1} segments; the receiver advertises {rwnd}"));
        }
    }
}

/// Why a link's buffer does not do what the theory takes for granted.
fn queue_problem(queue: &Queue, law: &Law, waiting: f64, members: &[Member<'_>], link: usize) -> Option<String> {
    let largest = members.iter().filter(|member| member.data.contains(&link)).map(Member::wire_bytes);
    let packet = largest.fold(0.0, f64::max);
    let too_small = |limit: String| {
        Some(format!("its buffer of {limit} does not hold the queue, so there will be losses, and no rest"))
    };
    match (law, queue) {
        (Law::Marks { phi, .. }, Queue::Rem(rem)) if rem.phi == *phi => None,
        (Law::Marks { .. }, Queue::Rem(_)) => Some("its phi is not that of the senders".to_owned()),
        (Law::Marks { .. }, _) => Some("it tells no price by marks".to_owned()),
        (Law::Delay(_), Queue::Red(_) | Queue::Rem(_)) => {
            Some("it marks or drops before its buffer is full; the theory has a plain queue".to_owned())
        }
        (Law::Delay(_), Queue::DropTailPackets(part)) if waiting / packet + 1.0 > part.limit_packets as f64 => {
            too_small(format!("{} packets", part.limit_packets))
        }
        (Law::Delay(_), Queue::DropTailBytes(part)) if waiting + packet > part.limit_bytes as f64 => {
            too_small(format!("{} bytes", part.limit_bytes))
        }
        (Law::Delay(_), Queue::DropTailPackets(_) | Queue::DropTailBytes(_) | Queue::Unlimited(_))
        | (Law::Losses { .. }, _) => None,
    }
}

/// Adds what concerns the times and the ends of connections.
pub fn check_times(
    scenario: &Scenario,
    members: &[Member<'_>],
    at_rest: Option<&AtRest>,
    (from_s, to_s): (f64, f64),
    caveats: &mut Vec<String>,
) {
    let settling = at_rest.into_iter().flat_map(|rest| &rest.flows).map(|flow| flow.cwnd_segments * flow.rtt_ms / 1e3);
    let settling_s = settling.fold(0.0, f64::max);
    if to_s - from_s < settling_s {
        let there_s = (to_s - from_s).max(0.0);
        caveats.push(format!("{there_s:.2} s are less than the {settling_s:.2} s that coming to rest may take"));
    }
    if members.iter().any(|member| member.start_s > from_s) {
        caveats.push("flows that start before those before them are at rest are taken to start together".to_owned());
    }
    let changed_s = scenario.timeline.iter().map(|change| change.at_s).fold(f64::INFINITY, f64::min);
    if changed_s < to_s {
        caveats.push(format!("what the timeline changes from {changed_s} s on is left out"));
    }
    if !scenario.drops.is_empty() {
        caveats.push("scripted drops are left out".to_owned());
    }
    if members.iter().any(|member| member.ends) {
        caveats.push("transfers end; the figures hold while all of these flows are there".to_owned());
    }
    // Loss-based senders ignore the times of ACKs; their model needs the number of segments per ACK.
    let mut timed = members.iter().filter(|member| !matches!(member.law, Law::Losses { .. }));
    if timed.clone().any(|member| !matches!(member.flow.receiver, Receiver::EveryPacket(_))) {
        caveats.push("a receiver may delay ACKs; the theory has an ACK for every segment, at once".to_owned());
    }
    if timed.any(|member| member.flow.sender.fine_clock_us > 0) {
        caveats.push("a sender reads RTTs on a clock with ticks; the theory has exact ones".to_owned());
    }
}
