//! Illinois' decrease: a loss cuts the window by a share `beta` of it, which rises with the queueing delay. A loss while
//! queues are short is probably random, so it costs little. `beta` is the smallest up to a tenth of the largest delay
//! seen, the largest from eight tenths on, and rises linearly between. Below a small window, and while no round is known,
//! it's a half as in Reno. A timeout halves the window, as in the paper; Linux cuts it by `beta` then too.

use super::{DecreaseRule, Loss};
use crate::schema::shape::{Part, number};
use crate::tcp::Host;
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::measurements::Measurements;
use crate::tcp::measurements::delays::{Delays, RoundDelay};
use crate::tcp::window::Window;

/// Shares of the largest delay between which `beta` rises: `eta2` and `eta3`.
const RISES: (f64, f64) = (0.1, 0.8);

described! {
    /// Reduces the window by a share that rises with the queueing delay.
    pub struct IllinoisDecrease {
        /// Share of the window taken away while queues are short.
        beta_min: f64 = number("", 0.01, 0.9), default 0.125, label "Smallest beta", basic true;
        /// Share of the window taken away while queues are long.
        beta_max: f64 = number("", 0.01, 0.9), default 0.5, label "Largest beta", basic true;
        /// Smaller windows are halved, as in Reno.
        win_thresh: f64 = number("segments", 0.0, 10_000.0), default 15.0, label "Like Reno below";
    }
}

/// One sender's decrease state.
#[derive(Clone, Debug)]
pub struct Running {
    part: IllinoisDecrease,
    last_decision: Option<Decision>,
}

impl Part<Host> for IllinoisDecrease {
    const LABEL: &'static str = "By a share that rises with delay (Illinois)";
    const SOURCE: &'static str = "Liu, Başar & Srikant 2008; Linux tcp_illinois.c";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), last_decision: None }
    }
}

impl IllinoisDecrease {
    /// Share of the window to take away at this delay.
    fn beta(&self, delay: &RoundDelay) -> f64 {
        let [from, to] = [RISES.0, RISES.1].map(|share| share * delay.largest);
        if delay.mean <= from {
            self.beta_min
        } else if delay.mean >= to {
            self.beta_max
        } else {
            self.beta_min + (self.beta_max - self.beta_min) * (delay.mean - from) / (to - from)
        }
    }
}

impl DecreaseRule for Running {
    fn on_loss(&mut self, window: &Window, loss: &Loss) -> Option<f64> {
        let delay = loss.measured.get::<Delays>().and_then(Delays::last);
        self.last_decision = delay.map(|delay| delay.decision(Verdict::Lower, window.cwnd));
        let large = window.cwnd >= self.part.win_thresh;
        let beta = delay.filter(|_| large).map_or(0.5, |delay| self.part.beta(&delay));
        Some(((1.0 - beta) * window.cwnd.min(f64::from(window.rwnd))).max(2.0))
    }

    fn needs(&mut self, measurements: &mut Measurements) {
        measurements.need::<Delays>();
    }

    fn decision(&mut self) -> Option<Decision> {
        self.last_decision.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::measurements::Measured;
    use crate::tcp::measurements::delays::tests::round;

    fn cut(cwnd: f64, delay: Option<RoundDelay>) -> Option<f64> {
        let part = IllinoisDecrease { beta_min: 0.125, beta_max: 0.5, win_thresh: 15.0 };
        let all = Measurements::with(delay.map_or_else(Delays::default, Delays::after_round));
        let loss = Loss { measured: Measured::for_tests(&all), ..Loss::for_tests(0) };
        part.start(&Host::for_tests()).on_loss(&Window { cwnd, ssthresh: 2.0, rwnd: 80 }, &loss)
    }

    #[test]
    fn of_80_segments_a_short_delay_leaves_70_one_in_the_middle_55_and_a_long_one_40() {
        let left = |mean_ms| cut(80.0, Some(round(1, mean_ms))).expect("a cut");
        assert_eq!([0.0, 10.0, 80.0, 100.0].map(left), [70.0, 70.0, 40.0, 40.0]);
        // Half-way from 10 to 80 ms, beta is 0.3125; at 24 ms, a fifth of the way, 0.2.
        assert!((left(45.0) - 55.0).abs() < 1e-9 && (left(24.0) - 64.0).abs() < 1e-9);
        assert_eq!(cut(80.0, Some(RoundDelay { largest: 0.0, ..round(1, 0.0) })), Some(70.0), "no delay ever");
    }

    #[test]
    fn a_small_window_and_one_without_a_measured_round_are_halved() {
        assert_eq!(cut(14.0, Some(round(1, 0.0))), Some(7.0));
        assert_eq!(cut(15.0, Some(round(1, 0.0))), Some(13.125));
        assert_eq!((cut(80.0, None), cut(3.0, None)), (Some(40.0), Some(2.0)));
        assert_eq!(cut(200.0, Some(round(1, 0.0))), Some(70.0), "of what rwnd allows");
    }
}
