//! FACK, forward acknowledgment (Mathis & Mahdavi 1996). Unsacked segments below the highest SACKed one count as having
//! left the network. So `snd_nxt - fack` segments plus the retransmitted ones are outstanding.
//!
//! This is the rule as published, without the paper's options, overdamping and rampdown. Linux spreads the halving over
//! a round trip (rate halving); this code doesn't.
//!
//! The ns-2 agent (`recv` in tcp-fack.cc) halves only ssthresh. It sets cwnd to one segment, and slow start then grows it
//! at every ACK of the recovery, duplicates included. The recovery ends with an ACK of a segment sent since, if it carries
//! no blocks.

use super::episode::Episode;
use super::{AfterTimeout, Loss, NewAck, Permission, RecoveryRule, Repair, Scoreboard, Verdict};
use crate::schema::shape::Part;
use crate::tcp::Host;
use crate::tcp::window::Window;

alternatives! {
    /// The window with which a recovery begins.
    pub enum RecoveryWindow {
        /// Half of the window before, as published.
        Halved = "halved",
        /// One segment, and slow start to half of the window before, as in ns-2.
        SlowStart = "slow_start" label "One segment, then slow start (ns-2)",
    }
}

described! {
    /// Retransmits holes below the highest SACKed segment while the halved window has room.
    pub struct Fack {
        /// The window with which a recovery begins.
        recovery_window: RecoveryWindow = RecoveryWindow::SHAPE, default "halved", label "Window in recovery";
    }
}

/// One sender's recovery.
#[derive(Clone, Debug)]
pub struct Running {
    slow_start: bool,
    episode: Episode,
}

impl Part<Host> for Fack {
    const LABEL: &'static str = "FACK";
    const SOURCE: &'static str = "Mathis & Mahdavi 1996; Cardwell, Linux Vegas";
    const NEEDS_SACK: bool = true;
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { slow_start: self.recovery_window == RecoveryWindow::SlowStart, episode: Episode::default() }
    }
}

impl Running {
    /// Grows the window at an ACK of ns-2's recovery (`opencwnd`).
    fn grow(&self, window: &mut Window) {
        if self.slow_start && self.episode.recovering {
            window.cwnd += if window.cwnd < window.ssthresh { 1.0 } else { 1.0 / window.cwnd };
        }
    }

    /// Segments that count as in the network (`awnd`).
    fn outstanding(&self, board: &Scoreboard<'_>) -> u32 {
        let retransmitted = board.segments.holes(board.snd_una, self.episode.high_rxt);
        board.snd_nxt - board.segments.fack().min(board.snd_nxt) + retransmitted
    }
}

impl RecoveryRule for Running {
    fn permits(&mut self, snd_una: u32, _window: &Window) -> bool {
        self.episode.permits(snd_una)
    }

    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair {
        let repair = self.episode.begin(loss, window);
        if self.slow_start {
            window.cwnd = 1.0;
            self.episode.point += 1;
        }
        Repair { send_new: !self.slow_start, ..repair }
    }

    fn on_dup_ack(&mut self, _dup_acks: u32, window: &mut Window) -> bool {
        self.grow(window);
        self.episode.recovering
    }

    fn on_new_ack(&mut self, ack: &NewAck, window: &mut Window) -> Verdict {
        self.grow(window);
        if self.slow_start && self.episode.recovering {
            self.episode.recovering = ack.ack < self.episode.point || ack.has_blocks;
            return Verdict { grow: false, recovering: self.episode.recovering, ..Verdict::PLAIN };
        }
        self.episode.on_new_ack(ack, window)
    }

    fn permission(&mut self, board: &Scoreboard<'_>, window: &Window) -> Permission {
        // The cast saturates.
        let outstanding = self.outstanding(board);
        if outstanding >= window.cwnd as u32 {
            return Permission::Full(outstanding);
        }
        match board.segments.first_hole(self.episode.high_rxt, board.segments.fack()) {
            Some(seq) => Permission::Retransmit(seq),
            None if board.next_available => Permission::Next,
            None => Permission::Nothing,
        }
    }

    fn on_sent(&mut self, permission: Permission) {
        if let Permission::Retransmit(seq) = permission {
            self.episode.high_rxt = seq + 1;
        }
    }

    fn on_timeout(&mut self, snd_max: u32, window: &mut Window) -> AfterTimeout {
        self.episode.on_timeout(snd_max, window);
        AfterTimeout::GoBack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::sack::SackBlocks;
    use crate::tcp::segments::Segments;

    #[test]
    fn holes_below_the_forward_ack_count_as_out_of_the_network() {
        let mut segments = Segments::default();
        (0..14).for_each(|seq| _ = segments.transmitted(seq, 0));
        segments.sack(&SackBlocks::of(&[(1, 2), (4, 5), (7, 8)]));
        let board = Scoreboard { snd_una: 0, snd_nxt: 14, snd_max: 14, next_available: true, segments: &segments };
        let mut fack = Fack { recovery_window: RecoveryWindow::Halved }.start(&Host::for_tests());
        let mut window = Window { cwnd: 18.0, ssthresh: 80.0, rwnd: 80 };
        fack.on_loss(
            &Loss { snd_una: 0, snd_max: 14, dup_acks: 1, transmissions: 1, in_flight: 16, cut: Some(9.0) },
            &mut window,
        );
        // 14 - 8 segments beyond the forward ACK, and the retransmitted segment 0.
        assert_eq!(fack.outstanding(&board), 7);
        for hole in [2, 3] {
            assert_eq!(fack.permission(&board, &window), Permission::Retransmit(hole));
            fack.on_sent(Permission::Retransmit(hole));
        }
        assert_eq!((fack.outstanding(&board), fack.permission(&board, &window)), (9, Permission::Full(9)));
    }

    #[test]
    fn ns_2s_recovery_grows_from_one_segment_at_every_ack_and_ends_one_segment_later() {
        let mut fack = Fack { recovery_window: RecoveryWindow::SlowStart }.start(&Host::for_tests());
        let mut window = Window { cwnd: 6.0, ssthresh: 80.0, rwnd: 80 };
        let loss = Loss { snd_una: 0, snd_max: 6, dup_acks: 3, transmissions: 1, in_flight: 3, cut: Some(3.0) };
        assert!(!fack.on_loss(&loss, &mut window).send_new);
        assert_eq!((window.cwnd, window.ssthresh), (1.0, 3.0));
        for cwnd in [2.0, 3.0, 3.0 + 1.0 / 3.0] {
            assert!(fack.on_dup_ack(4, &mut window));
            assert_eq!(window.cwnd, cwnd);
        }
        let ack = |ack| NewAck { ack, acked: 6, outstanding: 1, dup_acks: 3, at_snd_max: true, ..NewAck::default() };
        assert!(fack.on_new_ack(&ack(6), &mut window).recovering);
        assert!(fack.on_new_ack(&NewAck { has_blocks: true, ..ack(7) }, &mut window).recovering);
        let before = window.cwnd;
        assert!(!fack.on_new_ack(&ack(7), &mut window).recovering);
        assert_eq!(window.cwnd, before + 1.0 / before, "the last ACK grows the window too");
    }
}
