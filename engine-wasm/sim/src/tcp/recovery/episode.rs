//! Code shared by SACK, FACK and RACK recovery. A recovery begins with a loss and lasts until everything sent before it
//! is acknowledged. It cuts the window once, without inflating it, and retransmits holes in ascending order. The rules
//! differ in which segments they count as in the network, and in what they send next.

use super::{Loss, NewAck, Repair, Verdict};
use crate::tcp::window::Window;

/// One sender's recovery.
#[derive(Clone, Debug, Default)]
pub struct Episode {
    /// A recovery is in progress.
    pub recovering: bool,
    /// One past the highest segment sent at the last loss or timeout (`RecoveryPoint`).
    pub point: u32,
    /// One past the highest segment retransmitted in this recovery (`HighRxt`).
    pub high_rxt: u32,
}

impl Episode {
    /// Returns whether a loss may begin a recovery: no recovery is in progress, and everything sent before the last
    /// loss or timeout is acknowledged.
    pub fn permits(&self, snd_una: u32) -> bool {
        !self.recovering && snd_una >= self.point
    }

    /// Begins a recovery; the first outstanding segment is being retransmitted.
    pub fn begin(&mut self, loss: &Loss, window: &mut Window) -> Repair {
        *self = Self { recovering: true, point: loss.snd_max, high_rxt: loss.snd_una + 1 };
        window.ssthresh = loss.target(window);
        window.cwnd = window.ssthresh;
        Repair { dup_acks: loss.dup_acks, go_back_n: false, send_new: true, recovering: true }
    }

    /// Processes a new ACK, which may end the recovery.
    pub fn on_new_ack(&mut self, ack: &NewAck, window: &mut Window) -> Verdict {
        if !self.recovering {
            return Verdict::PLAIN;
        }
        self.recovering = ack.ack < self.point;
        if !self.recovering {
            window.cwnd = window.ssthresh;
        }
        Verdict { grow: false, recovering: self.recovering, ..Verdict::PLAIN }
    }

    /// Called when the retransmission timer expires.
    pub fn on_timeout(&mut self, snd_max: u32, window: &mut Window) {
        self.recovering = false;
        self.point = snd_max;
        window.cwnd = 1.0;
    }
}
