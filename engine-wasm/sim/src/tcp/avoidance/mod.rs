//! Congestion avoidance: how `cwnd` moves above `ssthresh`.

use super::rounds::Round;
use super::window::Window;
use super::{Ack, Host};

/// Movement above `ssthresh`. All methods see the window after the acknowledgment was booked.
pub trait AvoidanceRule {
    /// A new acknowledgment arrived, in whatever state the sender is; [`on_ack`](Self::on_ack) follows if it counts for
    /// growth in congestion avoidance.
    fn observe(&mut self, ack: &Ack) {
        let _ = ack;
    }
    /// A round ended in congestion avoidance.
    fn on_round(&mut self, round: &Round, window: &mut Window) {
        let _ = (round, window);
    }
    /// A round ended in slow start.
    fn pause(&mut self) {}
    /// A new acknowledgment arrived in congestion avoidance.
    fn on_ack(&mut self, ack: &Ack, window: &mut Window);
    /// A loss was found, by ACKs or by the retransmission timer.
    fn on_loss(&mut self) {}
}

registry! {
    /// How cwnd moves above ssthresh.
    set "avoidance", "Congestion avoidance";
    choice Avoidance; running RunningAvoidance; rule AvoidanceRule; context Host;
    members { aimd::Aimd, cam::Cam, veno::Veno }
    dispatch {
        fn observe(ack: &Ack);
        fn on_round(round: &Round, window: &mut Window);
        fn pause();
        fn on_ack(ack: &Ack, window: &mut Window);
        fn on_loss();
    }
}
