//! The retransmission timer: how long to wait for an ACK.

use super::Host;
use crate::kernel::Nanos;

/// The timer's state, for traces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimerState {
    /// Smoothed RTT, ms; `None` before the first sample.
    pub srtt_ms: Option<f64>,
    /// Retransmission timeout including back-off, ms.
    pub rto_ms: f64,
}

/// Measures RTTs and computes the timeout.
pub trait TimerRule {
    /// Called with an RTT that the timer didn't time itself: that of the handshake, or one by timestamps. With
    /// timestamps, this replaces [`on_new_ack`](Self::on_new_ack).
    fn on_measured(&mut self, rtt: Nanos, now: Nanos);
    /// Called when a segment is sent for the first time.
    fn on_send(&mut self, seq: u32, now: Nanos);
    /// Called when a segment is retransmitted. By Karn's rule, the RTT measurement in progress is discarded.
    fn on_retransmit(&mut self);
    /// Called when everything below `ack` is acknowledged. `sample` is the exact RTT of the last segment, if no segment
    /// that the ACK covers was sent twice (Karn's rule, applied to all of them as in Linux).
    fn on_new_ack(&mut self, ack: u32, sample: Option<Nanos>, now: Nanos);
    /// Called when a SACK block is the first to report a segment that was sent once; `sample` is its RTT.
    fn on_sack(&mut self, sample: Nanos) {
        let _ = sample;
    }
    /// Backs off: increases the timeout. Returns false if the sender must give up the connection.
    fn back_off(&mut self) -> bool;
    /// Returns when a timer that starts now expires.
    fn deadline(&mut self, now: Nanos) -> Nanos;
    /// Returns the state for traces.
    fn state(&mut self) -> TimerState;
}

registry! {
    /// The retransmission timer: how RTTs are measured and how long to wait for an ACK.
    set "timer", "Retransmission timer";
    choice Timer; running RunningTimer; rule TimerRule; context Host;
    members { bsd_ticks::BsdTicks, ns2_ticks::Ns2Ticks, rfc6298::Rfc6298 }
    dispatch {
        fn on_measured(rtt: Nanos, now: Nanos);
        fn on_send(seq: u32, now: Nanos);
        fn on_retransmit();
        fn on_new_ack(ack: u32, sample: Option<Nanos>, now: Nanos);
        fn on_sack(sample: Nanos);
        fn back_off() -> bool;
        fn deadline(now: Nanos) -> Nanos;
        fn state() -> TimerState;
    }
}
