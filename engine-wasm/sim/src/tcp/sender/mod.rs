//! The transport core of a sender. It owns sequence numbers, windows and timers, and fixes the order of events;
//! everything specific to an algorithm is in its parts. `acks` handles acknowledgments and timeouts, `output` decides
//! which segments are sent and when, and `jitter` delays them by random waits.
//!
//! The core skips calls that most ACKs don't need. If no part takes measurements at the first ACK, the core stops
//! passing ACKs to `observe`. Recovery chooses the segments to send only while losses are being repaired, and detection
//! checks new ACKs only while `checks_new_acks` returns true.

mod acks;
mod jitter;
mod output;
#[cfg(test)]
mod tests;

use super::avoidance::RunningAvoidance;
use super::decision::{Check, Decision};
use super::decrease::RunningDecrease;
use super::detection::{RunningDetection, Suspect};
use super::measurements::Measurements;
use super::recovery::RunningRecovery;
use super::rounds::{BaseRtt, RoundSettings, Rounds};
use super::sack::SackBlocks;
use super::segments::Segments;
use super::slow_start::RunningSlowStart;
use super::timer::RunningTimer;
use super::timestamps::Timestamp;
use super::validation::Validation;
use super::window::Window;
use super::{Host, timer::TimerState};
use crate::kernel::Nanos;
use crate::scenario::{self, EcnMode, InitialSsthresh, RestartWindow};
use crate::trace::tables::SendLimit;
use jitter::Jitter;

/// The reason a segment is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendCause {
    /// The segment is new.
    New,
    /// Duplicate ACKs, SACK blocks or the order of transmissions showed its loss.
    FastRetransmit,
    /// Its fine-grained timeout had passed.
    EarlyRetransmit,
    /// It is retransmitted after a coarse timeout or Tahoe's fast retransmit.
    GoBack,
}

/// An outgoing segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Its number.
    pub seq: u32,
    /// The reason it is sent.
    pub cause: SendCause,
    /// Queues may mark it instead of dropping it; not set for retransmissions (RFC 3168, section 6.1.5).
    pub ecn_capable: bool,
    /// Reports to the receiver that the window was reduced (CWR).
    pub cwr: bool,
}

/// Receives the actions and measurements of a sender, in order.
pub trait Observer {
    /// Called when a segment is sent.
    fn send(&mut self, sent: Sent);
    /// Called with the RTT of a segment that was sent once: the exact value and the reading of the sender's fine clock.
    fn rtt(&mut self, exact: Nanos, measured: Nanos);
    /// Called when a round ends with this many segments in queues.
    fn diff(&mut self, diff: f64);
}

/// An acknowledgment as it arrives from the network.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acknowledgment {
    /// Next segment expected.
    pub next: u32,
    /// SACK blocks, if the receiver reports any.
    pub blocks: Option<SackBlocks>,
    /// Marked segments that the ACK reports. In RFC 3168 mode, 1 if ECE is set.
    pub marks: u32,
    /// The advertised window from now on, segments; `None` if it's the same as before.
    pub rwnd: Option<u32>,
    /// The timestamp that it echoes, if the connection uses them.
    pub echo: Option<Timestamp>,
}

/// The state of a sender, for traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// cwnd is below ssthresh.
    SlowStart,
    /// cwnd is above ssthresh.
    Avoidance,
    /// Fast recovery.
    Recovery,
    /// Everything is acknowledged, and the application has no more data.
    Done,
    /// The sender gave up after too many timeouts.
    Aborted,
}

/// The data that the application has supplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// One past the last segment supplied so far; `None` if the supply is unlimited.
    pub end: Option<u32>,
    /// The application may write more.
    pub open: bool,
}

/// A running sender. Sequence numbers count segments.
#[derive(Clone, Debug)]
pub struct Sender {
    smss: u32,
    ecn: EcnMode,
    sack: bool,
    limited_transmit: bool,
    /// RTT that the handshake measured, if the timer takes it as its first sample.
    handshake_rtt: Option<Nanos>,
    /// cwnd after a silence; `None` to keep it.
    restart: Option<(RestartWindow, f64)>,
    validation: Validation,
    supply: Supply,
    window: Window,
    snd_una: u32,
    snd_nxt: u32,
    snd_max: u32,
    dup_acks: u32,
    /// Segments below `snd_nxt` that limited transmit has sent beyond the window.
    limited: u32,
    segments: Segments,
    rounds: Rounds,
    /// `None` if no part asked for any.
    measurements: Option<Box<Measurements>>,
    timer_expires: Option<Nanos>,
    /// Earliest time of the next segment of a paced sender.
    pace_free_at: Nanos,
    /// Pacing delays a segment that the window would allow.
    pacing: bool,
    /// Random waits before segments are sent.
    jitter: Option<Box<Jitter>>,
    /// The reason why the sender sent no more when it last could.
    limit: SendLimit,
    /// Time at which the last segment was sent.
    last_sent_at: Nanos,
    recovering: bool,
    /// Recovery chooses the segments to send even outside fast recovery, as after a selective timeout.
    selective: bool,
    /// The timer has expired, and nothing has been acknowledged since.
    timed_out: bool,
    /// A part takes measurements, so every ACK must be passed to `observe`.
    observed: bool,
    /// One past the highest segment sent before the last timeout.
    timeout_point: u32,
    /// One past the highest segment sent before a mark last reduced the window. ACKs up to it cause no second
    /// reduction.
    ecn_point: Option<u32>,
    /// The next new segment must report a window reduction to the receiver (CWR).
    cwr: bool,
    aborted: bool,
    slow_start: RunningSlowStart,
    avoidance: RunningAvoidance,
    detection: RunningDetection,
    recovery: RunningRecovery,
    decrease: RunningDecrease,
    timer: RunningTimer,
}

impl Sender {
    /// A sender with these parts that has not sent anything yet.
    pub fn new(parts: &scenario::Sender, host: &Host, supply: Supply) -> Self {
        let ssthresh = match parts.initial_ssthresh {
            InitialSsthresh::Unlimited => f64::INFINITY,
            InitialSsthresh::Rwnd => f64::from(host.rwnd.max(2)),
            InitialSsthresh::Segments(segments) => f64::from(segments),
        };
        let rounds = RoundSettings {
            unsampled: parts.unsampled_round,
            round_rtt: parts.round_rtt,
            rate_of: parts.rate_of,
            known_base_rtt: (parts.base_rtt == BaseRtt::Known).then_some(host.propagation_rtt),
        };
        let initial_cwnd = f64::from(parts.initial_cwnd);
        let mut slow_start = parts.slow_start.start(host);
        let mut avoidance = parts.avoidance.start(host);
        let mut decrease = parts.decrease.start(host);
        let mut measurements = Measurements::default();
        slow_start.needs(&mut measurements);
        avoidance.needs(&mut measurements);
        decrease.needs(&mut measurements);
        let mut detection = parts.detection.start(host);
        let mut recovery = parts.recovery.start(host);
        let mut segments = Segments::starting_at(host.first_seq);
        let timer_slack = detection.reordering_timer_slack();
        if timer_slack.is_some() || recovery.tracks_transmissions() {
            segments.track_transmissions(timer_slack.unwrap_or(0));
        }
        Self {
            smss: host.smss,
            ecn: parts.ecn,
            sack: parts.sack,
            limited_transmit: parts.limited_transmit,
            handshake_rtt: parts.handshake_sample.then_some(host.handshake_rtt),
            restart: parts.idle_restart.then_some((parts.restart_window, initial_cwnd)),
            validation: Validation::new(parts.cwnd_validation, host),
            supply,
            window: Window { cwnd: initial_cwnd, ssthresh, rwnd: host.rwnd },
            snd_una: host.first_seq,
            snd_nxt: host.first_seq,
            snd_max: host.first_seq,
            dup_acks: 0,
            limited: 0,
            segments,
            rounds: Rounds::new(host.clock("fine", u64::from(parts.fine_clock_us) * 1_000), rounds),
            measurements: measurements.boxed(),
            timer_expires: None,
            pace_free_at: 0,
            pacing: false,
            jitter: Jitter::new(parts.send_jitter_ms, || host.stream("send jitter")),
            limit: SendLimit::Application,
            last_sent_at: 0,
            recovering: false,
            selective: false,
            timed_out: false,
            observed: true,
            timeout_point: 0,
            ecn_point: None,
            cwr: false,
            aborted: false,
            slow_start,
            avoidance,
            detection,
            recovery,
            decrease,
            timer: parts.timer.start(host),
        }
    }

    /// Opens the connection and sends the first window.
    pub fn open(&mut self, now: Nanos, observer: &mut impl Observer) {
        self.rounds.begin(self.snd_una, now);
        if let Some(rtt) = self.handshake_rtt {
            self.timer.on_measured(rtt, now);
        }
        self.send_allowed(now, observer);
    }

    /// Adds this many segments to the application's data and sends what the window allows.
    pub fn write(&mut self, segments: u32, now: Nanos, observer: &mut impl Observer) {
        if let Some(end) = &mut self.supply.end {
            *end = end.saturating_add(segments);
        }
        self.restart_after_idle(now);
        self.send_allowed(now, observer);
    }

    fn suspect(&self, now: Nanos) -> Option<Suspect> {
        let record = self.segments.get(self.snd_una)?;
        let fack_distance = self.segments.fack() - self.snd_una;
        let age = self.rounds.elapsed(record.sent_at, now);
        Some(Suspect { record, age, sacked: self.segments.sacked(), fack_distance, lost: self.segments.lost() })
    }

    /// The reason why it sent no more when it last could; never [`SendLimit::Timer`], because a sender doesn't know
    /// that no ACK will come.
    #[inline]
    pub fn limit(&self) -> SendLimit {
        self.limit
    }

    /// Returns whether data is outstanding, and the sender still waits for its acknowledgment.
    #[inline]
    pub fn awaits_ack(&self) -> bool {
        self.snd_una < self.snd_max && !self.aborted
    }

    /// Estimated bytes of the parts that the sender points to.
    pub fn heap_bytes(&self) -> usize {
        self.segments.heap_bytes() + self.measurements.as_ref().map_or(0, |_| size_of::<Measurements>())
    }

    /// The current windows.
    pub fn window(&self) -> Window {
        self.window
    }

    /// Returns whether losses are being repaired, after duplicate ACKs or after a selective timeout.
    fn is_repairing(&self) -> bool {
        self.recovering || self.selective
    }

    /// Returns whether it sends whatever its window allows: it repairs no losses, and the last ACK was no duplicate.
    pub fn sends_in_order(&self) -> bool {
        !self.is_repairing() && self.dup_acks == 0
    }

    /// Segments sent and not acknowledged. After a go-back-N, segments from `snd_nxt` on don't count.
    pub fn flight_size(&self) -> u32 {
        self.snd_nxt - self.snd_una
    }

    /// Segments in the network, by the sender's estimate.
    fn in_flight(&self) -> u32 {
        self.segments.in_flight(self.snd_nxt)
    }

    /// First unacknowledged segment.
    pub fn snd_una(&self) -> u32 {
        self.snd_una
    }

    /// One past the highest segment ever sent.
    pub fn snd_max(&self) -> u32 {
        self.snd_max
    }

    /// Earliest time at which the sender must be woken: by the retransmission timer, for the next segment of a paced
    /// sender, or at the end of a random wait or of a reordering window.
    #[inline]
    pub fn wakes_at(&self) -> Option<Nanos> {
        // Called after every event; most senders use only the retransmission timer.
        let mut at = self.timer_expires.unwrap_or(Nanos::MAX);
        if self.pacing {
            at = at.min(self.pace_free_at);
        }
        if let Some(until) = self.jitter.as_ref().and_then(|jitter| jitter.until()) {
            at = at.min(until);
        }
        if let Some(over) = self.segments.reordering_deadline() {
            at = at.min(over);
        }
        (at < Nanos::MAX).then_some(at)
    }

    /// Smallest RTT seen, seconds.
    pub fn base_rtt_s(&self) -> Option<f64> {
        self.rounds.base_rtt_s()
    }

    /// The retransmission timer's state.
    pub fn timer_state(&mut self) -> TimerState {
        self.timer.state()
    }

    /// Decisions that the rules have made since the last call.
    pub fn decisions(&mut self) -> impl Iterator<Item = Decision> + use<> {
        [self.slow_start.decision(), self.avoidance.decision(), self.decrease.decision()].into_iter().flatten()
    }

    /// The check of `snd_una`'s fine-grained timer since the last call.
    pub fn check(&mut self) -> Option<Check> {
        self.detection.check()
    }

    /// Returns whether the sender has given up the connection.
    pub fn is_aborted(&self) -> bool {
        self.aborted
    }

    #[inline]
    fn in_slow_start(&mut self) -> bool {
        self.window.cwnd <= self.window.ssthresh && self.slow_start.active(&self.window)
    }

    /// The state of the sender.
    #[inline]
    pub fn phase(&mut self) -> Phase {
        if self.aborted {
            Phase::Aborted
        } else if !self.supply.open && self.supply.end == Some(self.snd_una) {
            Phase::Done
        } else if self.recovering {
            Phase::Recovery
        } else if self.in_slow_start() {
            Phase::SlowStart
        } else {
            Phase::Avoidance
        }
    }
}
