//! The retransmission timer: how long to wait for an ACK.

use super::Host;
use crate::kernel::Nanos;

/// What the timer shows of itself in traces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimerState {
    /// Smoothed RTT, ms; `None` before the first sample.
    pub srtt_ms: Option<f64>,
    /// Retransmission timeout with back-off, ms.
    pub rto_ms: f64,
}

/// Measures RTTs and keeps the timeout.
pub trait TimerRule {
    /// A segment was sent for the first time.
    fn on_send(&mut self, seq: u32, now: Nanos);
    /// Something was retransmitted: by Karn's rule what is being timed is worthless.
    fn on_retransmit(&mut self);
    /// Everything below `ack` was acknowledged. `sample` is the exact RTT of the last segment of it if nothing of it
    /// was sent twice (Karn's rule; Linux asks the same of all that an ACK covers).
    fn on_new_ack(&mut self, ack: u32, sample: Option<Nanos>, now: Nanos);
    /// A SACK block is the first to report a segment that was sent once, with this RTT.
    fn on_sack(&mut self, sample: Nanos) {
        let _ = sample;
    }
    /// The timer expired: back off. Returns false when the connection is to be given up.
    fn back_off(&mut self) -> bool;
    /// When a timer that starts now expires.
    fn deadline(&mut self, now: Nanos) -> Nanos;
    /// For traces.
    fn state(&mut self) -> TimerState;
}

registry! {
    /// The retransmission timer: how RTTs are measured and how long to wait for an ACK.
    set "timer", "Retransmission timer";
    choice Timer; running RunningTimer; rule TimerRule; context Host;
    members { bsd_ticks::BsdTicks, ns2_ticks::Ns2Ticks, rfc6298::Rfc6298 }
    dispatch {
        fn on_send(seq: u32, now: Nanos);
        fn on_retransmit();
        fn on_new_ack(ack: u32, sample: Option<Nanos>, now: Nanos);
        fn on_sack(sample: Nanos);
        fn back_off() -> bool;
        fn deadline(now: Nanos) -> Nanos;
        fn state() -> TimerState;
    }
}
