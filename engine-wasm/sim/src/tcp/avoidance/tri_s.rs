//! Tri-S, Wang & Crowcroft's slow start and search. The window grows by a segment per RTT as long as throughput grows
//! with it. If another segment adds less than half of the throughput that the first segment had alone, the path is full
//! and Tri-S removes a segment.
//!
//! Throughput is the number of outstanding segments divided by the resulting RTT. A window change shows in the RTT one
//! round later, so both numbers must belong to the same segment, the first one sent in a round. Tri-S records how many
//! segments are outstanding when it sends that segment, including the segment itself; the ACK that ends the round gives
//! its RTT. If the number outstanding changed by any amount other than one, the gain is computed per segment. If it did
//! not change, Tri-S repeats its last verdict, because a larger window shows only in the segments after the first.
//! After a loss the search starts over.
//!
//! During loss repair an RTT includes the wait for a retransmission, which looks like a drop in throughput, so Tri-S
//! measures nothing until the repair is complete. Removing a segment also lowers ssthresh. Otherwise slow start would
//! add the segment back in the same round, the number outstanding would not change, and Tri-S would repeat its last
//! verdict until the next loss. For the same reason the search starts over at two segments, the smallest ssthresh. The
//! sources don't cover these cases.

use super::{AvoidanceRule, Signal};
use crate::kernel::Nanos;
use crate::schema::shape::{Part, number};
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::rounds::Round;
use crate::tcp::window::Window;
use crate::tcp::{Ack, Flight, Host};

described! {
    /// Adds a segment per RTT while that raises throughput enough, else removes one.
    pub struct TriS {
        /// Least gain for another segment, as a share of the throughput of a single segment.
        threshold: f64 = number("", 0.0, 1.0), default 0.5, label "Least gain in throughput", basic true;
    }
}

/// Smallest window of the search, in segments; the same as the smallest ssthresh.
const MIN_CWND: f64 = 2.0;

/// A measurement: segments outstanding, and the throughput with them in segments/s.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    outstanding: f64,
    throughput: f64,
}

/// One sender's Tri-S state.
#[derive(Clone, Debug)]
pub struct Running {
    threshold: f64,
    /// Segments outstanding when the first segment of this round was sent, including it.
    outstanding: Option<f64>,
    /// Throughput of the first segment alone, segments/s.
    base_throughput: Option<f64>,
    last: Option<Point>,
    /// The last change in the number outstanding raised throughput enough.
    gained: bool,
    /// A loss is being repaired, or the last ACK was a duplicate.
    loss_suspected: bool,
    last_decision: Option<Decision>,
}

impl Part<Host> for TriS {
    const LABEL: &'static str = "Tri-S";
    const SOURCE: &'static str = "Wang & Crowcroft 1991; Brakmo & Peterson 1995";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running {
            threshold: self.threshold,
            outstanding: None,
            base_throughput: None,
            last: None,
            gained: true,
            loss_suspected: false,
            last_decision: None,
        }
    }
}

impl Running {
    /// Compares this measurement with that of the last round and updates `gained`.
    fn evaluate(&mut self, now: Point, base_throughput: f64) {
        self.gained = match self.last.replace(now) {
            None => true,
            Some(last) if now.outstanding == last.outstanding => self.gained,
            Some(last) => {
                let gain = (now.throughput - last.throughput) / (now.outstanding - last.outstanding);
                gain >= self.threshold * base_throughput
            }
        };
    }
}

impl AvoidanceRule for Running {
    fn observe(&mut self, ack: &Ack, _flight: &Flight, _window: &mut Window) -> bool {
        self.loss_suspected = !ack.open;
        true
    }

    #[inline(never)]
    fn on_send(&mut self, _seq: u32, flight_size: u32, _now: Nanos) {
        self.outstanding.get_or_insert(f64::from(flight_size) + 1.0);
    }

    fn on_round(&mut self, round: &Round, window: &mut Window) {
        let (Some(outstanding), Some(rtt_s)) = (self.outstanding.take(), round.last_rtt_s) else { return };
        if self.loss_suspected {
            return;
        }
        let now = Point { outstanding, throughput: outstanding / rtt_s };
        let base_throughput = *self.base_throughput.get_or_insert(1.0 / rtt_s);
        self.evaluate(now, base_throughput);
        if !self.gained && window.cwnd <= MIN_CWND {
            (self.last, self.gained) = (None, true);
        }
        if !round.slow_start {
            let verdict = if self.gained { Verdict::Raise } else { Verdict::Lower };
            let actual = now.throughput;
            self.last_decision = Some(Decision { rtt_s, actual, ..Decision::new(verdict, window.cwnd) });
            if self.gained {
                window.cwnd += 1.0;
            } else {
                window.cwnd = (window.cwnd - 1.0).max(MIN_CWND);
                window.ssthresh = window.ssthresh.min(window.cwnd);
            }
        }
    }

    fn on_ack(&mut self, _ack: &Ack, _window: &mut Window) {}

    fn on_loss(&mut self, signal: Signal, _window: &Window, _flight_size: u32, _now: Nanos) {
        self.last = None;
        self.loss_suspected |= signal != Signal::Mark;
    }

    fn decision(&mut self) -> Option<Decision> {
        self.last_decision.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a round with this RTT. Its first segment is sent with `outstanding` segments, including itself. Returns
    /// cwnd.
    fn round(tri_s: &mut Running, outstanding: u32, rtt_ms: f64, slow_start: bool, window: &mut Window) -> f64 {
        tri_s.on_send(0, outstanding - 1, 0);
        tri_s.on_send(1, outstanding + 7, 0);
        let rtt_s = rtt_ms / 1e3;
        let round = Round { rtt_s, base_rtt_s: 0.1, expected: 0.0, actual: 0.0, last_rtt_s: Some(rtt_s), slow_start };
        tri_s.on_round(&round, window);
        window.cwnd
    }

    fn start() -> (Running, Window) {
        (TriS { threshold: 0.5 }.start(&Host::for_tests()), Window { cwnd: 9.0, ssthresh: 2.0, rwnd: 80 })
    }

    #[test]
    fn removes_a_segment_that_adds_less_than_half_of_the_first() {
        let (mut tri_s, mut window) = start();
        // One segment alone: 10 segments/s, so each further one must add 5.
        round(&mut tri_s, 1, 100.0, true, &mut window);
        round(&mut tri_s, 9, 100.0, true, &mut window);
        assert_eq!(window.cwnd, 9.0, "slow start controls the window");
        // From 90 to 100 segments/s: raise.
        assert_eq!(round(&mut tri_s, 10, 100.0, false, &mut window), 10.0);
        // From 100 to 104.76: lower.
        assert_eq!(round(&mut tri_s, 11, 105.0, false, &mut window), 9.0);
        // Back to 100 with one segment fewer. It had added only 4.76, so lower again.
        assert_eq!(round(&mut tri_s, 10, 100.0, false, &mut window), 8.0);
        // The last segment removed had added 10, so raise.
        assert_eq!(round(&mut tri_s, 9, 100.0, false, &mut window), 9.0);
    }

    #[test]
    fn keeps_the_first_throughput_as_the_reference() {
        let (mut tri_s, mut window) = start();
        round(&mut tri_s, 1, 100.0, false, &mut window);
        round(&mut tri_s, 4, 200.0, false, &mut window);
        assert_eq!(tri_s.base_throughput, Some(10.0));
    }

    #[test]
    fn keeps_the_last_verdict_without_a_change_and_starts_over_after_a_loss() {
        let (mut tri_s, mut window) = start();
        round(&mut tri_s, 1, 100.0, true, &mut window);
        assert_eq!(round(&mut tri_s, 1, 150.0, false, &mut window), 10.0);
        // From 6.67 to 10 segments/s: less than 5 more.
        assert_eq!(round(&mut tri_s, 2, 200.0, false, &mut window), 9.0);
        assert_eq!(round(&mut tri_s, 2, 100.0, false, &mut window), 8.0);
        tri_s.on_loss(Signal::Acks, &window, 10, 0);
        tri_s.observe(&Ack { open: true, ..Ack::default() }, &Flight::default(), &mut window);
        assert_eq!(round(&mut tri_s, 20, 900.0, false, &mut window), 9.0);
    }

    #[test]
    fn ignores_rounds_while_a_loss_is_repaired() {
        let (mut tri_s, mut window) = start();
        round(&mut tri_s, 1, 100.0, true, &mut window);
        tri_s.on_loss(Signal::Acks, &window, 9, 0);
        // 9 segments that waited 180 ms for a retransmission don't measure the path.
        assert_eq!(round(&mut tri_s, 9, 180.0, false, &mut window), 9.0);
        assert_eq!(tri_s.last, None);
        tri_s.observe(&Ack { open: true, ..Ack::default() }, &Flight::default(), &mut window);
        assert_eq!(round(&mut tri_s, 5, 100.0, false, &mut window), 10.0);
    }

    #[test]
    fn starts_the_search_over_at_two_segments() {
        let (mut tri_s, mut window) = start();
        window.cwnd = 3.0;
        round(&mut tri_s, 1, 100.0, true, &mut window);
        round(&mut tri_s, 2, 200.0, true, &mut window);
        assert_eq!(round(&mut tri_s, 3, 300.0, false, &mut window), 2.0);
        assert_eq!(round(&mut tri_s, 2, 200.0, false, &mut window), 3.0);
    }

    #[test]
    fn slow_start_does_not_restore_a_removed_segment() {
        let (mut tri_s, mut window) = start();
        window.ssthresh = 10.0;
        round(&mut tri_s, 1, 100.0, true, &mut window);
        round(&mut tri_s, 9, 100.0, false, &mut window);
        assert_eq!((window.cwnd, window.ssthresh), (10.0, 10.0));
        round(&mut tri_s, 10, 120.0, false, &mut window);
        assert_eq!((window.cwnd, window.ssthresh), (9.0, 9.0));
    }
}
