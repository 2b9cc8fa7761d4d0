//! CAM, Vegas' congestion avoidance mechanism. Once per round it moves the window by at most one segment, to keep
//! between `alpha` and `beta` of the flow's segments in queues.
//!
//! The paper compares rates. The code compares `diff` in segments, as this file does; ns-2 rounds it to the nearest
//! integer first. With rounding, a diff of 0.49 is below alpha = 1, but 0.5 is not.
//!
//! In the code, alpha and beta are in segments per RTT; in the text of the 1995 paper, in segments per unit of time.
//! Low, Peterson & Wang show the difference for `alpha = beta`: with the first, flows share a link equally
//! (proportional fairness, PF); with the second, in proportion to their propagation delays (weighted, WPF). Both units
//! are available. With rounding, any diff within half a segment of `alpha = beta` would leave the window unchanged, and
//! flows would get stuck at unequal rates, so these parameterizations need the unrounded diff.

use super::AvoidanceRule;
use crate::schema::shape::{Part, number};
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::rounds::{Round, Rounding};
use crate::tcp::window::Window;
use crate::tcp::{Ack, Host};

alternatives! {
    /// The unit of alpha and beta.
    pub enum ThresholdUnit {
        /// Segments per RTT: so many segments in queues, as in the code.
        PerRtt = "per_rtt" label "Segments per RTT",
        /// Segments per ms of base_rtt: alpha * base_rtt segments in queues, as in the prose.
        PerMs = "per_ms" label "Segments per ms",
    }
}

impl ThresholdUnit {
    /// Converts alpha or beta to segments in queues.
    pub fn segments(self, threshold: f64, base_rtt_s: f64) -> f64 {
        match self {
            Self::PerRtt => threshold,
            Self::PerMs => threshold * base_rtt_s * 1e3,
        }
    }
}

described! {
    /// Keeps between alpha and beta of the flow's segments in queues, changing cwnd by at most one segment per RTT. Below
    /// ssthresh slow start grows cwnd again; Vegas' own slow start and recovery lower ssthresh to 2.
    pub struct Cam {
        /// cwnd grows while fewer segments than this are queued.
        alpha: f64 = number("segments", 0.0, 1_000.0), default 1.0, label "Lower threshold alpha", basic true;
        /// cwnd shrinks while more segments than this are queued, unless slow start returns it to ssthresh.
        beta: f64 = number("segments", 0.0, 1_000.0), default 3.0, label "Upper threshold beta", basic true;
        /// Unit of alpha and beta.
        unit: ThresholdUnit = ThresholdUnit::SHAPE, default "per_rtt", label "Unit of alpha and beta";
        /// The rounding of diff before it is compared with alpha and beta.
        rounding: Rounding = Rounding::SHAPE, default "nearest", label "Rounding of diff";
    }
}

/// One sender's CAM state.
#[derive(Clone, Debug)]
pub struct Running {
    part: Cam,
    increment: f64,
    last_decision: Option<Decision>,
}

impl Part<Host> for Cam {
    const LABEL: &'static str = "CAM (Vegas)";
    const SOURCE: &'static str = "Brakmo & Peterson 1995; Ahn et al. 1995, section 2; Low, Peterson & Wang 2000";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), increment: 0.0, last_decision: None }
    }
}

impl AvoidanceRule for Running {
    fn on_round(&mut self, round: &Round, window: &mut Window) {
        let diff = self.part.rounding.apply(round.diff());
        self.increment = 0.0;
        if round.slow_start {
            return;
        }
        let threshold = |segments| self.part.unit.segments(segments, round.base_rtt_s);
        let (alpha, beta) = (threshold(self.part.alpha), threshold(self.part.beta));
        let verdict = match diff {
            _ if diff > beta => Verdict::Lower,
            _ if diff < alpha => Verdict::Raise,
            _ => Verdict::Hold,
        };
        self.last_decision = Some(Decision { diff, alpha, beta, ..Decision::on_round(verdict, window.cwnd, round) });
        match verdict {
            Verdict::Lower => window.cwnd = (window.cwnd - 1.0).max(2.0),
            // Spread the increase over the ACKs of the next round.
            Verdict::Raise => self.increment = 1.0 / window.cwnd,
            _ => {}
        }
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

    fn decide(cam: &Cam, rtt_s: f64, segments: f64) -> (f64, f64) {
        let host = Host::for_tests();
        let mut cam = cam.start(&host);
        let mut window = Window { cwnd: 22.0, ssthresh: 2.0, rwnd: 80 };
        cam.on_round(
            &Round {
                rtt_s,
                base_rtt_s: 0.1,
                expected: segments / 0.1,
                actual: segments / rtt_s,
                last_rtt_s: None,
                slow_start: false,
            },
            &mut window,
        );
        (window.cwnd, cam.increment)
    }

    const VEGAS: Cam = Cam { alpha: 1.0, beta: 3.0, unit: ThresholdUnit::PerRtt, rounding: Rounding::Nearest };

    #[test]
    fn keeps_22_segments_at_base_100_and_rtt_110() {
        assert_eq!(decide(&VEGAS, 0.11, 22.0), (22.0, 0.0));
    }

    #[test]
    fn grows_by_one_per_round_below_alpha_and_shrinks_by_one_above_beta() {
        assert_eq!(decide(&VEGAS, 0.1, 22.0), (22.0, 1.0 / 22.0));
        // 22 segments at 120 ms: diff 3.67, rounded to 4.
        assert_eq!(decide(&VEGAS, 0.12, 22.0), (21.0, 0.0));
        // At 117 ms: diff 3.2, rounded to 3, which is not above beta.
        assert_eq!(decide(&VEGAS, 0.117, 22.0), (22.0, 0.0));
    }

    #[test]
    fn returns_each_decision_once_with_its_inputs() {
        let mut cam = VEGAS.start(&Host::for_tests());
        let mut window = Window { cwnd: 22.5, ssthresh: 2.0, rwnd: 80 };
        let round = |slow_start| Round {
            rtt_s: 0.125,
            base_rtt_s: 0.1,
            expected: 220.0,
            actual: 176.0,
            last_rtt_s: None,
            slow_start,
        };
        cam.on_round(&round(true), &mut window);
        assert_eq!(cam.decision(), None);
        cam.on_round(&round(false), &mut window);
        // 4.4 segments in queues, rounded to 4.
        let last_decision = Decision {
            verdict: Verdict::Lower,
            cwnd: 22.5,
            base_rtt_s: 0.1,
            rtt_s: 0.125,
            expected: 220.0,
            actual: 176.0,
            diff: 4.0,
            alpha: 1.0,
            beta: 3.0,
        };
        assert_eq!((cam.decision(), cam.decision(), window.cwnd), (Some(last_decision), None, 21.5));
    }

    #[test]
    fn with_thresholds_per_ms_the_target_grows_with_base_rtt() {
        // 0.02 segments per ms of 100 ms: 2 segments.
        let weighted = Cam { alpha: 0.02, beta: 0.02, unit: ThresholdUnit::PerMs, rounding: Rounding::Real };
        assert_eq!(weighted.unit.segments(0.02, 0.1), 2.0);
        // 20 segments at 125 ms: diff 4; 20 at 104 ms: 0.77.
        assert_eq!(decide(&weighted, 0.125, 20.0), (21.0, 0.0));
        assert_eq!(decide(&weighted, 0.104, 20.0), (22.0, 1.0 / 22.0));
    }

    #[test]
    fn without_rounding_only_the_exact_target_keeps_the_window() {
        let real = Cam { alpha: 2.0, beta: 2.0, unit: ThresholdUnit::PerRtt, rounding: Rounding::Real };
        // 22 segments at 109 and at 111 ms: diff 1.82 and 2.18, both 2 when rounded.
        assert_eq!(decide(&real, 0.109, 22.0), (22.0, 1.0 / 22.0));
        assert_eq!(decide(&real, 0.111, 22.0), (21.0, 0.0));
        let rounded = Cam { rounding: Rounding::Nearest, ..real };
        assert_eq!(decide(&rounded, 0.109, 22.0), (22.0, 0.0));
        assert_eq!(decide(&rounded, 0.111, 22.0), (22.0, 0.0));
    }
}
