//! Recovery as in Linux with SACK. RACK finds the lost segments, including lost retransmissions. While fewer segments
//! are in the network than the window allows, the sender retransmits the lost ones before it sends anything new.
//!
//! Two more things differ from RFC 6675. The window shrinks over a round trip instead of at once (proportional rate
//! reduction). And a timeout keeps the SACK blocks and retransmits only lost segments, in slow start, instead of going
//! back to the first outstanding segment.

use super::episode::Episode;
use super::{AfterTimeout, Delivery, Loss, NewAck, Permission, RecoveryRule, Repair, Scoreboard, Verdict};
use crate::schema::shape::Part;
use crate::tcp::Host;
use crate::tcp::window::Window;

alternatives! {
    /// How the window shrinks in recovery.
    pub enum Reduction {
        /// In proportion to the delivered data, over a round trip; below the target as in slow start (RFC 6937).
        Proportional = "proportional",
        /// To the target immediately, when recovery begins.
        AtOnce = "at_once",
    }
}

described! {
    /// Retransmits what RACK detects as lost, including lost retransmissions, and nothing else after a timeout.
    pub struct Rack {
        /// How the window shrinks in recovery.
        reduction: Reduction = Reduction::SHAPE, default "proportional", label "Window comes down";
    }
}

/// One sender's recovery.
#[derive(Clone, Debug)]
pub struct Running {
    reduction: Reduction,
    episode: Episode,
    /// cwnd before the cut (`RecoverFS`).
    prior_cwnd: f64,
    /// Segments delivered in this recovery (`prr_delivered`).
    delivered: u32,
    /// Segments sent in it (`prr_out`).
    sent: u32,
}

impl Part<Host> for Rack {
    const LABEL: &'static str = "RACK";
    const SOURCE: &'static str = "RFC 8985; RFC 6937; Linux tcp_recovery.c";
    const NEEDS_SACK: bool = true;
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { reduction: self.reduction, episode: Episode::default(), prior_cwnd: 1.0, delivered: 0, sent: 0 }
    }
}

impl RecoveryRule for Running {
    fn tracks_transmissions(&mut self) -> bool {
        true
    }

    fn permits(&mut self, snd_una: u32, _window: &Window) -> bool {
        self.episode.permits(snd_una)
    }

    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair {
        self.prior_cwnd = window.cwnd;
        self.delivered = 0;
        self.sent = 1;
        let repair = self.episode.begin(loss, window);
        if self.reduction == Reduction::Proportional {
            // The first retransmission is always sent; later ACKs release more.
            window.cwnd = f64::from(loss.in_flight) + 1.0;
        }
        repair
    }

    fn on_dup_ack(&mut self, _dup_acks: u32, _window: &mut Window) -> bool {
        self.episode.recovering
    }

    fn on_new_ack(&mut self, ack: &NewAck, window: &mut Window) -> Verdict {
        let verdict = self.episode.on_new_ack(ack, window);
        // The ACK that ends recovery grows the window like any other (`tcp_cong_control`).
        Verdict { grow: !verdict.recovering, selective: ack.ack < self.episode.point, ..verdict }
    }

    fn on_delivered(&mut self, delivery: &Delivery, window: &mut Window) {
        if self.reduction == Reduction::AtOnce || delivery.segments == 0 {
            return;
        }
        self.delivered += delivery.segments;
        let in_flight = f64::from(delivery.in_flight);
        let (delivered, sent) = (f64::from(self.delivered), f64::from(self.sent));
        let room = window.ssthresh - in_flight;
        let more = if room < 0.0 {
            (window.ssthresh * delivered / self.prior_cwnd).ceil() - sent
        } else {
            // Slow start toward the target, faster only while the cumulative ACK advances and nothing more is lost.
            let faster = delivery.advanced && delivery.lost == 0;
            let grown = (delivered - sent).max(f64::from(delivery.segments));
            (grown + f64::from(u32::from(faster))).min(room)
        };
        window.cwnd = in_flight + more.max(0.0);
    }

    fn permission(&mut self, board: &Scoreboard<'_>, window: &Window) -> Permission {
        // The cast saturates.
        let in_flight = board.segments.in_flight(board.snd_nxt);
        if in_flight >= window.cwnd as u32 {
            return Permission::Full(in_flight);
        }
        match board.segments.first_lost() {
            Some(seq) => Permission::Retransmit(seq),
            None if board.next_available => Permission::Next,
            None => Permission::Nothing,
        }
    }

    fn on_sent(&mut self, _permission: Permission) {
        self.sent += 1;
    }

    fn on_timeout(&mut self, snd_max: u32, window: &mut Window) -> AfterTimeout {
        self.episode.on_timeout(snd_max, window);
        AfterTimeout::Selective
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A recovery that cuts the window from 20 segments to 10, with 16 in flight at the loss and 17 after the first
    /// retransmission.
    fn in_recovery(reduction: Reduction) -> (Running, Window) {
        let mut rack = Rack { reduction }.start(&Host::for_tests());
        let mut window = Window { cwnd: 20.0, ssthresh: 80.0, rwnd: 80 };
        let loss = Loss { snd_una: 0, snd_max: 20, dup_acks: 3, transmissions: 1, in_flight: 16, cut: Some(10.0) };
        rack.on_loss(&loss, &mut window);
        (rack, window)
    }

    fn deliver(rack: &mut Running, window: &mut Window, segments: u32, in_flight: u32, advanced: bool) -> f64 {
        rack.on_delivered(&Delivery { segments, lost: 0, in_flight, advanced }, window);
        window.cwnd - f64::from(in_flight)
    }

    #[test]
    fn above_the_target_every_second_delivery_releases_a_segment() {
        let (mut rack, mut window) = in_recovery(Reduction::Proportional);
        assert_eq!((window.cwnd, window.ssthresh), (17.0, 10.0));
        // Half of the delivered segments (10 / 20) may be sent, and the first retransmission counts as one of them.
        let mut in_flight = 17;
        let sent: Vec<f64> = (0..6)
            .map(|_| {
                in_flight -= 1;
                let more = deliver(&mut rack, &mut window, 1, in_flight, false);
                (0..more as u32).for_each(|_| rack.on_sent(Permission::Next));
                in_flight += more as u32;
                more
            })
            .collect();
        assert_eq!(sent, [0.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn below_the_target_it_grows_like_slow_start_up_to_the_target() {
        let (mut rack, mut window) = in_recovery(Reduction::Proportional);
        assert_eq!(deliver(&mut rack, &mut window, 1, 4, false), 1.0, "conserves packets without a new cumulative ACK");
        assert_eq!(deliver(&mut rack, &mut window, 2, 4, true), 3.0, "one more with a new cumulative ACK");
        assert_eq!(deliver(&mut rack, &mut window, 9, 8, true), 2.0, "no more than the target has room for");
    }

    #[test]
    fn reduction_at_once_sets_the_window_to_the_target() {
        let (mut rack, mut window) = in_recovery(Reduction::AtOnce);
        deliver(&mut rack, &mut window, 5, 3, true);
        assert_eq!(window.cwnd, 10.0);
    }
}
