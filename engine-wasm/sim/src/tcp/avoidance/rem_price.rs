//! Vegas with REM: congestion marks instead of delay show how congested the path is. A link with random exponential
//! marking marks with probability `1 - phi^-p`, where `p` is its price; over several links the prices add up. So the
//! share of marked segments gives the sender the price of its path. The sender keeps `rate * price` at `alpha *
//! base_rtt`, as Vegas keeps a number of segments in queues. But here the queue stays almost empty, so `base_rtt` stays
//! accurate.
//!
//! Low, Peterson & Wang don't say how they average the share, although it matters: in their experiment nine of ten
//! segments are marked, so a small window gets only marks in many rounds. Here the share is a moving average over the
//! rounds; slow start updates it too, but only congestion avoidance uses it. A share of 1 would mean an infinite price,
//! so the share is capped. The sender must use ECN with a count per ACK (`per_packet`); no other part responds to these
//! marks.

use super::AvoidanceRule;
use crate::schema::shape::{Part, number};
use crate::tcp::rounds::Round;
use crate::tcp::window::Window;
use crate::tcp::{Ack, Flight, Host};

described! {
    /// Infers the price of the path from congestion marks and keeps rate times price at alpha times base_rtt.
    pub struct RemPrice {
        /// Target for rate times price, per ms of base_rtt; rates in segments per ms, prices in ms.
        alpha: f64 = number("segments/ms", 0.0, 1_000.0), default 2.0, label "Target alpha", basic true;
        /// Base of the marking probability 1 - phi^-price, which must equal that of the links.
        phi: f64 = number("", 1.000_001, 100.0), default 1.1, label "Marking base phi", basic true;
        /// Weight of a round in the moving average of the share of marked segments.
        gain: f64 = number("", 0.0, 1.0), default 0.1, label "Averaging gain";
        /// Largest marked share from which a price is computed.
        max_share: f64 = number("", 0.0, 0.999_999_999_999), default 0.999_999_999, label "Largest marked share";
    }
}

/// One sender's avoidance state.
#[derive(Clone, Debug)]
pub struct Running {
    part: RemPrice,
    ln_phi: f64,
    /// Segments acknowledged in this round, and how many of them were marked.
    acked: u32,
    marked: u32,
    /// Moving average of the share of marked segments.
    share: f64,
    increment: f64,
}

impl Part<Host> for RemPrice {
    const LABEL: &'static str = "REM price";
    const SOURCE: &'static str = "Low, Peterson & Wang 2000, section 6.3";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        let ln_phi = libm::log(self.phi);
        Running { part: self.clone(), ln_phi, acked: 0, marked: 0, share: 0.0, increment: 0.0 }
    }
}

impl Running {
    /// Price of the path, ms.
    fn price_ms(&self) -> f64 {
        -libm::log1p(-self.share.min(self.part.max_share)) / self.ln_phi
    }
}

impl AvoidanceRule for Running {
    fn observe(&mut self, ack: &Ack, _flight: &Flight, _window: &mut Window) -> bool {
        self.acked = self.acked.saturating_add(ack.acked);
        self.marked = self.marked.saturating_add(ack.marked);
        true
    }

    fn on_round(&mut self, round: &Round, window: &mut Window) {
        if self.acked > 0 {
            let share = (f64::from(self.marked) / f64::from(self.acked)).min(1.0);
            self.share += self.part.gain * (share - self.share);
        }
        (self.acked, self.marked) = (0, 0);
        self.increment = 0.0;
        if round.slow_start {
            return;
        }
        let rate = window.cwnd / (round.rtt_s * 1e3);
        let rate_times_price = rate * self.price_ms();
        let target = self.part.alpha * round.base_rtt_s * 1e3;
        if rate_times_price > target {
            window.cwnd = (window.cwnd - 1.0).max(2.0);
        } else if rate_times_price < target {
            // Spread the increase over the ACKs of the next round.
            self.increment = 1.0 / window.cwnd;
        }
    }

    fn on_ack(&mut self, ack: &Ack, window: &mut Window) {
        if ack.uses(window) {
            window.cwnd += self.increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rem(gain: f64) -> (Running, Window) {
        let part = RemPrice { alpha: 2.0, phi: 1.1, gain, max_share: 0.999_999_999 };
        (part.start(&Host::for_tests()), Window { cwnd: 60.0, ssthresh: 2.0, rwnd: 400 })
    }

    fn round(rem: &mut Running, window: &mut Window, acked: u32, marked: u32, slow_start: bool) {
        for number in 0..acked {
            rem.observe(
                &Ack { acked: 1, marked: u32::from(number < marked), ..Ack::default() },
                &Flight::default(),
                window,
            );
        }
        let rtt_s = 0.01;
        rem.on_round(
            &Round { rtt_s, base_rtt_s: 0.01, expected: 0.0, actual: 0.0, last_rtt_s: None, slow_start },
            window,
        );
    }

    #[test]
    fn computes_the_price_from_the_marked_share() {
        // REM: 1 - 1.1^-3.395 = 0.2764.
        let (mut rem, _) = rem(1.0);
        rem.share = 0.2764;
        assert!((rem.price_ms() - 3.395).abs() < 1e-3, "{}", rem.price_ms());
        rem.share = 0.0;
        assert_eq!(rem.price_ms(), 0.0);
    }

    #[test]
    fn a_share_of_one_has_a_finite_price() {
        let (mut rem, _) = rem(1.0);
        rem.share = 1.0;
        // ln(1e9) / ln(1.1)
        assert!((rem.price_ms() - 217.4297).abs() < 1e-4, "{}", rem.price_ms());
    }

    #[test]
    fn grows_below_alpha_times_base_rtt_and_shrinks_above() {
        // 60 segments in 10 ms are 6 per ms; alpha * base_rtt is 20, so the target price is 3.333 ms, a share of 0.272.
        let (mut low, mut window) = rem(1.0);
        round(&mut low, &mut window, 100, 27, false);
        assert_eq!((window.cwnd, low.increment), (60.0, 1.0 / 60.0));
        let (mut high, mut window) = rem(1.0);
        round(&mut high, &mut window, 100, 28, false);
        assert_eq!((window.cwnd, high.increment), (59.0, 0.0));
    }

    #[test]
    fn averages_the_share_over_rounds_but_ignores_it_in_slow_start() {
        let (mut rem, mut window) = rem(0.1);
        round(&mut rem, &mut window, 10, 10, true);
        round(&mut rem, &mut window, 10, 5, true);
        assert_eq!(rem.share, 0.1 + 0.1 * (0.5 - 0.1));
        assert_eq!((window.cwnd, rem.increment), (60.0, 0.0));
        // A round without acknowledged segments doesn't change the share.
        round(&mut rem, &mut window, 0, 0, true);
        assert_eq!(rem.share, 0.1 + 0.1 * (0.5 - 0.1));
    }
}
