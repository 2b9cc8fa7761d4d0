//! The theory's model of a sender and its receiver, derived from their parts. A new part needs no entry here until a
//! preset in the grid uses it; the grid then panics and asks for one.

use std::fmt::Debug;

use vegaslab_sim::scenario::Flow;
use vegaslab_sim::tcp::avoidance::Avoidance;
use vegaslab_sim::tcp::decrease::Decrease;
use vegaslab_sim::tcp::detection::Detection;
use vegaslab_sim::tcp::measurements::linux_rounds::DiffForm;
use vegaslab_sim::tcp::receiver::Receiver;
use vegaslab_sim::tcp::recovery::Recovery;
use vegaslab_sim::tcp::slow_start::SlowStart;
use vegaslab_sim::tcp::timer::Timer;

use super::paths::Path;

/// The signal that moves the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// The window grows until a packet is lost.
    Loss,
    /// The window settles once this many segments are queued. If they don't fit into the buffer, losses move it.
    Delay {
        /// Number of queued segments.
        queued: f64,
    },
    /// The window oscillates around the point where a queue begins, and falls to a share of it.
    Knee {
        /// Share of the pipe to which it falls.
        keeps: f64,
    },
    /// The window is a multiple of the measured bandwidth-delay product, and pacing sets the rate.
    Bandwidth {
        /// The multiple.
        gain: f64,
        /// Share of the time spent draining the pipe to measure the RTT.
        probing: f64,
    },
    /// The window is fixed by hand.
    Fixed,
}

/// The way losses are repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Repairs all losses of a window in one recovery; only lost retransmissions need the timer.
    AllLosses,
    /// Repairs one loss of a window. A second one often needs the timer (Fall & Floyd 1996).
    OneLoss,
    /// Restarts from one segment and retransmits everything from the loss on.
    FromOneSegment,
}

/// A kind of sender with its receiver, on a path.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The signal that moves the window.
    pub motion: Motion,
    /// Segments added per RTT after slow start.
    pub increase: f64,
    /// Share of the window kept after a loss.
    pub keeps: f64,
    /// The way losses are repaired.
    pub repair: Repair,
    /// True if the receiver sends duplicate ACKs at once, so they reveal losses.
    pub dup_acks: bool,
    /// Factor by which slow start raises the window per RTT.
    pub slow_start: f64,
    /// Segments acknowledged per ACK.
    pub per_ack: f64,
    /// Longest wait for the ACK of a single segment, s.
    pub ack_wait_s: f64,
    /// Minimum retransmission timeout plus the period of the timer's clock, s.
    pub min_rto_s: f64,
}

impl Kind {
    /// Derives the kind of a flow on this path.
    pub fn of(flow: &Flow, path: &Path) -> Self {
        let (per_ack, ack_wait_ms, dup_acks) = match &flow.receiver {
            Receiver::EveryPacket(_) => (1, 0.0, true),
            Receiver::BsdReno(rule) => (rule.ack_every, rule.delayed_ack_ms, true),
            Receiver::LblReno(rule) => (rule.ack_every, rule.delayed_ack_ms, true),
            // Segments out of order are acknowledged at the next clock tick, so a sender rarely gets three duplicate
            // ACKs.
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
            // The fine timer detects further losses of a window on the ACKs of the first repair.
            Recovery::Vegas(_) if matches!(sender.detection, Detection::FineTimer(_)) => Repair::AllLosses,
            Recovery::Vegas(_) => Repair::OneLoss,
            other => unknown(other),
        };
        let doubling = 1.0 + 1.0 / per_ack;
        let slow_start = match sender.slow_start {
            // They grow only in every other RTT.
            SlowStart::EveryOtherRtt(_) | SlowStart::LinuxVegasSlowStart(_) => doubling.sqrt(),
            _ => doubling,
        };
        let min_rto_ms = match &sender.timer {
            Timer::BsdTicks(timer) => (f64::from(timer.min_ticks) + 1.0) * timer.tick_ms,
            Timer::Ns2Ticks(timer) => timer.min_ms + timer.tick_ms,
            Timer::Rfc6298(timer) => timer.min_ms + timer.granularity_ms,
            other => unknown(other),
        };
        let (ack_wait_s, min_rto_s) = (ack_wait_ms / 1e3, min_rto_ms / 1e3);
        Self { motion, increase, keeps, repair, dup_acks, slow_start, per_ack, ack_wait_s, min_rto_s }
    }

    /// The retransmission timeout at this RTT, s. Timers add a multiple of the deviation; twice the RTT approximates
    /// that.
    pub fn rto_s(&self, rtt_s: f64) -> f64 {
        self.min_rto_s.max(2.0 * rtt_s)
    }
}

/// The share of the window that a decrease keeps, or the smaller one if it has two.
fn keeps(decrease: &Decrease) -> f64 {
    match decrease {
        // Veno keeps 4/5 after a loss it considers random. Westwood returns to the measured path capacity, once it has
        // one.
        Decrease::Half(_) | Decrease::VenoDecrease(_) | Decrease::Westwood(_) => 0.5,
        Decrease::IllinoisDecrease(illinois) => (1.0 - illinois.beta_max).min(0.5),
        Decrease::ThreeQuarters(_) => 0.75,
        Decrease::Share(share) => share.keep,
        Decrease::NoDecrease(_) => 1.0,
        other => unknown(other),
    }
}

fn motion(avoidance: &Avoidance, path: &Path, per_ack: f64, keeps: f64) -> (Motion, f64) {
    match avoidance {
        Avoidance::Aimd(aimd) if aimd.eighth => (Motion::Loss, 1.0 / per_ack + path.holds() / 8.0),
        Avoidance::Aimd(_) | Avoidance::Veno(_) => (Motion::Loss, 1.0 / per_ack),
        Avoidance::Illinois(illinois) => {
            // A segment takes 1 / alpha rounds, which rise linearly with the queue.
            let lost = (1.0 - keeps) * path.holds();
            let queued = path.holds() - path.pipe().max(keeps * path.holds());
            let [empty, full] = [illinois.alpha_max, illinois.alpha_min].map(|alpha| 1.0 / alpha);
            (Motion::Loss, lost / ((lost - queued) * empty + queued * (empty + full) / 2.0))
        }
        Avoidance::Cubic(cubic) => {
            // Grows as fast as Reno with this decrease (RFC 9438, section 4.3), or returns to the last maximum after K
            // seconds.
            let lost = (1.0 - keeps) * path.holds();
            let to_plateau_s = libm::cbrt(lost / cubic.c);
            let friendly = 3.0 * (1.0 - keeps) / (1.0 + keeps) / per_ack;
            (Motion::Loss, friendly.max(lost * path.full_rtt_s() / to_plateau_s))
        }
        Avoidance::Cam(cam) => {
            let queued = cam.unit.segments(cam.alpha.max(cam.beta), path.base_rtt_s());
            // One segment per round, spread over as many ACKs as the window has segments, so delayed ACKs reduce it.
            (Motion::Delay { queued }, 1.0 / per_ack)
        }
        Avoidance::LinuxVegas(vegas) => {
            // The patch for Linux 2.2 compares with the window at the start of the round, so it takes two rounds per
            // segment. During losses or reordering it grows as Reno does.
            let per_round = if vegas.diff == DiffForm::DivideByRtt { 0.5 } else { 1.0 };
            let queued = f64::from(vegas.alpha.max(vegas.beta)) / 2.0;
            (Motion::Delay { queued }, (1.0 / per_ack).min(per_round))
        }
        // Both cut the window by an eighth. The RTT reflects a cut one round later, so a second cut may follow.
        Avoidance::Dual(_) => (Motion::Knee { keeps: 0.875 * 0.875 }, 1.0 / per_ack),
        Avoidance::Card(_) => (Motion::Knee { keeps: 0.875 * 0.875 }, 0.5),
        // One segment up or down per round; the effect of a decision is measured two rounds later.
        Avoidance::TriS(_) => (Motion::Knee { keeps: (1.0 - 3.0 / path.pipe()).max(0.5) }, 1.0),
        // It averages marks over 1 / gain rounds, overshoots by a segment in each of them, and undershoots as far.
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

/// Panics at a part that has no entry above.
fn unknown(part: &impl Debug) -> ! {
    panic!("the grid can't derive bounds for {part:?}; add it to proof/src/grid/kinds.rs");
}
