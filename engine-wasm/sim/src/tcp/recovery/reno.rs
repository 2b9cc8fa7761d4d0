//! Reno's fast recovery as in 4.3BSD-Reno. Every duplicate ACK inflates the window, and the next new ACK deflates it.
//! Nothing prevents a second fast retransmit in the same window, so each hole that causes three duplicate ACKs halves
//! the window again (Floyd's "successive fast retransmits").
//!
//! Two oddities of the BSD code are settings. The code deflates only after *more* than three duplicate ACKs. And on the
//! header-prediction path it neither deflates nor grows the window (Brakmo & Peterson, "Performance problems in BSD4.4
//! TCP"), which Ahn et al.'s patch may have fixed.

use super::{AfterTimeout, Loss, NewAck, RecoveryRule, Repair, Verdict};
use crate::schema::shape::{Part, flag, integer};
use crate::tcp::Host;
use crate::tcp::window::Window;

described! {
    /// Retransmits the lost segment and keeps sending while duplicate ACKs arrive; the first new ACK ends recovery.
    pub struct Reno {
        /// Duplicate ACKs needed to deflate the window after recovery; the BSD code needs a fourth.
        deflate_after_dup_acks: u32 = integer("ACKs", 3, 4), default 4, label "Duplicate ACKs before deflation";
        /// A full window skips deflation and growth, as header prediction did in 4.4BSD.
        fast_path_bug: bool = flag(), default false, label "Header-prediction bug";
    }
}

impl Part<Host> for Reno {
    const LABEL: &'static str = "Fast recovery (Reno)";
    const SOURCE: &'static str = "Jacobson 1990; 4.4BSD-Lite";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl RecoveryRule for Reno {
    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair {
        window.ssthresh = loss.target(window);
        window.cwnd = window.ssthresh + f64::from(loss.dup_acks);
        Repair { dup_acks: loss.dup_acks, go_back_n: false, send_new: false, recovering: true }
    }

    fn on_dup_ack(&mut self, dup_acks: u32, window: &mut Window) -> bool {
        super::inflate(dup_acks, window);
        dup_acks > 3
    }

    fn on_new_ack(&mut self, ack: &NewAck, window: &mut Window) -> Verdict {
        if self.fast_path_bug && ack.at_snd_max && window.cwnd >= f64::from(window.rwnd) {
            return Verdict { grow: false, dup_acks: ack.dup_acks, ..Verdict::PLAIN };
        }
        if ack.dup_acks >= self.deflate_after_dup_acks && window.cwnd > window.ssthresh {
            window.cwnd = window.ssthresh;
        }
        Verdict::PLAIN
    }

    fn on_timeout(&mut self, _snd_max: u32, window: &mut Window) -> AfterTimeout {
        window.cwnd = 1.0;
        AfterTimeout::GoBack
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recovered(deflate_after_dup_acks: u32, dup_acks: u32) -> f64 {
        let mut reno = Reno { deflate_after_dup_acks, fast_path_bug: false };
        let mut window = Window { cwnd: 20.0, ssthresh: 80.0, rwnd: 80 };
        let loss = Loss { snd_una: 7, snd_max: 27, dup_acks: 3, transmissions: 1, in_flight: 16, cut: Some(10.0) };
        reno.on_loss(&loss, &mut window);
        assert_eq!((window.cwnd, window.ssthresh), (13.0, 10.0));
        for count in 4..=dup_acks {
            assert!(reno.on_dup_ack(count, &mut window));
        }
        reno.on_new_ack(
            &NewAck { ack: 8, acked: 1, outstanding: 19, dup_acks, at_snd_max: true, ..NewAck::default() },
            &mut window,
        );
        window.cwnd
    }

    #[test]
    fn the_bsd_code_keeps_the_inflation_after_exactly_three_duplicate_acks() {
        assert_eq!(recovered(4, 3), 13.0);
        assert_eq!(recovered(4, 9), 10.0);
        assert_eq!(recovered(3, 3), 10.0);
    }

    #[test]
    fn a_window_inflated_beyond_rwnd_stays_inflated_on_the_fast_path() {
        let mut reno = Reno { deflate_after_dup_acks: 4, fast_path_bug: true };
        let mut window = Window { cwnd: 81.0, ssthresh: 40.0, rwnd: 80 };
        let verdict = reno.on_new_ack(
            &NewAck { ack: 8, acked: 1, outstanding: 79, dup_acks: 40, at_snd_max: true, ..NewAck::default() },
            &mut window,
        );
        assert_eq!((window.cwnd, verdict.grow, verdict.dup_acks), (81.0, false, 40));
    }
}
