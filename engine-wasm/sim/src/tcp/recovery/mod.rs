//! Recovery: how losses are repaired, and what the window is meanwhile.

mod episode;

use super::Host;
use super::segments::Segments;
use super::window::Window;

/// A loss that was found by ACKs, as recovery sees it.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    /// First outstanding segment, which is held to be lost.
    pub snd_una: u32,
    /// One past the highest segment ever sent.
    pub snd_max: u32,
    /// Duplicate ACKs so far.
    pub dup_acks: u32,
    /// Number of transmissions of the segment.
    pub transmissions: u32,
    /// Segments in the network: neither acknowledged, nor SACKed, nor marked lost.
    pub in_flight: u32,
    /// The window that the decrease rule wants, segments; `None`: the window stays.
    pub cut: Option<f64>,
}

impl Loss {
    /// The window to return to: what the decrease rule wants, or the present one; at least two segments.
    pub fn target(&self, window: &Window) -> f64 {
        self.cut.unwrap_or_else(|| f64::from(window.usable())).max(2.0)
    }
}

/// The core's reaction to a loss, apart from retransmitting `snd_una`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Duplicate ACKs as counted from now on.
    pub dup_acks: u32,
    /// Everything after `snd_una` is to be sent again too.
    pub go_back_n: bool,
    /// New segments may follow at once where the window allows.
    pub send_new: bool,
    /// The sender is in fast recovery from now on.
    pub recovering: bool,
}

/// A new ACK, as recovery sees it.
#[derive(Clone, Copy, Debug)]
pub struct NewAck {
    /// The acknowledgment: next segment expected.
    pub ack: u32,
    /// Segments newly acknowledged.
    pub acked: u32,
    /// Segments outstanding after it.
    pub outstanding: u32,
    /// Duplicate ACKs before it.
    pub dup_acks: u32,
    /// True unless the sender goes back: `snd_nxt == snd_max`.
    pub at_front: bool,
}

/// The meaning of a new ACK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The window may grow by this ACK.
    pub grow: bool,
    /// Duplicate ACKs as counted from now on.
    pub dup_acks: u32,
    /// Fast recovery goes on.
    pub recovering: bool,
    /// The segment that is now the first outstanding one is lost too and is to be sent again.
    pub retransmit: bool,
    /// Restarts the retransmission timer.
    pub restart_timer: bool,
    /// Recovery goes on choosing what leaves, also outside fast recovery, as after a selective timeout.
    pub selective: bool,
}

impl Verdict {
    /// An ACK of a sender without losses.
    pub const PLAIN: Self =
        Self { grow: true, dup_acks: 0, recovering: false, retransmit: false, restart_timer: true, selective: false };
}

/// Contents of an ACK during recovery.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    /// Segments that it is the first to report.
    pub segments: u32,
    /// Segments that RACK marks lost with it.
    pub lost: u32,
    /// Segments in the network after it.
    pub in_flight: u32,
    /// It is a new ACK.
    pub advanced: bool,
}

/// The reaction to a timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTimeout {
    /// The sender goes back to `snd_una`, sends everything again in order, and forgets its SACK blocks, as RFC 2018 asks
    /// because the receiver may have thrown away what it reported.
    GoBack,
    /// The sender keeps its SACK blocks, and recovery names what leaves until everything sent before is acknowledged.
    Selective,
}

/// The outstanding segments, for a recovery that picks what to retransmit.
#[derive(Debug)]
pub struct Board<'a> {
    /// First unacknowledged segment.
    pub snd_una: u32,
    /// Next segment to send in order.
    pub snd_nxt: u32,
    /// One past the highest segment ever sent.
    pub snd_max: u32,
    /// There is a segment to send at `snd_nxt`, and rwnd has room for it.
    pub next_available: bool,
    /// Records of the outstanding segments.
    pub segments: &'a Segments,
}

/// The segments that may be sent now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// The segments from `snd_nxt` on as far as they are among this many from `snd_una` on.
    InOrder(u32),
    /// The segment at `snd_nxt`, which is [available](Board::next_available).
    Next,
    /// This outstanding segment, again.
    Resend(u32),
    /// No segment.
    Nothing,
}

/// Reno's inflation: every duplicate ACK beyond the third means that one more segment has left the network.
pub fn inflate(dup_acks: u32, window: &mut Window) {
    if dup_acks > 3 {
        window.cwnd += 1.0;
    }
}

/// Repairs losses.
pub trait RecoveryRule {
    /// Returns true if a loss found by ACKs may be repaired now; otherwise the duplicate ACK counts like any other.
    fn permits(&mut self, snd_una: u32, window: &Window) -> bool {
        let _ = (snd_una, window);
        true
    }
    /// Returns true if retransmissions caused by ACKs double the timeout, as an expiry does.
    fn doubles_rto(&mut self) -> bool {
        false
    }
    /// A loss was found by ACKs and is permitted.
    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair;
    /// A duplicate ACK that announces no loss, `dup_acks` with this one. Returns whether new segments may follow.
    fn on_dup_ack(&mut self, dup_acks: u32, window: &mut Window) -> bool;
    /// A new ACK, before it is booked.
    fn on_new_ack(&mut self, ack: &NewAck, window: &mut Window) -> Verdict;
    /// The segments that may be sent now in recovery; outside it, as many as the window allows. Called again after each segment
    /// that it named alone.
    #[inline]
    fn permission(&mut self, board: &Board<'_>, window: &Window) -> Permission {
        let _ = board;
        Permission::InOrder(window.usable())
    }
    /// The segment that [`permission`](Self::permission) named leaves.
    fn on_sent(&mut self, permission: Permission) {
        let _ = permission;
    }
    /// Returns true if the order of transmissions reveals lost segments (RACK).
    fn follows_order(&mut self) -> bool {
        false
    }
    /// An ACK in recovery, after it was booked and before anything is sent.
    fn on_delivered(&mut self, delivery: &Delivery, window: &mut Window) {
        let _ = (delivery, window);
    }
    /// The window that the cut of the recovery in progress left, without inflation. A timeout within it doesn't raise
    /// `ssthresh` beyond that.
    fn target(&mut self, window: &Window) -> f64 {
        window.ssthresh
    }
    /// The retransmission timer expired. `ssthresh` is set.
    fn on_timeout(&mut self, snd_max: u32, window: &mut Window) -> AfterTimeout;
}

registry! {
    /// How losses are repaired, and what the window is meanwhile.
    set "recovery", "Loss recovery";
    choice Recovery; running RunningRecovery; rule RecoveryRule; context Host;
    members { tahoe::Tahoe, reno::Reno, ns_reno::NsReno, new_reno::NewReno, sack::Sack, fack::Fack, rack::Rack, vegas::Vegas }
    dispatch {
        fn permits(snd_una: u32, window: &Window) -> bool;
        fn doubles_rto() -> bool;
        fn on_loss(loss: &Loss, window: &mut Window) -> Repair;
        fn on_dup_ack(dup_acks: u32, window: &mut Window) -> bool;
        fn on_new_ack(ack: &NewAck, window: &mut Window) -> Verdict;
        fn permission(board: &Board<'_>, window: &Window) -> Permission;
        fn on_sent(permission: Permission);
        fn follows_order() -> bool;
        fn on_delivered(delivery: &Delivery, window: &mut Window);
        fn target(window: &Window) -> f64;
        fn on_timeout(snd_max: u32, window: &mut Window) -> AfterTimeout;
    }
}
