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
//!
//! ns-2 shipped further variants, and each has a switch here: `partial_window_deflation_` and `exit_recovery_fix_` for
//! the window; `bugFix_`, `lessCareful_`, `bugFix_ack_` and `bugFix_ts_` for fast retransmits of segments sent before the
//! last loss (`dupack_action` in tcp-newreno.cc).

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
        /// What partial ACKs have left of it, as in ns-2 without `exit_recovery_fix_`.
        Kept = "kept",
    }
}

alternatives! {
    /// How far a partial ACK takes the inflation back.
    pub enum Deflation {
        /// By the segments that it acknowledges, less the one that is retransmitted (RFC 6582, section 3.2, step 3).
        Partial = "partial",
        /// Completely, so that only duplicate ACKs after it make room. ns-2 did so until May 2003
        /// (`partial_window_deflation_` 0).
        Whole = "whole",
    }
}

alternatives! {
    /// Whether duplicate ACKs of segments sent before the last loss or timeout may start another recovery.
    pub enum RecoverGuard {
        /// Only once a segment sent since is acknowledged (RFC 6582, section 3.2, step 2).
        Careful = "careful",
        /// Once everything sent before is acknowledged (RFC 2582, section 5), as in ns-3 and in ns-2 with
        /// `lessCareful_`.
        LessCareful = "less_careful",
        /// Careful, or if the last new ACK covered at most three segments; after needless retransmissions it covers
        /// more. As in ns-2 with `bugFix_ack_`; RFC 6582, section 4.1, says four.
        AckHeuristic = "ack_heuristic" label "ACK heuristic",
        /// Careful, or if the timestamp that the last new ACK echoed is that of the latest transmission of its last
        /// segment (RFC 6582, section 4.2), as in ns-2 with `bugFix_ts_`. Needs timestamps.
        TimestampHeuristic = "timestamp_heuristic",
        /// Always, as in ns-2 without `bugFix_`.
        Off = "off",
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
        /// How far a partial ACK takes the inflation back.
        deflation: Deflation = Deflation::SHAPE, default "partial", label "Deflation at partial ACKs";
        /// Whether duplicate ACKs of segments sent before the last loss or timeout may start another recovery.
        recover_guard: RecoverGuard = RecoverGuard::SHAPE, default "careful", label "Repeated fast retransmits";
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
    /// Segments that the last new ACK outside recovery acknowledged, and partial ACKs since.
    last_acked: u32,
    /// The last new ACK outside recovery echoed the latest transmission of its last segment.
    echoed_latest: bool,
}

/// Maximum number of new segments that an ACK releases in ns-2's recovery, however much room it makes.
const MAX_PER_ACK: u32 = 2;

/// Most segments of an ACK that the ACK heuristic doesn't attribute to needless retransmissions (`numdupacks_`).
const HEURISTIC_ACKED: u32 = 3;

impl Running {
    fn inflate(&mut self, segments: f64, window: &mut Window) {
        match self.part.inflation {
            Inflation::Cwnd => window.cwnd += segments,
            Inflation::Separate => self.dupwnd += segments,
        }
    }

    /// Keeps what the heuristics need of a new ACK.
    fn remember(&mut self, ack: &NewAck) {
        (self.last_acked, self.echoed_latest) = (ack.acked, ack.echoes_latest);
    }

    /// Removes the segments that have left the network from the inflated window, except for the one that is
    /// retransmitted. Leaves at least one segment.
    fn deflate(&mut self, acked: f64, window: &mut Window) {
        match self.part.inflation {
            Inflation::Cwnd if self.part.deflation == Deflation::Whole => window.cwnd = window.ssthresh,
            Inflation::Separate if self.part.deflation == Deflation::Whole => self.dupwnd = 0.0,
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
        Running {
            part: self.clone(),
            recover: None,
            recovering: false,
            partial_acks: 0,
            dupwnd: 0.0,
            last_acked: 0,
            echoed_latest: false,
        }
    }
}

impl RecoveryRule for Running {
    fn permits(&mut self, snd_una: u32, window: &Window) -> bool {
        let sent_since = |recover: u32| match self.part.recover_guard {
            RecoverGuard::Careful => snd_una > recover,
            RecoverGuard::LessCareful => snd_una >= recover,
            RecoverGuard::AckHeuristic => {
                snd_una > recover || (window.cwnd > 1.0 && self.last_acked <= HEURISTIC_ACKED)
            }
            RecoverGuard::TimestampHeuristic => snd_una > recover || self.echoed_latest,
            RecoverGuard::Off => true,
        };
        !self.recovering && self.recover.is_none_or(sent_since)
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
            self.remember(ack);
            return Verdict::PLAIN;
        }
        if self.recover.is_some_and(|recover| ack.ack < recover) {
            self.partial_acks += 1;
            self.last_acked += ack.acked;
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
        self.remember(ack);
        match self.part.full_ack {
            FullAck::NoBurst => window.cwnd = window.ssthresh.min(f64::from(ack.outstanding.max(1)) + 1.0),
            FullAck::Kept if self.part.inflation == Inflation::Separate => {}
            FullAck::Ssthresh | FullAck::Kept => window.cwnd = window.ssthresh,
        }
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

    const RFC: NewReno = NewReno {
        partial_ack_timer: PartialAckTimer::Impatient,
        full_ack: FullAck::NoBurst,
        inflation: Inflation::Cwnd,
        deflation: Deflation::Partial,
        recover_guard: RecoverGuard::Careful,
    };

    fn in_recovery(partial_ack_timer: PartialAckTimer) -> (Running, Window) {
        let (running, window) = start_recovery(NewReno { partial_ack_timer, ..RFC });
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
        NewAck { ack, acked, outstanding: 21 - ack, dup_acks: 3, at_snd_max: true, ..NewAck::default() }
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
        let (mut running, mut window) = start_recovery(NewReno { inflation: Inflation::Separate, ..RFC });
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
            let mut running = NewReno { inflation, ..RFC }.start(&Host::for_tests());
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
            let window = Window { cwnd: 40.0, ssthresh: 40.0, rwnd: 80 };
            let permission = NewReno { inflation, ..RFC }.start(&Host::for_tests()).permission(&board, &window);
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
        let full = NewAck { ack: 21, acked: 14, outstanding: 3, dup_acks: 3, at_snd_max: true, ..NewAck::default() };
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

    #[test]
    fn without_partial_deflation_a_partial_ack_takes_back_the_whole_inflation() {
        for (inflation, cwnd) in [(Inflation::Cwnd, 7.0), (Inflation::Separate, 7.0)] {
            let (mut running, mut window) = start_recovery(NewReno { inflation, deflation: Deflation::Whole, ..RFC });
            running.on_dup_ack(4, &mut window);
            let verdict = running.on_new_ack(&ack(10, 3), &mut window);
            assert!(verdict.retransmit && verdict.recovering);
            assert_eq!((window.cwnd, running.dupwnd), (cwnd, 0.0), "{inflation:?}");
            // Ten acknowledged segments exceed what partial deflation would leave of any inflation.
            running.on_new_ack(&ack(20, 10), &mut window);
            assert_eq!((window.cwnd, running.dupwnd), (cwnd, 0.0), "{inflation:?}");
        }
    }

    #[test]
    fn kept_leaves_ns_2s_cwnd_as_partial_acks_left_it() {
        let part = NewReno { inflation: Inflation::Separate, full_ack: FullAck::Kept, ..RFC };
        let (mut running, mut window) = start_recovery(part);
        running.on_new_ack(&ack(15, 8), &mut window);
        // Seven, less the eight acknowledged, of which three were inflation.
        assert_eq!(window.cwnd, 2.0);
        assert!(running.on_new_ack(&ack(21, 6), &mut window).grow);
        assert_eq!((window.cwnd, window.ssthresh), (2.0, 7.0));
    }

    #[test]
    fn guards_differ_at_the_segment_after_the_last_recovery_and_below() {
        // Everything below 21 was sent before the recovery. (snd_una, segments of the last new ACK, cwnd) for each.
        let permits = |recover_guard, snd_una, acked, cwnd| {
            let (mut running, mut window) = start_recovery(NewReno { recover_guard, ..RFC });
            assert!(!running.permits(30, &window), "{recover_guard:?} in recovery");
            running.on_timeout(21, &mut window);
            running.on_new_ack(&ack(snd_una, acked), &mut window);
            running.permits(snd_una, &Window { cwnd, ..window })
        };
        for (recover_guard, below, at) in [
            (RecoverGuard::Careful, false, false),
            (RecoverGuard::LessCareful, false, true),
            (RecoverGuard::Off, true, true),
        ] {
            let each = [20, 21].map(|snd_una| permits(recover_guard, snd_una, 1, 2.0));
            assert_eq!(each, [below, at], "{recover_guard:?}");
            let (running, window) = &mut start_recovery(NewReno { recover_guard, ..RFC });
            running.on_new_ack(&ack(21, 14), window);
            assert!(running.permits(22, window));
        }
        let heuristic = |acked, cwnd| permits(RecoverGuard::AckHeuristic, 20, acked, cwnd);
        assert_eq!([(3, 2.0), (4, 2.0), (3, 1.0)].map(|(acked, cwnd)| heuristic(acked, cwnd)), [true, false, false]);
        let timestamp = |echoes_latest| {
            let part = NewReno { recover_guard: RecoverGuard::TimestampHeuristic, ..RFC };
            let (mut running, mut window) = start_recovery(part);
            running.on_timeout(21, &mut window);
            running.on_new_ack(&NewAck { echoes_latest, ..ack(20, 5) }, &mut window);
            running.permits(20, &window)
        };
        assert_eq!([true, false].map(timestamp), [true, false]);
    }
}
