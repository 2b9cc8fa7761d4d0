//! The rules that any TCP obeys, and which of them a cell breaks. Their thresholds were fixed before the first run.

use super::floors::{self, Share};
use super::kinds::{Kind, Repair};
use super::measure::Measurement;
use super::paths::Path;
use super::timeouts::AllowedTimeouts;

/// A rule of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Utilization reaches the floor of its kind with every seed, or on average under random loss.
    Floor,
    /// There are no more timeouts than its kind needs.
    Timeouts,
    /// There are no more retransmissions than drops and timeouts explain.
    Retransmissions,
    /// The flow isn't stuck in timeouts that keep utilization below the floor without random loss.
    Cycle,
    /// Seeds give about the same utilization.
    Seeds,
    /// No flow of a pair starves.
    Starved,
}

/// All rules.
pub const RULES: [Rule; 6] =
    [Rule::Floor, Rule::Timeouts, Rule::Retransmissions, Rule::Cycle, Rule::Seeds, Rule::Starved];

impl Rule {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Timeouts => "timeouts",
            Self::Retransmissions => "retransmissions",
            Self::Cycle => "cycle",
            Self::Seeds => "seeds",
            Self::Starved => "starved",
        }
    }
}

/// Allowed retransmissions per drop. Each drop needs one; timeouts and go-back-N restarts are added separately.
const RETRANSMISSIONS_PER_DROP: f64 = 1.5;

/// A flow starves if it gets less than this share of half of the path.
pub const STARVED_BELOW: f64 = 0.1;

/// Largest allowed difference between seeds, relative to their mean, without random losses.
const MAX_SPREAD: f64 = 0.2;

/// The results of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellResult {
    /// Utilization, averaged over the seeds.
    pub mean: f64,
    /// Utilization with seed 1.
    pub first: f64,
    /// The smallest utilization of any seed.
    pub least: f64,
    /// Difference between the largest and the smallest utilization, relative to the mean.
    pub spread: f64,
    /// The floor that utilization must reach.
    pub floor: f64,
    /// Maximum timeouts per minute of any seed.
    pub timeouts_per_min: f64,
    /// Retransmissions per drop over all seeds, or the number of retransmissions if nothing was dropped.
    pub retransmissions: f64,
    /// Share of the slower flow, averaged over the seeds: 1 if both flows get the same, and for a single flow.
    pub smaller_share: f64,
    /// The rules that the cell breaks.
    pub broken: Vec<Rule>,
}

/// The maximum retransmissions of a run.
fn max_retransmissions(kinds: &[Kind], path: &Path, run: &Measurement) -> f64 {
    let window = path.holds().min(f64::from(path.rwnd()));
    // A go-back-N sender retransmits up to a window at each timeout and, without fast recovery, at each drop.
    let restarts = kinds.iter().any(|kind| kind.repair == Repair::FromOneSegment || !kind.dup_acks);
    let timeouts = (run.timeouts[0] + run.timeouts[1]) as f64;
    let windows = timeouts + if restarts { run.drops as f64 } else { 0.0 };
    // Segments in flight when the measurement began.
    let earlier = window;
    RETRANSMISSIONS_PER_DROP * run.drops as f64 + windows * window + earlier
}

/// Returns true if timeouts continue in the second half of the run while utilization stays below the floor.
fn is_stuck(path: &Path, run: &Measurement, floor: f64) -> bool {
    let [first, last] = run.timeouts;
    path.loss == 0.0 && path.buffer_packets() >= 5 && run.halves[1] < floor && last >= 3 && 2 * last >= first
}

/// Returns true if a flow's share of the path is too small for fast retransmit after a cut, or after the two cuts of a
/// sender that repairs one loss of a window. A flow that waits for its backed-off timer then leaves the path to the
/// other (Morris 1997), and no rule predicts which of the two waits.
fn has_small_windows(kinds: &[Kind], path: &Path) -> bool {
    let flows = kinds.len() as f64;
    let is_small = |kind: &Kind| {
        let cuts = if kind.repair == Repair::OneLoss { kind.keeps * kind.keeps } else { kind.keeps };
        floors::needs_timer(&Kind { keeps: cuts, ..*kind }, &Share::of(path, kind, flows))
    };
    kinds.iter().any(is_small)
}

/// Largest allowed difference between seeds, relative to their mean. If single events decide (random losses, or
/// timeouts of small windows), a rate depends on the square root of their number N, and N varies by its own square
/// root. The range of five seeds is 2.3 standard deviations.
fn max_spread(kinds: &[Kind], path: &Path, runs: &[Measurement]) -> f64 {
    let events = |run: &Measurement| match has_small_windows(kinds, path) {
        true => run.timeouts[0] + run.timeouts[1],
        false => run.drops,
    };
    if path.loss == 0.0 && !has_small_windows(kinds, path) {
        return MAX_SPREAD;
    }
    let events = runs.iter().map(events).min().unwrap_or(0).max(1);
    MAX_SPREAD + 3.0 / (events as f64).sqrt()
}

/// Judges a cell by these runs.
pub fn judge(kinds: &[Kind], path: &Path, runs: &[Measurement]) -> CellResult {
    let flows = kinds.len() as f64;
    let floor = kinds.iter().map(|kind| floors::floor(kind, path, flows)).fold(1.0, f64::min);
    let count = runs.len() as f64;
    let mean = |of: &dyn Fn(&Measurement) -> f64| runs.iter().map(of).sum::<f64>() / count;
    let utilization = mean(&Measurement::total);
    let least = runs.iter().map(Measurement::total).fold(f64::INFINITY, f64::min);
    let largest = runs.iter().map(Measurement::total).fold(0.0, f64::max);
    let spread = if utilization > 0.0 { (largest - least) / utilization } else { 0.0 };
    let timeouts = |run: &Measurement| (run.timeouts[0] + run.timeouts[1]) as f64;
    let retransmitted: u64 = runs.iter().map(|run| run.retransmitted).sum();
    let drops: u64 = runs.iter().map(|run| run.drops).sum();
    let smaller_share = mean(&Measurement::smallest_share);
    let allowed = AllowedTimeouts::of(kinds, path);
    let is_kept = |rule: Rule| match rule {
        // The formulas for random loss are means over many losses. `Seeds` limits how far one seed may be off.
        Rule::Floor => {
            if path.loss > 0.0 {
                utilization >= floor
            } else {
                least >= floor
            }
        }
        Rule::Timeouts => runs.iter().all(|run| timeouts(run) <= allowed.in_run(run)),
        Rule::Retransmissions => {
            runs.iter().all(|run| run.retransmitted as f64 <= max_retransmissions(kinds, path, run))
        }
        Rule::Cycle => !runs.iter().any(|run| is_stuck(path, run, floor)),
        Rule::Seeds => spread <= max_spread(kinds, path, runs),
        Rule::Starved => has_small_windows(kinds, path) || smaller_share >= STARVED_BELOW,
    };
    CellResult {
        mean: utilization,
        first: runs.first().map_or(0.0, Measurement::total),
        least,
        spread,
        floor,
        timeouts_per_min: runs.iter().map(|run| timeouts(run) * 60.0 / run.seconds).fold(0.0, f64::max),
        retransmissions: retransmitted as f64 / drops.max(1) as f64,
        smaller_share,
        broken: RULES.into_iter().filter(|&rule| !is_kept(rule)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::kinds::Motion;
    use crate::grid::paths::PATHS;

    const SACK: Kind = Kind {
        motion: Motion::Loss,
        increase: 1.0,
        keeps: 0.5,
        repair: Repair::AllLosses,
        dup_acks: true,
        slow_start: 2.0,
        per_ack: 1.0,
        ack_wait_s: 0.0,
        min_rto_s: 1.0,
    };

    /// 10 Mbit/s, 100 ms, a buffer of 100 packets, no random loss.
    fn path() -> &'static Path {
        PATHS.iter().find(|path| path.name == "10M-100ms-100p").expect("a path")
    }

    /// A run of 100 s that breaks no rule: one drop per cycle of about 16 s.
    fn healthy() -> Measurement {
        Measurement {
            seconds: 100.0,
            utilization: vec![0.99],
            halves: [0.99, 0.99],
            timeouts: [0, 0],
            retransmitted: 7,
            drops: 6,
        }
    }

    fn broken(kinds: &[Kind], runs: &[Measurement]) -> Vec<Rule> {
        judge(kinds, path(), runs).broken
    }

    #[test]
    fn each_rule_can_be_broken() {
        assert_eq!(broken(&[SACK], &[healthy(), healthy()]), []);
        let slow = Measurement { utilization: vec![0.7], halves: [0.7, 0.7], ..healthy() };
        assert_eq!(broken(&[SACK], &[slow.clone(), slow.clone()]), [Rule::Floor]);
        assert_eq!(broken(&[SACK], &[healthy(), slow]), [Rule::Floor, Rule::Seeds]);
        let timeouts = Measurement { timeouts: [4, 0], ..healthy() };
        assert_eq!(broken(&[SACK], &[timeouts]), [Rule::Timeouts]);
        let needless = Measurement { retransmitted: 400, ..healthy() };
        assert_eq!(broken(&[SACK], &[needless]), [Rule::Retransmissions]);
        // A sender stuck in timeouts: 40 in 100 s at a utilization of 0.4.
        let stuck =
            Measurement { utilization: vec![0.4], halves: [0.4, 0.4], timeouts: [20, 20], drops: 2_000, ..healthy() };
        assert_eq!(broken(&[SACK], &[stuck]), [Rule::Floor, Rule::Timeouts, Rule::Cycle]);
        let unfair = Measurement { utilization: vec![0.95, 0.04], ..healthy() };
        assert_eq!(broken(&[SACK, SACK], &[unfair]), [Rule::Starved]);
    }

    #[test]
    fn timeouts_that_stop_do_not_break_the_cycle_rule() {
        let recovered = Measurement { halves: [0.2, 0.99], timeouts: [20, 0], ..healthy() };
        assert!(!broken(&[SACK], &[recovered]).contains(&Rule::Cycle));
    }
}
