//! Congestion avoidance: how `cwnd` moves above `ssthresh`.

use super::decision::Decision;
use super::measurements::Measurements;
use super::rounds::Round;
use super::window::Window;
use super::{Ack, Flight, Host};
use crate::kernel::Nanos;

/// The signal by which the sender detected congestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// ACKs showed a loss.
    Acks,
    /// The retransmission timer expired.
    Timeout,
    /// An ACK echoed a congestion mark; nothing was lost.
    Mark,
}

/// A congestion avoidance rule: moves `cwnd` above `ssthresh`. The sender calls it after recovery and its own
/// bookkeeping have processed the acknowledgment.
pub trait AvoidanceRule {
    /// Called for every acknowledgment, new or duplicate, in any sender state. Most rules only measure here; a rule
    /// that controls the window itself may set it. [`on_ack`](Self::on_ack) follows if the acknowledgment may grow the
    /// window. Returns whether the rule takes measurements; if no rule does, the sender stops calling this.
    fn observe(&mut self, ack: &Ack, flight: &Flight, window: &mut Window) -> bool {
        let _ = (ack, flight, window);
        false
    }
    /// Called when a round ends, in slow start or in congestion avoidance.
    fn on_round(&mut self, round: &Round, window: &mut Window) {
        let _ = (round, window);
    }
    /// Called for each new acknowledgment in congestion avoidance.
    fn on_ack(&mut self, ack: &Ack, window: &mut Window);
    /// Called when congestion is detected with `flight_size` segments in flight. `window` is the window before any
    /// decrease.
    fn on_loss(&mut self, signal: Signal, window: &Window, flight_size: u32, now: Nanos) {
        let _ = (signal, window, flight_size, now);
    }
    /// Called when a segment is sent while `flight_size` others are in flight.
    fn on_send(&mut self, seq: u32, flight_size: u32, now: Nanos) {
        let _ = (seq, flight_size, now);
    }
    /// Called when the application has no more data to fill the window.
    fn on_app_limited(&mut self, flight_size: u32) {
        let _ = flight_size;
    }
    /// Returns the time between two full-sized segments if the sender is paced; `None` if it is ACK-clocked.
    fn pace(&mut self) -> Option<Nanos> {
        None
    }
    /// Asks for the measurements that the rule reads. Called once at the start.
    fn needs(&mut self, measurements: &mut Measurements) {
        let _ = measurements;
    }
    /// Returns the decision made since the last call, for the trace. Only delay-based rules return one.
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
        illinois::Illinois, cubic::Cubic, bbr::Bbr, by_hand::ByHand,
    }
    dispatch {
        fn observe(ack: &Ack, flight: &Flight, window: &mut Window) -> bool;
        fn on_round(round: &Round, window: &mut Window);
        fn on_ack(ack: &Ack, window: &mut Window);
        fn on_loss(signal: Signal, window: &Window, flight_size: u32, now: Nanos);
        fn on_send(seq: u32, flight_size: u32, now: Nanos);
        fn on_app_limited(flight_size: u32);
        fn pace() -> Option<Nanos>;
        fn needs(measurements: &mut Measurements);
        fn decision() -> Option<Decision>;
    }
}
