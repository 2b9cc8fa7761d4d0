//! The development Reno receiver of Lawrence Berkeley Laboratory, which Ahn et al. encountered on the Internet (their
//! footnote 4). At the start of a connection it acknowledges every segment, until two advertised windows of data have
//! arrived. Then it acknowledges every second one, like Reno. If the sender is silent for more than an RTT, it starts
//! over.
//!
//! The footnote leaves two points open. Here the RTT is that of the path without queueing, as a handshake would measure
//! it, and after a silence the receiver again acknowledges every segment for two windows.

use super::{Arrival, ReceiverRule, Reply};
use crate::kernel::clock::Clock;
use crate::kernel::{Nanos, from_milliseconds};
use crate::schema::shape::{Part, integer, number};
use crate::tcp::Host;

described! {
    /// Acknowledges every segment for the first two windows and after a silence, else every second one.
    pub struct LblReno {
        /// Segments in order that one ACK acknowledges later on.
        ack_every: u32 = integer("segments", 1, 64), default 2, label "Segments per ACK", basic true;
        /// Advertised windows of data that are acknowledged segment by segment at first.
        eager_windows: u32 = integer("windows", 0, 1_000), default 2, label "Windows acknowledged at once";
        /// Period of the free-running clock that sends delayed ACKs.
        delayed_ack_ms: f64 = number("ms", 1.0, 10_000.0), default 200.0, label "Delayed-ACK clock", basic true;
    }
}

/// One receiver's state.
#[derive(Clone, Debug)]
pub struct Running {
    part: LblReno,
    clock: Clock,
    rwnd: u32,
    rtt: Nanos,
    /// Segments still to be acknowledged one by one.
    eager: u64,
    last_arrival: Option<Nanos>,
}

impl Part<Host> for LblReno {
    const LABEL: &'static str = "LBL Reno";
    const SOURCE: &'static str = "Ahn et al. 1995, footnote 4";
    type Running = Running;
    fn start(&self, host: &Host) -> Running {
        let clock = host.clock("fast", from_milliseconds(self.delayed_ack_ms));
        let mut running = Running {
            part: self.clone(),
            clock,
            rwnd: host.rwnd,
            rtt: host.propagation_rtt,
            eager: 0,
            last_arrival: None,
        };
        running.start_over();
        running
    }
}

impl Running {
    fn start_over(&mut self) {
        self.eager = u64::from(self.part.eager_windows) * u64::from(self.rwnd);
    }
}

impl ReceiverRule for Running {
    fn on_segment(&mut self, arrival: Arrival, unacknowledged: u32, now: Nanos) -> Reply {
        if self.last_arrival.is_some_and(|last| now - last > self.rtt) {
            self.start_over();
        }
        self.last_arrival = Some(now);
        let eager = self.eager > 0;
        self.eager = self.eager.saturating_sub(1);
        match arrival {
            Arrival::InOrder if !eager && unacknowledged < self.part.ack_every => Reply::At(self.clock.after(now, 1)),
            _ => Reply::Now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acknowledges_two_windows_one_by_one_and_again_after_a_silence() {
        let part = LblReno { ack_every: 2, eager_windows: 2, delayed_ack_ms: 200.0 };
        let mut rule = part.start(&Host { rwnd: 3, ..Host::for_tests() });
        rule.clock = Clock::with_phase(200_000_000, 0);
        for n in 0..6 {
            assert_eq!(rule.on_segment(Arrival::InOrder, 1, n), Reply::Now, "segment {n}");
        }
        assert_eq!(rule.on_segment(Arrival::InOrder, 1, 7), Reply::At(200_000_000));
        assert_eq!(rule.on_segment(Arrival::InOrder, 2, 8), Reply::Now);
        assert_eq!(rule.on_segment(Arrival::OutOfOrder, 1, 8), Reply::Now);
        // The RTT of the path is 100 ms.
        assert_eq!(rule.on_segment(Arrival::InOrder, 1, 100_000_008), Reply::At(200_000_000));
        assert_eq!(rule.on_segment(Arrival::InOrder, 1, 200_000_009), Reply::Now);
    }
}
