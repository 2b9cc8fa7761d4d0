//! The maximum timeouts of a run, derived from the parts of its senders.
//!
//! With buffer overflows, a sender that repairs all losses of a window needs the timer only when a retransmission is
//! dropped too. Others may need it in every cycle. With random losses, [`chances`] gives the probability. A sender that
//! doesn't slow down after losses loses retransmissions as often as any segment.

use super::chances;
use super::floors::{self, Share};
use super::kinds::{Kind, Motion, Repair};
use super::measure::Measurement;
use super::paths::Path;

/// Share of the loss cycles at a full buffer in which a sender that repairs all losses may time out.
const CYCLES_WITH_TIMEOUT: f64 = 0.1;

/// Allowed timeouts relative to the model's. Timeouts come in series, because the timer backs off.
const SERIES_FACTOR: f64 = 1.5;

/// Timeouts that a flow may need.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct TimeoutNeeds {
    per_second: f64,
    /// Per drop.
    per_drop: f64,
    /// Per drop, times the share of segments that are dropped.
    per_drop_and_share: f64,
}

impl TimeoutNeeds {
    fn of(kind: &Kind, path: &Path, flows: f64) -> Self {
        let share = Share::of(path, kind, flows);
        let mut needs = Self::default();
        if path.loss > 0.0 {
            needs.per_drop = chances::of_timeout(kind, &share, path.loss);
        }
        if floors::settles(kind, &share) {
            return needs;
        }
        match kind.motion {
            Motion::Fixed => needs.per_second = 1.0 / floors::restored_s(kind, &share),
            Motion::Bandwidth { .. } if kind.dup_acks => needs.per_drop_and_share = 2.0,
            Motion::Bandwidth { .. } => needs.per_drop = 1.0,
            _ => {
                let by_timer = kind.repair == Repair::OneLoss || floors::needs_timer(kind, &share);
                let per_cycle = if by_timer { 1.0 } else { CYCLES_WITH_TIMEOUT };
                needs.per_second = per_cycle / floors::sawtooth(kind, &share).seconds;
            }
        }
        needs
    }
}

/// The maximum timeouts of runs with flows of some kinds.
#[derive(Clone, Debug)]
pub struct AllowedTimeouts {
    flows: f64,
    per_second: f64,
    per_drop: f64,
    per_drop_and_share: f64,
    packets_per_s: f64,
}

impl AllowedTimeouts {
    /// Derives them for these flows on a path.
    pub fn of(kinds: &[Kind], path: &Path) -> Self {
        let flows = kinds.len() as f64;
        let needs: Vec<TimeoutNeeds> = kinds.iter().map(|kind| TimeoutNeeds::of(kind, path, flows)).collect();
        // Either flow may get the drops, so the one that needs more timeouts counts.
        let max = |of: fn(&TimeoutNeeds) -> f64| needs.iter().map(of).fold(0.0, f64::max);
        Self {
            flows,
            per_second: needs.iter().map(|needs| needs.per_second).sum(),
            per_drop: max(|needs| needs.per_drop),
            per_drop_and_share: max(|needs| needs.per_drop_and_share),
            packets_per_s: path.packets_per_s(),
        }
    }

    /// The maximum timeouts in this run. Any flow is allowed one per minute, and one in a shorter run.
    pub fn in_run(&self, run: &Measurement) -> f64 {
        let drops = run.drops as f64;
        let sent = self.packets_per_s * run.seconds * run.total() + drops;
        let per_drop = self.per_drop + self.per_drop_and_share * drops / sent.max(1.0);
        let expected = self.per_second * run.seconds + per_drop * drops;
        self.flows * (run.seconds / 60.0).max(1.0) + SERIES_FACTOR * expected
    }
}
