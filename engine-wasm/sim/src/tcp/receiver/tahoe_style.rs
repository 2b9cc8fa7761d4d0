//! The receiver of BSD before May 1988. An out-of-order segment only requests a delayed ACK, so the receiver sends at
//! most one duplicate ACK per 200 ms, and a sender seldom sees three (Ahn et al. 1995, section 1). But window updates
//! already acknowledged every second in-order segment at once, and this receiver does the same. `strict` makes every
//! segment wait for the clock, which is another way to read the paper; it slows even a loss-free transfer to a crawl.

use super::{Arrival, ReceiverRule, Reply};
use crate::kernel::clock::Clock;
use crate::kernel::{Nanos, from_milliseconds};
use crate::schema::shape::{Part, flag, integer, number};
use crate::tcp::Host;

described! {
    /// Sends at most one duplicate ACK per 200 ms, because out-of-order segments wait for the clock.
    pub struct TahoeStyle {
        /// Segments in order that one ACK acknowledges.
        ack_every: u32 = integer("segments", 1, 64), default 2, label "Segments per ACK", basic true;
        /// Period of the free-running clock that sends delayed ACKs.
        delayed_ack_ms: f64 = number("ms", 1.0, 10_000.0), default 200.0, label "Delayed-ACK clock", basic true;
        /// All segments wait for the clock, even those in order.
        strict: bool = flag(), default false, label "Every segment waits";
    }
}

/// One receiver's state.
#[derive(Clone, Debug)]
pub struct Running {
    part: TahoeStyle,
    clock: Clock,
}

impl Part<Host> for TahoeStyle {
    const LABEL: &'static str = "Tahoe";
    const SOURCE: &'static str = "Ahn et al. 1995, section 1; BSD before May 1988";
    type Running = Running;
    fn start(&self, host: &Host) -> Running {
        Running { part: self.clone(), clock: host.clock("fast", from_milliseconds(self.delayed_ack_ms)) }
    }
}

impl ReceiverRule for Running {
    fn on_segment(&mut self, arrival: Arrival, unacknowledged: u32, now: Nanos) -> Reply {
        let waits = match arrival {
            _ if self.part.strict => true,
            Arrival::InOrder => unacknowledged < self.part.ack_every,
            Arrival::OutOfOrder => true,
            Arrival::FillsHole | Arrival::Duplicate => false,
        };
        if waits { Reply::At(self.clock.after(now, 1)) } else { Reply::Now }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differs_from_reno_only_for_out_of_order_segments() {
        let part = TahoeStyle { ack_every: 2, delayed_ack_ms: 200.0, strict: false };
        let mut rule = part.start(&Host::for_tests());
        rule.clock = Clock::with_phase(200, 50);
        assert_eq!(rule.on_segment(Arrival::InOrder, 2, 70), Reply::Now);
        assert_eq!(rule.on_segment(Arrival::OutOfOrder, 1, 80), Reply::At(250));
        assert_eq!(rule.on_segment(Arrival::OutOfOrder, 9, 90), Reply::At(250));
        assert_eq!(rule.on_segment(Arrival::FillsHole, 1, 80), Reply::Now);
        assert_eq!(rule.on_segment(Arrival::Duplicate, 1, 80), Reply::Now);
    }
}
