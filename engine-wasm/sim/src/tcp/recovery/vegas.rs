//! Vegas' recovery: like Reno's, with two differences. It may begin before the third duplicate ACK, and it ends in
//! congestion avoidance (`ssthresh` is 2), where CAM, not slow start, moves the window.
//!
//! In 1999 K.-Y. Wang reported three defects of the ns-2 code. They are fixed here: exactly three duplicate ACKs
//! deflate too; if the decrease rule leaves the window alone, deflation returns to the window at that time instead of
//! to zero; and deflation never goes below two segments.

use super::{AfterTimeout, Loss, NewAck, RecoveryRule, Repair, Verdict};
use crate::schema::shape::{Part, flag, integer};
use crate::tcp::Host;
use crate::tcp::window::Window;

described! {
    /// Retransmits the lost segment, possibly before the third duplicate ACK, and returns to congestion avoidance.
    pub struct Vegas {
        /// Duplicate ACKs needed to deflate the window after recovery; ns-2 and x-kernel need a fourth.
        deflate_after_dup_acks: u32 = integer("ACKs", 3, 4), default 3, label "Duplicate ACKs before deflation";
        /// Congestion window after a coarse timeout.
        restart_cwnd: u32 = integer("segments", 1, 10), default 2, label "Window after a timeout";
        /// Each retransmission that duplicate ACKs cause doubles the timeout, as in ns-2.
        doubles_rto: bool = flag(), default false, label "Retransmissions double the timeout";
    }
}

/// One sender's recovery.
#[derive(Clone, Debug)]
pub struct Running {
    part: Vegas,
    /// Window to return to; `None` while cwnd isn't inflated.
    deflated: Option<f64>,
    /// One past the highest segment sent before the last timeout; no fast retransmit below it.
    timeout_recover: Option<u32>,
}

impl Part<Host> for Vegas {
    const SOURCE: &'static str = "Brakmo & Peterson 1995; ns-2, Agent/TCP/Vegas with the reports of 1999";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), deflated: None, timeout_recover: None }
    }
}

impl RecoveryRule for Running {
    fn permits(&mut self, snd_una: u32, _window: &Window) -> bool {
        self.timeout_recover.is_none_or(|recover| snd_una > recover)
    }

    fn doubles_rto(&mut self) -> bool {
        self.part.doubles_rto
    }

    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair {
        self.timeout_recover = None;
        if loss.cut.is_some() {
            let target = loss.target(window);
            self.deflated = Some(target);
            window.cwnd = target + f64::from(loss.dup_acks);
        }
        // From now on, every duplicate ACK counts as coming after the third.
        let dup_acks = if loss.transmissions == 1 { 3 } else { loss.dup_acks };
        Repair { dup_acks, go_back_n: false, send_new: dup_acks >= 3, recovering: true }
    }

    fn on_dup_ack(&mut self, dup_acks: u32, window: &mut Window) -> bool {
        if dup_acks > 3 {
            // Inflation hides the window to return to, so save it first.
            self.deflated.get_or_insert(f64::from(window.usable()).max(2.0));
            super::inflate(dup_acks, window);
        }
        dup_acks >= 3
    }

    fn on_new_ack(&mut self, ack: &NewAck, window: &mut Window) -> Verdict {
        if let Some(deflated) = self.deflated.take()
            && ack.dup_acks >= self.part.deflate_after_dup_acks
            && window.cwnd > deflated
        {
            window.cwnd = deflated;
            window.ssthresh = 2.0;
        }
        Verdict::PLAIN
    }

    /// The deflated window; `ssthresh` only marks the end of slow start here.
    fn target(&mut self, window: &Window) -> f64 {
        self.deflated.unwrap_or_else(|| f64::from(window.usable())).max(2.0)
    }

    fn on_timeout(&mut self, snd_max: u32, window: &mut Window) -> AfterTimeout {
        window.cwnd = f64::from(self.part.restart_cwnd);
        self.deflated = None;
        self.timeout_recover = Some(snd_max);
        AfterTimeout::GoBack
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Running {
        Vegas { deflate_after_dup_acks: 3, restart_cwnd: 2, doubles_rto: false }.start(&Host::for_tests())
    }

    fn loss(dup_acks: u32, cut: Option<f64>) -> Loss {
        Loss { snd_una: 7, snd_max: 27, dup_acks, transmissions: 1, in_flight: 16, cut }
    }

    #[test]
    fn an_early_retransmit_counts_as_three_duplicate_acks() {
        let mut window = Window { cwnd: 20.0, ssthresh: 2.0, rwnd: 80 };
        let mut vegas = start();
        let repair = vegas.on_loss(&loss(1, Some(15.0)), &mut window);
        assert_eq!((window.cwnd, repair.dup_acks), (16.0, 3));
        assert!(vegas.on_dup_ack(4, &mut window));
        vegas.on_new_ack(
            &NewAck { ack: 8, acked: 1, outstanding: 19, dup_acks: 4, at_snd_max: true, ..NewAck::default() },
            &mut window,
        );
        assert_eq!((window.cwnd, window.ssthresh), (15.0, 2.0));
    }

    #[test]
    fn a_skipped_cut_never_stops_the_sender() {
        let mut window = Window { cwnd: 9.0, ssthresh: 2.0, rwnd: 80 };
        let mut vegas = start();
        vegas.on_timeout(5, &mut window);
        window.cwnd = 9.0;
        vegas.on_loss(&loss(3, None), &mut window);
        vegas.on_dup_ack(4, &mut window);
        vegas.on_new_ack(
            &NewAck { ack: 8, acked: 1, outstanding: 19, dup_acks: 4, at_snd_max: true, ..NewAck::default() },
            &mut window,
        );
        assert_eq!(window.cwnd, 9.0);
    }

    #[test]
    fn a_skipped_cut_in_an_inflated_window_returns_to_the_window_before_the_inflation() {
        let mut window = Window { cwnd: 20.0, ssthresh: 2.0, rwnd: 80 };
        let mut vegas = start();
        vegas.on_loss(&loss(3, Some(15.0)), &mut window);
        (4..=12).for_each(|dup_acks| _ = vegas.on_dup_ack(dup_acks, &mut window));
        assert_eq!(window.cwnd, 27.0);
        vegas.on_loss(&Loss { transmissions: 2, ..loss(12, None) }, &mut window);
        vegas.on_dup_ack(13, &mut window);
        vegas.on_new_ack(
            &NewAck { ack: 8, acked: 1, outstanding: 19, dup_acks: 13, at_snd_max: true, ..NewAck::default() },
            &mut window,
        );
        assert_eq!(window.cwnd, 15.0);
    }

    #[test]
    fn inflation_without_a_retransmit_is_removed_too() {
        // After a timeout, duplicate ACKs of segments sent before it cause no fast retransmit, but they still inflate
        // the window.
        let mut window = Window { cwnd: 9.0, ssthresh: 4.0, rwnd: 80 };
        let mut vegas = start();
        vegas.on_timeout(27, &mut window);
        window.cwnd = 9.0;
        (1..=8).for_each(|dup_acks| _ = vegas.on_dup_ack(dup_acks, &mut window));
        assert_eq!(window.cwnd, 14.0);
        vegas.on_new_ack(
            &NewAck { ack: 8, acked: 1, outstanding: 19, dup_acks: 8, at_snd_max: false, ..NewAck::default() },
            &mut window,
        );
        assert_eq!(window.cwnd, 9.0);
    }

    #[test]
    fn duplicate_acks_from_before_a_timeout_cause_no_retransmit() {
        let mut window = Window { cwnd: 9.0, ssthresh: 2.0, rwnd: 80 };
        let mut vegas = start();
        vegas.on_timeout(27, &mut window);
        assert!(!vegas.permits(20, &window));
        assert!(vegas.permits(28, &window));
    }
}
