//! The receiver of NetBSD 1.0. It acknowledges every second segment, because the application has then read enough to
//! open the window by two segments. A single segment waits for the host's free-running 200 ms clock, half a period on
//! average. A timer started by the segment itself, as in ns-2's delayed-ACK sink, would double that wait. Out-of-order
//! segments, segments that fill a hole and duplicates are acknowledged at once.

use super::{Arrival, ReceiverRule, Reply};
use crate::kernel::clock::Clock;
use crate::kernel::{Nanos, from_milliseconds};
use crate::schema::shape::{Part, integer, number};
use crate::tcp::Host;

alternatives! {
    /// What the ACK of a single segment waits for.
    pub enum DelayedAckClock {
        /// The next tick of a clock that runs whether or not anything arrives, as in BSD.
        FreeRunning = "free_running",
        /// A timer that the segment starts, as in ns-2. Delay-based senders mistake the wait for a queue: at 100 ms,
        /// Vegas and CARD fill less than half of 10 Mbit/s over 100 ms.
        PerSegment = "per_segment",
    }
}

described! {
    /// Acknowledges every second segment, and out-of-order segments immediately.
    pub struct BsdReno {
        /// Segments in order that one ACK acknowledges.
        ack_every: u32 = integer("segments", 1, 64), default 2, label "Segments per ACK", basic true;
        /// What the ACK of a single segment waits for.
        clock: DelayedAckClock = DelayedAckClock::SHAPE, default "free_running", label "Delayed-ACK timer runs";
        /// Period of the clock, or length of the timer.
        delayed_ack_ms: f64 = number("ms", 1.0, 10_000.0), default 200.0, label "Delayed-ACK timer", basic true;
    }
}

/// One receiver's state.
#[derive(Clone, Debug)]
pub struct Running {
    part: BsdReno,
    delay: Nanos,
    clock: Clock,
}

impl Part<Host> for BsdReno {
    const LABEL: &'static str = "Reno (BSD)";
    const SOURCE: &'static str = "4.4BSD-Lite; Ahn et al. 1995, section 1";
    type Running = Running;
    fn start(&self, host: &Host) -> Running {
        let delay = from_milliseconds(self.delayed_ack_ms);
        Running { part: self.clone(), delay, clock: host.clock("fast", delay) }
    }
}

impl ReceiverRule for Running {
    fn on_segment(&mut self, arrival: Arrival, unacknowledged: u32, now: Nanos) -> Reply {
        match arrival {
            Arrival::InOrder if unacknowledged < self.part.ack_every => Reply::At(match self.part.clock {
                DelayedAckClock::FreeRunning => self.clock.after(now, 1),
                DelayedAckClock::PerSegment => now + self.delay,
            }),
            _ => Reply::Now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acknowledges_every_second_segment_and_delays_a_single_one_until_the_tick() {
        let part = BsdReno { ack_every: 2, clock: DelayedAckClock::FreeRunning, delayed_ack_ms: 200.0 };
        let mut rule = part.start(&Host::for_tests());
        rule.clock = Clock::with_phase(200, 50);
        assert_eq!(rule.on_segment(Arrival::InOrder, 1, 60), Reply::At(250));
        assert_eq!(rule.on_segment(Arrival::InOrder, 2, 70), Reply::Now);
        assert_eq!(rule.on_segment(Arrival::OutOfOrder, 1, 80), Reply::Now);
        assert_eq!(rule.on_segment(Arrival::FillsHole, 1, 80), Reply::Now);
        assert_eq!(rule.on_segment(Arrival::Duplicate, 1, 80), Reply::Now);
    }

    #[test]
    fn per_segment_timer_starts_when_the_segment_arrives() {
        let part = BsdReno { ack_every: 2, clock: DelayedAckClock::PerSegment, delayed_ack_ms: 100.0 };
        let mut rule = part.start(&Host::for_tests());
        assert_eq!(rule.on_segment(Arrival::InOrder, 1, 60), Reply::At(100_000_060));
    }
}
