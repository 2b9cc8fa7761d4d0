//! TCP/Dual: Reno that also responds to delay. It tracks the smallest and the largest RTT of the connection; their
//! difference is about the delay of a full queue. While the RTT is above a threshold between the two, Dual cuts `cwnd`
//! by an eighth at the end of every second round. It skips every other round because a change shows in the RTT one
//! round later. The first cut also sets `ssthresh` to 2, so Dual can end slow start.
//!
//! Wang & Crowcroft put the threshold in the middle. Martin's simulations put it a quarter of the way up, which is the
//! default here. A single outlier puts the threshold out of reach for good; no source describes a reset. Karn's rule
//! lets one common outlier pass: a segment that was sent once, but waited at the receiver for the retransmission of
//! another. So from the first duplicate ACK or timeout until the losses are repaired, Dual takes no samples and leaves
//! the window to recovery.

use super::{AvoidanceRule, Signal};
use crate::kernel::{Nanos, seconds};
use crate::schema::shape::{Part, number};
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::rounds::Round;
use crate::tcp::window::Window;
use crate::tcp::{Ack, Flight, Host};

described! {
    /// Grows like Reno, but reduces cwnd by an eighth every other RTT while the RTT is above a threshold.
    pub struct Dual {
        /// Weight of the largest RTT in the threshold: 1/4 in Martin's simulations, 1/2 in the original.
        max_rtt_weight: f64 = number("", 0.0, 1.0), default 0.25, label "Weight of the largest RTT", basic true;
    }
}

/// One sender's Dual state.
#[derive(Clone, Debug)]
pub struct Running {
    max_rtt_weight: f64,
    /// Smallest and largest RTT, seconds.
    extremes: Option<(f64, f64)>,
    /// The last completed round was the first of a pair; the second one decides.
    first_of_two: bool,
    /// A loss is being repaired, or the last ACK was a duplicate.
    loss_suspected: bool,
    last_decision: Option<Decision>,
}

impl Part<Host> for Dual {
    const LABEL: &'static str = "Dual";
    const SOURCE: &'static str = "Wang & Crowcroft 1992; Martin, chapter 9";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running {
            max_rtt_weight: self.max_rtt_weight,
            extremes: None,
            first_of_two: false,
            loss_suspected: false,
            last_decision: None,
        }
    }
}

impl Running {
    fn sample(&mut self, rtt_s: f64) {
        if self.loss_suspected {
            return;
        }
        let (min, max) = self.extremes.unwrap_or((rtt_s, rtt_s));
        self.extremes = Some((min.min(rtt_s), max.max(rtt_s)));
    }

    /// RTT above which the path counts as congested, seconds.
    fn threshold(&self) -> Option<f64> {
        self.extremes.map(|(min, max)| min + self.max_rtt_weight * (max - min))
    }
}

impl AvoidanceRule for Running {
    fn observe(&mut self, ack: &Ack, _flight: &Flight, _window: &mut Window) -> bool {
        if let Some(rtt) = ack.rtt {
            self.sample(seconds(rtt));
        }
        self.loss_suspected = !ack.open;
        true
    }

    fn on_round(&mut self, round: &Round, window: &mut Window) {
        self.first_of_two = !self.first_of_two;
        let Some(rtt_s) = round.last_rtt_s else { return };
        self.sample(rtt_s);
        if self.first_of_two || self.loss_suspected {
            return;
        }
        let high = self.threshold().is_some_and(|threshold| rtt_s > threshold);
        let verdict = match (high, round.slow_start) {
            (true, false) => Verdict::Lower,
            (false, false) => Verdict::Raise,
            (true, true) => Verdict::LeaveSlowStart,
            (false, true) => Verdict::StayInSlowStart,
        };
        let base_rtt_s = self.extremes.map_or(f64::NAN, |(min, _)| min);
        self.last_decision = Some(Decision { base_rtt_s, rtt_s, ..Decision::new(verdict, window.cwnd) });
        if high {
            window.cwnd = (window.cwnd - window.cwnd / 8.0).max(2.0);
            window.ssthresh = 2.0;
        }
    }

    fn on_ack(&mut self, _ack: &Ack, window: &mut Window) {
        window.cwnd += 1.0 / window.cwnd;
    }

    fn on_loss(&mut self, signal: Signal, _window: &Window, _flight_size: u32, _now: Nanos) {
        self.loss_suspected |= signal != Signal::Mark;
    }

    fn decision(&mut self) -> Option<Decision> {
        self.last_decision.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    /// Dual after RTTs of 50 and 90 ms.
    fn dual(max_rtt_weight: f64) -> (Running, Window) {
        let mut dual = Dual { max_rtt_weight }.start(&Host::for_tests());
        let mut window = Window { cwnd: 16.0, ssthresh: 80.0, rwnd: 80 };
        for rtt in [90 * MS, 50 * MS] {
            dual.observe(
                &Ack { acked: 1, rtt: Some(rtt), open: true, ..Ack::default() },
                &Flight::default(),
                &mut window,
            );
        }
        (dual, window)
    }

    fn round(rtt_ms: f64) -> Round {
        let rtt_s = rtt_ms / 1e3;
        Round { rtt_s, base_rtt_s: 0.05, expected: 0.0, actual: 0.0, last_rtt_s: Some(rtt_s), slow_start: true }
    }

    #[test]
    fn threshold_between_50_and_90_ms_is_60_or_70_in_the_original() {
        assert_eq!(dual(0.25).0.threshold(), Some(0.06));
        assert_eq!(dual(0.5).0.threshold(), Some(0.07));
    }

    #[test]
    fn cuts_an_eighth_every_second_round_above_the_threshold_even_in_slow_start() {
        let (mut dual, mut window) = dual(0.25);
        dual.on_round(&round(61.0), &mut window);
        assert_eq!((window.cwnd, window.ssthresh), (16.0, 80.0));
        dual.on_round(&round(61.0), &mut window);
        assert_eq!((window.cwnd, window.ssthresh), (14.0, 2.0));
        dual.on_round(&round(61.0), &mut window);
        dual.on_round(&round(60.0), &mut window);
        assert_eq!(window.cwnd, 14.0);
    }

    #[test]
    fn takes_no_samples_and_keeps_the_window_during_recovery() {
        for signal in [Signal::Acks, Signal::Timeout] {
            let (mut dual, mut window) = dual(0.25);
            dual.on_loss(signal, &window, 16, 0);
            let ack = |rtt_ms, open| Ack { acked: 1, rtt: Some(rtt_ms * MS), open, ..Ack::default() };
            dual.observe(&ack(500, false), &Flight::default(), &mut window);
            dual.on_round(&round(900.0), &mut window);
            dual.on_round(&round(900.0), &mut window);
            // The ACK that completes the repair may cover segments that had waited at the receiver for the
            // retransmission.
            dual.observe(&ack(900, true), &Flight::default(), &mut window);
            assert_eq!((window.cwnd, dual.threshold()), (16.0, Some(0.06)));
            dual.on_round(&round(80.0), &mut window);
            dual.on_round(&round(80.0), &mut window);
            assert_eq!(window.cwnd, 14.0);
        }
    }

    #[test]
    fn never_cuts_below_two_segments() {
        let (mut dual, mut window) = dual(0.25);
        window.cwnd = 2.1;
        dual.on_round(&round(80.0), &mut window);
        dual.on_round(&round(80.0), &mut window);
        assert_eq!(window.cwnd, 2.0);
    }
}
