//! Vegas slow start. `cwnd` grows only every other RTT, so that the rounds in between can compare expected and actual
//! rate with a constant window. Slow start ends once more than `gamma` segments are queued.
//!
//! The papers don't say how `cwnd` changes at the end. ns-2 cuts it by an eighth; Linux lowers it to the number of
//! segments that the path carries plus one. Both set `ssthresh` to 2, because Vegas doesn't use it again until the next
//! timeout.

use super::SlowStartRule;
use crate::schema::shape::{Part, number};
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::rounds::{Round, Rounding};
use crate::tcp::window::Window;
use crate::tcp::{Ack, Host};

alternatives! {
    /// What cwnd becomes when slow start ends.
    pub enum Exit {
        /// It shrinks by an eighth, as in ns-2.
        Eighth = "eighth" label "Less an eighth (ns-2)",
        /// Back to cwnd * base_rtt / rtt + 1, as in Linux.
        Rate = "rate" label "What the path carries (Linux)",
        /// It doesn't change.
        Keep = "keep" label "Unchanged",
    }
}

described! {
    /// Adds a segment for each ACK of every other RTT and ends once more than gamma segments wait in queues.
    pub struct EveryOtherRtt {
        /// Queued segments that end slow start.
        gamma: f64 = number("segments", 0.0, 1_000.0), default 1.0, label "Exit threshold gamma", basic true;
        /// What cwnd becomes when slow start ends.
        exit: Exit = Exit::SHAPE, default "eighth", label "Window at the exit";
        /// The rounding of diff before it is compared with gamma.
        rounding: Rounding = Rounding::SHAPE, default "nearest", label "Rounding of diff";
    }
}

/// One sender's slow-start state.
#[derive(Clone, Debug)]
pub struct Running {
    part: EveryOtherRtt,
    grow_this_round: bool,
    increment: f64,
    last_decision: Option<Decision>,
}

impl Part<Host> for EveryOtherRtt {
    const LABEL: &'static str = "Every other RTT (Vegas)";
    const SOURCE: &'static str = "Brakmo & Peterson 1995; Ahn et al. 1995, section 2";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), grow_this_round: true, increment: 0.0, last_decision: None }
    }
}

impl SlowStartRule for Running {
    #[inline]
    fn active(&mut self, window: &Window) -> bool {
        window.cwnd < window.ssthresh
    }

    fn on_round(&mut self, round: &Round, window: &mut Window) {
        self.grow_this_round = !self.grow_this_round;
        self.increment = 0.0;
        if !self.grow_this_round {
            return;
        }
        let (diff, gamma) = (self.part.rounding.apply(round.diff()), self.part.gamma);
        let verdict = if diff > gamma { Verdict::LeaveSlowStart } else { Verdict::StayInSlowStart };
        self.last_decision =
            Some(Decision { diff, alpha: gamma, beta: gamma, ..Decision::on_round(verdict, window.cwnd, round) });
        if verdict == Verdict::LeaveSlowStart {
            window.ssthresh = 2.0;
            let exit = match self.part.exit {
                Exit::Eighth => window.cwnd - window.cwnd / 8.0,
                Exit::Rate => window.cwnd.min((window.cwnd * round.base_rtt_s / round.rtt_s).floor() + 1.0),
                Exit::Keep => window.cwnd,
            };
            window.cwnd = exit.max(2.0);
        } else {
            self.increment = 1.0;
        }
    }

    fn pause(&mut self) {
        self.increment = 0.0;
    }

    fn on_ack(&mut self, ack: &Ack, window: &mut Window) {
        if ack.uses(window) {
            window.cwnd += self.increment;
        }
    }

    fn decision(&mut self) -> Option<Decision> {
        self.last_decision.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host() -> Host {
        Host::for_tests()
    }

    fn vegas(exit: Exit) -> Running {
        EveryOtherRtt { gamma: 1.0, exit, rounding: Rounding::Nearest }.start(&host())
    }

    fn round(rtt_s: f64, segments: f64) -> Round {
        Round {
            rtt_s,
            base_rtt_s: 0.1,
            expected: segments / 0.1,
            actual: segments / rtt_s,
            last_rtt_s: None,
            slow_start: false,
        }
    }

    #[test]
    fn rounds_send_1_1_2_2_4_4_8_8_segments_without_a_queue() {
        let mut slow_start = vegas(Exit::Eighth);
        let mut window = Window { cwnd: 1.0, ssthresh: 80.0, rwnd: 80 };
        let mut rounds = Vec::new();
        for _ in 0..8 {
            let sent = window.usable();
            rounds.push(sent);
            slow_start.on_round(&round(0.1, f64::from(sent)), &mut window);
            for _ in 0..sent {
                slow_start
                    .on_ack(&Ack { acked: 1, in_transit: window.usable(), smss: 512, ..Ack::default() }, &mut window);
            }
        }
        assert_eq!(rounds, [1, 1, 2, 2, 4, 4, 8, 8]);
    }

    #[test]
    fn ends_at_cwnd_14_and_ssthresh_2_when_2_of_16_segments_are_queued() {
        let mut slow_start = vegas(Exit::Eighth);
        let mut window = Window { cwnd: 16.0, ssthresh: 80.0, rwnd: 80 };
        slow_start.on_round(&round(0.1, 16.0), &mut window);
        // 16 segments at base 100 ms and rtt 114.3 ms: diff is 2.
        slow_start.on_round(&round(0.1 / 0.875, 16.0), &mut window);
        assert_eq!((window.cwnd, window.ssthresh), (14.0, 2.0));
        assert!(!slow_start.active(&window));
    }

    #[test]
    fn linux_exit_lowers_16_segments_to_14_at_base_100_and_rtt_120() {
        let mut slow_start = vegas(Exit::Rate);
        let mut window = Window { cwnd: 16.0, ssthresh: 80.0, rwnd: 80 };
        slow_start.on_round(&round(0.1, 16.0), &mut window);
        slow_start.on_round(&round(0.12, 16.0), &mut window);
        assert_eq!(window.cwnd, 14.0);
    }

    #[test]
    fn an_unused_window_does_not_grow() {
        let mut slow_start = vegas(Exit::Keep);
        let mut window = Window { cwnd: 8.0, ssthresh: 80.0, rwnd: 80 };
        slow_start.on_round(&round(0.1, 5.0), &mut window);
        slow_start.on_round(&round(0.1, 5.0), &mut window);
        slow_start.on_ack(&Ack { acked: 1, in_transit: 5, smss: 512, ..Ack::default() }, &mut window);
        assert_eq!(window.cwnd, 8.0);
        slow_start.on_ack(&Ack { acked: 1, in_transit: 6, smss: 512, ..Ack::default() }, &mut window);
        assert_eq!(window.cwnd, 9.0);
    }
}
