//! Scripted packets: a link drops, delays, copies or marks a chosen packet of a flow on entry, whatever its queue and
//! its loss model do. They reproduce a specific loss or reordering, e.g. one that a paper or a timed test describes.

use super::Payload;
use super::directory::Directory;
use crate::kernel::{Nanos, from_milliseconds};
use crate::message::{Message, quoted};
use crate::messages;
use crate::schema::shape::{integer, number, optional, text};
use crate::schema::{limits, problem::Problem};

alternatives! {
    /// What happens to a scripted packet.
    pub enum ScriptedEffect {
        /// It's lost before it enters the buffer.
        Drop = "drop" label "It's lost",
        /// It reaches the link later, so that packets behind it overtake it.
        Delay = "delay" label "It comes later",
        /// The link gets it twice.
        Copy = "copy" label "It comes twice",
        /// It's marked as by a congested queue, if its sender uses ECN.
        Mark = "mark" label "It's marked",
    }
}

described! {
    /// One packet to which something happens at the entry of a link. Exactly one of segment, packet and ack says which.
    pub struct ScriptedDrop {
        /// Directed link, such as `R1>R2`.
        link: String = text(limits::NODES_LENGTH);
        /// Name of the flow.
        flow: String = text(limits::NAME_LENGTH);
        /// Number of a data segment, from 0.
        segment: Option<u32> = optional(&integer("", 0, limits::SEGMENTS)), default null, label "Segment number";
        /// Which transmission of the segment it is, counted at this link: 1 is the first.
        transmission: u32 = integer("", 1, 1_000_000), default 1;
        /// The n-th data packet of the flow at this link, including retransmissions; 1 is the first.
        packet: Option<u64> = optional(&integer("", 1, limits::PACKETS)), default null, label "Packet number";
        /// The n-th ACK of the flow at this link; 1 is the first.
        ack: Option<u64> = optional(&integer("", 1, limits::PACKETS)), default null, label "ACK number";
        /// What happens to the packet.
        effect: ScriptedEffect = ScriptedEffect::SHAPE, default "drop";
        /// How much later a delayed packet comes, or the copy of one.
        delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 0.0, label "Delay";
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Segment(u32),
    Data,
    Ack,
}

/// The effects of a script on a packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The packet is lost.
    pub drop: bool,
    /// The packet is marked.
    pub mark: bool,
    /// It comes this much later.
    pub delay: Option<Nanos>,
    /// A copy comes this much later than the packet.
    pub copy: Option<Nanos>,
}

/// An effect that hasn't happened yet.
#[derive(Clone, Debug)]
struct Pending {
    flow: u16,
    target: Target,
    /// Number of matching packets until the effect, including the one that it concerns.
    left: u64,
    effect: ScriptedEffect,
    delay: Nanos,
}

/// The scripted packets of one link.
#[derive(Clone, Debug, Default)]
pub struct Script {
    pending: Vec<Pending>,
}

impl Script {
    #[cfg(test)]
    pub fn of_segment(flow: u16, segment: u32) -> Self {
        let (target, effect) = (Target::Segment(segment), ScriptedEffect::Drop);
        Self { pending: vec![Pending { flow, target, left: 1, effect, delay: 0 }] }
    }

    /// Counts a packet of a flow that reached the link. Returns what happens to it.
    #[inline(never)]
    pub fn on_packet(&mut self, flow: u16, payload: Payload) -> Effects {
        let mut effects = Effects::default();
        self.pending.retain_mut(|pending| {
            let matches = pending.flow == flow
                && match (pending.target, payload) {
                    (Target::Segment(segment), Payload::Data { seq, .. }) => seq == segment,
                    (Target::Data, Payload::Data { .. } | Payload::Datagram(_)) => true,
                    (Target::Ack, Payload::Ack { .. }) => true,
                    _ => false,
                };
            pending.left -= u64::from(matches);
            if pending.left == 0 {
                match pending.effect {
                    ScriptedEffect::Drop => effects.drop = true,
                    ScriptedEffect::Mark => effects.mark = true,
                    ScriptedEffect::Delay => effects.delay = Some(effects.delay.unwrap_or(0) + pending.delay),
                    ScriptedEffect::Copy => effects.copy = Some(pending.delay),
                }
            }
            pending.left > 0
        });
        effects
    }
}

/// Scripts by link, for the links that have one.
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
        let (effect, delay) = (drop.effect, from_milliseconds(drop.delay_ms));
        scripts[index].1.pending.push(Pending { flow: ends.flow, target, left, effect, delay });
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

/// Finds the problems of scripted packets.
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
        match drop.effect {
            ScriptedEffect::Drop | ScriptedEffect::Mark if drop.delay_ms != 0.0 => {
                report(".delay_ms", messages::nothing_to_delay(), messages::zero_or_another_effect());
            }
            ScriptedEffect::Delay if from_milliseconds(drop.delay_ms) == 0 => {
                report(".delay_ms", messages::no_delay(), messages::more_than_zero());
            }
            _ => {}
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::timestamps::Timestamp;

    fn script(pending: &[(Target, u64)]) -> Script {
        let drop = |&(target, left)| Pending { flow: 1, target, left, effect: ScriptedEffect::Drop, delay: 0 };
        Script { pending: pending.iter().map(drop).collect() }
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
        let lost: Vec<bool> = [4, 5, 6, 5, 5].into_iter().map(|seq| script.on_packet(1, data(seq)).drop).collect();
        assert_eq!(lost, [false, false, false, true, false]);
        assert!(script.pending.is_empty());
    }

    #[test]
    fn counts_data_and_acks_separately_and_ignores_other_flows() {
        let mut script = script(&[(Target::Data, 2), (Target::Ack, 1), (Target::Segment(9), 1)]);
        assert!(!script.on_packet(0, data(9)).drop);
        assert!(!script.on_packet(1, data(7)).drop);
        assert!(script.on_packet(1, ack(1)).drop);
        // The second data packet is also segment 9, so both drops are this one.
        assert!(script.on_packet(1, data(9)).drop);
        assert!(![data(9), data(7), ack(1)].into_iter().any(|payload| script.on_packet(1, payload).drop));
    }
}
