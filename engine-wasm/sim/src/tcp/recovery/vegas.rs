//! Vegas' recovery: Reno's, but it may begin before the third duplicate ACK, and it ends in congestion avoidance
//! (`ssthresh` 2), where CAM and not slow start moves the window.
//!
//! The safe forms of three defects that K.-Y. Wang reported in 1999 for the ns-2 code are built in: exactly three
//! duplicates deflate too; when the decrease rule leaves the window alone, deflation returns to the window of that moment
//! instead of to zero; and it never goes below two segments.

use super::{Loss, NewAck, RecoveryRule, Repair, Verdict};
use crate::scenario::shape::{Part, integer};
use crate::tcp::Host;
use crate::tcp::window::Window;

described! {
    /// Resends the lost segment, possibly before the third duplicate ACK, and returns to congestion avoidance.
    pub struct Vegas {
        /// Duplicate ACKs from which on the inflation is taken back; ns-2 and x-kernel need a fourth.
        deflate_after_dup_acks: u32 = integer("ACKs", 3, 4), default 3;
        /// Congestion window after a coarse timeout.
        restart_cwnd: u32 = integer("segments", 1, 10), default 2;
    }
}

/// The recovery of one sender.
#[derive(Clone, Debug)]
pub struct Running {
    part: Vegas,
    /// Window to return to.
    deflated: f64,
    /// One past the highest segment sent before the last timeout; no fast retransmit below it.
    timeout_recover: Option<u32>,
}

impl Part<Host> for Vegas {
    const SOURCE: &'static str = "Brakmo & Peterson 1995; ns-2, Agent/TCP/Vegas with the reports of 1999";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), deflated: 2.0, timeout_recover: None }
    }
}

impl RecoveryRule for Running {
    fn permits(&mut self, snd_una: u32, window: &Window) -> bool {
        let permitted = self.timeout_recover.is_none_or(|recover| snd_una > recover);
        if !permitted {
            self.deflated = f64::from(window.usable()).max(2.0);
        }
        permitted
    }

    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair {
        self.timeout_recover = None;
        self.deflated = loss.target(window);
        if loss.cut.is_some() {
            window.cwnd = self.deflated + f64::from(loss.dup_acks);
        }
        // From here on every duplicate counts as one beyond the third.
        let dup_acks = if loss.transmissions == 1 { 3 } else { loss.dup_acks };
        Repair { dup_acks, go_back_n: false, send_new: dup_acks >= 3, recovering: true }
    }

    fn on_dup_ack(&mut self, dup_acks: u32, window: &mut Window) -> bool {
        super::inflate(dup_acks, window);
        dup_acks >= 3
    }

    fn on_new_ack(&mut self, ack: &NewAck, window: &mut Window) -> Verdict {
        if ack.dup_acks >= self.part.deflate_after_dup_acks && window.cwnd > self.deflated {
            window.cwnd = self.deflated;
            window.ssthresh = 2.0;
        }
        Verdict::PLAIN
    }

    fn on_timeout(&mut self, snd_max: u32, window: &mut Window) {
        window.cwnd = f64::from(self.part.restart_cwnd);
        self.deflated = window.cwnd.max(2.0);
        self.timeout_recover = Some(snd_max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Running {
        Vegas { deflate_after_dup_acks: 3, restart_cwnd: 2 }.start(&Host::for_tests())
    }

    fn loss(dup_acks: u32, cut: Option<f64>) -> Loss {
        Loss { snd_una: 7, snd_max: 27, dup_acks, transmissions: 1, cut }
    }

    #[test]
    fn an_early_retransmit_counts_as_three_duplicates() {
        let mut window = Window { cwnd: 20.0, ssthresh: 2.0, rwnd: 80 };
        let mut vegas = start();
        let repair = vegas.on_loss(&loss(1, Some(15.0)), &mut window);
        assert_eq!((window.cwnd, repair.dup_acks), (16.0, 3));
        assert!(vegas.on_dup_ack(4, &mut window));
        vegas.on_new_ack(&NewAck { ack: 8, acked: 1, outstanding: 19, dup_acks: 4, at_front: true }, &mut window);
        assert_eq!((window.cwnd, window.ssthresh), (15.0, 2.0));
    }

    #[test]
    fn a_skipped_cut_never_kills_the_sender() {
        let mut window = Window { cwnd: 9.0, ssthresh: 2.0, rwnd: 80 };
        let mut vegas = start();
        vegas.on_timeout(5, &mut window);
        window.cwnd = 9.0;
        vegas.on_loss(&loss(3, None), &mut window);
        vegas.on_dup_ack(4, &mut window);
        vegas.on_new_ack(&NewAck { ack: 8, acked: 1, outstanding: 19, dup_acks: 4, at_front: true }, &mut window);
        assert_eq!(window.cwnd, 9.0);
    }

    #[test]
    fn duplicates_of_the_window_before_a_timeout_retransmit_nothing() {
        let mut window = Window { cwnd: 9.0, ssthresh: 2.0, rwnd: 80 };
        let mut vegas = start();
        vegas.on_timeout(27, &mut window);
        assert!(!vegas.permits(20, &window));
        assert!(vegas.permits(28, &window));
    }
}
