//! A sender and its receiver as the theory of this grid sees them. Everything follows from their parts. A new part needs no
//! entry here until a preset with it enters the grid; the grid then stops and asks for one.

use std::fmt::Debug;

use vegaslab_sim::scenario::Flow;
use vegaslab_sim::tcp::avoidance::Avoidance;
use vegaslab_sim::tcp::decrease::Decrease;
use vegaslab_sim::tcp::detection::Detection;
use vegaslab_sim::tcp::linux_vegas::DiffForm;
use vegaslab_sim::tcp::receiver::Receiver;
use vegaslab_sim::tcp::recovery::Recovery;
use vegaslab_sim::tcp::slow_start::SlowStart;
use vegaslab_sim::tcp::timer::Timer;

use super::paths::Path;

/// The signal that moves the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// It grows until something is lost.
    Loss,
    /// It settles once this many segments wait in the queue. If the buffer has no room for them, losses move it.
    Delay {
        /// Segments in the queue.
        queued: f64,
    },
    /// It turns around the point where a queue begins, and falls to this share of it.
    Knee {
        /// The share.
        keeps: f64,
    },
    /// It is a multiple of the measured bandwidth-delay product, and pacing sets the rate.
    Bandwidth {
        /// The multiple.
        gain: f64,
        /// Share of the time in which the pipe is emptied to measure the RTT.
        probing: f64,
    },
    /// It stays where it was put.
    Fixed,
}

/// The way losses are repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// All losses of a window in one go; the timer is for lost retransmissions only.
    AllLosses,
    /// One loss of a window. A second one often needs the timer (Fall & Floyd 1996).
    OneLoss,
    /// Back to one segment, and everything from the loss on again.
    FromOneSegment,
}

/// A kind of sender with its receiver, on a path.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The signal that moves the window.
    pub motion: Motion,
    /// Segments that an RTT adds after slow start.
    pub increase: f64,
    /// Share of the window that a loss leaves.
    pub keeps: f64,
    /// The way losses are repaired.
    pub repair: Repair,
    /// True if the receiver sends duplicate ACKs at once, so that they can reveal a loss.
    pub dup_acks: bool,
    /// Factor by which slow start raises the window in an RTT.
    pub slow_start: f64,
    /// Segments that an ACK acknowledges.
    pub per_ack: f64,
    /// Longest wait for the ACK of a single segment, s.
    pub ack_wait_s: f64,
    /// Least retransmission timeout, and the period of the timer's clock, s.
    pub least_rto_s: f64,
}

impl Kind {
    /// The kind of a flow on this path.
    #[allow(unreachable_patterns, reason = "a part that is new in a registry may not have an entry here yet")]
    pub fn of(flow: &Flow, path: &Path) -> Self {
        let (per_ack, ack_wait_ms, dup_acks) = match &flow.receiver {
            Receiver::EveryPacket(_) => (1, 0.0, true),
            Receiver::BsdReno(rule) => (rule.ack_every, rule.delayed_ack_ms, true),
            Receiver::LblReno(rule) => (rule.ack_every, rule.delayed_ack_ms, true),
            // Segments out of order wait for the clock, so a sender seldom sees three duplicates.
            Receiver::TahoeStyle(rule) => (rule.ack_every, rule.delayed_ack_ms, false),
            other => unknown(other),
        };
        let per_ack = f64::from(per_ack);
        let sender = &flow.sender;
        let keeps = keeps(&sender.decrease);
        let (motion, increase) = motion(&sender.avoidance, path, per_ack, keeps);
        let repair = match &sender.recovery {
            Recovery::Tahoe(_) => Repair::FromOneSegment,
            Recovery::Reno(_) | Recovery::NsReno(_) => Repair::OneLoss,
            Recovery::NewReno(_) | Recovery::Sack(_) | Recovery::Fack(_) | Recovery::Rack(_) => Repair::AllLosses,
            // The fine timer finds the further losses of a window on the ACKs of the first repair.
            Recovery::Vegas(_) if matches!(sender.detection, Detection::FineTimer(_)) => Repair::AllLosses,
            Recovery::Vegas(_) => Repair::OneLoss,
            other => unknown(other),
        };
        let doubling = 1.0 + 1.0 / per_ack;
        let slow_start = match sender.slow_start {
            // Only every other RTT of theirs grows.
            SlowStart::EveryOtherRtt(_) | SlowStart::LinuxVegasSlowStart(_) => doubling.sqrt(),
            _ => doubling,
        };
        let least_rto_ms = match &sender.timer {
            Timer::BsdTicks(timer) => (f64::from(timer.min_ticks) + 1.0) * timer.tick_ms,
            Timer::Ns2Ticks(timer) => timer.min_ms + timer.tick_ms,
            Timer::Rfc6298(timer) => timer.min_ms + timer.granularity_ms,
            other => unknown(other),
        };
        let (ack_wait_s, least_rto_s) = (ack_wait_ms / 1e3, least_rto_ms / 1e3);
        Self { motion, increase, keeps, repair, dup_acks, slow_start, per_ack, ack_wait_s, least_rto_s }
    }

    /// The retransmission timeout at this RTT, s. A timer adds deviations to the mean; twice the RTT stands for that.
    pub fn rto_s(&self, rtt_s: f64) -> f64 {
        self.least_rto_s.max(2.0 * rtt_s)
    }
}

/// The share of the window that a decrease keeps, the smaller one where it has two.
#[allow(unreachable_patterns, reason = "a part that is new in a registry may not have an entry here yet")]
fn keeps(decrease: &Decrease) -> f64 {
    match decrease {
        // Veno keeps 4/5 after a loss that it holds to be random; Westwood returns to what fits the path, if it knows that.
        Decrease::Half(_) | Decrease::VenoDecrease(_) | Decrease::Westwood(_) => 0.5,
        Decrease::ThreeQuarters(_) => 0.75,
        Decrease::Share(share) => share.keep,
        Decrease::NoDecrease(_) => 1.0,
        other => unknown(other),
    }
}

#[allow(unreachable_patterns, reason = "a part that is new in a registry may not have an entry here yet")]
fn motion(avoidance: &Avoidance, path: &Path, per_ack: f64, keeps: f64) -> (Motion, f64) {
    match avoidance {
        Avoidance::Aimd(aimd) if aimd.eighth => (Motion::Loss, 1.0 / per_ack + path.holds() / 8.0),
        Avoidance::Aimd(_) | Avoidance::Veno(_) => (Motion::Loss, 1.0 / per_ack),
        Avoidance::Cubic(cubic) => {
            // As fast as Reno with this decrease (RFC 9438, section 4.3), or back at the last maximum after K seconds.
            let lost = (1.0 - keeps) * path.holds();
            let to_plateau_s = libm::cbrt(lost / cubic.c);
            let friendly = 3.0 * (1.0 - keeps) / (1.0 + keeps) / per_ack;
            (Motion::Loss, friendly.max(lost * path.full_rtt_s() / to_plateau_s))
        }
        Avoidance::Cam(cam) => {
            let queued = cam.unit.segments(cam.alpha.max(cam.beta), path.base_rtt_s());
            // A segment per round, spread over as many ACKs as the window has segments; delayed ACKs are fewer.
            (Motion::Delay { queued }, 1.0 / per_ack)
        }
        Avoidance::LinuxVegas(vegas) => {
            // The patch of 2.2 moves towards what the window at the start of the round calls for, which takes two rounds for
            // a segment. While something is amiss it grows as Reno does.
            let per_round = if vegas.diff == DiffForm::DivideByRtt { 0.5 } else { 1.0 };
            let queued = f64::from(vegas.alpha.max(vegas.beta)) / 2.0;
            (Motion::Delay { queued }, (1.0 / per_ack).min(per_round))
        }
        // Both take off an eighth. The RTT shows a cut one round later, so a second one may follow.
        Avoidance::Dual(_) => (Motion::Knee { keeps: 0.875 * 0.875 }, 1.0 / per_ack),
        Avoidance::Card(_) => (Motion::Knee { keeps: 0.875 * 0.875 }, 0.5),
        // A segment up or down in each round; a verdict shows two rounds later.
        Avoidance::TriS(_) => (Motion::Knee { keeps: (1.0 - 3.0 / path.pipe()).max(0.5) }, 1.0),
        // It sees the marks averaged over 1 / gain rounds, goes a segment too far in each of them, and as far back.
        Avoidance::RemPrice(rem) => {
            (Motion::Knee { keeps: (1.0 - 2.0 / rem.gain / path.pipe()).max(0.0) }, 1.0 / per_ack)
        }
        Avoidance::Bbr(bbr) => {
            let probe_s = bbr.probe_rtt_ms / 1e3 + 2.0 * path.full_rtt_s();
            (Motion::Bandwidth { gain: bbr.cwnd_gain, probing: (probe_s / bbr.min_rtt_window_s).min(0.5) }, 0.0)
        }
        Avoidance::ByHand(_) => (Motion::Fixed, 0.0),
        other => unknown(other),
    }
}

/// Stops the grid at a part that has no entry above.
fn unknown(part: &impl Debug) -> ! {
    panic!("the grid can't derive bounds for {part:?}: say in proof/src/grid/kinds.rs what it does");
}
