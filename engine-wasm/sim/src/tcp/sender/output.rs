//! Decides which segments are sent, and when.

use super::{Observer, SendCause, Sender, Sent};
use crate::kernel::Nanos;
use crate::scenario::{EcnMode, RestartWindow};
use crate::tcp::detection::Cause;
use crate::tcp::recovery::{Permission, Scoreboard};
use crate::tcp::validation::Usage;
use crate::trace::tables::SendLimit;

impl Sender {
    /// Retransmits only the first outstanding segment.
    pub(super) fn retransmit(&mut self, cause: Cause, now: Nanos, observer: &mut impl Observer) {
        self.timer.on_retransmit();
        self.timer_expires = None;
        let cause = match cause {
            Cause::DupAcks | Cause::Overtaken => SendCause::FastRetransmit,
            Cause::TimedOut => SendCause::EarlyRetransmit,
        };
        self.resend(self.snd_una, cause, now, observer);
    }

    /// Retransmits an outstanding segment out of order.
    #[inline(never)]
    pub(super) fn resend(&mut self, seq: u32, cause: SendCause, now: Nanos, observer: &mut impl Observer) {
        self.transmit(seq, cause, now, observer);
    }

    /// Sends the segments that the window allows, or that recovery chooses.
    pub(super) fn send_allowed(&mut self, now: Nanos, observer: &mut impl Observer) {
        self.send_beyond(0, now, observer);
    }

    /// Does the same, but allows `more` segments beyond the window (RFC 3042, limited transmit).
    #[inline]
    pub(super) fn send_beyond(&mut self, more: u32, now: Nanos, observer: &mut impl Observer) {
        self.pacing = false;
        self.skip_sacked();
        let before = self.snd_nxt;
        if self.recovering || self.selective {
            self.send_in_recovery(more, now, observer);
        } else {
            self.send_in_order(self.window.usable().saturating_add(more), now, observer);
        }
        if self.validation.measures() {
            let (snd_una, snd_nxt) = (self.snd_una, self.snd_nxt);
            let usage = Usage { sent: snd_nxt != before, in_flight: self.in_flight(), snd_una, snd_nxt };
            self.validation.on_output(&usage, &self.window);
        }
    }

    #[inline(never)]
    fn send_in_recovery(&mut self, more: u32, now: Nanos, observer: &mut impl Observer) {
        let right_edge = self.right_edge();
        loop {
            let board = Scoreboard {
                snd_una: self.snd_una,
                snd_nxt: self.snd_nxt,
                snd_max: self.snd_max,
                next_available: self.is_supplied() && self.snd_nxt < right_edge,
                segments: &self.segments,
            };
            let permission = self.recovery.permission(&board, &self.window);
            match permission {
                Permission::InOrder(count) => {
                    return self.send_in_order(count.saturating_add(more), now, observer);
                }
                Permission::Full(counted) => {
                    self.limit = self.window_limit(counted);
                    return;
                }
                Permission::Nothing => {
                    self.limit = if self.is_supplied() { SendLimit::Receiver } else { SendLimit::Application };
                    return;
                }
                _ if self.must_wait(now) => return,
                Permission::Next => self.send_next(now, observer),
                Permission::Retransmit(seq) => {
                    if seq == self.snd_una && self.recovery.rearms_timer() {
                        // The timer runs for the first outstanding segment; clear it, so that the retransmission
                        // restarts it.
                        self.timer_expires = None;
                    }
                    self.timer.on_retransmit();
                    let cause = if self.recovering { SendCause::FastRetransmit } else { SendCause::GoBack };
                    self.resend(seq, cause, now, observer);
                }
            }
            self.recovery.on_sent(permission);
            self.skip_sacked();
        }
    }

    /// Sends segments in order, up to `count` of them counted from `snd_una`.
    #[inline]
    fn send_in_order(&mut self, count: u32, now: Nanos, observer: &mut impl Observer) {
        let end = self.snd_una.saturating_add(count).min(self.right_edge());
        while self.snd_nxt < end {
            if !self.is_supplied() {
                self.limit = SendLimit::Application;
                return self.avoidance.on_app_limited(self.in_flight());
            }
            if self.must_wait(now) {
                return;
            }
            self.send_next(now, observer);
            self.skip_sacked();
        }
        self.limit = self.limit_in_order();
    }

    /// The reason why a sender that counts from `snd_una` sends no more, if nothing delays its next segment.
    #[inline]
    fn limit_in_order(&self) -> SendLimit {
        if self.is_supplied() { self.window_limit(self.flight_size()) } else { SendLimit::Application }
    }

    /// Notes that a duplicate ACK after which nothing may be sent has shrunk the window below the flight.
    pub(super) fn send_nothing(&mut self) {
        if self.limit != SendLimit::Pacing && self.flight_size() >= self.window.usable() {
            self.limit = self.limit_in_order();
        }
    }

    /// The window that allows nothing more while this many segments count as being in the network.
    #[inline]
    fn window_limit(&self, counted: u32) -> SendLimit {
        // The cast saturates.
        let cwnd = self.window.cwnd as u32;
        if self.window.rwnd <= cwnd {
            SendLimit::Receiver
        } else if counted > cwnd {
            SendLimit::Flight
        } else {
            SendLimit::Cwnd
        }
    }

    #[inline(always)]
    fn send_next(&mut self, now: Nanos, observer: &mut impl Observer) {
        let cause = if self.snd_nxt < self.snd_max { SendCause::GoBack } else { SendCause::New };
        self.transmit(self.snd_nxt, cause, now, observer);
        self.snd_nxt += 1;
        self.snd_max = self.snd_max.max(self.snd_nxt);
    }

    /// Skips segments that SACK blocks cover, because they need no retransmission.
    #[inline]
    fn skip_sacked(&mut self) {
        if self.snd_nxt < self.snd_max {
            self.skip_sacked_below_snd_max();
        }
    }

    #[inline(never)]
    fn skip_sacked_below_snd_max(&mut self) {
        while self.snd_nxt < self.snd_max && self.segments.get(self.snd_nxt).is_some_and(|record| record.sacked) {
            self.snd_nxt += 1;
        }
    }

    /// One past the last segment that the receiver has room for.
    #[inline]
    pub(super) fn right_edge(&self) -> u32 {
        self.snd_una.saturating_add(self.window.rwnd)
    }

    /// Returns whether the application has supplied the next segment.
    #[inline]
    pub(super) fn is_supplied(&self) -> bool {
        self.supply.end.is_none_or(|end| self.snd_nxt < end)
    }

    /// Sends without a random wait and allows `more` segments beyond the window.
    pub(super) fn send_at_once(&mut self, more: u32, now: Nanos, observer: &mut impl Observer) {
        self.set_jitter_bypassed(true);
        self.send_beyond(more, now, observer);
        self.set_jitter_bypassed(false);
    }

    /// Limited transmit: lets the first and the second duplicate ACK send one new segment each beyond the window (RFC
    /// 3042), and counts the segments sent.
    #[inline(never)]
    pub(super) fn send_limited(&mut self, now: Nanos, observer: &mut impl Observer) {
        let ordinary = self.window_end().max(self.snd_max);
        self.send_at_once(self.dup_acks, now, observer);
        self.limited += self.snd_max.saturating_sub(ordinary);
    }

    /// Segments in flight for a cut of the window, before an ACK of `acked` of them: without those that limited transmit
    /// has sent, unless ACKs have moved the window over them since. RFC 5681, section 3.2, step 2, forbids counting
    /// them, and RFC 6675, section 5, step 4.2, repeats it for SACK. BSD and Linux cut the window itself, which limited
    /// transmit doesn't change.
    #[inline]
    pub(super) fn flight_to_cut(&self, acked: u32) -> u32 {
        self.flight_size() + acked - self.limited
    }

    /// Turns segments sent by limited transmit into ordinary ones once the window has reached them.
    #[inline]
    pub(super) fn slide_over_limited(&mut self) {
        if self.limited > 0 {
            self.limited = self.limited.min(self.snd_nxt.saturating_sub(self.window_end()));
        }
    }

    /// One past the last segment that the window allows.
    fn window_end(&self) -> u32 {
        self.snd_una.saturating_add(self.window.usable())
    }

    fn set_jitter_bypassed(&mut self, bypassed: bool) {
        if let Some(jitter) = &mut self.jitter {
            jitter.set_bypassed(bypassed);
        }
    }

    /// Ends the random wait if its time is over; returns whether it ended one.
    pub(super) fn end_jitter(&mut self, now: Nanos) -> bool {
        let over = self.jitter.as_mut().filter(|jitter| jitter.until().is_some_and(|until| until <= now));
        over.map(|jitter| jitter.end()).is_some()
    }

    /// Returns whether pacing or a random wait delays the next segment, and updates `pacing`.
    #[inline]
    fn must_wait(&mut self, now: Nanos) -> bool {
        let waits_randomly = self.jitter.as_mut().is_some_and(|jitter| jitter.must_wait(now));
        if !waits_randomly {
            self.pacing = now < self.pace_free_at && self.avoidance.pace().is_some();
        }
        let waits = waits_randomly || self.pacing;
        if waits {
            self.limit = SendLimit::Pacing;
        }
        waits
    }

    /// Shrinks the window after an idle period longer than the timeout: the sender's information about the path is
    /// stale, and the ACK clock has stopped.
    pub(super) fn restart_after_idle(&mut self, now: Nanos) {
        let Some((restart_window, initial)) = self.restart else { return };
        let idle = self.snd_una == self.snd_max && self.last_sent_at > 0;
        let expires = self.timer.deadline(self.last_sent_at);
        if !idle || expires > now {
            return;
        }
        match restart_window {
            RestartWindow::Initial => self.window.cwnd = self.window.cwnd.min(initial),
            RestartWindow::HalvedPerRto => {
                let timeouts = (now - self.last_sent_at).saturating_sub(1) / (expires - self.last_sent_at).max(1);
                self.window.decay(timeouts, initial);
            }
        }
    }

    #[inline(always)]
    fn transmit(&mut self, seq: u32, cause: SendCause, now: Nanos, observer: &mut impl Observer) {
        self.avoidance.on_send(seq, self.flight_size(), now);
        if self.segments.transmitted(seq, now) == 1 {
            self.timer.on_send(seq, now);
        }
        if self.timer_expires.is_none() {
            self.timer_expires = Some(self.timer.deadline(now));
        }
        if let Some(interval) = self.avoidance.pace() {
            self.pace_free_at = self.pace_free_at.max(now) + interval;
        }
        self.last_sent_at = now;
        let ecn_capable = self.ecn != EcnMode::Off && cause == SendCause::New;
        let cwr = ecn_capable && std::mem::take(&mut self.cwr);
        observer.send(Sent { seq, cause, ecn_capable, cwr });
    }
}
