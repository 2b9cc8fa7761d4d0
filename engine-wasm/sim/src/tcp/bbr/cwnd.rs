//! BBR's window: it moves towards the model's target by what is delivered, and losses do not lower it but for two rules. In
//! the first round of a recovery as much is sent as is acknowledged; and when the repair is over, also after a timeout,
//! the window from before returns. Losses that RACK finds go off the window, as in Linux.

use super::delivery::{Delivery, Sample};
use super::model::{MIN_CWND, Mode, Model, Turn};
use crate::tcp::Ack;
use crate::tcp::window::Window;

/// Segments that are delivered before the window has an upper end in STARTUP.
const INITIAL_SEGMENTS: u64 = 10;

/// How a loss is being repaired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repair {
    /// Nothing is.
    #[default]
    None,
    /// ACKs have shown it.
    Recovery,
    /// The timer has; until everything below this segment is acknowledged.
    Timeout(u32),
}

/// The window of one sender.
#[derive(Clone, Debug, Default)]
pub struct Cwnd {
    /// In segments, whatever recovery makes of it; `None` before the first event.
    segments: Option<f64>,
    /// The window to return to.
    prior: f64,
    repair: Repair,
    /// The first round of a recovery lasts.
    conserving: bool,
}

impl Cwnd {
    /// Segments now; those of the sender before the first event.
    pub fn segments(&mut self, window: &Window) -> f64 {
        *self.segments.get_or_insert(window.cwnd)
    }

    /// What is being repaired.
    pub fn repair(&self) -> Repair {
        self.repair
    }

    fn save(&mut self, mode: Mode) {
        let segments = self.segments.unwrap_or(0.0);
        // What a repair or PROBE_RTT has made of it is not worth returning to.
        let good = self.repair == Repair::None && mode != Mode::ProbeRtt;
        self.prior = if good { segments } else { self.prior.max(segments) };
    }

    /// The window from before returns.
    pub fn restore(&mut self) {
        self.segments = self.segments.map(|segments| segments.max(self.prior));
    }

    /// ACKs have shown a loss with so many segments in flight. Returns whether a recovery begins.
    pub fn on_recovery(&mut self, in_flight: u32, mode: Mode) -> bool {
        if self.repair != Repair::None {
            return false;
        }
        self.save(mode);
        self.repair = Repair::Recovery;
        self.conserving = true;
        // The segment whose ACK showed the loss may be replaced.
        self.segments = Some(f64::from(in_flight) + 1.0);
        true
    }

    /// The timer has shown a loss; segments up to `sent_end` were sent.
    pub fn on_timeout(&mut self, sent_end: u32, mode: Mode) {
        self.save(mode);
        self.repair = Repair::Timeout(sent_end);
        self.conserving = false;
        self.segments = Some(1.0);
    }

    /// An acknowledgment, after the model has seen it; `aggregated` segments are added to the target.
    pub fn on_sample(&mut self, ack: &Ack, sample: &Sample, turn: Turn, model: &Model, aggregated: f64) {
        self.conserving &= !turn.round_started;
        if turn.entered_probe_rtt {
            self.save(Mode::ProbeRtt);
        }
        if turn.left_probe_rtt {
            self.restore();
        }
        if sample.lost > 0 {
            // An ACK of n segments lets at most 2 n go: what is lost goes off first, and slow start makes up for it.
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
            if model.full() {
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

    /// The sender's window. With SACK blocks recovery compares what is in flight with it. Without them it must hold also
    /// what duplicate ACKs have shown to have left the network. These are added at new ACKs; between them recovery inflates
    /// the window by itself.
    pub fn apply(&self, ack: &Ack, delivery: &Delivery, window: &mut Window) {
        let Some(segments) = self.segments else { return };
        let counts_flight = delivery.sacks() || matches!(self.repair, Repair::Timeout(_));
        if counts_flight {
            window.cwnd = segments;
        } else if ack.acked > 0 {
            window.cwnd = segments + f64::from(delivery.ahead());
        }
    }
}
