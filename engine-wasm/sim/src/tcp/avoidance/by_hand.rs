//! A congestion window that you set by hand. It is a whole number of segments and stays constant between moves; each
//! move sets it from a given time on. Use it to take the algorithm's place or to keep a window fixed. It doesn't come
//! from a paper.
//!
//! A move takes effect at the first ACK at or after its time, as in a kernel, which checks the window when a packet
//! arrives. Recovery may change the window while it repairs losses, but the next ACK restores it. After a timeout the
//! sender sends one segment, and the ACK of that segment restores the window. Slow start and decrease would interfere,
//! so set both to `none`.

use super::{AvoidanceRule, Signal};
use crate::kernel::agenda::Agenda;
use crate::kernel::{Nanos, from_seconds};
use crate::schema::limits;
use crate::schema::shape::{Part, integer, list, number, object};
use crate::tcp::window::Window;
use crate::tcp::{Ack, Flight, Host};

described! {
    /// Another window from a moment on.
    pub struct WindowMove {
        /// When the move happens.
        at_s: f64 = number("s", 0.0, limits::DURATION_S), label "Time";
        /// Congestion window from then on.
        cwnd: u32 = integer("segments", 1, limits::HAND_CWND), label "Window";
    }
}

described! {
    /// Keeps the window where you set it: first at the initial window, then at that of the latest move.
    pub struct ByHand {
        /// Moves of the window; if several happen at the same time, the last one applies.
        moves: Vec<WindowMove> = list(&object::<WindowMove>(), limits::WINDOW_MOVES), default [];
    }
}

/// One sender's moves.
#[derive(Clone, Debug)]
pub struct Running {
    /// Pending moves.
    pending: Agenda<f64>,
    /// The window set by hand; `None` before the first ACK or loss.
    current: Option<f64>,
}

impl Part<Host> for ByHand {
    const SOURCE: &'static str = "";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        let pending = self.moves.iter().map(|step| (from_seconds(step.at_s), f64::from(step.cwnd))).collect();
        Running { pending, current: None }
    }
}

impl AvoidanceRule for Running {
    fn observe(&mut self, ack: &Ack, _flight: &Flight, window: &mut Window) -> bool {
        let mut current = *self.current.get_or_insert(window.cwnd);
        while let Some(cwnd) = self.pending.take_due(ack.now) {
            current = cwnd;
        }
        self.current = Some(current);
        window.cwnd = current;
        true
    }

    /// Does nothing: `observe` sets the window at every ACK.
    fn on_ack(&mut self, _ack: &Ack, _window: &mut Window) {}

    fn on_loss(&mut self, _signal: Signal, window: &Window, _flight_size: u32, _now: Nanos) {
        self.current.get_or_insert(window.cwnd);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_hand(moves: &[(f64, u32)]) -> Running {
        let moves = moves.iter().map(|&(at_s, cwnd)| WindowMove { at_s, cwnd }).collect();
        ByHand { moves }.start(&Host::for_tests())
    }

    /// Returns the window after an ACK at this time; `before` is the window before it.
    fn after(by_hand: &mut Running, now_ms: u64, before: f64) -> f64 {
        let mut window = Window { cwnd: before, ssthresh: 2.0, rwnd: 80 };
        assert!(by_hand.observe(&Ack { now: now_ms * 1_000_000, ..Ack::default() }, &Flight::default(), &mut window));
        assert_eq!((window.ssthresh, window.rwnd), (2.0, 80));
        window.cwnd
    }

    #[test]
    fn applies_each_move_from_its_time_and_keeps_the_window_in_between() {
        let mut by_hand = by_hand(&[(0.5, 12), (2.0, 3)]);
        assert_eq!(after(&mut by_hand, 499, 4.0), 4.0);
        assert_eq!(after(&mut by_hand, 500, 4.0), 12.0);
        assert_eq!(after(&mut by_hand, 1_999, 12.0), 12.0);
        assert_eq!(after(&mut by_hand, 2_001, 12.0), 3.0);
        assert_eq!(after(&mut by_hand, 9_000, 3.0), 3.0);
    }

    #[test]
    fn applies_the_last_move_between_two_acks_in_any_input_order() {
        let mut by_hand = by_hand(&[(0.3, 7), (0.1, 20), (0.2, 9), (0.3, 8)]);
        assert_eq!(after(&mut by_hand, 250, 4.0), 9.0);
        assert_eq!(after(&mut by_hand, 300, 9.0), 8.0);
    }

    #[test]
    fn next_ack_restores_the_window_after_recovery_changed_it() {
        let mut by_hand = by_hand(&[(1.0, 30)]);
        assert_eq!(after(&mut by_hand, 100, 10.0), 10.0);
        assert_eq!(after(&mut by_hand, 200, 5.0), 10.0);
        assert_eq!(after(&mut by_hand, 1_000, 1.0), 30.0);
        assert_eq!(after(&mut by_hand, 1_100, 1.0), 30.0);
    }

    #[test]
    fn keeps_the_initial_window_after_a_loss_before_the_first_ack() {
        let mut by_hand = by_hand(&[]);
        by_hand.on_loss(Signal::Timeout, &Window { cwnd: 10.0, ssthresh: 80.0, rwnd: 80 }, 10, 1_000_000_000);
        assert_eq!(after(&mut by_hand, 1_100, 1.0), 10.0);
    }
}
