//! Periodic losses: a burst of packets is lost every `period_packets` packets, whatever the queue does. Nothing is
//! random, so two senders can be given the same losses.

use super::{LossRule, Outcome, Placement};
use crate::kernel::random::Stream;
use crate::schema::shape::{Part, integer};

described! {
    /// Consecutive packets are lost at regular intervals.
    pub struct Periodic {
        /// Packets from the start of one loss to the start of the next.
        period_packets: u64 = integer("packets", 1, 1_000_000_000), default 100, label "Packets between losses";
        /// The first lost packet, counted from 1.
        first_packet: u64 = integer("packets", 1, 1_000_000_000), default 100, label "First loss at packet";
        /// Consecutive packets lost each time.
        burst_packets: u64 = integer("packets", 1, 1_000_000), default 1, label "Packets lost in a row";
        /// Where packets are lost.
        placement: Placement = Placement::SHAPE, default "entry", label "Lost";
    }
}

/// The losses of one link.
#[derive(Clone, Debug)]
pub struct Running {
    part: Periodic,
    /// Packets until the next loss begins, this one included.
    until_loss: u64,
    /// Packets of the current burst that are still to be lost.
    burst: u64,
}

impl Part<Stream> for Periodic {
    const LABEL: &'static str = "Every so many packets";
    const SOURCE: &'static str = "ns-2, ErrorModel/Periodic";
    type Running = Box<Running>;
    fn start(&self, _stream: &Stream) -> Box<Running> {
        Box::new(Running { part: self.clone(), until_loss: self.first_packet, burst: 0 })
    }
}

impl LossRule for Running {
    fn outcome(&mut self, _size: u32) -> Outcome {
        self.until_loss -= 1;
        if self.until_loss == 0 {
            self.until_loss = self.part.period_packets;
            self.burst = self.part.burst_packets;
        }
        if self.burst == 0 {
            return Outcome::Intact;
        }
        self.burst -= 1;
        self.part.placement.lost()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(period_packets: u64, first_packet: u64, burst_packets: u64) -> Vec<u32> {
        let part = Periodic { period_packets, first_packet, burst_packets, placement: Placement::Exit };
        let mut link = part.start(&Stream::new(1, "loss/test"));
        (1..=20).filter(|_| link.outcome(40) == Outcome::Corrupted).collect()
    }

    #[test]
    fn loses_packets_at_the_configured_positions() {
        assert_eq!(lost(7, 3, 1), [3, 10, 17]);
        assert_eq!(lost(8, 2, 3), [2, 3, 4, 10, 11, 12, 18, 19, 20]);
        assert_eq!(lost(1, 18, 1), [18, 19, 20], "a period of one loses everything");
        assert_eq!(lost(100, 1, 1), [1]);
    }
}
