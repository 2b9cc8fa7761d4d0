//! Reno's fast recovery as in the ns-2 agent, which Low et al. and Martin used. It keeps the inflation separate from
//! `cwnd`, in `dupwnd`, and any new ACK ends it.
//!
//! Nothing stops a fast retransmit, unless `bugFix_` is on, which is ns-2's default. What it stops has changed, so there
//! is a guard for each. From October 1997 at the latest, duplicate ACKs of segments sent before a timeout cause no fast
//! retransmit, unless another fast retransmit has happened since (`recover_cause_`, later `allow_fast_retransmit`); that
//! is `timeout_guard`. Since July 2005, when an ACK's exit from recovery took effect (`CWND_ACTION_EXITED`), duplicate
//! ACKs of segments sent before a fast retransmit cause none either; that is `recover_guard`. Without `bugFix_`, ns-2
//! has neither, with ECN or without.
//!
//! Duplicate ACKs that a guard ignores don't inflate the window, as in ns-2 since July 2003 (`exitFastRetrans_`).
//! Before, they did.
//!
//! Half of the window is rounded down to whole segments, as ns-2's integer arithmetic did until August 2000
//! (`precisionReduce_`).

use super::{AfterTimeout, Loss, NewAck, Permission, RecoveryRule, Repair, Scoreboard, Verdict};
use crate::schema::shape::{Part, flag};
use crate::tcp::Host;
use crate::tcp::window::Window;

described! {
    /// Reno's recovery with an inflation that is separate from cwnd, as in ns-2.
    pub struct NsReno {
        /// The losses of one window cause only one fast retransmit (the "bug fix" of ns-2 since 2005).
        recover_guard: bool = flag(), default false, label "One fast retransmit per window";
        /// Duplicate ACKs of segments sent before a timeout cause no fast retransmit, unless one has happened since (the
        /// "bug fix" of ns-2).
        timeout_guard: bool = flag(), default true, label "No fast retransmit after a timeout";
    }
}

/// One sender's recovery.
#[derive(Clone, Debug)]
pub struct Running {
    part: NsReno,
    /// Inflation, segments.
    dupwnd: u32,
    /// Duplicate ACKs up to here cause no fast retransmit: one past the highest segment sent before the last timeout or
    /// fast retransmit, if the guard against that is on.
    recover: Option<u32>,
}

impl Part<Host> for NsReno {
    const LABEL: &'static str = "Fast recovery (ns-2 Reno)";
    const SOURCE: &'static str = "ns-2, Agent/TCP/Reno";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), dupwnd: 0, recover: None }
    }
}

impl RecoveryRule for Running {
    fn permits(&mut self, snd_una: u32, _window: &Window) -> bool {
        self.recover.is_none_or(|recover| snd_una > recover)
    }

    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair {
        self.recover = self.part.recover_guard.then_some(loss.snd_max);
        window.ssthresh = loss.target(window);
        window.cwnd = window.ssthresh;
        self.dupwnd = loss.dup_acks;
        Repair { dup_acks: loss.dup_acks, go_back_n: false, send_new: true, recovering: true }
    }

    fn on_dup_ack(&mut self, dup_acks: u32, _window: &mut Window) -> bool {
        if dup_acks > 3 && self.dupwnd > 0 {
            self.dupwnd += 1;
        }
        // ns-2 tries to send at every duplicate ACK from the third on.
        self.dupwnd > 0 || (self.part.recover_guard && dup_acks >= 3)
    }

    fn on_new_ack(&mut self, _ack: &NewAck, _window: &mut Window) -> Verdict {
        self.dupwnd = 0;
        Verdict::PLAIN
    }

    fn permission(&mut self, _board: &Scoreboard<'_>, window: &Window) -> Permission {
        Permission::InOrder((window.cwnd as u32).saturating_add(self.dupwnd).min(window.rwnd))
    }

    fn on_timeout(&mut self, snd_max: u32, window: &mut Window) -> AfterTimeout {
        self.dupwnd = 0;
        self.recover = self.part.timeout_guard.then_some(snd_max);
        window.cwnd = 1.0;
        AfterTimeout::GoBack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::segments::Segments;

    fn start(recover_guard: bool, timeout_guard: bool) -> Running {
        NsReno { recover_guard, timeout_guard }.start(&Host::for_tests())
    }

    fn allowed(reno: &mut Running, window: &Window) -> Permission {
        let segments = Segments::default();
        let board = Scoreboard { snd_una: 7, snd_nxt: 27, snd_max: 27, next_available: true, segments: &segments };
        reno.permission(&board, window)
    }

    #[test]
    fn duplicate_acks_inflate_the_permission_but_not_cwnd() {
        let mut reno = start(false, true);
        let mut window = Window { cwnd: 20.5, ssthresh: 80.0, rwnd: 80 };
        reno.on_loss(
            &Loss { snd_una: 7, snd_max: 27, dup_acks: 3, transmissions: 1, in_flight: 16, cut: Some(10.0) },
            &mut window,
        );
        assert_eq!((window.cwnd, allowed(&mut reno, &window)), (10.0, Permission::InOrder(13)));
        reno.on_dup_ack(4, &mut window);
        assert_eq!((window.cwnd, allowed(&mut reno, &window)), (10.0, Permission::InOrder(14)));
        reno.on_new_ack(
            &NewAck { ack: 8, acked: 1, outstanding: 19, dup_acks: 4, at_snd_max: true, ..NewAck::default() },
            &mut window,
        );
        assert_eq!(allowed(&mut reno, &window), Permission::InOrder(10));
    }

    const LOSS: Loss = Loss { snd_una: 7, snd_max: 27, dup_acks: 3, transmissions: 1, in_flight: 16, cut: Some(10.0) };

    #[test]
    fn a_timeout_prevents_a_fast_retransmit_in_its_window_until_another_one_happens() {
        let mut reno = start(false, true);
        let mut window = Window { cwnd: 20.0, ssthresh: 80.0, rwnd: 80 };
        reno.on_loss(&LOSS, &mut window);
        assert!(reno.permits(9, &window));
        reno.on_timeout(27, &mut window);
        assert!(!reno.permits(27, &window));
        assert!(reno.permits(28, &window));
        reno.on_loss(&Loss { snd_una: 28, snd_max: 40, ..LOSS }, &mut window);
        assert!(reno.permits(30, &window));
    }

    #[test]
    fn without_guards_nothing_prevents_a_fast_retransmit() {
        let mut reno = start(false, false);
        let mut window = Window { cwnd: 20.0, ssthresh: 80.0, rwnd: 80 };
        reno.on_timeout(27, &mut window);
        assert!(reno.permits(7, &window) && reno.permits(27, &window));
        reno.on_loss(&LOSS, &mut window);
        assert!(reno.permits(9, &window));
    }

    #[test]
    fn with_the_guard_the_losses_of_one_window_cause_one_fast_retransmit() {
        let mut reno = start(true, true);
        let mut window = Window { cwnd: 20.0, ssthresh: 80.0, rwnd: 80 };
        reno.on_loss(&LOSS, &mut window);
        reno.on_new_ack(
            &NewAck { ack: 9, acked: 2, outstanding: 18, dup_acks: 4, at_snd_max: true, ..NewAck::default() },
            &mut window,
        );
        assert!(!reno.permits(9, &window));
        assert!(!reno.permits(27, &window));
        assert!(reno.permits(28, &window));
        // Ignored duplicate ACKs don't inflate the window.
        assert!(!reno.on_dup_ack(2, &mut window));
        assert!(reno.on_dup_ack(3, &mut window) && reno.on_dup_ack(4, &mut window));
        assert_eq!(allowed(&mut reno, &window), Permission::InOrder(10));
    }
}
