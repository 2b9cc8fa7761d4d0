//! Handles acknowledgments and timeouts.
//!
//! A new ACK is processed in the order of the Vegas implementations, which is compatible with BSD's: recovery
//! (deflation), bookkeeping and timer, end of the round, growth, RTT sample, check for another loss, new data. If the
//! RTT sample were taken before the round ends, `base_rtt` would fall one ACK early and the results would no longer
//! match the papers' tables.

use super::{Acknowledgment, Observer, SendCause, Sender};
use crate::kernel::Nanos;
use crate::scenario::EcnMode;
use crate::tcp::avoidance::Signal;
use crate::tcp::decrease::{self, Timeout};
use crate::tcp::detection::{Cause, Suspect};
use crate::tcp::measurements::Measurements;
use crate::tcp::recovery::{AfterTimeout, Delivery, Loss, NewAck};
use crate::tcp::segments::{Deliveries, SegmentRecord};
use crate::tcp::timestamps::Timestamp;
use crate::tcp::{Ack, Flight};
use crate::trace::tables::SendLimit;

/// SACKed segments above a hole that make it count as lost (RFC 6675, section 2).
const DUP_THRESH: u32 = 3;

impl Sender {
    /// Processes an ACK.
    pub fn on_ack(&mut self, ack: &Acknowledgment, now: Nanos, observer: &mut impl Observer) {
        if self.aborted || ack.next > self.snd_max {
            return;
        }
        let duplicate = self.is_dup_ack(ack);
        let updated = ack.rwnd.is_some() && self.on_window(ack);
        let delivered = ack.blocks.as_ref().map_or_else(Deliveries::default, |blocks| self.segments.sack(blocks));
        if ack.next > self.snd_una {
            self.on_new_ack(ack, delivered, now, observer);
        } else if duplicate {
            self.on_dup_ack(ack.marks, delivered, now, observer);
        } else if updated {
            self.send_allowed(now, observer);
        }
    }

    /// Takes over the advertised window. Returns whether it has changed. An ACK that another one overtook says nothing
    /// about it (RFC 9293, section 3.10.7.4).
    #[inline(never)]
    fn on_window(&mut self, ack: &Acknowledgment) -> bool {
        let changes = self.changes_window(ack);
        if changes && let Some(rwnd) = ack.rwnd {
            self.window.rwnd = rwnd;
        }
        changes
    }

    fn changes_window(&self, ack: &Acknowledgment) -> bool {
        ack.next >= self.snd_una && ack.rwnd.is_some_and(|rwnd| rwnd != self.window.rwnd)
    }

    /// Returns whether this acknowledgment is a duplicate: it repeats the last one while data is outstanding and leaves
    /// the window as it was (RFC 5681, section 2), or it has a SACK block with news, even if it's an older one that
    /// arrives late. RFC 6675, section 2, defines duplicates by what
    /// their SACK blocks report first, whatever the ACK number, so an ACK that another one overtook counts too. Linux
    /// does the same (`old_ack` in `tcp_ack`).
    #[inline]
    pub fn is_dup_ack(&self, ack: &Acknowledgment) -> bool {
        let repeats = ack.next == self.snd_una && self.snd_una < self.snd_max;
        if self.aborted {
            false
        } else if repeats && !self.changes_window(ack) {
            true
        } else {
            (repeats || ack.next < self.snd_una) && self.brings_news(ack)
        }
    }

    #[inline(never)]
    fn brings_news(&self, ack: &Acknowledgment) -> bool {
        ack.blocks.as_ref().is_some_and(|blocks| self.segments.are_news(blocks))
    }

    /// Builds the view of the sender's state that parts get with an acknowledgment. The caller adds the fields of the
    /// ACK itself.
    #[inline]
    fn view(&mut self, now: Nanos) -> Ack {
        Ack {
            now,
            in_transit: self.snd_nxt + 1 - self.snd_una,
            smss: self.smss,
            slow_start: self.in_slow_start(),
            recovering: self.recovering,
            open: !self.recovering && self.dup_acks == 0 && self.snd_una >= self.timeout_point,
            snd_nxt: self.snd_nxt,
            snd_una: self.snd_una,
            ..Ack::default()
        }
    }

    #[inline(never)]
    fn observe(&mut self, ack: &Ack, latest: Option<u32>, lost: u32) {
        if let Some(measurements) = &mut self.measurements {
            measurements.on_ack(ack);
        }
        let measured = Measurements::measured(&self.measurements);
        let flight = Flight { segments: self.in_flight(), lost, latest, measured };
        let slow_start = self.slow_start.observe(ack, &flight, &mut self.window);
        let avoidance = self.avoidance.observe(ack, &flight, &mut self.window);
        let decrease = self.decrease.observe(ack);
        self.observed = slow_start || avoidance || decrease || self.measurements.is_some();
    }

    #[inline]
    fn on_new_ack(
        &mut self,
        ack: &Acknowledgment,
        mut delivered: Deliveries,
        now: Nanos,
        observer: &mut impl Observer,
    ) {
        let acked = ack.next - self.snd_una;
        let new_ack = NewAck {
            ack: ack.next,
            acked,
            outstanding: self.snd_max - ack.next,
            dup_acks: self.dup_acks,
            at_snd_max: self.snd_nxt == self.snd_max,
            has_blocks: ack.blocks.is_some(),
            echoes_latest: ack.echo.is_some_and(|echo| self.is_latest(echo, ack.next - 1)),
        };
        let verdict = self.recovery.on_new_ack(&new_ack, &mut self.window);
        if self.recovering && !verdict.recovering {
            self.decrease.on_recovered(&mut self.window);
        }
        self.dup_acks = verdict.dup_acks;
        self.recovering = verdict.recovering;
        self.selective = verdict.selective;

        let sacked = delivered.sample(now);
        let record = self.segments.acknowledge(ack.next, &mut delivered);
        if verdict.discard_sacks {
            self.segments.discard_sacks();
        }
        let sent_once = record.transmissions == 1 && !record.delivered;
        let exact = now - record.sent_at;
        self.snd_una = ack.next;
        self.snd_nxt = self.snd_nxt.max(ack.next);
        self.timed_out = false;
        let lost = self.segments.mark_lost(delivered, self.is_repairing(), now);
        if self.recovering {
            self.report_delivery(delivered.segments, lost, true);
        }
        if let Some(echo) = ack.echo {
            self.timer.on_measured(echo.elapsed(now), now);
        } else {
            let sample = (sent_once && !delivered.retransmitted).then_some(exact);
            self.timer.on_new_ack(ack.next, sample, now);
            if let (None, Some(sacked)) = (sample, sacked) {
                self.timer.on_sack(sacked);
            }
        }
        if self.snd_una == self.snd_max {
            self.timer_expires = None;
        } else if verdict.restart_timer {
            self.timer_expires = Some(self.timer.deadline(now));
        }

        let rtt = sent_once.then(|| self.rounds.elapsed(record.sent_at, now));
        if self.rounds.ends_with(ack.next) {
            self.end_round(rtt, now, observer);
        }
        let view = Ack { acked, delivered: delivered.segments, marked: ack.marks, rtt, ..self.view(now) };
        if self.observed {
            self.observe(&view, delivered.latest(), lost);
        }
        if !(ack.marks > 0 && self.on_echo(acked, record, now)) && verdict.grow {
            let most = self.validation.most(view.slow_start, self.window.cwnd);
            if view.slow_start {
                self.slow_start.on_ack(&view, &mut self.window);
            } else {
                self.avoidance.on_ack(&view, &mut self.window);
            }
            self.window.cwnd = self.window.cwnd.min(most);
        }
        if let Some(measured) = rtt {
            self.rounds.sample(measured);
            self.detection.on_rtt_sample(measured);
            observer.rtt(exact, measured);
        } else if let Some(echo) = ack.echo {
            // The fine timer measures no retransmissions, but the retransmission timer did.
            let measured = echo.elapsed(now);
            observer.rtt(measured, self.rounds.elapsed(now - measured, now));
        }
        if verdict.retransmit {
            self.timer.on_retransmit();
            self.resend(self.snd_una, SendCause::FastRetransmit, now, observer);
        }
        self.slide_over_limited();
        if self.detection.checks_new_acks() {
            self.detect_loss(now, observer);
        }
        self.send_allowed(now, observer);
    }

    /// Returns whether this timestamp is that of a segment's latest transmission.
    #[inline(never)]
    fn is_latest(&self, echo: Timestamp, seq: u32) -> bool {
        self.segments.get(seq).is_some_and(|record| Timestamp::at(record.sent_at) == echo)
    }

    /// Ends a round. Everything below `snd_una` is acknowledged; `rtt` is the RTT sample of that ACK.
    #[inline(never)]
    fn end_round(&mut self, rtt: Option<Nanos>, now: Nanos, observer: &mut impl Observer) {
        let slow_start = self.in_slow_start();
        let Some(round) = self.rounds.on_ack(self.snd_una, self.snd_nxt, &self.window, rtt, slow_start, now) else {
            return;
        };
        observer.diff(round.diff());
        if let Some(measurements) = &mut self.measurements {
            measurements.on_round(&round);
        }
        if slow_start {
            self.slow_start.on_round(&round, &mut self.window);
        } else {
            self.slow_start.pause();
        }
        self.avoidance.on_round(&round, &mut self.window);
    }

    /// Runs loss detection, at a new ACK or at the end of a reordering window.
    #[inline(never)]
    fn detect_loss(&mut self, now: Nanos, observer: &mut impl Observer) {
        let suspect = self.suspect(now);
        match (self.detection.on_new_ack(suspect), suspect) {
            (Some(Cause::Overtaken), Some(suspect)) => {
                if !self.is_repairing() && self.recovery.permits(self.snd_una, &self.window) {
                    self.repair(Cause::Overtaken, suspect, now, observer);
                }
            }
            (Some(cause), _) => {
                // The window was already cut for the losses of this flight. From now on, duplicate ACKs count as coming
                // after the third.
                self.retransmit(cause, now, observer);
                self.dup_acks = 3;
            }
            (None, _) => {}
        }
    }

    /// Handles the end of a reordering window: marks segments that are still missing as lost, and repairs them as if an
    /// ACK had shown the loss.
    #[inline(never)]
    fn on_reordering_timeout(&mut self, now: Nanos, observer: &mut impl Observer) {
        self.segments.mark_overdue(now);
        self.detect_loss(now, observer);
        self.send_allowed(now, observer);
    }

    /// Handles a new ACK of `acked` segments that echoes congestion marks; `record` belongs to the last of these
    /// segments. Returns whether the ACK must not grow the window. Like losses, marks reduce the window at most once
    /// per window of data (RFC 3168, section 6.1.2), even if the ACK leaves nothing outstanding.
    #[inline(never)]
    fn on_echo(&mut self, acked: u32, record: SegmentRecord, now: Nanos) -> bool {
        if self.ecn != EcnMode::Rfc3168 {
            return false;
        }
        let handled = self.recovering || self.ecn_point.is_some_and(|point| self.snd_una <= point);
        if !handled {
            // The mark was set while the segments of this ACK were still in flight.
            let flight = self.flight_to_cut(acked);
            self.avoidance.on_loss(Signal::Mark, &self.window, flight, now);
            if let Some(target) = self.decrease_window(flight, self.in_flight() + acked, record, now) {
                self.window.ssthresh = target;
                self.window.cwnd = target.min(self.window.cwnd);
            }
            self.finish_loss_response(Signal::Mark);
            self.ecn_point = Some(self.snd_max);
            self.cwr = true;
        }
        true
    }

    /// Asks the decrease rule for the window after a loss or mark.
    fn decrease_window(&mut self, flight_size: u32, pipe: u32, record: SegmentRecord, now: Nanos) -> Option<f64> {
        let measured = Measurements::measured(&self.measurements);
        let loss = decrease::Loss { flight_size, pipe, record, now, measured };
        self.decrease.on_loss(&self.window, &loss)
    }

    /// Segments in the network at a loss that ACKs showed: in flight, without the lost ones and without those that SACK
    /// blocks report or, without blocks, that each duplicate ACK shows to have arrived.
    fn pipe(&self) -> u32 {
        if self.segments.sacked() == 0 {
            return self.flight_size().saturating_sub(self.dup_acks);
        }
        let lost_below = self.segments.lost_below(DUP_THRESH).max(self.snd_una + 1);
        self.segments.holes(lost_below, self.snd_nxt)
    }

    /// Called once all parts have responded to a loss, mark or timeout.
    fn finish_loss_response(&mut self, signal: Signal) {
        if let Some(measurements) = &mut self.measurements {
            measurements.on_loss(signal);
        }
    }

    /// Reports the deliveries of an ACK to recovery, before it chooses the segments to send.
    #[inline(never)]
    fn report_delivery(&mut self, segments: u32, lost: u32, advanced: bool) {
        let delivery = Delivery { segments, lost, in_flight: self.in_flight(), advanced };
        self.recovery.on_delivered(&delivery, &mut self.window);
    }

    #[inline(never)]
    fn on_dup_ack(&mut self, marked: u32, delivered: Deliveries, now: Nanos, observer: &mut impl Observer) {
        self.dup_acks += 1;
        let lost = self.segments.mark_lost(delivered, self.is_repairing(), now);
        if let Some(sample) = delivered.sample(now) {
            self.timer.on_sack(sample);
        }
        if self.recovering {
            self.report_delivery(delivered.segments, lost, false);
        }
        if self.observed {
            let view = Ack { marked, delivered: delivered.segments, ..self.view(now) };
            self.observe(&view, delivered.latest(), lost);
        }
        let Some(suspect) = self.suspect(now) else { return };
        let cause = self.detection.on_dup_ack(self.dup_acks, suspect);
        let send_new = match cause.filter(|_| self.recovery.permits(self.snd_una, &self.window)) {
            Some(cause) => self.repair(cause, suspect, now, observer),
            None => self.recovery.on_dup_ack(self.dup_acks, &mut self.window),
        };
        if send_new || self.selective {
            self.send_allowed(now, observer);
        } else if self.limited_transmit && self.dup_acks <= 2 && (!self.sack || delivered.segments > 0) {
            // RFC 3042, section 2: with SACK, only a duplicate ACK that reports something new shows that a segment has left.
            self.send_limited(now, observer);
        } else {
            self.send_nothing();
        }
    }

    /// Repairs a loss that ACKs showed; returns whether new segments may follow.
    fn repair(&mut self, cause: Cause, suspect: Suspect, now: Nanos, observer: &mut impl Observer) -> bool {
        // Recovery and BBR count all that's in the network. Only the cut leaves segments out.
        let (flight, in_flight) = (self.flight_to_cut(0), self.in_flight());
        self.avoidance.on_loss(Signal::Acks, &self.window, in_flight, now);
        // If a mark has already reduced the window for this flight, a loss in it doesn't reduce the window again.
        let already_cut = self.ecn_point.is_some_and(|point| self.snd_una < point);
        // Call the decrease rule before the retransmission overwrites the time at which the segment was last sent.
        let loss = Loss {
            snd_una: self.snd_una,
            snd_max: self.snd_max,
            dup_acks: self.dup_acks,
            transmissions: suspect.record.transmissions,
            in_flight,
            cut: if already_cut { None } else { self.decrease_window(flight, self.pipe(), suspect.record, now) },
        };
        self.finish_loss_response(Signal::Acks);
        let repair = self.recovery.on_loss(&loss, &mut self.window);
        self.detection.on_loss(loss.transmissions, self.snd_nxt - self.snd_una + 1);
        self.dup_acks = repair.dup_acks;
        self.recovering = repair.recovering;
        if self.recovery.doubles_rto() {
            // ACKs still arrive, so ignore the result: the connection must not be given up.
            self.timer.back_off();
        }
        self.retransmit(cause, now, observer);
        if repair.go_back_n {
            self.snd_nxt = self.snd_una + 1;
            self.limited = 0;
        }
        repair.send_new
    }

    /// Handles a wake-up. Returns whether the retransmission timer had expired.
    pub fn on_timer(&mut self, now: Nanos, observer: &mut impl Observer) -> bool {
        if self.timer_expires.is_none_or(|expires| expires > now) {
            if self.end_jitter(now) {
                self.send_at_once(0, now, observer);
            }
            if self.segments.reordering_deadline().is_some_and(|over| over <= now) {
                self.on_reordering_timeout(now, observer);
            }
            if self.pacing && self.pace_free_at <= now {
                self.send_allowed(now, observer);
            }
            return false;
        }
        self.timer_expires = None;
        self.end_jitter(now);
        if !self.timer.back_off() {
            self.aborted = true;
            // This also cancels the reordering timer.
            self.segments.discard_sacks();
            self.pacing = false;
            self.jitter = None;
            self.limit = SendLimit::Application;
            return true;
        }
        // Don't count SACKed segments, which have arrived: ssthresh would be based on a flight that the path never
        // held. The same goes for segments sent for duplicate ACKs, each of which shows that one has left. With SACK
        // blocks, the first count leaves them out too.
        let flight = self.in_flight() + self.segments.lost();
        let flight_to_cut = flight.min(self.flight_to_cut(0));
        let measured = Measurements::measured(&self.measurements);
        let timeout = Timeout { flight_size: flight_to_cut, repeated: self.timed_out, now, measured };
        self.avoidance.on_loss(Signal::Timeout, &self.window, flight, now);
        let ssthresh = self.decrease.on_timeout(&self.window, &timeout);
        self.finish_loss_response(Signal::Timeout);
        // A recovery in progress has already cut the window. Since then cwnd may have been inflated or the flight may
        // have grown, so ssthresh must not exceed the target of the recovery.
        let recovery_target = if self.recovering { self.recovery.target(&self.window) } else { f64::INFINITY };
        self.window.ssthresh = ssthresh.min(recovery_target);
        let after = self.recovery.on_timeout(self.snd_max, &mut self.window);
        self.detection.on_timeout();
        self.timed_out = true;
        self.dup_acks = 0;
        self.recovering = false;
        self.timeout_point = self.snd_max;
        self.selective = after == AfterTimeout::Selective;
        if self.selective {
            self.segments.mark_lost_at_timeout(now);
            // Segments sent within the last RTT may still arrive. Allow one segment in addition to them.
            self.window.cwnd += f64::from(self.in_flight());
            // Start the timer now, because pacing or the window may delay the retransmission.
            self.timer_expires = Some(self.timer.deadline(now));
        } else {
            self.segments.discard_sacks();
            self.snd_nxt = self.snd_una;
            self.limited = 0;
        }
        self.send_allowed(now, observer);
        true
    }
}
