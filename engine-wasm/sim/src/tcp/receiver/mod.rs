//! Receivers decide when to send an acknowledgment. They share reassembly; the rules differ in which segments they
//! acknowledge at once and which wait for the delayed-ACK clock.

mod reassembly;

use super::Host;
use super::sender::Acknowledgment;
use super::timestamps::{Echo, Timestamp};
use crate::kernel::Nanos;
use crate::scenario::EcnMode;
use reassembly::Reassembly;

/// Position of an arriving segment in the data received so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// The expected segment, when no out-of-order data is held.
    InOrder,
    /// The expected segment, when out-of-order data is held.
    FillsHole,
    /// A segment beyond a hole.
    OutOfOrder,
    /// A segment that was already received.
    Duplicate,
}

/// The time to acknowledge a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Immediately.
    Now,
    /// At this time, unless another segment causes an earlier ACK.
    At(Nanos),
    /// Not on account of this segment.
    Never,
}

/// Decides when to acknowledge.
pub trait ReceiverRule {
    /// Called when a segment arrives; `unacknowledged` segments have arrived since the last ACK, including this one.
    fn on_segment(&mut self, arrival: Arrival, unacknowledged: u32, now: Nanos) -> Reply;

    /// Called when the connection opens. Returns the time of an ACK that no segment causes.
    fn on_open(&mut self, _now: Nanos) -> Option<Nanos> {
        None
    }

    /// The ACK to send in place of the one that says what was received.
    #[inline]
    fn instead(&mut self, received: Acknowledgment) -> Acknowledgment {
        received
    }

    /// Called after an ACK. Returns the time of another one that needs no further segment.
    #[inline]
    fn next_at(&mut self) -> Option<Nanos> {
        None
    }

    /// True if ACKs needn't say what was received.
    fn makes_up(&mut self) -> bool {
        false
    }
}

registry! {
    /// When the receiver acknowledges.
    set "receiver", "Receiver";
    choice Receiver; running RunningReceiver; rule ReceiverRule; context Host;
    members { bsd_reno::BsdReno, tahoe_style::TahoeStyle, lbl_reno::LblReno, every_packet::EveryPacket, scripted::Scripted }
    dispatch {
        fn on_segment(arrival: Arrival, unacknowledged: u32, now: Nanos) -> Reply;
        fn on_open(now: Nanos) -> Option<Nanos>;
        fn instead(received: Acknowledgment) -> Acknowledgment;
        fn next_at() -> Option<Nanos>;
        fn makes_up() -> bool;
    }
}

impl Receiver {
    /// True if ACKs needn't say what was received.
    pub fn makes_up(&self) -> bool {
        self.start(&Host::default()).makes_up()
    }
}

/// An arriving data segment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arriving {
    /// Its number.
    pub seq: u32,
    /// It carries a congestion mark.
    pub marked: bool,
    /// The sender has reduced its window (CWR).
    pub cwr: bool,
    /// Its timestamp, if the connection uses them.
    pub timestamp: Timestamp,
}

/// Options that the two ends of a connection have agreed on.
#[derive(Clone, Copy, Debug)]
pub struct NegotiatedOptions {
    /// Maximum number of SACK blocks in an ACK.
    pub sack_blocks: u32,
    /// ECN mode, which determines how congestion marks are echoed.
    pub ecn: EcnMode,
    /// Segments and ACKs carry timestamps.
    pub timestamps: bool,
    /// Number of the first segment.
    pub first_seq: u32,
}

/// The receiving end of a connection.
#[derive(Clone, Debug)]
pub struct ReceiverCore {
    rule: RunningReceiver,
    makes_up: bool,
    options: NegotiatedOptions,
    reassembly: Reassembly,
    unacknowledged: u32,
    delayed_until: Option<Nanos>,
    /// Marked segments since the last ACK. In RFC 3168 mode, 1 from the first mark until the sender responds with CWR.
    marks: u32,
    /// The timestamp to echo, if the connection uses them.
    echo: Option<Echo>,
}

impl ReceiverCore {
    /// A receiver that hasn't received anything yet.
    pub fn new(mut rule: RunningReceiver, options: NegotiatedOptions) -> Self {
        let reassembly = Reassembly::expecting(options.first_seq, options.sack_blocks);
        let echo = options.timestamps.then(|| Echo::expecting(options.first_seq));
        let makes_up = rule.makes_up();
        Self { rule, makes_up, options, reassembly, unacknowledged: 0, delayed_until: None, marks: 0, echo }
    }

    /// Opens the connection.
    pub fn open(&mut self, now: Nanos) {
        self.delayed_until = self.rule.on_open(now);
    }

    /// True if ACKs needn't say what was received.
    pub fn makes_up(&self) -> bool {
        self.makes_up
    }

    /// Next segment expected: the number that an ACK carries.
    #[inline]
    pub fn rcv_nxt(&self) -> u32 {
        self.reassembly.rcv_nxt()
    }

    /// Time at which a delayed ACK is due, if one is waiting.
    pub fn delayed_until(&self) -> Option<Nanos> {
        self.delayed_until
    }

    /// Processes a segment. Returns whether to acknowledge at once; if not, the ACK is due at
    /// [`delayed_until`](Self::delayed_until).
    #[inline]
    pub fn on_segment(&mut self, Arriving { seq, marked, cwr, timestamp }: Arriving, now: Nanos) -> bool {
        if let Some(echo) = &mut self.echo {
            echo.on_segment(seq, timestamp);
        }
        match self.options.ecn {
            EcnMode::Off => {}
            EcnMode::Rfc3168 => self.marks = u32::from(marked || (self.marks > 0 && !cwr)),
            EcnMode::PerPacket => self.marks += u32::from(marked),
        }
        let arrival = self.reassembly.insert(seq);
        self.unacknowledged += 1;
        match self.rule.on_segment(arrival, self.unacknowledged, now) {
            Reply::Now => true,
            Reply::At(when) => {
                self.delayed_until = Some(self.delayed_until.map_or(when, |due| due.min(when)));
                false
            }
            Reply::Never => false,
        }
    }

    /// Returns the ACK to send now and cancels the delayed one. Another one may be due then.
    #[inline]
    pub fn acknowledge(&mut self) -> Acknowledgment {
        self.unacknowledged = 0;
        let marks = self.marks;
        if self.options.ecn == EcnMode::PerPacket {
            self.marks = 0;
        }
        let next = self.rcv_nxt();
        let echo = self.echo.as_mut().map(|echo| echo.on_ack(next));
        let received = Acknowledgment { next, blocks: self.reassembly.blocks(), marks, rwnd: None, echo };
        let ack = self.rule.instead(received);
        self.delayed_until = self.rule.next_at();
        ack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::typed::Typed;

    fn receiver(ecn: EcnMode) -> ReceiverCore {
        let rule: Receiver = Typed::from_value(&serde_json::json!({"kind": "every_packet"})).unwrap();
        let options = NegotiatedOptions { sack_blocks: 3, ecn, timestamps: false, first_seq: 0 };
        ReceiverCore::new(rule.start(&Host::for_tests()), options)
    }

    fn echoes(ecn: EcnMode, segments: &[(bool, bool)]) -> Vec<u32> {
        let mut receiver = receiver(ecn);
        let mut echo = |(seq, &(marked, cwr)): (usize, &(bool, bool))| {
            receiver.on_segment(Arriving { seq: seq as u32, marked, cwr, ..Arriving::default() }, 0);
            receiver.acknowledge().marks
        };
        segments.iter().enumerate().map(&mut echo).collect()
    }

    #[test]
    fn latches_marks_until_cwr_or_counts_them_per_packet() {
        let segments = [(false, false), (true, false), (false, false), (false, true), (false, false), (true, true)];
        assert_eq!(echoes(EcnMode::Rfc3168, &segments), [0, 1, 1, 0, 0, 1]);
        assert_eq!(echoes(EcnMode::PerPacket, &segments), [0, 1, 0, 0, 0, 1]);
        assert_eq!(echoes(EcnMode::Off, &segments), [0; 6]);
    }

    #[test]
    fn an_ack_carries_at_most_the_agreed_sack_blocks() {
        let mut receiver = receiver(EcnMode::Off);
        for seq in [0, 2, 4, 6, 8] {
            receiver.on_segment(Arriving { seq, ..Arriving::default() }, 0);
        }
        let ack = receiver.acknowledge();
        assert_eq!((ack.next, ack.blocks.unwrap().as_slice()), (1, &[(8, 9), (6, 7), (4, 5)][..]));
    }
}
