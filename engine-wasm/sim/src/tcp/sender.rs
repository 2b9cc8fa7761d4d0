//! The transport core of a sender: sequence numbers, windows, timers and the order of events. What is peculiar to an
//! algorithm is in its parts.
//!
//! The order on a new ACK is that of the Vegas code line, into which BSD's fits: recovery (deflation), bookkeeping and
//! timer, end of round, growth, RTT sample, late check for another loss, then new data. Sampling before the round ends
//! would let `base_rtt` fall one ACK early and shift the papers' tables.

use super::avoidance::RunningAvoidance;
use super::decrease::RunningDecrease;
use super::detection::{Cause, RunningDetection, Suspect};
use super::recovery::{Loss, NewAck, RunningRecovery};
use super::rounds::Rounds;
use super::segments::Segments;
use super::slow_start::RunningSlowStart;
use super::timer::RunningTimer;
use super::window::Window;
use super::{Ack, Host};
use crate::kernel::Nanos;
use crate::scenario::{Flow, InitialSsthresh};

/// Why a segment is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendCause {
    /// It is new.
    New,
    /// It was held to be lost because of duplicate ACKs.
    FastRetransmit,
    /// It was held to be lost because its fine-grained timeout had passed.
    EarlyRetransmit,
    /// It was outstanding when the sender went back: at a coarse timeout, or at Tahoe's fast retransmit.
    GoBack,
}

/// What a sender does is told to its observer, in order.
pub trait Observer {
    /// A segment leaves.
    fn send(&mut self, seq: u32, cause: SendCause);
    /// An RTT was measured from a segment that was sent once: exactly, and as the sender's fine clock shows it.
    fn rtt(&mut self, exact: Nanos, shown: Nanos);
    /// A round ended with this many segments in queues.
    fn diff(&mut self, diff: f64);
}

/// Where a sender stands, for traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// cwnd is below ssthresh.
    SlowStart,
    /// cwnd is above ssthresh.
    Avoidance,
    /// Fast recovery.
    Recovery,
    /// Everything is acknowledged.
    Done,
    /// The connection was given up after too many timeouts.
    Aborted,
}

/// A sender at work. Sequence numbers count segments from 0.
#[derive(Debug)]
pub struct Sender {
    smss: u32,
    /// One past the last segment there is to send; `None` without end.
    end: Option<u32>,
    window: Window,
    snd_una: u32,
    snd_nxt: u32,
    snd_max: u32,
    dup_acks: u32,
    segments: Segments,
    rounds: Rounds,
    timer_expires: Option<Nanos>,
    recovering: bool,
    aborted: bool,
    slow_start: RunningSlowStart,
    avoidance: RunningAvoidance,
    detection: RunningDetection,
    recovery: RunningRecovery,
    decrease: RunningDecrease,
    timer: RunningTimer,
}

impl Sender {
    /// A sender for this flow that has not sent anything yet.
    pub fn new(flow: &Flow, host: &Host) -> Self {
        let parts = &flow.sender;
        let rwnd = u32::try_from(flow.rwnd_bytes / u64::from(flow.smss_bytes)).unwrap_or(u32::MAX);
        let ssthresh = match parts.initial_ssthresh {
            InitialSsthresh::Unlimited => f64::INFINITY,
            InitialSsthresh::Rwnd => f64::from(rwnd.max(2)),
        };
        Self {
            smss: flow.smss_bytes,
            end: flow.traffic.bytes().map(|bytes| bytes.div_ceil(u64::from(flow.smss_bytes)) as u32),
            window: Window { cwnd: f64::from(parts.initial_cwnd), ssthresh, rwnd },
            snd_una: 0,
            snd_nxt: 0,
            snd_max: 0,
            dup_acks: 0,
            segments: Segments::default(),
            rounds: Rounds::new(host.clock("fine", u64::from(parts.fine_clock_us) * 1_000), parts.unsampled_round),
            timer_expires: None,
            recovering: false,
            aborted: false,
            slow_start: parts.slow_start.start(host),
            avoidance: parts.avoidance.start(host),
            detection: parts.detection.start(host),
            recovery: parts.recovery.start(host),
            decrease: parts.decrease.start(host),
            timer: parts.timer.start(host),
        }
    }

    /// The connection opens: the first window leaves.
    pub fn open(&mut self, now: Nanos, observer: &mut impl Observer) {
        self.rounds.begin(now);
        self.send_allowed(now, observer);
    }

    /// An ACK arrives that says `ack` is expected next.
    pub fn on_ack(&mut self, ack: u32, now: Nanos, observer: &mut impl Observer) {
        if ack > self.snd_una && ack <= self.snd_max && !self.aborted {
            self.on_new_ack(ack, now, observer);
        } else if self.is_dup_ack(ack) {
            self.on_dup_ack(now, observer);
        }
    }

    /// Whether this acknowledgment repeats the last one while data are outstanding.
    pub fn is_dup_ack(&self, ack: u32) -> bool {
        ack == self.snd_una && self.snd_una < self.snd_max && !self.aborted
    }

    fn on_new_ack(&mut self, ack: u32, now: Nanos, observer: &mut impl Observer) {
        let acked = ack - self.snd_una;
        let new_ack = NewAck {
            ack,
            acked,
            outstanding: self.snd_max - ack,
            dup_acks: self.dup_acks,
            at_front: self.snd_nxt == self.snd_max,
        };
        let verdict = self.recovery.on_new_ack(&new_ack, &mut self.window);
        self.dup_acks = verdict.dup_acks;
        self.recovering = verdict.recovering;

        let record = self.segments.acknowledge(ack).filter(|record| record.transmissions == 1);
        self.snd_una = ack;
        self.snd_nxt = self.snd_nxt.max(ack);
        self.timer.on_new_ack(ack, record.map(|record| now - record.sent_at), now);
        if self.snd_una == self.snd_max {
            self.timer_expires = None;
        } else if verdict.restart_timer {
            self.timer_expires = Some(self.timer.deadline(now));
        }

        if let Some(round) = self.rounds.on_ack(ack, self.snd_nxt, now) {
            observer.diff(round.diff());
            if self.slow_start.active(&self.window) {
                self.avoidance.pause();
                self.slow_start.on_round(&round, &mut self.window);
            } else {
                self.slow_start.pause();
                self.avoidance.on_round(&round, &mut self.window);
            }
        }
        let rtt = record.map(|record| self.rounds.elapsed(record.sent_at, now));
        let slow_start = self.slow_start.active(&self.window);
        let view = Ack { acked, in_transit: self.snd_nxt - (ack - 1), smss: self.smss, rtt, slow_start };
        self.avoidance.observe(&view);
        self.decrease.observe(&view);
        match (verdict.grow, slow_start) {
            (false, _) => {}
            (true, true) => self.slow_start.on_ack(&view, &mut self.window),
            (true, false) => self.avoidance.on_ack(&view, &mut self.window),
        }
        if let (Some(record), Some(shown)) = (record, rtt) {
            self.rounds.sample(shown);
            self.detection.on_rtt_sample(shown);
            observer.rtt(now - record.sent_at, shown);
        }
        if verdict.retransmit {
            self.timer.on_retransmit();
            self.transmit(self.snd_una, SendCause::FastRetransmit, now, observer);
        }
        if let Some(cause) = self.detection.on_new_ack(self.suspect(now)) {
            // The window has paid for the losses of this flight; from here on duplicates count as beyond the third.
            self.retransmit(cause, now, observer);
            self.dup_acks = 3;
        }
        self.send_allowed(now, observer);
    }

    fn on_dup_ack(&mut self, now: Nanos, observer: &mut impl Observer) {
        self.dup_acks += 1;
        let Some(suspect) = self.suspect(now) else { return };
        let cause = self.detection.on_dup_ack(self.dup_acks, suspect);
        let send_new = match cause.filter(|_| self.recovery.permits(self.snd_una, &self.window)) {
            Some(cause) => self.repair(cause, suspect, now, observer),
            None => self.recovery.on_dup_ack(self.dup_acks, &mut self.window),
        };
        if send_new {
            self.send_allowed(now, observer);
        }
    }

    /// Repairs a loss found by a duplicate ACK; returns whether new segments may follow.
    fn repair(&mut self, cause: Cause, suspect: Suspect, now: Nanos, observer: &mut impl Observer) -> bool {
        self.avoidance.on_loss();
        // The decrease rule sees when the segment was last sent, which the retransmission will overwrite.
        let loss = Loss {
            snd_una: self.snd_una,
            snd_max: self.snd_max,
            dup_acks: self.dup_acks,
            transmissions: suspect.record.transmissions,
            cut: self.decrease.on_loss(&self.window, self.flight_size(), suspect.record, now),
        };
        let repair = self.recovery.on_loss(&loss, &mut self.window);
        self.detection.on_loss(loss.transmissions, self.snd_nxt - self.snd_una + 1);
        self.dup_acks = repair.dup_acks;
        self.recovering = repair.recovering;
        self.retransmit(cause, now, observer);
        if repair.go_back_n {
            self.snd_nxt = self.snd_una + 1;
        }
        repair.send_new
    }

    /// The retransmission timer may have expired. Returns whether it has.
    pub fn on_timer(&mut self, now: Nanos, observer: &mut impl Observer) -> bool {
        if self.timer_expires.is_none_or(|expires| expires > now) {
            return false;
        }
        self.timer_expires = None;
        if !self.timer.back_off() {
            self.aborted = true;
            return true;
        }
        self.avoidance.on_loss();
        self.window.ssthresh = self.decrease.on_timeout(&self.window, self.flight_size(), now);
        self.recovery.on_timeout(self.snd_max, &mut self.window);
        self.detection.on_timeout();
        self.dup_acks = 0;
        self.recovering = false;
        self.snd_nxt = self.snd_una;
        self.send_allowed(now, observer);
        true
    }

    fn suspect(&self, now: Nanos) -> Option<Suspect> {
        let record = self.segments.get(self.snd_una)?;
        Some(Suspect { record, age: self.rounds.elapsed(record.sent_at, now) })
    }

    /// Sends the first outstanding segment again, alone.
    fn retransmit(&mut self, cause: Cause, now: Nanos, observer: &mut impl Observer) {
        self.timer.on_retransmit();
        self.timer_expires = None;
        let cause = match cause {
            Cause::DupAcks => SendCause::FastRetransmit,
            Cause::FineTimer => SendCause::EarlyRetransmit,
        };
        self.transmit(self.snd_una, cause, now, observer);
    }

    fn send_allowed(&mut self, now: Nanos, observer: &mut impl Observer) {
        let right_edge = self.snd_una.saturating_add(self.window.usable());
        let right_edge = self.end.map_or(right_edge, |end| right_edge.min(end));
        while self.snd_nxt < right_edge {
            let cause = if self.snd_nxt < self.snd_max { SendCause::GoBack } else { SendCause::New };
            self.transmit(self.snd_nxt, cause, now, observer);
            self.snd_nxt += 1;
            self.snd_max = self.snd_max.max(self.snd_nxt);
        }
    }

    fn transmit(&mut self, seq: u32, cause: SendCause, now: Nanos, observer: &mut impl Observer) {
        if self.segments.transmitted(seq, now) == 1 {
            self.timer.on_send(seq, now);
        }
        if self.timer_expires.is_none() {
            self.timer_expires = Some(self.timer.deadline(now));
        }
        observer.send(seq, cause);
    }

    /// Windows now.
    pub fn window(&self) -> Window {
        self.window
    }

    /// Segments in flight: sent and not acknowledged, as far as the sender has not gone back.
    pub fn flight_size(&self) -> u32 {
        self.snd_nxt - self.snd_una
    }

    /// First unacknowledged segment.
    pub fn snd_una(&self) -> u32 {
        self.snd_una
    }

    /// One past the highest segment ever sent.
    pub fn snd_max(&self) -> u32 {
        self.snd_max
    }

    /// When the retransmission timer expires, if it runs.
    pub fn timer_expires(&self) -> Option<Nanos> {
        self.timer_expires
    }

    /// Smallest RTT seen, seconds.
    pub fn base_rtt_s(&self) -> Option<f64> {
        self.rounds.base_rtt_s()
    }

    /// The retransmission timer's state.
    pub fn timer_state(&mut self) -> super::timer::TimerState {
        self.timer.state()
    }

    /// Where the sender stands.
    pub fn phase(&mut self) -> Phase {
        if self.aborted {
            Phase::Aborted
        } else if self.end == Some(self.snd_una) {
            Phase::Done
        } else if self.recovering {
            Phase::Recovery
        } else if self.slow_start.active(&self.window) {
            Phase::SlowStart
        } else {
            Phase::Avoidance
        }
    }
}
