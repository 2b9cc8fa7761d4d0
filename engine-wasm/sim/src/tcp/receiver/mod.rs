//! Receivers: when an acknowledgment is sent. Reassembly is the same for all of them; the rules differ in what is
//! acknowledged at once and what waits for the delayed-ACK clock.

use std::collections::VecDeque;

use super::Host;
use crate::kernel::Nanos;

/// What an arriving segment is to the receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// The next one expected, with nothing out of order.
    InOrder,
    /// The next one expected, and it joins what was out of order.
    FillsHole,
    /// Beyond a hole.
    OutOfOrder,
    /// Already here.
    Duplicate,
}

/// When to acknowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Now.
    Now,
    /// At this time, unless another segment brings it forward.
    At(Nanos),
}

/// Decides when to acknowledge.
pub trait ReceiverRule {
    /// A segment arrived; `unacknowledged` segments have come since the last ACK, this one included.
    fn on_segment(&mut self, arrival: Arrival, unacknowledged: u32, now: Nanos) -> Reply;
}

registry! {
    /// When the receiver acknowledges.
    set "receiver", "Receiver";
    choice Receiver; running RunningReceiver; rule ReceiverRule; context Host;
    members { bsd_reno::BsdReno, tahoe_style::TahoeStyle, every_packet::EveryPacket }
    dispatch { fn on_segment(arrival: Arrival, unacknowledged: u32, now: Nanos) -> Reply; }
}

/// The receiving end of a connection.
#[derive(Debug)]
pub struct ReceiverCore {
    rule: RunningReceiver,
    rcv_nxt: u32,
    /// Which segments from `rcv_nxt` on have arrived; the first never has.
    beyond: VecDeque<bool>,
    unacknowledged: u32,
    delayed_until: Option<Nanos>,
}

impl ReceiverCore {
    /// A receiver that expects segment 0.
    pub fn new(rule: RunningReceiver) -> Self {
        Self { rule, rcv_nxt: 0, beyond: VecDeque::new(), unacknowledged: 0, delayed_until: None }
    }

    /// Next segment expected: what an ACK says.
    pub fn rcv_nxt(&self) -> u32 {
        self.rcv_nxt
    }

    /// When a delayed ACK is due.
    pub fn delayed_until(&self) -> Option<Nanos> {
        self.delayed_until
    }

    /// A segment arrived. Returns whether to acknowledge at once; if not, [`delayed_until`](Self::delayed_until) says when.
    pub fn on_segment(&mut self, seq: u32, now: Nanos) -> bool {
        let arrival = self.reassemble(seq);
        self.unacknowledged += 1;
        match self.rule.on_segment(arrival, self.unacknowledged, now) {
            Reply::Now => true,
            Reply::At(when) => {
                self.delayed_until = Some(self.delayed_until.map_or(when, |due| due.min(when)));
                false
            }
        }
    }

    /// An ACK is sent: nothing waits any more.
    pub fn acknowledged(&mut self) {
        self.unacknowledged = 0;
        self.delayed_until = None;
    }

    fn reassemble(&mut self, seq: u32) -> Arrival {
        let Some(offset) = seq.checked_sub(self.rcv_nxt) else { return Arrival::Duplicate };
        let offset = offset as usize;
        if offset == 0 {
            let held = !self.beyond.is_empty();
            self.beyond.pop_front();
            self.rcv_nxt += 1;
            while self.beyond.front() == Some(&true) {
                self.beyond.pop_front();
                self.rcv_nxt += 1;
            }
            return if held { Arrival::FillsHole } else { Arrival::InOrder };
        }
        if self.beyond.len() <= offset {
            self.beyond.resize(offset + 1, false);
        }
        if std::mem::replace(&mut self.beyond[offset], true) { Arrival::Duplicate } else { Arrival::OutOfOrder }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reassembly_tells_the_four_kinds_of_arrival_apart() {
        let host = Host { seed: 1, node: "r".into(), smss: 512 };
        let rule: Receiver = serde_json::from_value(serde_json::json!({"kind": "every_packet"})).unwrap();
        let mut core = ReceiverCore::new(rule.start(&host));
        assert_eq!(core.reassemble(0), Arrival::InOrder);
        assert_eq!(core.reassemble(2), Arrival::OutOfOrder);
        assert_eq!(core.reassemble(2), Arrival::Duplicate);
        assert_eq!(core.reassemble(4), Arrival::OutOfOrder);
        assert_eq!(core.reassemble(1), Arrival::FillsHole);
        assert_eq!(core.rcv_nxt(), 3);
        assert_eq!(core.reassemble(0), Arrival::Duplicate);
        assert_eq!(core.reassemble(3), Arrival::FillsHole);
        assert_eq!(core.rcv_nxt(), 5);
        assert_eq!(core.reassemble(5), Arrival::InOrder);
    }
}
