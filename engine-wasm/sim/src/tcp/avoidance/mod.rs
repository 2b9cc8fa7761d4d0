//! Congestion avoidance: how `cwnd` moves above `ssthresh`.

use super::decision::Decision;
use super::rounds::Round;
use super::window::Window;
use super::{Ack, Flight, Host};
use crate::kernel::Nanos;

/// How a loss was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// By acknowledgments.
    Acks,
    /// By the retransmission timer.
    Timeout,
    /// By a congestion mark; nothing was lost.
    Mark,
}

/// Movement above `ssthresh`. All methods see the window after the acknowledgment was booked.
pub trait AvoidanceRule {
    /// An acknowledgment arrived, new or duplicate, in whatever state the sender is. Most rules only measure here; one that
    /// steers the window by itself may set it. [`on_ack`](Self::on_ack) follows if it counts for growth. Returns whether the
    /// rule measures at all: one that does not is not shown the following ones.
    fn observe(&mut self, ack: &Ack, flight: &Flight, window: &mut Window) -> bool {
        let _ = (ack, flight, window);
        false
    }
    /// A round ended, in slow start or after it.
    fn on_round(&mut self, round: &Round, window: &mut Window) {
        let _ = (round, window);
    }
    /// A new acknowledgment arrived in congestion avoidance.
    fn on_ack(&mut self, ack: &Ack, window: &mut Window);
    /// Congestion was found with `flight_size` segments in flight; the window is that before any decrease.
    fn on_loss(&mut self, sign: Sign, window: &Window, flight_size: u32, now: Nanos) {
        let _ = (sign, window, flight_size, now);
    }
    /// A segment leaves while `flight_size` others are in flight.
    fn on_send(&mut self, seq: u32, flight_size: u32, now: Nanos) {
        let _ = (seq, flight_size, now);
    }
    /// The application left the window unused after the last segment was sent.
    fn on_limited_by_application(&mut self, flight_size: u32) {
        let _ = flight_size;
    }
    /// Time between two full segments if the sender is paced; `None`: the ACKs are its clock.
    fn pace(&mut self) -> Option<Nanos> {
        None
    }
    /// The decision that it has taken since the last call, if it goes by delay; for the trace.
    fn decision(&mut self) -> Option<Decision> {
        None
    }
}

registry! {
    /// How cwnd moves above ssthresh.
    set "avoidance", "Congestion avoidance";
    choice Avoidance; running RunningAvoidance; rule AvoidanceRule; context Host;
    members {
        aimd::Aimd, cam::Cam, veno::Veno, linux_vegas::LinuxVegas, rem_price::RemPrice, dual::Dual, card::Card, tri_s::TriS,
        cubic::Cubic, bbr::Bbr, by_hand::ByHand,
    }
    dispatch {
        fn observe(ack: &Ack, flight: &Flight, window: &mut Window) -> bool;
        fn on_round(round: &Round, window: &mut Window);
        fn on_ack(ack: &Ack, window: &mut Window);
        fn on_loss(sign: Sign, window: &Window, flight_size: u32, now: Nanos);
        fn on_send(seq: u32, flight_size: u32, now: Nanos);
        fn on_limited_by_application(flight_size: u32);
        fn pace() -> Option<Nanos>;
        fn decision() -> Option<Decision>;
    }
}
