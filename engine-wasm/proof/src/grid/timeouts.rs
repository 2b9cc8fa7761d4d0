//! The most timeouts that a run may have, from the parts of its senders.
//!
//! On a full buffer a sender that repairs all losses of a window needs the timer only when a retransmission meets the full buffer;
//! others may need it in every cycle. At random losses [`chances`] says how often. A sender that does not slow down
//! when its segments are lost loses retransmissions as often as any segment.

use super::chances;
use super::floors::{self, Share};
use super::kinds::{Kind, Motion, Repair};
use super::measure::Measured;
use super::paths::Path;

/// Share of the loss cycles on a full buffer in which a sender that repairs all losses may time out.
const CYCLES_WITH_TIMEOUT: f64 = 0.1;

/// Allowed timeouts relative to the model's: timeouts come in series, because the timer backs off.
const IN_SERIES: f64 = 1.5;

/// Timeouts that a flow may need.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Needs {
    per_second: f64,
    /// Per drop.
    per_drop: f64,
    /// Per drop and share of segments that are dropped.
    per_drop_and_share: f64,
}

impl Needs {
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

/// The most timeouts that runs of flows of some kinds may have.
#[derive(Clone, Debug)]
pub struct Allowed {
    flows: f64,
    per_second: f64,
    per_drop: f64,
    per_drop_and_share: f64,
    packets_per_s: f64,
}

impl Allowed {
    /// Of these flows on a path.
    pub fn of(kinds: &[Kind], path: &Path) -> Self {
        let flows = kinds.len() as f64;
        let needs: Vec<Needs> = kinds.iter().map(|kind| Needs::of(kind, path, flows)).collect();
        // Either flow may suffer the drops, so the one that needs more timeouts counts.
        let most = |of: fn(&Needs) -> f64| needs.iter().map(of).fold(0.0, f64::max);
        Self {
            flows,
            per_second: needs.iter().map(|needs| needs.per_second).sum(),
            per_drop: most(|needs| needs.per_drop),
            per_drop_and_share: most(|needs| needs.per_drop_and_share),
            packets_per_s: path.packets_per_s(),
        }
    }

    /// In this run. One per flow and minute, and one in a shorter run, are allowed to anybody.
    pub fn in_run(&self, run: &Measured) -> f64 {
        let drops = run.drops as f64;
        let sent = self.packets_per_s * run.seconds * run.total() + drops;
        let per_drop = self.per_drop + self.per_drop_and_share * drops / sent.max(1.0);
        let expected = self.per_second * run.seconds + per_drop * drops;
        self.flows * (run.seconds / 60.0).max(1.0) + IN_SERIES * expected
    }
}
