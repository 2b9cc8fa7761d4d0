//! SACK-based recovery as in RFC 6675. SACK blocks show which segments have left the network. The sender counts the
//! segments that are still in it (`pipe`), sends while that number is below `cwnd`, and can retransmit several holes of
//! a window within one RTT.
//!
//! Everything is counted in whole segments: a hole is lost when `dup_thresh` SACKed segments are above it. The window
//! is not inflated. After a timeout the sender discards the blocks, as RFC 2018 recommends, because the receiver may
//! have discarded the segments that it reported. Segments covered by later blocks are not retransmitted.
//!
//! The SACK sender of Fall & Floyd 1996, which is ns-2's Sack1 (`recv` and `dupack_action` in tcp-sack1.cc), doesn't read
//! `pipe` off the blocks. At the third duplicate ACK it starts from the outstanding segments less those three. Each
//! segment sent adds one, each ACK takes one away, and a partial ACK takes two: its retransmission and the segment that
//! was lost have left. A hole counts as lost once any segment above it is SACKed, and nothing is sent in addition to the
//! first retransmission. Only new ACKs restart the timer. The sender uses blocks only during a recovery, so after a
//! timeout it sends everything again.

use super::episode::Episode;
use super::{AfterTimeout, Loss, NewAck, Permission, RecoveryRule, Repair, Scoreboard, Verdict};
use crate::schema::shape::{Part, integer};
use crate::tcp::Host;
use crate::tcp::window::Window;

alternatives! {
    /// How the sender knows how many segments are in the network.
    pub enum Pipe {
        /// It reads them off the SACK blocks (RFC 6675, `SetPipe`).
        Scoreboard = "scoreboard" label "SACK blocks (RFC 6675)",
        /// It counts segments sent and ACKs received since the loss, as in ns-2's Sack1 (Fall & Floyd 1996).
        Counted = "counted" label "Counted ACKs (ns-2)",
    }
}

described! {
    /// Retransmits all holes that SACK blocks show, as fast as the halved window allows.
    pub struct Sack {
        /// SACKed segments above a hole that show its loss.
        dup_thresh: u32 = integer("segments", 1, 1_000), default 3, label "SACKed segments that show a loss";
        /// How the sender knows how many segments are in the network.
        pipe: Pipe = Pipe::SHAPE, default "scoreboard", label "Segments in the network";
    }
}

/// One sender's recovery.
#[derive(Clone, Debug)]
pub struct Running {
    part: Sack,
    episode: Episode,
    /// Counted segments in the network; ACKs of segments sent before the loss can make it negative.
    counted: i64,
    /// `RescueRxt`: no second rescue retransmission until an ACK passes this segment.
    rescue_rxt: Option<u32>,
    /// The last permitted segment is a rescue retransmission.
    rescuing: bool,
}

impl Part<Host> for Sack {
    const LABEL: &'static str = "SACK";
    const SOURCE: &'static str = "RFC 6675; RFC 2018";
    const NEEDS_SACK: bool = true;
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        let part = self.clone();
        Running { part, episode: Episode::default(), counted: 0, rescue_rxt: None, rescuing: false }
    }
}

impl Running {
    /// Segments in the network: neither SACKed nor lost, or retransmitted (`SetPipe`).
    fn pipe(&self, board: &Scoreboard<'_>) -> u32 {
        let lost_below = board.segments.lost_below(self.part.dup_thresh);
        let sent = board.segments.holes(lost_below, board.snd_nxt);
        let retransmitted = board.segments.holes(board.snd_una, self.episode.high_rxt);
        sent + retransmitted
    }

    fn counts(&self) -> bool {
        self.part.pipe == Pipe::Counted
    }

    /// ns-2's choice: the first hole below the highest SACKed segment, or else new data.
    fn next_counted(&self, board: &Scoreboard<'_>) -> Permission {
        match board.segments.first_hole(self.episode.high_rxt, board.segments.fack()) {
            Some(seq) => Permission::Retransmit(seq),
            None if board.next_available => Permission::Next,
            None => Permission::Nothing,
        }
    }

    /// `NextSeg`, rules 1 to 4.
    fn next(&mut self, board: &Scoreboard<'_>) -> Permission {
        let fack = board.segments.fack();
        let hole = board.segments.first_hole(self.episode.high_rxt, fack);
        let lost_below = board.segments.lost_below(self.part.dup_thresh);
        self.rescuing = false;
        match hole {
            Some(seq) if seq < lost_below => Permission::Retransmit(seq),
            _ if board.next_available => Permission::Next,
            Some(seq) => Permission::Retransmit(seq),
            None if self.rescue_rxt.is_none_or(|rescue| board.snd_una > rescue) => {
                self.rescuing = true;
                let highest = board.segments.last_hole(self.episode.high_rxt, board.snd_nxt);
                highest.map_or(Permission::Nothing, Permission::Retransmit)
            }
            None => Permission::Nothing,
        }
    }
}

impl RecoveryRule for Running {
    fn permits(&mut self, snd_una: u32, _window: &Window) -> bool {
        self.episode.permits(snd_una)
    }

    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair {
        self.rescue_rxt = None;
        self.counted = i64::from(loss.snd_max - loss.snd_una) - i64::from(loss.dup_acks);
        let repair = self.episode.begin(loss, window);
        Repair { send_new: !self.counts(), ..repair }
    }

    fn on_dup_ack(&mut self, _dup_acks: u32, _window: &mut Window) -> bool {
        self.counted -= 1;
        self.episode.recovering
    }

    fn on_new_ack(&mut self, ack: &NewAck, window: &mut Window) -> Verdict {
        self.counted -= 2;
        let verdict = self.episode.on_new_ack(ack, window);
        Verdict { discard_sacks: self.counts() && !verdict.recovering, ..verdict }
    }

    fn permission(&mut self, board: &Scoreboard<'_>, window: &Window) -> Permission {
        // The casts saturate.
        if self.counts() {
            let has_room = self.counted < window.cwnd as i64;
            return if has_room { self.next_counted(board) } else { Permission::Full(self.counted as u32) };
        }
        let pipe = self.pipe(board);
        if pipe >= window.cwnd as u32 {
            return Permission::Full(pipe);
        }
        self.next(board)
    }

    fn on_sent(&mut self, permission: Permission) {
        self.counted += 1;
        match permission {
            Permission::Retransmit(_) if self.rescuing => self.rescue_rxt = Some(self.episode.point),
            Permission::Retransmit(seq) => self.episode.high_rxt = seq + 1,
            _ => {}
        }
    }

    fn rearms_timer(&mut self) -> bool {
        !self.counts()
    }

    fn on_timeout(&mut self, snd_max: u32, window: &mut Window) -> AfterTimeout {
        // After a timeout, ns-2's next recovery must wait for a segment sent since (the careful variant of RFC 2582).
        self.episode.on_timeout(snd_max + u32::from(self.counts()), window);
        AfterTimeout::GoBack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::sack::SackBlocks;
    use crate::tcp::segments::Segments;

    /// Segments 0 to 13 are outstanding.
    fn board(segments: &Segments, next_available: bool) -> Scoreboard<'_> {
        Scoreboard { snd_una: 0, snd_nxt: 14, snd_max: 14, next_available, segments }
    }

    fn in_recovery(blocks: &[(u32, u32)]) -> (Running, Segments, Window) {
        let mut segments = Segments::default();
        (0..14).for_each(|seq| _ = segments.transmitted(seq, u64::from(seq)));
        segments.sack(&SackBlocks::of(blocks));
        start(Pipe::Scoreboard, segments)
    }

    fn start(pipe: Pipe, segments: Segments) -> (Running, Segments, Window) {
        let mut sack = Sack { dup_thresh: 3, pipe }.start(&Host::for_tests());
        let mut window = Window { cwnd: 14.0, ssthresh: 80.0, rwnd: 80 };
        let loss = Loss { snd_una: 0, snd_max: 14, dup_acks: 3, transmissions: 1, in_flight: 16, cut: Some(7.0) };
        assert!(sack.permits(0, &window));
        sack.on_loss(&loss, &mut window);
        assert_eq!((window.cwnd, window.ssthresh), (7.0, 7.0));
        (sack, segments, window)
    }

    #[test]
    fn pipe_excludes_sacked_and_lost_segments_and_counts_retransmissions() {
        let (mut sack, segments, window) = in_recovery(&[(1, 3), (4, 5)]);
        // 14 sent, 3 SACKed, segment 0 lost but retransmitted: 14 - 3 - 1 + 1. Only one SACKed segment is above the
        // hole at 3.
        assert_eq!(sack.pipe(&board(&segments, true)), 11);
        assert_eq!(sack.permission(&board(&segments, true), &window), Permission::Full(11));
    }

    #[test]
    fn sends_lost_holes_first_then_new_data_then_the_rescue() {
        let (mut sack, segments, window) = in_recovery(&[(1, 3), (4, 8)]);
        // 14 - 6 SACKed - 2 lost + 1 retransmitted.
        assert_eq!(sack.pipe(&board(&segments, true)), 7);
        let (mut sack_more, more, _) = in_recovery(&[(1, 3), (4, 9)]);
        assert_eq!(sack.permission(&board(&segments, true), &window), Permission::Full(7));
        assert_eq!(sack_more.permission(&board(&more, true), &window), Permission::Retransmit(3));
        sack_more.on_sent(Permission::Retransmit(3));
        assert_eq!(sack_more.permission(&board(&more, true), &window), Permission::Full(7));
        // All segments but 0, 3, 12 and 13 have arrived; no SACKed segment is above 12 and 13.
        let (mut sack, segments, window) = in_recovery(&[(1, 3), (4, 12)]);
        sack.on_sent(Permission::Retransmit(3));
        assert_eq!(sack.permission(&board(&segments, true), &window), Permission::Next);
        assert_eq!(sack.permission(&board(&segments, false), &window), Permission::Retransmit(13));
        sack.on_sent(Permission::Retransmit(13));
        assert_eq!(sack.permission(&board(&segments, false), &window), Permission::Nothing, "one rescue only");
    }

    #[test]
    fn a_hole_not_yet_lost_is_retransmitted_only_without_new_data() {
        let (mut sack, segments, window) = in_recovery(&[(1, 3), (4, 10), (11, 13)]);
        sack.on_sent(Permission::Retransmit(3));
        assert_eq!(sack.permission(&board(&segments, true), &window), Permission::Next);
        assert_eq!(sack.permission(&board(&segments, false), &window), Permission::Retransmit(10));
    }

    #[test]
    fn recovery_ends_at_the_recovery_point_with_the_halved_window() {
        let (mut sack, _, mut window) = in_recovery(&[(1, 3)]);
        let ack = |ack| NewAck { ack, acked: 1, outstanding: 14, dup_acks: 3, at_snd_max: true, ..NewAck::default() };
        assert!(sack.on_new_ack(&ack(3), &mut window).recovering);
        assert!(!sack.permits(3, &window));
        let verdict = sack.on_new_ack(&ack(14), &mut window);
        assert_eq!((verdict.recovering, verdict.grow, window.cwnd), (false, false, 7.0));
        assert!(sack.permits(14, &window));
    }

    /// A recovery with a counted pipe, in which segments 0 and 3 are missing.
    fn counted() -> (Running, Segments, Window) {
        let mut segments = Segments::default();
        (0..14).for_each(|seq| _ = segments.transmitted(seq, u64::from(seq)));
        segments.sack(&SackBlocks::of(&[(1, 3), (4, 5)]));
        start(Pipe::Counted, segments)
    }

    #[test]
    fn a_counted_pipe_starts_at_the_flight_less_three_and_each_ack_takes_one_away() {
        let (mut sack, segments, mut window) = counted();
        assert_eq!(sack.counted, 11);
        // The hole at 3 needs only one SACKed segment above it, but the pipe must fall below 7.
        for dup_acks in 4..8 {
            assert!(sack.on_dup_ack(dup_acks, &mut window));
            let pipe = 14 - dup_acks;
            assert_eq!(sack.permission(&board(&segments, true), &window), Permission::Full(pipe), "{dup_acks}");
        }
        sack.on_dup_ack(8, &mut window);
        assert_eq!((sack.counted, sack.permission(&board(&segments, true), &window)), (6, Permission::Retransmit(3)));
        sack.on_sent(Permission::Retransmit(3));
        assert_eq!((sack.counted, sack.permission(&board(&segments, true), &window)), (7, Permission::Full(7)));
        sack.on_dup_ack(9, &mut window);
        assert_eq!(sack.permission(&board(&segments, true), &window), Permission::Next);
        assert_eq!(sack.permission(&board(&segments, false), &window), Permission::Nothing, "no rescue");
    }

    #[test]
    fn a_partial_ack_takes_two_away_from_a_counted_pipe() {
        let (mut sack, _, mut window) = counted();
        let ack = |ack| NewAck { ack, acked: 3, outstanding: 11, dup_acks: 3, at_snd_max: true, ..NewAck::default() };
        let partial = sack.on_new_ack(&ack(3), &mut window);
        assert_eq!(
            (sack.counted, partial.recovering, partial.discard_sacks, partial.restart_timer),
            (9, true, false, true)
        );
        let full = sack.on_new_ack(&ack(14), &mut window);
        assert_eq!((full.recovering, full.discard_sacks, full.grow, window.cwnd), (false, true, false, 7.0));
    }

    #[test]
    fn a_counted_pipe_sends_nothing_with_the_first_retransmission_and_is_careful_after_a_timeout() {
        for (pipe, send_new, at_point) in [(Pipe::Scoreboard, true, true), (Pipe::Counted, false, false)] {
            let mut sack = Sack { dup_thresh: 3, pipe }.start(&Host::for_tests());
            let mut window = Window { cwnd: 4.0, ssthresh: 80.0, rwnd: 80 };
            let loss = Loss { snd_una: 0, snd_max: 4, dup_acks: 3, transmissions: 1, in_flight: 1, cut: Some(2.0) };
            assert_eq!(sack.on_loss(&loss, &mut window).send_new, send_new);
            sack.on_timeout(4, &mut window);
            assert_eq!([3, 4, 5].map(|snd_una| sack.permits(snd_una, &window)), [false, at_point, true]);
        }
    }
}
