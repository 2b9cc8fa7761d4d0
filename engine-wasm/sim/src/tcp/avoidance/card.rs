//! CARD (congestion avoidance using round-trip delay), Jain's delay-based control, as Brakmo & Peterson summarize it.
//! Every second RTT it multiplies the last change of the window by the last change of the RTT. A positive product means
//! that the RTT followed the window up or down, so the window is above the knee of the delay curve. Otherwise it is
//! below the knee. Every decision moves the window, so it oscillates around the knee.
//!
//! The RTT is that of the ACK at the decision, or the round's RTT if the acknowledged segment was sent twice. A loss
//! changes the window for other reasons, so the first decision after a loss has no change to evaluate and raises the
//! window. The sources don't cover this case.

use super::{AvoidanceRule, Signal};
use crate::kernel::Nanos;
use crate::schema::shape::Part;
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::rounds::Round;
use crate::tcp::window::Window;
use crate::tcp::{Ack, Host};

described! {
    /// Every other RTT, reduces cwnd by an eighth if cwnd and RTT changed in the same direction, else adds one
    /// segment.
    pub struct Card {}
}

/// One sender's CARD state.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// Window before the last decision, in segments, and the RTT at that decision, in seconds.
    last: Option<(f64, f64)>,
    /// The last completed round was the first of a pair; the second one decides.
    first_of_two: bool,
    last_decision: Option<Decision>,
}

impl Part<Host> for Card {
    const LABEL: &'static str = "CARD";
    const SOURCE: &'static str = "Jain 1989; Brakmo & Peterson 1995";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running::default()
    }
}

impl AvoidanceRule for Running {
    fn on_round(&mut self, round: &Round, window: &mut Window) {
        self.first_of_two = !self.first_of_two;
        if self.first_of_two || round.slow_start {
            return;
        }
        let now = (window.cwnd, round.last_rtt_s.unwrap_or(round.rtt_s));
        let rtt_followed = self.last.is_some_and(|(cwnd, rtt_s)| (now.0 - cwnd) * (now.1 - rtt_s) > 0.0);
        self.last = Some(now);
        let verdict = if rtt_followed { Verdict::Lower } else { Verdict::Raise };
        self.last_decision = Some(Decision { rtt_s: now.1, ..Decision::new(verdict, window.cwnd) });
        if rtt_followed {
            window.cwnd = (window.cwnd - window.cwnd / 8.0).max(2.0);
        } else {
            window.cwnd += 1.0;
        }
    }

    fn on_ack(&mut self, _ack: &Ack, _window: &mut Window) {}

    fn on_loss(&mut self, _signal: Signal, _window: &Window, _flight_size: u32, _now: Nanos) {
        self.last = None;
    }

    fn decision(&mut self) -> Option<Decision> {
        self.last_decision.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts with a window of 16 and returns it after each decision at these RTTs. Each RTT lasts for a pair of
    /// rounds.
    fn windows(rtts_ms: &[f64], slow_start: bool) -> Vec<f64> {
        let mut card = Card {}.start(&Host::for_tests());
        let mut window = Window { cwnd: 16.0, ssthresh: 2.0, rwnd: 80 };
        let mut decide = |rtt_ms: &f64| {
            let rtt_s = rtt_ms / 1e3;
            let round =
                Round { rtt_s, base_rtt_s: 0.1, expected: 0.0, actual: 0.0, last_rtt_s: Some(rtt_s), slow_start };
            let before = window.cwnd;
            card.on_round(&round, &mut window);
            assert_eq!(window.cwnd, before, "only every second round decides");
            card.on_round(&round, &mut window);
            window.cwnd
        };
        rtts_ms.iter().map(&mut decide).collect()
    }

    #[test]
    fn grows_until_the_rtt_follows_then_cuts_an_eighth() {
        // Window up, RTT unchanged: raise. Window up, RTT up: cut to 7/8. Window down, RTT down: cut too, as the
        // product is positive.
        assert_eq!(windows(&[100.0, 100.0, 110.0, 105.0], false), [17.0, 18.0, 15.75, 13.78125]);
        // Window down, RTT up: the product is negative, so raise.
        assert_eq!(windows(&[100.0, 100.0, 110.0, 112.0], false), [17.0, 18.0, 15.75, 16.75]);
    }

    #[test]
    fn leaves_the_window_alone_in_slow_start() {
        assert_eq!(windows(&[100.0, 110.0], true), [16.0, 16.0]);
    }

    #[test]
    fn raises_the_window_at_the_first_decision_after_a_loss() {
        let mut card = Running { last: Some((20.0, 0.2)), first_of_two: true, last_decision: None };
        let mut window = Window { cwnd: 10.0, ssthresh: 10.0, rwnd: 80 };
        card.on_loss(Signal::Acks, &window, 10, 0);
        let round =
            Round { rtt_s: 0.1, base_rtt_s: 0.1, expected: 0.0, actual: 0.0, last_rtt_s: None, slow_start: false };
        card.on_round(&round, &mut window);
        assert_eq!((window.cwnd, card.last), (11.0, Some((10.0, 0.1))));
    }
}
