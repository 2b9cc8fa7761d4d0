//! The control law of a sender in the theory's terms: its target backlog, its target price in marks, or its reaction to
//! losses. Only this module knows which senders the theory covers.
//!
//! Between alpha and beta, CAM doesn't change its window, so a flow may settle anywhere in that range. If diff is
//! rounded to the nearest integer, the range is wider by half a segment at both ends: an alpha of 1 and a beta of 3
//! give 0.5 to 3.5, and an alpha and beta of 2 give 1.5 to 2.5.

use crate::messages;
use vegaslab_sim::message::Message;
use vegaslab_sim::scenario::Flow;
use vegaslab_sim::tcp::avoidance::Avoidance;
use vegaslab_sim::tcp::avoidance::cam::Cam;
use vegaslab_sim::tcp::decrease::Decrease;
use vegaslab_sim::tcp::receiver::Receiver;
use vegaslab_sim::tcp::recovery::Recovery;
use vegaslab_sim::tcp::rounds::Rounding;
use vegaslab_sim::tcp::timer::Timer;

/// An end of the range between alpha and beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The fewest segments in queues.
    Lower,
    /// The most.
    Upper,
}

/// The law that controls a sender.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// The time that its segments spend in queues.
    Delay(Cam),
    /// The marks that its segments carry.
    Marks {
        /// Target for rate times price, in segments per ms of base RTT.
        alpha: f64,
        /// The base `phi` of the marking probability.
        phi: f64,
    },
    /// Its losses: it adds a segment per RTT and halves its window at each loss.
    Losses {
        /// Segments that an ACK acknowledges.
        segments_per_ack: f64,
        /// The minimum of its retransmission timeout, s.
        min_rto_s: f64,
    },
}

/// The kind of a part, as in the scenario.
fn kind_of(part: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(part).unwrap_or_default();
    value["kind"].as_str().unwrap_or("this kind").to_owned()
}

impl Law {
    /// Returns the law of a flow's sender, or why the theory doesn't cover it.
    pub fn of(flow: &Flow) -> Result<Self, Message> {
        let sender = &flow.sender;
        match &sender.avoidance {
            Avoidance::Cam(cam) => Ok(Self::Delay(cam.clone())),
            Avoidance::RemPrice(rem) => Ok(Self::Marks { alpha: rem.alpha, phi: rem.phi }),
            Avoidance::Aimd(aimd) if aimd.eighth => Err(messages::adds_more_than_a_segment()),
            Avoidance::Aimd(_) if !matches!(sender.decrease, Decrease::Half(_)) => Err(messages::does_not_halve()),
            Avoidance::Aimd(_) if matches!(sender.recovery, Recovery::Tahoe(_)) => Err(messages::begins_anew()),
            Avoidance::Aimd(_) => {
                let segments_per_ack = if matches!(flow.receiver, Receiver::EveryPacket(_)) { 1.0 } else { 2.0 };
                let min_rto_ms = match &sender.timer {
                    Timer::BsdTicks(timer) => f64::from(timer.min_ticks) * timer.tick_ms,
                    Timer::Ns2Ticks(timer) => timer.min_ms,
                    Timer::Rfc6298(timer) => timer.min_ms,
                    other => return Err(messages::other_timer(&kind_of(other))),
                };
                Ok(Self::Losses { segments_per_ack, min_rto_s: min_rto_ms / 1e3 })
            }
            other => Err(messages::other_avoidance(&kind_of(other))),
        }
    }

    /// Returns true if the same signal controls both.
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// The sender's target backlog in segments (with marks, its target for rate times price) at one end of its range.
    pub fn segments(&self, end: End, base_rtt_s: f64) -> f64 {
        let cam = match self {
            Self::Marks { alpha, .. } => return alpha * base_rtt_s * 1e3,
            Self::Losses { .. } => return 0.0,
            Self::Delay(cam) => cam,
        };
        let beta = cam.unit.segments(cam.beta, base_rtt_s);
        // Above beta the window shrinks, whatever alpha is.
        let alpha = cam.unit.segments(cam.alpha.min(cam.beta), base_rtt_s);
        let lower = match cam.rounding {
            Rounding::Real => alpha,
            Rounding::Nearest if cam.alpha > cam.beta => beta.floor() + 0.5,
            Rounding::Nearest => (alpha.ceil() - 0.5).max(0.0),
        };
        match (end, cam.rounding) {
            (End::Lower, _) => lower,
            (End::Upper, Rounding::Real) => beta,
            (End::Upper, Rounding::Nearest) => beta.floor() + 0.5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vegaslab_sim::tcp::avoidance::cam::ThresholdUnit;

    fn ends(alpha: f64, beta: f64, unit: ThresholdUnit, rounding: Rounding) -> (f64, f64) {
        let law = Law::Delay(Cam { alpha, beta, unit, rounding });
        (law.segments(End::Lower, 0.02), law.segments(End::Upper, 0.02))
    }

    #[test]
    fn ends_of_the_range_between_alpha_and_beta() {
        use Rounding::{Nearest, Real};
        use ThresholdUnit::{PerMs, PerRtt};
        assert_eq!(ends(2.0, 2.0, PerRtt, Real), (2.0, 2.0));
        assert_eq!(ends(1.0, 3.0, PerRtt, Real), (1.0, 3.0));
        // 0.2 per ms of 20 ms.
        assert_eq!(ends(0.2, 0.2, PerMs, Real), (4.0, 4.0));
        assert_eq!(ends(1.0, 3.0, PerRtt, Nearest), (0.5, 3.5));
        assert_eq!(ends(2.0, 2.0, PerRtt, Nearest), (1.5, 2.5));
        // No integer equals 1.5, so the window oscillates around it.
        assert_eq!(ends(1.5, 1.5, PerRtt, Nearest), (1.5, 1.5));
        assert_eq!(ends(0.0, 1.0, PerRtt, Nearest), (0.0, 1.5));
        // If alpha exceeds beta, only beta matters.
        assert_eq!(ends(3.0, 1.0, PerRtt, Real), (1.0, 1.0));
        assert_eq!(ends(3.0, 1.0, PerRtt, Nearest), (1.5, 1.5));
    }

    #[test]
    fn mark_targets_are_per_ms_of_base_rtt() {
        assert_eq!(Law::Marks { alpha: 2.0, phi: 1.1 }.segments(End::Lower, 0.01), 20.0);
    }
}
