//! Scripted drops: a chosen packet of a flow is lost at the entry of a link, whatever the queue and the other losses
//! do. This lets you study a single loss that a text describes.

use vegaslab_json::quoted;

use super::Payload;
use super::places::Places;
use crate::message::Message;
use crate::messages;
use crate::schema::shape::{integer, optional, text};
use crate::schema::{limits, problem::Problem};

described! {
    /// One packet that is lost at the entry of a link. Exactly one of segment, packet and ack says which.
    pub struct ScriptedDrop {
        /// Directed link, such as `R1>R2`.
        link: String = text(limits::NODES_LENGTH);
        /// Name of the flow.
        flow: String = text(limits::NAME_LENGTH);
        /// Number of a data segment, from 0.
        segment: Option<u32> = optional(&integer("", 0, limits::SEGMENTS)), default null;
        /// Which transmission of the segment is lost, as they reach this link: 1 is the first.
        transmission: u32 = integer("", 1, 1_000_000), default 1;
        /// The n-th data packet of the flow at this link, retransmissions counted; 1 is the first.
        packet: Option<u64> = optional(&integer("", 1, limits::PACKETS)), default null;
        /// The n-th ACK of the flow at this link; 1 is the first.
        ack: Option<u64> = optional(&integer("", 1, limits::PACKETS)), default null;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Segment(u32),
    Data,
    Ack,
}

/// A drop that hasn't happened yet.
#[derive(Debug)]
struct Pending {
    flow: u16,
    which: Which,
    /// Number of matching packets still to come, including the one that is lost.
    left: u64,
}

/// The scripted drops of one link.
#[derive(Debug, Default)]
pub struct Script {
    pending: Vec<Pending>,
}

impl Script {
    #[cfg(test)]
    pub fn of_segment(flow: u16, segment: u32) -> Self {
        Self { pending: vec![Pending { flow, which: Which::Segment(segment), left: 1 }] }
    }

    /// Returns whether the script drops this packet of a flow, which has reached the link.
    #[inline(never)]
    pub fn loses(&mut self, flow: u16, payload: Payload) -> bool {
        let mut loses = false;
        self.pending.retain_mut(|pending| {
            let meant = pending.flow == flow
                && match (pending.which, payload) {
                    (Which::Segment(segment), Payload::Data { seq, .. }) => seq == segment,
                    (Which::Data, Payload::Data { .. } | Payload::Datagram(_)) => true,
                    (Which::Ack, Payload::Ack { .. }) => true,
                    _ => false,
                };
            pending.left -= u64::from(meant);
            loses |= pending.left == 0;
            pending.left > 0
        });
        loses
    }
}

/// The scripts of the links that have one.
pub fn scripts(drops: &[ScriptedDrop], places: &Places) -> Vec<(u32, Script)> {
    let mut scripts: Vec<(u32, Script)> = Vec::new();
    for drop in drops {
        let (Some(link), Some(ends)) = (places.one_way(&drop.link), places.flow(&drop.flow)) else { continue };
        let Some((which, left)) = which(drop) else { continue };
        let index = scripts.iter().position(|(known, _)| *known == link).unwrap_or(scripts.len());
        if index == scripts.len() {
            scripts.push((link, Script::default()));
        }
        scripts[index].1.pending.push(Pending { flow: ends.flow, which, left });
    }
    scripts
}

fn which(drop: &ScriptedDrop) -> Option<(Which, u64)> {
    match (drop.segment, drop.packet, drop.ack) {
        (Some(segment), None, None) => Some((Which::Segment(segment), u64::from(drop.transmission))),
        (None, Some(packet), None) => Some((Which::Data, packet)),
        (None, None, Some(ack)) => Some((Which::Ack, ack)),
        _ => None,
    }
}

/// Finds the problems of scripted drops.
pub fn check(drops: &[ScriptedDrop], places: &Places) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, drop) in drops.iter().enumerate() {
        let mut fault = |field: &str, problem: Message, allowed: Message| {
            problems.push(Problem::new(format!("drops.{index}{field}"), problem, allowed));
        };
        if places.one_way(&drop.link).is_none() {
            let problem = messages::no_such_directed_link(&quoted(&drop.link));
            fault(".link", problem, messages::one_of(&places.one_way_names()));
        }
        if places.flow(&drop.flow).is_none() {
            let problem = messages::no_such_flow(&quoted(&drop.flow));
            fault(".flow", problem, messages::one_of(&places.flow_names()));
        }
        let given = [drop.segment.is_some(), drop.packet.is_some(), drop.ack.is_some()];
        let count = given.iter().filter(|given| **given).count();
        if count != 1 {
            fault("", messages::drops_given(count), messages::exactly_one());
        } else if drop.segment.is_none() && drop.transmission != 1 {
            fault(".transmission", messages::no_segment_of_transmission(), messages::one_or_a_segment());
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(pending: &[(Which, u64)]) -> Script {
        Script { pending: pending.iter().map(|&(which, left)| Pending { flow: 1, which, left }).collect() }
    }

    fn data(seq: u32) -> Payload {
        Payload::Data { seq, cwr: false }
    }

    fn ack(next: u32) -> Payload {
        Payload::Ack { next, marks: 0, sack: None }
    }

    #[test]
    fn drops_only_the_second_transmission_of_a_segment() {
        let mut script = script(&[(Which::Segment(5), 2)]);
        let lost: Vec<bool> = [4, 5, 6, 5, 5].into_iter().map(|seq| script.loses(1, data(seq))).collect();
        assert_eq!(lost, [false, false, false, true, false]);
        assert!(script.pending.is_empty());
    }

    #[test]
    fn counts_data_and_acks_separately_and_ignores_other_flows() {
        let mut script = script(&[(Which::Data, 2), (Which::Ack, 1), (Which::Segment(9), 1)]);
        assert!(!script.loses(0, data(9)));
        assert!(!script.loses(1, data(7)));
        assert!(script.loses(1, ack(1)));
        // The second data packet is also segment 9, so both drops are this one.
        assert!(script.loses(1, data(9)));
        assert!(![data(9), data(7), ack(1)].into_iter().any(|payload| script.loses(1, payload)));
    }
}
