//! Recovery: how losses are repaired, and how the window changes meanwhile.

mod episode;

use super::Host;
use super::segments::Segments;
use super::window::Window;

/// A loss detected from ACKs, as passed to recovery.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    /// First outstanding segment, which counts as lost.
    pub snd_una: u32,
    /// One past the highest segment ever sent.
    pub snd_max: u32,
    /// Duplicate ACKs so far.
    pub dup_acks: u32,
    /// Number of transmissions of the segment so far.
    pub transmissions: u32,
    /// Segments in the network: neither acknowledged, nor SACKed, nor marked lost.
    pub in_flight: u32,
    /// The window that the decrease rule returned, segments; `None` if it leaves the window unchanged.
    pub cut: Option<f64>,
}

impl Loss {
    /// The window after the recovery, at least two segments: the one that the decrease rule returned, or else the
    /// current one.
    pub fn target(&self, window: &Window) -> f64 {
        self.cut.unwrap_or_else(|| f64::from(window.usable())).max(2.0)
    }
}

/// The response to a loss, in addition to the retransmission of `snd_una`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repair {
    /// New value of the count of duplicate ACKs.
    pub dup_acks: u32,
    /// Everything after `snd_una` must be retransmitted too.
    pub go_back_n: bool,
    /// New segments may follow at once if the window allows them.
    pub send_new: bool,
    /// The sender is now in fast recovery.
    pub recovering: bool,
}

/// A new ACK, as passed to recovery.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewAck {
    /// The acknowledgment: next segment expected.
    pub ack: u32,
    /// Segments newly acknowledged.
    pub acked: u32,
    /// Segments outstanding after it.
    pub outstanding: u32,
    /// Duplicate ACKs before it.
    pub dup_acks: u32,
    /// `snd_nxt == snd_max`: the sender is not going back.
    pub at_snd_max: bool,
    /// It carries SACK blocks.
    pub has_blocks: bool,
    /// It echoes the timestamp of the latest transmission of the last segment that it acknowledges.
    pub echoes_latest: bool,
}

/// The decision on a new ACK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// This ACK may grow the window.
    pub grow: bool,
    /// New value of the count of duplicate ACKs.
    pub dup_acks: u32,
    /// Fast recovery continues.
    pub recovering: bool,
    /// The segment that is now the first outstanding one is lost too and must be retransmitted.
    pub retransmit: bool,
    /// The retransmission timer restarts.
    pub restart_timer: bool,
    /// Recovery continues to choose the segments to send even outside fast recovery, as after a selective timeout.
    pub selective: bool,
    /// The sender discards its SACK blocks, and those that came with this ACK.
    pub discard_sacks: bool,
}

impl Verdict {
    /// The decision on a new ACK outside recovery.
    pub const PLAIN: Self = Self {
        grow: true,
        dup_acks: 0,
        recovering: false,
        retransmit: false,
        restart_timer: true,
        selective: false,
        discard_sacks: false,
    };
}

/// The deliveries that an ACK reports during a recovery.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    /// Segments that the ACK is the first to report.
    pub segments: u32,
    /// Segments that are marked lost at this ACK.
    pub lost: u32,
    /// Segments in the network after it.
    pub in_flight: u32,
    /// The ACK is new, not a duplicate.
    pub advanced: bool,
}

/// The sender's next step after a timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTimeout {
    /// The sender goes back to `snd_una` and sends everything again in order. It discards its SACK blocks, as RFC 2018
    /// recommends, because the receiver may have discarded the segments that it reported.
    GoBack,
    /// The sender keeps its SACK blocks, and recovery chooses the segments to send until everything sent before the
    /// timeout is acknowledged.
    Selective,
}

/// The outstanding segments, for a recovery that chooses which segments to send.
#[derive(Debug)]
pub struct Scoreboard<'a> {
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

/// The segments that recovery permits the sender to send now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Segments in order from `snd_nxt` on, up to this many counted from `snd_una`.
    InOrder(u32),
    /// The segment at `snd_nxt`, which is [available](Scoreboard::next_available).
    Next,
    /// This outstanding segment, as a retransmission.
    Retransmit(u32),
    /// No segment, because the window has no room: this many count as being in the network.
    Full(u32),
    /// No segment, because there is none to send.
    Nothing,
}

/// Reno's inflation: every duplicate ACK beyond the third shows that one more segment has left the network.
pub fn inflate(dup_acks: u32, window: &mut Window) {
    if dup_acks > 3 {
        window.cwnd += 1.0;
    }
}

/// Repairs losses.
pub trait RecoveryRule {
    /// Returns whether a loss that ACKs showed may be repaired now. If not, the duplicate ACK counts like any other.
    fn permits(&mut self, snd_una: u32, window: &Window) -> bool {
        let _ = (snd_una, window);
        true
    }
    /// Returns whether a retransmission triggered by ACKs doubles the timeout, like a timer expiry.
    fn doubles_rto(&mut self) -> bool {
        false
    }
    /// Called when ACKs show a loss, and [`permits`](Self::permits) allows its repair.
    fn on_loss(&mut self, loss: &Loss, window: &mut Window) -> Repair;
    /// Called for a duplicate ACK that starts no repair; `dup_acks` includes it. Returns whether new segments may
    /// follow.
    fn on_dup_ack(&mut self, dup_acks: u32, window: &mut Window) -> bool;
    /// Called for a new ACK, before the core processes it.
    fn on_new_ack(&mut self, ack: &NewAck, window: &mut Window) -> Verdict;
    /// Returns the segments that may be sent now. Called only while losses are being repaired; otherwise the core sends
    /// what the window allows. Called again after each segment that it permitted individually.
    #[inline]
    fn permission(&mut self, board: &Scoreboard<'_>, window: &Window) -> Permission {
        let _ = board;
        Permission::InOrder(window.usable())
    }
    /// Called when the segment that [`permission`](Self::permission) returned is sent.
    fn on_sent(&mut self, permission: Permission) {
        let _ = permission;
    }
    /// Returns whether the retransmission of the first outstanding segment restarts the timer, as RFC 6675, section 6,
    /// permits. Called when [`permission`](Self::permission) has returned that segment.
    fn rearms_timer(&mut self) -> bool {
        true
    }
    /// Returns whether recovery needs lost segments marked by the [order of transmissions](super::transmissions).
    fn tracks_transmissions(&mut self) -> bool {
        false
    }
    /// Called for an ACK in recovery, after the core has processed it and before it sends anything.
    fn on_delivered(&mut self, delivery: &Delivery, window: &mut Window) {
        let _ = (delivery, window);
    }
    /// Returns the window to which the recovery in progress has cut, without inflation. A timeout during the recovery
    /// doesn't set `ssthresh` above this.
    fn target(&mut self, window: &Window) -> f64 {
        window.ssthresh
    }
    /// Called when the retransmission timer expires; `ssthresh` is already set.
    fn on_timeout(&mut self, snd_max: u32, window: &mut Window) -> AfterTimeout;
}

registry! {
    /// How the sender repairs losses, and how its window changes meanwhile.
    set "recovery", "Loss recovery";
    choice Recovery; running RunningRecovery; rule RecoveryRule; context Host;
    members { tahoe::Tahoe, reno::Reno, ns_reno::NsReno, new_reno::NewReno, sack::Sack, fack::Fack, rack::Rack, vegas::Vegas }
    dispatch {
        fn permits(snd_una: u32, window: &Window) -> bool;
        fn doubles_rto() -> bool;
        fn on_loss(loss: &Loss, window: &mut Window) -> Repair;
        fn on_dup_ack(dup_acks: u32, window: &mut Window) -> bool;
        fn on_new_ack(ack: &NewAck, window: &mut Window) -> Verdict;
        fn permission(board: &Scoreboard<'_>, window: &Window) -> Permission;
        fn on_sent(permission: Permission);
        fn rearms_timer() -> bool;
        fn tracks_transmissions() -> bool;
        fn on_delivered(delivery: &Delivery, window: &mut Window);
        fn target(window: &Window) -> f64;
        fn on_timeout(snd_max: u32, window: &mut Window) -> AfterTimeout;
    }
}
