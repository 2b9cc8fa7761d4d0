//! What a sender wants, in terms of the theory: how much it wants to have in queues, or for how much it wants to pay in
//! marks. This is the one place that knows which congestion avoidance the theory is about.
//!
//! Between alpha and beta CAM leaves its window alone, so a flow may rest anywhere between the two. With a diff that is
//! rounded to the nearest integer that is wider by half a segment at both ends: 1 and 3 hold from 0.5 to 3.5, and 2 and 2 do not
//! hold a point but from 1.5 to 2.5.

use vegaslab_sim::scenario::Sender;
use vegaslab_sim::tcp::avoidance::Avoidance;
use vegaslab_sim::tcp::avoidance::cam::{Cam, Rounding};

/// An end of what alpha and beta leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The fewest segments in queues.
    Lower,
    /// The most.
    Upper,
}

/// What moves a sender.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// The time that its segments spend in queues.
    Delay(Cam),
    /// The marks that they carry: rate times price to hold per ms of base_rtt, and the base of the marking probability.
    Marks {
        /// Segments.
        alpha: f64,
        /// The base `phi`.
        phi: f64,
    },
}

impl Law {
    /// The law of a sender, or why the theory has none for it.
    pub fn of(sender: &Sender) -> Result<Self, String> {
        match &sender.avoidance {
            Avoidance::Cam(cam) => Ok(Self::Delay(cam.clone())),
            Avoidance::RemPrice(rem) => Ok(Self::Marks { alpha: rem.alpha, phi: rem.phi }),
            other => {
                let named = serde_json::to_value(other).unwrap_or_default();
                let kind = named["kind"].as_str().unwrap_or("this kind").to_owned();
                Err(format!("its congestion avoidance is {kind}; the theory is about cam and rem_price"))
            }
        }
    }

    /// Whether both are moved by the same thing.
    pub fn is_like(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Delay(_), Self::Delay(_)) | (Self::Marks { .. }, Self::Marks { .. }))
    }

    /// The segments that a sender wants in queues, or to pay for, at one end; with this base_rtt, s.
    pub fn segments(&self, end: End, base_rtt_s: f64) -> f64 {
        let cam = match self {
            Self::Marks { alpha, .. } => return alpha * base_rtt_s * 1e3,
            Self::Delay(cam) => cam,
        };
        let beta = cam.unit.segments(cam.beta, base_rtt_s);
        // Above beta a window shrinks, whatever alpha.
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
    fn what_alpha_and_beta_leave_open() {
        use Rounding::{Nearest, Real};
        use ThresholdUnit::{PerMs, PerRtt};
        assert_eq!(ends(2.0, 2.0, PerRtt, Real), (2.0, 2.0));
        assert_eq!(ends(1.0, 3.0, PerRtt, Real), (1.0, 3.0));
        // 0.2 per ms of 20 ms.
        assert_eq!(ends(0.2, 0.2, PerMs, Real), (4.0, 4.0));
        assert_eq!(ends(1.0, 3.0, PerRtt, Nearest), (0.5, 3.5));
        assert_eq!(ends(2.0, 2.0, PerRtt, Nearest), (1.5, 2.5));
        // No integer is neither below nor above 1.5: the window goes up and down around it.
        assert_eq!(ends(1.5, 1.5, PerRtt, Nearest), (1.5, 1.5));
        assert_eq!(ends(0.0, 1.0, PerRtt, Nearest), (0.0, 1.5));
        // Where alpha is above beta, beta decides.
        assert_eq!(ends(3.0, 1.0, PerRtt, Real), (1.0, 1.0));
        assert_eq!(ends(3.0, 1.0, PerRtt, Nearest), (1.5, 1.5));
    }

    #[test]
    fn marks_are_paid_for_per_ms() {
        assert_eq!(Law::Marks { alpha: 2.0, phi: 1.1 }.segments(End::Lower, 0.01), 20.0);
    }
}
