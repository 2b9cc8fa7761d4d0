//! BBR's window. Each ACK moves it toward the model's target by the number of delivered segments. In the first round of
//! a recovery BBR sends only as many segments as are delivered, and after a timeout a single segment. When the repair
//! is complete, it restores the earlier window. Losses that RACK finds are subtracted from the window, as in Linux.
//! Apart from this, losses don't lower it.

use super::delivery::{Delivery, Sample};
use super::model::{MIN_CWND, Mode, Model, ModelUpdate};
use crate::tcp::Ack;
use crate::tcp::window::Window;

/// Segments that must be delivered before the target limits the window in STARTUP.
const INITIAL_SEGMENTS: u64 = 10;

/// The loss repair in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repair {
    /// No repair is in progress.
    #[default]
    None,
    /// ACKs showed the loss.
    Recovery,
    /// The timer showed the loss. The repair lasts until everything below this segment is acknowledged.
    Timeout(u32),
}

/// One sender's window.
#[derive(Clone, Debug, Default)]
pub struct Cwnd {
    /// BBR's own window in segments, independent of changes by recovery; `None` before the first event.
    segments: Option<f64>,
    /// The window to restore after the repair.
    prior: f64,
    repair: Repair,
    /// The sender is in the first round of a recovery.
    conserving: bool,
}

impl Cwnd {
    /// The current window in segments. Before the first event it is taken from the sender's window.
    pub fn segments(&mut self, window: &Window) -> f64 {
        *self.segments.get_or_insert(window.cwnd)
    }

    /// The repair in progress.
    pub fn repair(&self) -> Repair {
        self.repair
    }

    fn save(&mut self, mode: Mode) {
        let segments = self.segments.unwrap_or(0.0);
        // A repair or PROBE_RTT has reduced the current window, so keep the saved one if it is larger.
        let reduced = self.repair != Repair::None || mode == Mode::ProbeRtt;
        self.prior = if reduced { self.prior.max(segments) } else { segments };
    }

    /// Restores the earlier window if it was larger.
    pub fn restore(&mut self) {
        self.segments = self.segments.map(|segments| segments.max(self.prior));
    }

    /// Called when ACKs show a loss with `in_flight` segments in flight. Returns whether a recovery begins.
    pub fn on_recovery(&mut self, in_flight: u32, mode: Mode) -> bool {
        if self.repair != Repair::None {
            return false;
        }
        self.save(mode);
        self.repair = Repair::Recovery;
        self.conserving = true;
        // A new segment may replace the one whose ACK showed the loss.
        self.segments = Some(f64::from(in_flight) + 1.0);
        true
    }

    /// Called when the timer shows a loss; segments below `sent_end` had been sent.
    pub fn on_timeout(&mut self, sent_end: u32, mode: Mode) {
        self.save(mode);
        self.repair = Repair::Timeout(sent_end);
        self.conserving = false;
        self.segments = Some(1.0);
    }

    /// Processes an acknowledgment, after the model has processed it; `aggregated` segments are added to the target.
    pub fn on_sample(&mut self, ack: &Ack, sample: &Sample, update: ModelUpdate, model: &Model, aggregated: f64) {
        self.conserving &= !update.round_started;
        if update.entered_probe_rtt {
            self.save(Mode::ProbeRtt);
        }
        if update.left_probe_rtt {
            self.restore();
        }
        if sample.lost > 0 {
            // An ACK that delivers n segments should release at most 2 n. So subtract the lost ones first; the growth
            // below compensates for them.
            self.segments = self.segments.map(|segments| (segments - f64::from(sample.lost)).max(1.0));
        }
        let repaired = match self.repair {
            Repair::None => false,
            Repair::Recovery => !ack.recovering,
            Repair::Timeout(end) => ack.snd_una >= end,
        };
        if repaired {
            self.repair = Repair::None;
            self.conserving = false;
            self.restore();
        }
        let mut segments = self.segments.unwrap_or(MIN_CWND);
        let delivered = f64::from(sample.delivered);
        if self.conserving {
            segments = segments.max(f64::from(sample.in_flight) + delivered);
        } else if sample.delivered > 0 {
            let target = model.target(aggregated);
            if model.pipe_is_full() {
                segments = (segments + delivered).min(target);
            } else if segments < target || sample.total < INITIAL_SEGMENTS {
                segments += delivered;
            }
            segments = segments.max(MIN_CWND);
        }
        if model.mode() == Mode::ProbeRtt {
            segments = segments.min(MIN_CWND);
        }
        self.segments = Some(segments);
    }

    /// Sets the sender's window. With SACK blocks, recovery compares the segments in flight with it. Without SACK
    /// blocks, the window must also include the segments that duplicate ACKs have shown to have left the network. These
    /// are added at new ACKs; in between, recovery inflates the window itself.
    pub fn apply(&self, ack: &Ack, delivery: &Delivery, window: &mut Window) {
        let Some(segments) = self.segments else { return };
        let counts_flight = delivery.sack_seen() || matches!(self.repair, Repair::Timeout(_));
        if counts_flight {
            window.cwnd = segments;
        } else if ack.acked > 0 {
            window.cwnd = segments + f64::from(delivery.ahead());
        }
    }
}
