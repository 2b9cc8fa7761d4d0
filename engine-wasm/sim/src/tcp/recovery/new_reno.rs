//! NewReno. A new ACK that doesn't cover everything sent before the loss is *partial*: it shows the next hole. NewReno
//! retransmits that hole at once and stays in recovery. So several losses in one window need one RTT each, but no
//! timeout.
//!
//! The RFC leaves open when the retransmission timer restarts. "Impatient" restarts it at the first partial ACK only,
//! so a window with many losses ends in a timeout and slow start. "Slow but steady" restarts it at each one and repairs
//! one hole per RTT, however long that takes.
//!
//! ns-2 keeps the inflation separate from cwnd, in `dupwnd`. The difference shows when a timeout ends recovery: ns-2
//! halves the window that the first cut left, whereas halving an inflated cwnd would undo that cut. In ns-2, the ACK
//! that ends recovery also grows the window like an ordinary ACK, and new segments may follow even the third duplicate
//! ACK. Until recovery ends, an ACK releases at most two segments (`recv` in tcp-newreno.cc).

use super::{AfterTimeout, Loss, NewAck, Permission, RecoveryRule, Repair, Scoreboard, Verdict};
use crate::schema::shape::Part;
use crate::tcp::Host;
use crate::tcp::window::Window;

alternatives! {
    /// When partial ACKs restart the retransmission timer.
    pub enum PartialAckTimer {
        /// Only at the first one of a recovery.
        Impatient = "impatient",
        /// At each one.
        SlowButSteady = "slow_but_steady",
    }
}

alternatives! {
    /// What cwnd becomes when recovery ends.
    pub enum FullAck {
        /// ssthresh, or one more than the outstanding segments if that is less, to avoid a burst.
        NoBurst = "no_burst",
        /// ssthresh.
        Ssthresh = "ssthresh",
    }
}

alternatives! {
    /// Where a duplicate ACK counts as room for one more segment.
    pub enum Inflation {
        /// In cwnd, as in the RFC.
        Cwnd = "cwnd",
        /// Separately from cwnd, as in ns-2, where the ACK that ends recovery also grows the window.
        Separate = "apart",
    }
}

described! {
    /// Retransmits one hole per partial ACK until everything sent before the loss is acknowledged.
    pub struct NewReno {
        /// When partial ACKs restart the retransmission timer.
        partial_ack_timer: PartialAckTimer = PartialAckTimer::SHAPE, default "impatient", label "Timer at partial ACKs";
        /// What cwnd becomes when recovery ends.
        full_ack: FullAck = FullAck::SHAPE, default "no_burst", label "Window after recovery";
        /// Where a duplicate ACK counts as room for one more segment.
        inflation: Inflation = Inflation::SHAPE, default "cwnd", label "Duplicate ACKs count in";
    }
}

/// One sender's recovery.
#[derive(Clone, Debug)]
pub struct Running {
    part: NewReno,
    /// One past the highest segment sent at the last loss or timeout; `None` before the first.
    recover: Option<u32>,
    recovering: bool,
    partial_acks: u32,
    /// Inflation that is kept separate from cwnd, segments.
    dupwnd: f64,
}

/// Maximum number of new segments that an ACK releases in ns-2's recovery, however much room it makes.
const MAX_PER_ACK: u32 = 2;

impl Running {
    fn inflate(&mut self, segments: f64, window: &mut Window) {
        match self.part.inflation {
            Inflation::Cwnd => window.cwnd += segments,
            Inflation::Separate => self.dupwnd += segments,
        }
    }

    /// Removes the segments that have left the network from the inflated window, except for the one that is
    /// retransmitted. Leaves at least one segment.
    fn deflate(&mut self, acked: f64, window: &mut Window) {
        match self.part.inflation {
            Inflation::Cwnd => window.cwnd = window.cwnd - acked + 1.0,
            Inflation::Separate if self.dupwnd > acked => self.dupwnd += 1.0 - acked,
            Inflation::Separate => {
                window.cwnd += self.dupwnd - acked;
                self.dupwnd = 1.0;
            }
        }
        window.cwnd = window.cwnd.max(1.0);
    }
}

impl Part<Host> for NewReno {
    const LABEL: &'static str = "NewReno";
    const SOURCE: &'static str = "RFC 6582";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), recover: None, recovering: false, partial_acks: 0, dupwnd: 0.0 }
    }
}

impl RecoveryRule for Running {
    fn permits(&mut self, snd_una: u32, _window: &Window) -> bool {
        !self.recovering && self.recover.is_none_or(|recover| snd_una > recover)
    }

    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair {
        self.recover = Some(loss.snd_max);
        self.recovering = true;
        self.partial_acks = 0;
        window.ssthresh = loss.target(window);
        window.cwnd = window.ssthresh;
        self.dupwnd = 0.0;
        self.inflate(f64::from(loss.dup_acks), window);
        // With windows of three to five segments, ns-2 has room for a new segment here. In the RFC, the next duplicate
        // ACK must arrive first.
        let send_new = self.part.inflation == Inflation::Separate;
        Repair { dup_acks: loss.dup_acks, go_back_n: false, send_new, recovering: true }
    }

    fn on_dup_ack(&mut self, _dup_acks: u32, window: &mut Window) -> bool {
        if self.recovering {
            self.inflate(1.0, window);
        }
        self.recovering
    }

    fn on_new_ack(&mut self, ack: &NewAck, window: &mut Window) -> Verdict {
        if !self.recovering {
            return Verdict::PLAIN;
        }
        if self.recover.is_some_and(|recover| ack.ack < recover) {
            self.partial_acks += 1;
            self.deflate(f64::from(ack.acked), window);
            return Verdict {
                grow: false,
                dup_acks: 0,
                recovering: true,
                retransmit: true,
                restart_timer: self.partial_acks == 1 || self.part.partial_ack_timer == PartialAckTimer::SlowButSteady,
                ..Verdict::PLAIN
            };
        }
        self.recovering = false;
        self.dupwnd = 0.0;
        window.cwnd = match self.part.full_ack {
            FullAck::NoBurst => window.ssthresh.min(f64::from(ack.outstanding.max(1)) + 1.0),
            FullAck::Ssthresh => window.ssthresh,
        };
        Verdict { grow: self.part.inflation == Inflation::Separate, ..Verdict::PLAIN }
    }

    fn permission(&mut self, board: &Scoreboard<'_>, window: &Window) -> Permission {
        let room = (window.cwnd as u32).saturating_add(self.dupwnd as u32);
        let per_ack = match self.part.inflation {
            Inflation::Cwnd => u32::MAX,
            Inflation::Separate => board.snd_nxt - board.snd_una + MAX_PER_ACK,
        };
        Permission::InOrder(room.min(window.rwnd).min(per_ack))
    }

    fn on_timeout(&mut self, snd_max: u32, window: &mut Window) -> AfterTimeout {
        self.recover = Some(snd_max);
        self.recovering = false;
        self.dupwnd = 0.0;
        window.cwnd = 1.0;
        AfterTimeout::GoBack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::segments::Segments;

    fn in_recovery(partial_ack_timer: PartialAckTimer) -> (Running, Window) {
        let (running, window) =
            start_recovery(NewReno { partial_ack_timer, full_ack: FullAck::NoBurst, inflation: Inflation::Cwnd });
        assert_eq!((window.cwnd, window.ssthresh), (10.0, 7.0));
        (running, window)
    }

    fn start_recovery(part: NewReno) -> (Running, Window) {
        let mut running = part.start(&Host::for_tests());
        let mut window = Window { cwnd: 14.0, ssthresh: 80.0, rwnd: 80 };
        assert!(running.permits(7, &window));
        running.on_loss(
            &Loss { snd_una: 7, snd_max: 21, dup_acks: 3, transmissions: 1, in_flight: 16, cut: Some(7.0) },
            &mut window,
        );
        (running, window)
    }

    fn ack(ack: u32, acked: u32) -> NewAck {
        NewAck { ack, acked, outstanding: 21 - ack, dup_acks: 3, at_snd_max: true }
    }

    #[test]
    fn a_partial_ack_of_3_deflates_a_cwnd_of_10_to_8_and_retransmits() {
        let (mut running, mut window) = in_recovery(PartialAckTimer::Impatient);
        let verdict = running.on_new_ack(&ack(10, 3), &mut window);
        assert_eq!(window.cwnd, 8.0);
        assert!(verdict.retransmit && verdict.recovering && !verdict.grow);
    }

    #[test]
    fn separate_inflation_leaves_cwnd_alone_until_a_partial_ack_exceeds_it() {
        let part = NewReno {
            partial_ack_timer: PartialAckTimer::Impatient,
            full_ack: FullAck::NoBurst,
            inflation: Inflation::Separate,
        };
        let (mut running, mut window) = start_recovery(part);
        running.on_dup_ack(4, &mut window);
        assert_eq!((window.cwnd, running.dupwnd), (7.0, 4.0));
        running.on_new_ack(&ack(10, 3), &mut window);
        assert_eq!((window.cwnd, running.dupwnd), (7.0, 2.0));
        running.on_new_ack(&ack(15, 5), &mut window);
        assert_eq!((window.cwnd, running.dupwnd), (4.0, 1.0));
        let full = running.on_new_ack(&ack(21, 6), &mut window);
        assert!(!full.recovering && full.grow, "the ACK that ends recovery grows the window");
        assert_eq!(running.dupwnd, 0.0);
    }

    #[test]
    fn only_ns_2_may_send_at_the_third_duplicate_ack() {
        for (inflation, send_new) in [(Inflation::Cwnd, false), (Inflation::Separate, true)] {
            let part = NewReno { partial_ack_timer: PartialAckTimer::Impatient, full_ack: FullAck::NoBurst, inflation };
            let mut running = part.start(&Host::for_tests());
            let loss = Loss { snd_una: 7, snd_max: 11, dup_acks: 3, transmissions: 1, in_flight: 4, cut: Some(2.0) };
            let mut window = Window { cwnd: 4.0, ssthresh: 80.0, rwnd: 80 };
            assert_eq!(running.on_loss(&loss, &mut window).send_new, send_new);
        }
    }

    #[test]
    fn in_ns_2_an_ack_releases_at_most_two_segments() {
        let segments = Segments::starting_at(7);
        let board = Scoreboard { snd_una: 7, snd_nxt: 11, snd_max: 11, next_available: true, segments: &segments };
        for (inflation, from_snd_una) in [(Inflation::Cwnd, 40), (Inflation::Separate, 6)] {
            let part = NewReno { partial_ack_timer: PartialAckTimer::Impatient, full_ack: FullAck::NoBurst, inflation };
            let window = Window { cwnd: 40.0, ssthresh: 40.0, rwnd: 80 };
            let permission = part.start(&Host::for_tests()).permission(&board, &window);
            assert_eq!(permission, Permission::InOrder(from_snd_una));
        }
    }

    #[test]
    fn only_slow_but_steady_restarts_the_timer_at_every_partial_ack() {
        for (form, second) in [(PartialAckTimer::Impatient, false), (PartialAckTimer::SlowButSteady, true)] {
            let (mut running, mut window) = in_recovery(form);
            assert!(running.on_new_ack(&ack(10, 3), &mut window).restart_timer);
            assert_eq!(running.on_new_ack(&ack(12, 2), &mut window).restart_timer, second);
        }
    }

    #[test]
    fn the_full_ack_ends_recovery_without_a_burst() {
        let (mut running, mut window) = in_recovery(PartialAckTimer::Impatient);
        let full = NewAck { ack: 21, acked: 14, outstanding: 3, dup_acks: 3, at_snd_max: true };
        let verdict = running.on_new_ack(&full, &mut window);
        assert_eq!((window.cwnd, verdict.recovering, verdict.retransmit), (4.0, false, false));
    }

    #[test]
    fn losses_of_one_window_halve_it_only_once() {
        let (mut running, mut window) = in_recovery(PartialAckTimer::Impatient);
        assert!(!running.permits(10, &window), "in recovery");
        running.on_new_ack(&ack(21, 14), &mut window);
        assert!(!running.permits(21, &window), "no segment sent since has been acknowledged");
        assert!(running.permits(22, &window));
    }
}
