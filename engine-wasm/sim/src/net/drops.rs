//! Scripted drops: a link drops a chosen packet of a flow on entry, whatever its queue and its loss model do. They
//! reproduce a specific loss, e.g. one that a paper describes.

use super::Payload;
use super::directory::Directory;
use crate::message::{Message, quoted};
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
        segment: Option<u32> = optional(&integer("", 0, limits::SEGMENTS)), default null, label "Segment number";
        /// Which transmission of the segment is lost, counted at this link: 1 is the first.
        transmission: u32 = integer("", 1, 1_000_000), default 1;
        /// The n-th data packet of the flow at this link, including retransmissions; 1 is the first.
        packet: Option<u64> = optional(&integer("", 1, limits::PACKETS)), default null, label "Packet number";
        /// The n-th ACK of the flow at this link; 1 is the first.
        ack: Option<u64> = optional(&integer("", 1, limits::PACKETS)), default null, label "ACK number";
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Segment(u32),
    Data,
    Ack,
}

/// A drop that hasn't happened yet.
#[derive(Debug)]
struct Pending {
    flow: u16,
    target: Target,
    /// Number of matching packets until the drop, including the dropped one.
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
        Self { pending: vec![Pending { flow, target: Target::Segment(segment), left: 1 }] }
    }

    /// Counts a packet of a flow that reached the link. Returns whether the script drops it.
    #[inline(never)]
    pub fn drops(&mut self, flow: u16, payload: Payload) -> bool {
        let mut drops = false;
        self.pending.retain_mut(|pending| {
            let matches = pending.flow == flow
                && match (pending.target, payload) {
                    (Target::Segment(segment), Payload::Data { seq, .. }) => seq == segment,
                    (Target::Data, Payload::Data { .. } | Payload::Datagram(_)) => true,
                    (Target::Ack, Payload::Ack { .. }) => true,
                    _ => false,
                };
            pending.left -= u64::from(matches);
            drops |= pending.left == 0;
            pending.left > 0
        });
        drops
    }
}

/// Scripts by link, for the links that have scripted drops.
pub fn scripts(drops: &[ScriptedDrop], directory: &Directory) -> Vec<(u32, Script)> {
    let mut scripts: Vec<(u32, Script)> = Vec::new();
    for drop in drops {
        let (Some(link), Some(ends)) = (directory.directed_link(&drop.link), directory.flow(&drop.flow)) else {
            continue;
        };
        let Some((target, left)) = target(drop) else { continue };
        let index = scripts.iter().position(|(known, _)| *known == link).unwrap_or(scripts.len());
        if index == scripts.len() {
            scripts.push((link, Script::default()));
        }
        scripts[index].1.pending.push(Pending { flow: ends.flow, target, left });
    }
    scripts
}

fn target(drop: &ScriptedDrop) -> Option<(Target, u64)> {
    match (drop.segment, drop.packet, drop.ack) {
        (Some(segment), None, None) => Some((Target::Segment(segment), u64::from(drop.transmission))),
        (None, Some(packet), None) => Some((Target::Data, packet)),
        (None, None, Some(ack)) => Some((Target::Ack, ack)),
        _ => None,
    }
}

/// Finds the problems of scripted drops.
pub fn check(drops: &[ScriptedDrop], directory: &Directory) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, drop) in drops.iter().enumerate() {
        let mut report = |field: &str, problem: Message, allowed: Message| {
            problems.push(Problem::new(format!("drops.{index}{field}"), problem, allowed));
        };
        if directory.directed_link(&drop.link).is_none() {
            let problem = messages::no_such_directed_link(&quoted(&drop.link));
            report(".link", problem, directory.directed_link_names());
        }
        if directory.flow(&drop.flow).is_none() {
            let problem = messages::no_such_flow(&quoted(&drop.flow));
            report(".flow", problem, directory.flow_names());
        }
        let given = [drop.segment.is_some(), drop.packet.is_some(), drop.ack.is_some()];
        let count = given.iter().filter(|given| **given).count();
        if count != 1 {
            report("", messages::drops_given(count), messages::exactly_one());
        } else if drop.segment.is_none() && drop.transmission != 1 {
            report(".transmission", messages::no_segment_of_transmission(), messages::one_or_a_segment());
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::timestamps::Timestamp;

    fn script(pending: &[(Target, u64)]) -> Script {
        Script { pending: pending.iter().map(|&(target, left)| Pending { flow: 1, target, left }).collect() }
    }

    fn data(seq: u32) -> Payload {
        Payload::Data { seq, cwr: false, timestamp: Timestamp::default() }
    }

    fn ack(next: u32) -> Payload {
        Payload::Ack { next, marks: 0, options: None }
    }

    #[test]
    fn drops_only_the_second_transmission_of_a_segment() {
        let mut script = script(&[(Target::Segment(5), 2)]);
        let lost: Vec<bool> = [4, 5, 6, 5, 5].into_iter().map(|seq| script.drops(1, data(seq))).collect();
        assert_eq!(lost, [false, false, false, true, false]);
        assert!(script.pending.is_empty());
    }

    #[test]
    fn counts_data_and_acks_separately_and_ignores_other_flows() {
        let mut script = script(&[(Target::Data, 2), (Target::Ack, 1), (Target::Segment(9), 1)]);
        assert!(!script.drops(0, data(9)));
        assert!(!script.drops(1, data(7)));
        assert!(script.drops(1, ack(1)));
        // The second data packet is also segment 9, so both drops are this one.
        assert!(script.drops(1, data(9)));
        assert!(![data(9), data(7), ack(1)].into_iter().any(|payload| script.drops(1, payload)));
    }
}
