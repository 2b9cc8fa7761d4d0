//! Slow start: how `cwnd` grows below `ssthresh`.

use super::decision::Decision;
use super::measurements::Measurements;
use super::rounds::Round;
use super::window::Window;
use super::{Ack, Flight, Host};

/// A slow-start rule: grows `cwnd` below `ssthresh`. The sender calls it after recovery and its own bookkeeping have
/// processed the acknowledgment.
pub trait SlowStartRule {
    /// Called for every acknowledgment, new or duplicate, in any sender state. A rule that finds the path full may end
    /// slow start here by lowering `ssthresh`. Returns whether the rule takes measurements; if no rule does, the sender
    /// stops calling this.
    fn observe(&mut self, ack: &Ack, flight: &Flight, window: &mut Window) -> bool {
        let _ = (ack, flight, window);
        false
    }
    /// Returns whether the sender is in slow start. Called only while `cwnd` is at or below `ssthresh`.
    fn active(&mut self, window: &Window) -> bool;
    /// Called when a round ends in slow start.
    fn on_round(&mut self, round: &Round, window: &mut Window) {
        let _ = (round, window);
    }
    /// Called when a round ends in congestion avoidance.
    fn pause(&mut self) {}
    /// Called for each new acknowledgment in slow start.
    fn on_ack(&mut self, ack: &Ack, window: &mut Window);
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
    /// How cwnd grows below ssthresh.
    set "slow_start", "Slow start";
    choice SlowStart; running RunningSlowStart; rule SlowStartRule; context Host;
    members {
        every_rtt::EveryRtt, every_other_rtt::EveryOtherRtt, linux_vegas::LinuxVegasSlowStart, hystart::Hystart, none::NoSlowStart,
    }
    dispatch {
        fn observe(ack: &Ack, flight: &Flight, window: &mut Window) -> bool;
        fn active(window: &Window) -> bool;
        fn on_round(round: &Round, window: &mut Window);
        fn pause();
        fn on_ack(ack: &Ack, window: &mut Window);
        fn needs(measurements: &mut Measurements);
        fn decision() -> Option<Decision>;
    }
}
