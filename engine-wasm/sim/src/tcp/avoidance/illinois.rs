//! Illinois' growth: additive increase by `alpha` segments per RTT, where `alpha` falls with the queueing delay. While
//! the mean delay of a round, `da`, is at most a hundredth of the largest one seen, `dm`, the path has room and `alpha`
//! is the largest. Above that, `alpha = k1 / (k2 + da)`, with `k1` and `k2` such that it is the largest at `dm / 100` and
//! the smallest at `dm`. So the window follows a concave curve: it grows fast after a loss, and slowly near the next one.
//!
//! After a longer delay, `alpha` becomes the largest again only after `theta` short rounds in a row, because noise may
//! have made one of them short. (Linux doesn't start this count over at a long round.) Below a small window, and while no
//! round is known, it's 1 as in Reno. The paper uses real numbers and so does this file; Linux uses fixed-point numbers.

use super::{AvoidanceRule, Signal};
use crate::kernel::Nanos;
use crate::schema::shape::{Part, integer, number};
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::measurements::Measurements;
use crate::tcp::measurements::delays::{Delays, RoundDelay};
use crate::tcp::window::{Counts, Window};
use crate::tcp::{Ack, Flight, Host};

/// Share of the largest delay up to which a round's delay is short: `eta1`.
const SHORT: f64 = 0.01;

described! {
    /// Grows by alpha segments per RTT: by many while the queueing delay is short, by few when it's near its largest.
    pub struct Illinois {
        /// Growth per RTT at the largest delay.
        alpha_min: f64 = number("segments", 0.01, 100.0), default 0.3, label "Smallest alpha", basic true;
        /// Growth per RTT while queues are empty.
        alpha_max: f64 = number("segments", 0.01, 100.0), default 10.0, label "Largest alpha", basic true;
        /// Consecutive rounds with a short delay before alpha is the largest again.
        theta: u32 = integer("rounds", 1, 1_000), default 5, label "Short rounds theta";
        /// Smaller windows grow as in Reno.
        win_thresh: f64 = number("segments", 0.0, 10_000.0), default 15.0, label "Like Reno below";
        /// Growth by ACKs or by segments. With delayed ACKs, counting ACKs halves it.
        counts: Counts = Counts::SHAPE, default "segments", label "Growth counts";
    }
}

/// One sender's avoidance state.
#[derive(Clone, Debug)]
pub struct Running {
    part: Illinois,
    delay: Option<RoundDelay>,
    /// Number of the round that `alpha` is from.
    round: u32,
    alpha: f64,
    /// Short rounds that are still missing before `alpha` becomes the largest.
    missing: u32,
    last_decision: Option<Decision>,
}

impl Part<Host> for Illinois {
    const LABEL: &'static str = "Illinois' growth by delay";
    const SOURCE: &'static str = "Liu, Başar & Srikant 2008; Linux tcp_illinois.c";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), delay: None, round: 0, alpha: 1.0, missing: 0, last_decision: None }
    }
}

impl Illinois {
    /// Growth at a delay above the short ones.
    fn alpha(&self, delay: &RoundDelay) -> f64 {
        let short = SHORT * delay.largest;
        let (range, above) = (delay.largest - short, delay.mean - short);
        let (smallest, largest) = (self.alpha_min, self.alpha_max);
        smallest * largest * range / (smallest * range + (largest - smallest) * above)
    }
}

impl Running {
    fn on_delay(&mut self, delay: &RoundDelay) {
        self.round = delay.number;
        if delay.mean > SHORT * delay.largest {
            self.missing = self.part.theta;
            self.alpha = self.part.alpha(delay);
        } else {
            self.missing = self.missing.saturating_sub(1);
            if self.missing == 0 {
                self.alpha = self.part.alpha_max;
            }
        }
    }
}

impl AvoidanceRule for Running {
    fn observe(&mut self, _ack: &Ack, flight: &Flight, _window: &mut Window) -> bool {
        self.delay = flight.measured.get::<Delays>().and_then(Delays::last);
        true
    }

    fn on_ack(&mut self, ack: &Ack, window: &mut Window) {
        if let Some(delay) = self.delay.filter(|delay| delay.number != self.round) {
            self.on_delay(&delay);
            self.last_decision = Some(delay.decision(Verdict::Raise, window.cwnd));
        }
        let alpha = if window.cwnd < self.part.win_thresh { 1.0 } else { self.alpha };
        window.cwnd += alpha * f64::from(self.part.counts.of(ack)) / window.cwnd;
    }

    fn on_loss(&mut self, signal: Signal, _window: &Window, _flight_size: u32, _now: Nanos) {
        if signal == Signal::Timeout {
            (self.alpha, self.missing) = (1.0, 0);
        }
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

    fn illinois() -> Running {
        let counts = Counts::Segments;
        Illinois { alpha_min: 0.3, alpha_max: 10.0, theta: 5, win_thresh: 15.0, counts }.start(&Host::for_tests())
    }

    fn assert_near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-12, "{value} instead of {expected}");
    }

    #[test]
    fn of_a_largest_delay_of_100_ms_1_ms_gives_10_segments_and_100_ms_three_tenths() {
        let alpha = |mean_ms| {
            let mut illinois = illinois();
            illinois.on_delay(&round(1, mean_ms));
            illinois.alpha
        };
        assert_eq!((alpha(0.0), alpha(1.0)), (10.0, 10.0));
        // k1 = 99 * 0.3 * 10 / 9.7 and k2 = 99 * 0.3 / 9.7 - 1, in ms: 297 / (29.7 + 9.7 * 49) at 50 ms.
        assert_near(alpha(50.0), 297.0 / 505.0);
        assert_near(alpha(100.0), 0.3);
        let empty = RoundDelay { largest: 0.0, ..round(1, 0.0) };
        let mut illinois = illinois();
        illinois.on_delay(&empty);
        assert_eq!(illinois.alpha, 10.0, "a path without any queueing delay");
    }

    #[test]
    fn five_short_rounds_in_a_row_bring_back_the_largest_alpha() {
        let mut illinois = illinois();
        let mut alphas =
            [50.0, 0.0, 0.0, 0.0, 0.0, 100.0, 1.0, 1.0, 1.0, 1.0, 1.0].iter().zip(1..).map(|(&ms, number)| {
                illinois.on_delay(&round(number, ms));
                illinois.alpha
            });
        assert!(alphas.by_ref().take(5).all(|alpha| (alpha - 297.0 / 505.0).abs() < 1e-12));
        assert!(alphas.by_ref().take(5).all(|alpha| (alpha - 0.3).abs() < 1e-12));
        assert_eq!(alphas.next(), Some(10.0));
    }

    #[test]
    fn an_ack_of_two_segments_adds_twice_alpha_over_cwnd_but_small_windows_grow_as_in_reno() {
        let grown = |cwnd: f64| {
            let all = Measurements::with(Delays::after_round(round(1, 0.0)));
            let (mut illinois, mut window) = (illinois(), Window { cwnd, ssthresh: 2.0, rwnd: 80 });
            let ack = Ack { acked: 2, delivered: 2, ..Ack::default() };
            illinois.observe(&ack, &Flight { measured: Measured::for_tests(&all), ..Flight::default() }, &mut window);
            illinois.on_ack(&ack, &mut window);
            window.cwnd
        };
        assert_eq!((grown(20.0), grown(10.0)), (21.0, 10.2));
    }

    #[test]
    fn after_a_timeout_it_grows_as_in_reno_until_a_round_is_measured() {
        let mut illinois = illinois();
        illinois.on_delay(&round(1, 0.0));
        let mut window = Window { cwnd: 20.0, ssthresh: 2.0, rwnd: 80 };
        illinois.on_loss(Signal::Acks, &window, 20, 0);
        assert_eq!(illinois.alpha, 10.0);
        illinois.on_loss(Signal::Timeout, &window, 20, 0);
        illinois.on_ack(&Ack { acked: 1, delivered: 1, ..Ack::default() }, &mut window);
        assert_eq!(window.cwnd, 20.05);
    }
}
