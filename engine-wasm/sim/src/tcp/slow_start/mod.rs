//! Slow start: how `cwnd` grows below `ssthresh`.

use super::decision::Decision;
use super::rounds::Round;
use super::window::Window;
use super::{Ack, Host};

/// Growth below `ssthresh`. All methods see the window after the acknowledgment was booked.
pub trait SlowStartRule {
    /// An acknowledgment arrived, new or duplicate, in whatever state the sender is. Returns whether the rule measures at
    /// all: one that does not is not shown the following ones.
    fn observe(&mut self, ack: &Ack) -> bool {
        let _ = ack;
        false
    }
    /// Whether the sender is in slow start; above `ssthresh`, where it never is, this is not asked.
    fn active(&mut self, window: &Window) -> bool;
    /// A round ended in slow start.
    fn on_round(&mut self, round: &Round, window: &mut Window) {
        let _ = (round, window);
    }
    /// A round ended in congestion avoidance.
    fn pause(&mut self) {}
    /// A new acknowledgment arrived in slow start.
    fn on_ack(&mut self, ack: &Ack, window: &mut Window);
    /// The decision that it has taken since the last call, if it goes by delay; for the trace.
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
        fn observe(ack: &Ack) -> bool;
        fn active(window: &Window) -> bool;
        fn on_round(round: &Round, window: &mut Window);
        fn pause();
        fn on_ack(ack: &Ack, window: &mut Window);
        fn decision() -> Option<Decision>;
    }
}
