//! Tahoe: fast retransmit without fast recovery. Every loss leads to slow start from one segment.
//!
//! 4.3BSD-Tahoe retransmits one segment and leaves `snd_nxt` unchanged, so more segments follow only as ACKs advance.
//! The "Tahoe" of the simulation literature goes back and sends everything again, including segments that had arrived.
//! The latter is the default.

use super::{AfterTimeout, Loss, NewAck, RecoveryRule, Repair, Verdict};
use crate::schema::shape::{Part, flag};
use crate::tcp::Host;
use crate::tcp::window::Window;

alternatives! {
    /// What a fast retransmit sends.
    pub enum Resends {
        /// Everything from the lost segment on, as in ns-2.
        Everything = "everything",
        /// Only the lost segment; then the sender waits for its ACK, as in 4.3BSD-Tahoe.
        OneSegment = "one_segment",
    }
}

described! {
    /// Retransmits everything from the lost segment on, in slow start from one segment.
    pub struct Tahoe {
        /// The losses of one window cause only one fast retransmit (the "bug fix" of ns-2). Without it, the
        /// duplicates that go-back-N causes can start one fast retransmit after another, endlessly and without a loss
        /// (Floyd 1995).
        recover_guard: bool = flag(), default false, label "One fast retransmit per window";
        /// What a fast retransmit sends.
        resends: Resends = Resends::SHAPE, default "everything", label "Fast retransmit sends";
    }
}

/// One sender's recovery.
#[derive(Clone, Debug)]
pub struct Running {
    part: Tahoe,
    /// One past the highest segment sent at the last loss.
    recover: u32,
}

impl Part<Host> for Tahoe {
    const LABEL: &'static str = "Go-back-N (Tahoe)";
    const SOURCE: &'static str = "Jacobson 1988; ns-2, Agent/TCP";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), recover: 0 }
    }
}

impl RecoveryRule for Running {
    fn permits(&mut self, snd_una: u32, _window: &Window) -> bool {
        !self.part.recover_guard || self.recover == 0 || snd_una > self.recover
    }

    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair {
        self.recover = loss.snd_max;
        window.ssthresh = loss.target(window);
        window.cwnd = 1.0;
        Repair {
            dup_acks: loss.dup_acks,
            go_back_n: self.part.resends == Resends::Everything,
            send_new: false,
            recovering: false,
        }
    }

    fn on_dup_ack(&mut self, _dup_acks: u32, _window: &mut Window) -> bool {
        false
    }

    fn on_new_ack(&mut self, _ack: &NewAck, _window: &mut Window) -> Verdict {
        Verdict::PLAIN
    }

    fn on_timeout(&mut self, snd_max: u32, window: &mut Window) -> AfterTimeout {
        self.recover = snd_max;
        window.cwnd = 1.0;
        AfterTimeout::GoBack
    }
}
