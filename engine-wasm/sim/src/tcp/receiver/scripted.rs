//! A receiver that plays ACKs from a list, whatever has arrived: a peer for timed tests, in which somebody chose every
//! ACK. It makes up acknowledgments, so nothing that it says about delivered data needs to be true.
//!
//! Numbers count the segments of the connection from 0. As long as something is left to play, segments that the list
//! doesn't mention are not acknowledged.

use super::{Acknowledgment, Arrival, ReceiverRule, Reply};
use crate::kernel::agenda::Agenda;
use crate::kernel::{Nanos, from_milliseconds};
use crate::schema::limits;
use crate::schema::shape::{Part, integer, list, number, object, optional};
use crate::tcp::Host;
use crate::tcp::sack::{MAX_BLOCKS, SackBlocks};

described! {
    /// Segments that the receiver reports as received out of order.
    pub struct ScriptedBlock {
        /// First segment of the block.
        left: u32 = integer("", 0, limits::SEGMENTS), label "First segment";
        /// The segment after the last one of the block.
        right: u32 = integer("", 0, limits::SEGMENTS), label "Segment after the last";
    }
}

described! {
    /// One ACK of the list.
    pub struct ScriptedAck {
        /// The ACK answers the n-th data packet that arrives, retransmissions included; 1 is the first. Null: it answers
        /// none.
        packet: Option<u64> = optional(&integer("", 1, limits::PACKETS)), default null, label "Packet number";
        /// Time from that packet to the ACK; from the opening of the connection if it answers none.
        after_ms: f64 = number("ms", 0.0, 1e3 * limits::DURATION_S), default 0.0, label "Time";
        /// The ACK number: the next segment that the receiver expects.
        ack: u32 = integer("", 0, limits::SEGMENTS), label "ACK number";
        /// SACK blocks, the most recent first. They're sent even if the sender didn't ask for them.
        sack: Vec<ScriptedBlock> = list(&object::<ScriptedBlock>(), MAX_BLOCKS), default [], label "SACK blocks";
        /// The window from this ACK on; null leaves it as it was. A closed window isn't simulated.
        rwnd_segments: Option<u32> = optional(&integer("segments", 1, limits::SEGMENTS)), default null,
            label "Receiver window";
        /// Congestion marks that the ACK echoes; with RFC 3168, 1 sets ECE.
        ecn_echo: u32 = integer("", 0, 65_535), default 0, label "Echoed marks";
    }
}

alternatives! {
    /// What a receiver does that has played its list.
    pub enum Afterwards {
        /// It acknowledges every segment by what it has received.
        EverySegment = "every_segment" label "Acknowledge every segment",
        /// It's silent.
        Silent = "silent",
    }
}

described! {
    /// Plays the ACKs of a list, whatever arrives.
    pub struct Scripted {
        /// The ACKs. Those of the same moment are sent in the order of the list.
        acks: Vec<ScriptedAck> = list(&object::<ScriptedAck>(), limits::ACKS), default [], label "ACKs";
        /// What the receiver does when all of them are sent.
        afterwards: Afterwards = Afterwards::SHAPE, default "every_segment";
    }
}

/// The script of one connection.
#[derive(Clone, Debug)]
pub struct Running {
    /// ACKs that wait for the n-th packet, each with its wait after that.
    on_packets: Agenda<(Nanos, Acknowledgment)>,
    /// ACKs that wait for a time. It counts from the opening of the connection until that has happened.
    due: Agenda<Acknowledgment>,
    packets: u64,
    afterwards: Reply,
}

impl Part<Host> for Scripted {
    const LABEL: &'static str = "By a script";
    const BRIEF: &'static str = "ACKs of a list";
    const SOURCE: &'static str = "Cardwell et al. 2013, packetdrill";
    type Running = Box<Running>;
    fn start(&self, host: &Host) -> Box<Running> {
        let afterwards = match self.afterwards {
            Afterwards::EverySegment => Reply::Now,
            Afterwards::Silent => Reply::Never,
        };
        let mut running = Running { on_packets: Agenda::default(), due: Agenda::default(), packets: 0, afterwards };
        for scripted in &self.acks {
            let number = |seq: u32| host.first_seq.saturating_add(seq);
            let blocks: Vec<_> = scripted.sack.iter().map(|block| (number(block.left), number(block.right))).collect();
            let ack = Acknowledgment {
                next: number(scripted.ack),
                blocks: (!blocks.is_empty()).then(|| SackBlocks::of(&blocks)),
                marks: scripted.ecn_echo,
                rwnd: scripted.rwnd_segments,
                echo: None,
            };
            let wait = from_milliseconds(scripted.after_ms);
            match scripted.packet {
                Some(packet) => running.on_packets.add(packet, (wait, ack)),
                None => running.due.add(wait, ack),
            }
        }
        Box::new(running)
    }
}

impl ReceiverRule for Box<Running> {
    fn on_open(&mut self, now: Nanos) -> Option<Nanos> {
        self.due.delay(now);
        self.due.next_at()
    }

    fn on_segment(&mut self, _arrival: Arrival, _unacknowledged: u32, now: Nanos) -> Reply {
        self.packets += 1;
        while let Some((wait, ack)) = self.on_packets.take_due(self.packets) {
            self.due.add(now + wait, ack);
        }
        match (self.due.next_at(), self.on_packets.next_at()) {
            (Some(at), _) => Reply::At(at),
            (None, Some(_)) => Reply::Never,
            (None, None) => self.afterwards,
        }
    }

    fn instead(&mut self, received: Acknowledgment) -> Acknowledgment {
        self.due.take().map_or(received, |(_, ack)| Acknowledgment { echo: received.echo, ..ack })
    }

    fn next_at(&mut self) -> Option<Nanos> {
        self.due.next_at()
    }

    fn makes_up(&mut self) -> bool {
        true
    }
}
